/// Splits lines like mpv's input.conf: words are separated by blanks. `"…"` has escapes, `'…'` none, and `` `x…x` ``
/// ends at its own character. `;` ends a command and `#` the line.
enum CommandWords {
    /// Drops commands without words.
    static func split(_ line: String) throws(CommandError) -> [[String]] {
        var scanner = WordScanner(rest: Array(line.unicodeScalars)[...])
        var commands: [[String]] = []
        var words: [String] = []
        while true {
            switch try scanner.next() {
            case .word(let word): words.append(word)
            case .separator:
                commands.append(words)
                words = []
            case .end: return (commands + [words]).filter { !$0.isEmpty }
            }
        }
    }

    static func withoutComment(_ line: String) throws(CommandError) -> String {
        let all = Array(line.unicodeScalars)[...]
        var scanner = WordScanner(rest: all)
        while try scanner.next() != .end {}
        return String(String.UnicodeScalarView(all[..<(scanner.comment ?? all.endIndex)]))
    }
}

private struct WordScanner {
    enum Token: Equatable { case word(String), separator, end }

    var rest: ArraySlice<UnicodeScalar>
    private(set) var comment: Int?

    init(rest: ArraySlice<UnicodeScalar>) { self.rest = rest }

    mutating func next() throws(CommandError) -> Token {
        rest = rest.drop(while: \.properties.isWhitespace)
        guard let first = rest.first else { return .end }
        switch first {
        case "#":
            comment = rest.startIndex
            rest = []
            return .end
        case ";":
            rest.removeFirst()
            return .separator
        case "\"":
            rest.removeFirst()
            return .word(try escaped())
        case "'":
            rest.removeFirst()
            return .word(try quoted(until: "'"))
        case "`":
            rest.removeFirst()
            guard let mark = rest.popFirst() else { throw .badSyntax }
            let text = try quoted(until: mark, "`")
            return .word(text)
        default:
            let word = rest.prefix { !$0.properties.isWhitespace && $0 != "#" && $0 != ";" }
            rest = rest.dropFirst(word.count)
            return .word(Self.text(word))
        }
    }

    private mutating func quoted(until mark: UnicodeScalar, _ second: UnicodeScalar? = nil) throws(CommandError)
        -> String
    {
        var text = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            if scalar == mark, second == nil || rest.first == second {
                if second != nil { rest.removeFirst() }
                try expectEndOfWord()
                return String(text)
            }
            text.append(scalar)
        }
        throw .badSyntax
    }

    private mutating func escaped() throws(CommandError) -> String {
        var text = String.UnicodeScalarView()
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"":
                try expectEndOfWord()
                return String(text)
            case "\\": text.append(try escape())
            default: text.append(scalar)
            }
        }
        throw .badSyntax
    }

    private mutating func escape() throws(CommandError) -> UnicodeScalar {
        guard let scalar = rest.popFirst() else { throw .badSyntax }
        switch scalar {
        case "\"", "\\", "'", "/": return scalar
        case "n": return "\n"
        case "t": return "\t"
        case "r": return "\r"
        case "b": return "\u{8}"
        case "f": return "\u{C}"
        case "e": return "\u{1B}"
        case "x": return try hexadecimal(2)
        case "u": return try hexadecimal(4)
        default: throw .badSyntax
        }
    }

    private mutating func hexadecimal(_ count: Int) throws(CommandError) -> UnicodeScalar {
        let digits = Self.text(rest.prefix(count))
        rest = rest.dropFirst(count)
        guard digits.utf8.count == count, let value = UInt32(digits, radix: 16), let scalar = UnicodeScalar(value)
        else {
            throw .badSyntax
        }
        return scalar
    }

    private func expectEndOfWord() throws(CommandError) {
        guard let next = rest.first else { return }
        guard next.properties.isWhitespace || next == "#" || next == ";" else { throw .badSyntax }
    }

    private static func text(_ scalars: ArraySlice<UnicodeScalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }
}
