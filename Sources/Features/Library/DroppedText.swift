import PlayCore
import Playlists

/// Finds paths and addresses in text that a terminal pastes for dropped files, or that the viewer pastes. Terminals
/// quote paths for a shell: in single or double quotes (GNOME Terminal, Konsole, kitty, WezTerm), or with backslashes
/// (Alacritty, foot, iTerm2). Others paste `file://` addresses, one a line. Several paths are separated by blanks.
package enum DroppedText {
    package static let most = 1000

    /// - Parameter home: the folder that replaces `~`, or `nil` to keep it.
    package static func locations(in text: String, home: String?) -> [String] {
        let lines = text.split(whereSeparator: \.isNewline).map(trimmed).filter { !$0.isEmpty }
        var found: [String] = []
        for line in lines where found.count < most {
            if let address = address(line) {
                found.append(address)
                continue
            }
            let words = words(of: line)
            // A path that was typed or copied unquoted may contain blanks.
            let isPlain = !line.contains { "'\"\\".contains($0) }
            let isOne = isPlain && (words.count == 1 || !words.dropFirst().allSatisfy(isRooted))
            found += (isOne ? [line] : words).map { address($0) ?? expanded($0, home: home) }
        }
        return Array(found.prefix(most))
    }

    private static func address(_ word: String) -> String? {
        guard let scheme = AddressText.scheme(of: word), !word.contains(where: \.isWhitespace) else { return nil }
        // A `file` address of another host stays an address. Opening it reports the error.
        return scheme == "file" ? AddressText.path(ofFileAddress: word) ?? word : word
    }

    /// Expands `~` and `~/…`.
    package static func expanded(_ path: String, home: String?) -> String {
        guard let home, path == "~" || path.hasPrefix("~/") else { return path }
        return home + path.dropFirst()
    }

    private static func isRooted(_ word: String) -> Bool {
        word.hasPrefix("/") || word.hasPrefix("~/") || AddressText.scheme(of: word) != nil
    }

    private static func trimmed(_ line: Substring) -> String {
        var line = line
        while let first = line.first, first == " " || first == "\t" { line.removeFirst() }
        while let last = line.last, last == " " || last == "\t" {
            // An escaped blank belongs to the name.
            if line.dropLast().last == "\\" { break }
            line.removeLast()
        }
        return String(line)
    }

    /// Splits a line as a shell does: quotes, backslashes, `$'…'` with its escapes.
    private static func words(of line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var rest = line[...]
        while let character = rest.popFirst() {
            switch character {
            case " ", "\t":
                if let finished = word { words.append(finished) }
                word = nil
            case "\\": word = (word ?? "") + (rest.popFirst().map(String.init) ?? "")
            case "'": word = (word ?? "") + quoted(&rest, until: "'", escapes: false)
            case "\"": word = (word ?? "") + quoted(&rest, until: "\"", escapes: true)
            case "$" where rest.first == "'":
                rest.removeFirst()
                word = (word ?? "") + dollarQuoted(&rest)
            default: word = (word ?? "") + String(character)
            }
        }
        return words + [word].compactMap(\.self)
    }

    private static func quoted(_ rest: inout Substring, until end: Character, escapes: Bool) -> String {
        var text = ""
        while let character = rest.popFirst(), character != end {
            if escapes, character == "\\", let next = rest.first, "\\\"$`".contains(next) {
                text.append(rest.removeFirst())
            } else {
                text.append(character)
            }
        }
        return text
    }

    /// Shells write octal and hexadecimal bytes for names that are not UTF-8.
    private static func dollarQuoted(_ rest: inout Substring) -> String {
        var bytes: [UInt8] = []
        while let character = rest.popFirst(), character != "'" {
            guard character == "\\", let next = rest.popFirst() else {
                bytes += ByteText.bytes(String(character))
                continue
            }
            switch next {
            case "n": bytes.append(0x0A)
            case "t": bytes.append(0x09)
            case "x": bytes += byte(&rest, radix: 16, most: 2)
            case "0"..."7":
                rest = String(next) + rest
                bytes += byte(&rest, radix: 8, most: 3)
            default: bytes += ByteText.bytes(String(next))
            }
        }
        return ByteText.text(bytes)
    }

    private static func byte(_ rest: inout Substring, radix: Int, most: Int) -> [UInt8] {
        let digits = rest.prefix(most).prefix { $0.isASCII && $0.hexDigitValue.map { $0 < radix } ?? false }
        rest = rest.dropFirst(digits.count)
        return UInt8(digits, radix: radix).map { $0 == 0 ? [] : [$0] } ?? []
    }
}
