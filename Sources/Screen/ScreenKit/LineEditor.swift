package import Cells
package import PlayCore

package struct LineEditor: Sendable, Equatable {
    private var characters: [Character]
    /// In characters, 0 … count.
    package private(set) var cursor: Int

    /// More than any service accepts as a comment.
    package static let limit = 4000

    package init(_ text: String = "") {
        characters = Array(text.prefix(Self.limit))
        cursor = characters.count
    }

    package var text: String { String(characters) }
    package var isEmpty: Bool { characters.isEmpty }
    package var count: Int { characters.count }

    /// Inserts text. Line ends become blanks; other control characters and text beyond the limit are dropped.
    package mutating func type(_ more: String) {
        let text = more.replacing("\r\n", with: "\n").unicodeScalars.compactMap { scalar -> String? in
            if scalar == "\n" || scalar == "\r" || scalar == "\t" { return " " }
            return scalar.properties.generalCategory == .control ? nil : String(scalar)
        }.joined()
        let old = characters.count
        // A typed combining mark belongs to the letter before it.
        let head = Array(String(characters[..<cursor]) + text)
        characters = Array((head + characters[cursor...]).prefix(max(old, Self.limit)))
        cursor = min(head.count, characters.count)
    }

    /// Handles readline's keys and the usual ones. Returns false for others.
    package mutating func press(_ key: KeyPress) -> Bool {
        switch key {
        case KeyPress(.left), KeyPress(.character("b"), .control): cursor = max(0, cursor - 1)
        case KeyPress(.right), KeyPress(.character("f"), .control): cursor = min(characters.count, cursor + 1)
        case KeyPress(.home), KeyPress(.character("a"), .control): cursor = 0
        case KeyPress(.end), KeyPress(.character("e"), .control): cursor = characters.count
        case KeyPress(.left, .control): cursor = wordStart
        case KeyPress(.right, .control): cursor = wordEnd
        case KeyPress(.backspace): remove(max(0, cursor - 1)..<cursor)
        case KeyPress(.delete), KeyPress(.character("d"), .control):
            remove(cursor..<min(characters.count, cursor + 1))
        case KeyPress(.character("w"), .control): remove(wordStart..<cursor)
        case KeyPress(.character("u"), .control): remove(0..<cursor)
        case KeyPress(.character("k"), .control): remove(cursor..<characters.count)
        default:
            guard case .character(let character) = key.key, key.modifiers.isEmpty else { return false }
            type(String(character))
        }
        return true
    }

    package var head: String { String(characters[..<cursor]) }

    package mutating func replace(_ count: Int, with text: String) {
        remove(max(0, cursor - count)..<cursor)
        type(text)
    }

    private mutating func remove(_ range: Range<Int>) {
        characters.removeSubrange(range)
        cursor = range.lowerBound
    }

    private var wordStart: Int {
        var place = cursor
        while place > 0, characters[place - 1] == " " { place -= 1 }
        while place > 0, characters[place - 1] != " " { place -= 1 }
        return place
    }

    private var wordEnd: Int {
        var place = cursor
        while place < characters.count, characters[place] == " " { place += 1 }
        while place < characters.count, characters[place] != " " { place += 1 }
        return place
    }

    /// Returns the part of the text that fits around the cursor, and the cursor's column in it.
    package func view(columns: Int) -> (text: String, cursor: Int) {
        let under = cursor < characters.count ? max(1, TextWidth.columns(of: characters[cursor])) : 1
        var first = cursor
        var used = 0
        while first > 0 {
            let width = TextWidth.columns(of: characters[first - 1])
            guard used + width + under <= columns else { break }
            used += width
            first -= 1
        }
        var last = cursor
        var space = columns - used
        while last < characters.count {
            space -= TextWidth.columns(of: characters[last])
            guard space >= 0 else { break }
            last += 1
        }
        return (String(characters[first..<last]), used)
    }
}

extension CellBuffer {
    /// Writes the part around the cursor. `columns` is at least 1, and lies in the buffer.
    package mutating func write(_ line: LineEditor, column: Int, columns: Int, row: Int) {
        let view = line.view(columns: columns)
        write(SafeText.clean(view.text, limit: columns), column: column, row: row, maxColumns: columns)
        guard view.cursor < columns else { return }
        // Reverse, because terminals that cannot combine underline and colours would lose an underline.
        self[column + view.cursor, row].attributes.insert(.reverse)
    }
}

extension String {
    /// The typed path without surrounding blanks, and without the quotes of a file dropped on the terminal.
    package var typedPath: String {
        var path = self[...]
        while path.first == " " { path.removeFirst() }
        while path.last == " " { path.removeLast() }
        if path.count >= 2, let quote = path.first, quote == "'" || quote == "\"", path.last == quote {
            path = path.dropFirst().dropLast()
        }
        return String(path)
    }
}
