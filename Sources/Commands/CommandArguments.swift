import PlayCore

/// The words of a command, taken one after another.
struct CommandArguments {
    /// With dashes.
    let name: String
    private var rest: ArraySlice<Node>

    init(_ name: String, _ words: [Node]) {
        self.name = name
        rest = words[...]
    }

    var isEmpty: Bool { rest.isEmpty }

    /// The next one as it came.
    mutating func node() throws(CommandError) -> Node {
        guard let word = rest.popFirst() else { throw .missingArgument(name) }
        return word
    }

    mutating func text() throws(CommandError) -> String {
        let word = try node()
        guard let text = word.text else { throw .badArgument(name, value: "") }
        return text
    }

    mutating func text(default fallback: String) throws(CommandError) -> String {
        rest.isEmpty ? fallback : try text()
    }

    mutating func number() throws(CommandError) -> Double {
        let word = try node()
        switch word {
        case .integer(let value): return Double(value)
        case .number(let value) where value.isFinite: return value
        case .string(let text): if let value = NumberText.decimal(text) { return value }
        default: break
        }
        throw .badArgument(name, value: word.text ?? "")
    }

    mutating func integer() throws(CommandError) -> Int {
        let value = try number()
        guard let integer = Int(exactly: value) else { throw .badArgument(name, value: "\(value)") }
        return integer
    }

    /// Seconds as a number, or `1:02:03`.
    mutating func time() throws(CommandError) -> MediaTime {
        if let text = rest.first?.string, let time = TimeText.parse(text) {
            rest.removeFirst()
            return time
        }
        return MediaTime(seconds: try number())
    }

    mutating func word<Word: RawRepresentable<String>>(_ fallback: Word) throws(CommandError) -> Word {
        if rest.isEmpty { return fallback }
        let text = try text()
        guard let word = Word(rawValue: text) else { throw .badArgument(name, value: text) }
        return word
    }

    mutating func remaining() throws(CommandError) -> [String] {
        var result: [String] = []
        while !rest.isEmpty { result.append(try text()) }
        return result
    }

    func end() throws(CommandError) { if !rest.isEmpty { throw .tooManyArguments(name) } }
}

/// Numbers as people write them in commands: digits with a point and a sign; no exponents, infinities, hexadecimal.
enum NumberText {
    static func decimal(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ ("0"..."9").contains(UnicodeScalar($0)) || "+-.".utf8.contains($0) }) else {
            return nil
        }
        return Double(text)
    }
}
