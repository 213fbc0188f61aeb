import Encoding
import PlayCore

struct CommandArguments {
    let name: String
    private var rest: ArraySlice<JSONValue>

    init(_ name: String, _ words: [JSONValue]) {
        self.name = name
        rest = words[...]
    }

    var isEmpty: Bool { rest.isEmpty }
    var next: JSONValue? { rest.first }

    mutating func node() throws(CommandError) -> JSONValue {
        guard let word = rest.popFirst() else { throw .missingArgument(name) }
        return word
    }

    mutating func text() throws(CommandError) -> String {
        let word = try node()
        guard let text = word.propertyText else { throw .badArgument(name, value: "") }
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
        throw .badArgument(name, value: word.propertyText ?? "")
    }

    mutating func integer() throws(CommandError) -> Int {
        let value = try number()
        guard let integer = Int(exactly: value) else { throw .badArgument(name, value: "\(value)") }
        return integer
    }

    /// Reads seconds as a number, or `1:02:03`.
    mutating func time() throws(CommandError) -> MediaTime {
        if let text = rest.first?.text, let time = TimeText.parse(text) {
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

    mutating func word<Value>(_ words: [String: Value], default fallback: String) throws(CommandError) -> Value {
        let text = try text(default: fallback)
        guard let value = words[text] else { throw .badArgument(name, value: text) }
        return value
    }

    /// Reads an index from 0; returns `nil` for `current`.
    mutating func index() throws(CommandError) -> Int? {
        let text = try text()
        if text == "current" { return nil }
        guard let index = Int(text), index >= 0 else { throw .badArgument(name, value: text) }
        return index
    }

    /// Reads `a=1,b="2,3"`, or a map of JSON; returns an empty list if there are no more words.
    mutating func options() throws(CommandError) -> [PlayerCommand.FileOption] {
        guard !isEmpty else { return [] }
        switch try node() {
        case .object(let members):
            var options: [PlayerCommand.FileOption] = []
            for member in members.sorted(by: { $0.name < $1.name }) {
                guard let text = member.value.propertyText else { throw .badArgument(name, value: member.name) }
                options.append(.init(member.name, text))
            }
            return options
        case .string(let text): return try KeyValueText.options(text, of: name)
        case let other: throw .badArgument(name, value: other.propertyText ?? "")
        }
    }

    mutating func remaining() throws(CommandError) -> [String] {
        var result: [String] = []
        while !rest.isEmpty { result.append(try text()) }
        return result
    }

    func end() throws(CommandError) { if !rest.isEmpty { throw .tooManyArguments(name) } }
}

/// Numbers as users write them in commands: digits with a point and a sign. No exponents, infinities, hexadecimal.
enum NumberText {
    static func decimal(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ ("0"..."9").contains(UnicodeScalar($0)) || "+-.".utf8.contains($0) }) else {
            return nil
        }
        return Double(text)
    }
}

/// mpv's lists of names and values, separated by commas. A value may contain commas in `"…"`, in `[…]` or as `%4%…`,
/// where 4 is its number of bytes.
enum KeyValueText {
    static func options(_ text: String, of command: String) throws(CommandError) -> [PlayerCommand.FileOption] {
        var options: [PlayerCommand.FileOption] = []
        var rest = text[...]
        while !rest.isEmpty {
            let name = rest.prefix { $0 != "=" && $0 != "," }
            rest = rest.dropFirst(name.count)
            var value: Substring = "yes"
            if rest.first == "=" {
                rest.removeFirst()
                guard let next = Self.value(&rest) else { throw .badArgument(command, value: text) }
                value = next
            }
            guard !name.isEmpty, rest.isEmpty || rest.popFirst() == "," else {
                throw .badArgument(command, value: text)
            }
            options.append(.init(String(name), String(value)))
        }
        return options
    }

    /// Removes the value from the front of the text. Returns `nil` if its closing mark is missing.
    private static func value(_ rest: inout Substring) -> Substring? {
        switch rest.first {
        case "\"": return quoted(&rest, until: "\"")
        case "[": return quoted(&rest, until: "]")
        case "%":
            guard let count = quoted(&rest, until: "%").flatMap({ Int($0) }), count >= 0,
                let end = rest.utf8.index(rest.startIndex, offsetBy: count, limitedBy: rest.endIndex),
                String.Index(end, within: rest) != nil
            else { return nil }
            defer { rest = rest[end...] }
            return rest[..<end]
        default:
            let value = rest.prefix { $0 != "," }
            rest = rest.dropFirst(value.count)
            return value
        }
    }

    private static func quoted(_ rest: inout Substring, until mark: Character) -> Substring? {
        rest.removeFirst()
        let value = rest.prefix { $0 != mark }
        rest = rest.dropFirst(value.count)
        return rest.popFirst() == mark ? value : nil
    }
}
