import Cells
import PlayCore
import ScreenKit

struct ClassLine: Equatable {
    struct Word: Equatable {
        /// Cleaned by ``SafeText``.
        let text: String
        var style = Theme.plain
        /// The address that the word opens, in printable ASCII.
        var link: String?
    }

    var words: [Word]
    /// The picture that is drawn in place of the words.
    var picture: PictureRow?
    var indent = 0
    /// The line's index in the pane's list, or `nil` if it cannot be selected.
    var item: Int?

    init(_ words: [Word], indent: Int = 0, item: Int? = nil) {
        self.words = words
        self.indent = indent
        self.item = item
    }

    init(_ text: String, _ style: Style = Theme.plain, indent: Int = 0, item: Int? = nil) {
        self.init([Word(text: text, style: style)], indent: indent, item: item)
    }

    /// Breaks unverified text into lines.
    ///
    /// - Parameters:
    ///   - more: the line that replaces the last one if the text is cut; it says how to read the rest.
    ///   - keepsBlanks: whether lines that fit keep their blanks, as in tables.
    static func broken(
        _ text: String, _ style: Style = Theme.plain, width: Int, indent: Int = 0, item: Int? = nil,
        limit: Int = ClassLine.mostLines, more: String? = nil, textLimit: Int = ClassLine.textLimit,
        keepsBlanks: Bool = false
    ) -> [ClassLine] {
        let bounded = text.prefix(textLimit)
        // One paragraph above the limit shows that the text is cut.
        let paragraphs = bounded.split(whereSeparator: \.isNewline).prefix(limit + 1)
        let lines = paragraphs.flatMap { paragraph in
            let (clean, width) = (SafeText.clean(String(paragraph), limit: textLimit), max(1, width - indent))
            if keepsBlanks, TextWidth.columns(of: clean) <= width { return [clean] }
            return LineBreaking.lines(clean, width: width)
        }
        let isCut = lines.count > limit || bounded.endIndex < text.endIndex
        let mark = isCut ? more.map { [ClassLine($0, Theme.accent, indent: indent, item: item)] } ?? [] : []
        let kept = lines.prefix(limit - mark.count)
        guard text.contains("://") else {
            return kept.map { ClassLine($0, style, indent: indent, item: item) } + mark
        }
        let whole = paragraphs.map { SafeText.clean(String($0), limit: textLimit) }.joined(separator: "\n")
        return LinkedWords.lines(kept, of: whole, style).map { ClassLine($0, indent: indent, item: item) } + mark
    }

    static func page(_ text: String, width: Int) -> [ClassLine] {
        broken(text, width: width, limit: 500, textLimit: 20_000, keepsBlanks: true)
    }

    static var moreOfText: String { tr("… v shows all of it") }

    static let mostLines = 20
    private static let textLimit = 4000
}

struct ClassLines: Equatable {
    var lines: [ClassLine]
    /// The item that must be visible; `nil` for the first one. ``showsEnd`` takes precedence.
    var focusedItem: Int?
    var showsEnd = false

    /// Returns the first visible line. It centres the focused item without empty rows at either end.
    func top(height: Int) -> Int {
        let last = max(0, lines.count - height)
        if showsEnd { return last }
        guard let focusedItem, let line = lines.firstIndex(where: { $0.item == focusedItem }) else { return 0 }
        return min(max(0, line - height / 2), last)
    }

    /// Returns the link at a column and row of the view.
    func link(column: Int, row: Int, height: Int) -> String? {
        let place = top(height: height) + row
        guard lines.indices.contains(place) else { return nil }
        var left = 1 + lines[place].indent
        for word in lines[place].words {
            let width = TextWidth.columns(of: word.text)
            if column >= left, column < left + width { return word.link }
            left += width
        }
        return nil
    }

    func item(atRow row: Int, height: Int) -> Int? {
        let place = top(height: height) + row
        return lines.indices.contains(place) ? lines[place].item : nil
    }
}

extension CellBuffer {
    /// Writes the visible lines, and marks the selected item in the first column. Returns the visible links.
    mutating func write(_ list: ClassLines, in rect: Rect, selected: Int?, _ glyphs: Glyphs) -> [DrawnLink] {
        var links: [DrawnLink] = []
        let top = list.top(height: rect.height)
        var lastItem = top > 0 ? list.lines[top - 1].item : nil
        for (offset, line) in list.lines.dropFirst(top).prefix(rect.height).enumerated() {
            let row = rect.row + offset
            let isSelected = line.item != nil && line.item == selected
            if isSelected, line.item != lastItem || offset == 0 {
                write(glyphs.selected, column: rect.column, row: row, style: Theme.accentBold)
            }
            lastItem = line.item
            var column = rect.column + 1 + line.indent
            if let picture = line.picture {
                write(picture, column: column, row: row, columns: rect.column + rect.width - column)
            }
            for word in line.words {
                let room = rect.column + rect.width - column
                guard room > 0 else { break }
                var style = word.style
                if isSelected { style.attributes.insert(.bold) }
                let width = write(glyphs.fitted(word.text, room), column: column, row: row, style: style)
                if let address = word.link, let link = link(address, column, row, width) { links.append(link) }
                column += width
            }
        }
        return links
    }
}
