import Encoding
import Rooms

/// Why bytes are no JSON.
struct JSONProblem: Error, Equatable {
    let words: String

    static let ended = JSONProblem(words: "it breaks off")
    static let malformed = JSONProblem(words: "not JSON")
    static let deep = JSONProblem(words: "more than \(JSONDepth.limit) levels")
}

/// Names of the members that are read. Everything else in an object is passed over without being made into values:
/// nine tenths of a chat replay are buttons and pictures.
struct JSONKeys: Sendable {
    /// By length.
    private var names: [[(bytes: [UInt8], name: String)]] = []

    init(_ names: String...) {
        for name in names {
            let bytes = Array(name.utf8)
            while self.names.count <= bytes.count { self.names.append([]) }
            self.names[bytes.count].append((bytes, name))
        }
    }

    /// Nil for one that is not read.
    @inline(__always)
    func name(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String? {
        guard range.count < names.count else { return nil }
        for candidate in names[range.count] where candidate.bytes.elementsEqual(bytes[range]) { return candidate.name }
        return nil
    }
}

/// JSON (RFC 8259) to values, of which only some members are wanted. Faster than a general decoder, which has to make
/// values of all. Pure; bytes are UTF-8, repaired where they are not.
struct JSONScanner {
    /// - Parameter keys: nil: all members.
    /// - Throws: ``JSONProblem``.
    static func value(_ bytes: ArraySlice<UInt8>, keys: JSONKeys? = nil) throws(JSONProblem) -> JSONValue {
        let result = bytes.withUnsafeBufferPointer { buffer in
            // The scanner does not outlive the call.
            var scanner = JSONScanner(bytes: buffer, keys: keys)
            return Result { () throws(JSONProblem) in try scanner.whole() }
        }
        return try result.get()
    }

    private let bytes: UnsafeBufferPointer<UInt8>
    private let keys: JSONKeys?
    private var index = 0
    private var depth = 0

    private init(bytes: UnsafeBufferPointer<UInt8>, keys: JSONKeys?) {
        self.bytes = bytes
        self.keys = keys
    }

    private mutating func whole() throws(JSONProblem) -> JSONValue {
        let value = try value()
        skipBlanks()
        if index < bytes.count { throw .malformed }
        return value
    }

    private mutating func value() throws(JSONProblem) -> JSONValue {
        switch try next() {
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "["): return try list()
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "t"): return try literal("true", .flag(true))
        case UInt8(ascii: "f"): return try literal("false", .flag(false))
        case UInt8(ascii: "n"): return try literal("null", .null)
        default: return try number()
        }
    }

    // MARK: What holds others

    private mutating func object() throws(JSONProblem) -> JSONValue {
        var members: [JSONValue.Member] = []
        try enter()
        if try next() == UInt8(ascii: "}") { return leave(.object(members)) }
        while true {
            guard try next() == UInt8(ascii: "\"") else { throw .malformed }
            let name = try memberName()
            guard try next() == UInt8(ascii: ":") else { throw .malformed }
            index += 1
            if let name {
                members.append(JSONValue.Member(name, try value()))
            } else {
                try skip()
            }
            switch try next() {
            case UInt8(ascii: ","): index += 1
            case UInt8(ascii: "}"): return leave(.object(members))
            default: throw .malformed
            }
        }
    }

    private mutating func list() throws(JSONProblem) -> JSONValue {
        var items: [JSONValue] = []
        try enter()
        if try next() == UInt8(ascii: "]") { return leave(.list(items)) }
        while true {
            items.append(try value())
            switch try next() {
            case UInt8(ascii: ","): index += 1
            case UInt8(ascii: "]"): return leave(.list(items))
            default: throw .malformed
            }
        }
    }

    private mutating func enter() throws(JSONProblem) {
        depth += 1
        if depth > JSONDepth.limit { throw .deep }
        index += 1
    }

    private mutating func leave(_ value: JSONValue) -> JSONValue {
        depth -= 1
        index += 1
        return value
    }

    /// Nil for a member that is not wanted.
    private mutating func memberName() throws(JSONProblem) -> String? {
        let start = index + 1
        let isPlain = try skipString()
        guard let keys else {
            index = start - 1
            return try string()
        }
        return isPlain ? keys.name(bytes, start..<index - 1) : nil
    }

    // MARK: Passing over

    /// A value that is not wanted: only its end is looked for.
    private mutating func skip() throws(JSONProblem) {
        var level = 0
        repeat {
            switch try next() {
            case UInt8(ascii: "\""): _ = try skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                level += 1
                index += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                level -= 1
                index += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                if level == 0 { throw .malformed }
                index += 1
            default: skipWord()
            }
        } while level > 0
        if level < 0 { throw .malformed }
    }

    /// Numbers and literals.
    private mutating func skipWord() {
        index += 1
        while index < bytes.count, Self.isOfWord(bytes[index]) { index += 1 }
    }

    /// From the quote on; whether it has no escapes.
    private mutating func skipString() throws(JSONProblem) -> Bool {
        var isPlain = true
        index += 1
        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            if byte == UInt8(ascii: "\"") { return isPlain }
            if byte == UInt8(ascii: "\\") {
                isPlain = false
                index += 1
            }
        }
        throw .ended
    }

    /// The next byte that is no blank.
    @inline(__always)
    private mutating func next() throws(JSONProblem) -> UInt8 {
        skipBlanks()
        guard index < bytes.count else { throw .ended }
        return bytes[index]
    }

    @inline(__always)
    private mutating func skipBlanks() {
        while index < bytes.count {
            let byte = bytes[index]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            index += 1
        }
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    // MARK: Words

    private mutating func literal(_ word: StaticString, _ value: JSONValue) throws(JSONProblem) -> JSONValue {
        let start = index
        skipWord()
        guard bytes[start..<index].elementsEqual("\(word)".utf8) else { throw .malformed }
        return value
    }

    private mutating func number() throws(JSONProblem) -> JSONValue {
        let start = index
        skipWord()
        let text = String(decoding: bytes[start..<index], as: UTF8.self)
        if let integer = Int64(text) { return .integer(integer) }
        guard let first = text.utf8.first, first == UInt8(ascii: "-") || (48...57).contains(first),
            let number = Double(text), number.isFinite
        else { throw .malformed }
        return .number(number)
    }

    private mutating func string() throws(JSONProblem) -> String {
        let start = index + 1
        if try skipString() { return String(decoding: bytes[start..<index - 1], as: UTF8.self) }
        guard index <= bytes.count else { throw .ended }
        return try Self.unescaped(bytes[start..<index - 1])
    }

    private static func unescaped(_ source: Slice<UnsafeBufferPointer<UInt8>>) throws(JSONProblem) -> String {
        var result: [UInt8] = []
        result.reserveCapacity(source.count)
        var rest = source
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "\\") else {
                result.append(byte)
                continue
            }
            switch rest.popFirst() {
            case UInt8(ascii: "n"): result.append(0x0A)
            case UInt8(ascii: "t"): result.append(0x09)
            case UInt8(ascii: "r"): result.append(0x0D)
            case UInt8(ascii: "b"): result.append(0x08)
            case UInt8(ascii: "f"): result.append(0x0C)
            case UInt8(ascii: "u"): result += Array(String(Character(try scalar(&rest))).utf8)
            case .some(let other): result.append(other)
            case nil: throw .ended
            }
        }
        return String(decoding: result, as: UTF8.self)
    }

    /// Behind `\u`; half a pair is U+FFFD.
    private static func scalar(
        _ rest: inout Slice<UnsafeBufferPointer<UInt8>>
    ) throws(JSONProblem) -> Unicode.Scalar {
        let first = try unit(&rest)
        guard (0xD800..<0xDC00).contains(first), rest.starts(with: [UInt8(ascii: "\\"), UInt8(ascii: "u")]) else {
            return Unicode.Scalar(first) ?? "\u{FFFD}"
        }
        let before = rest
        rest = rest.dropFirst(2)
        let second = try unit(&rest)
        guard (0xDC00..<0xE000).contains(second) else {
            rest = before
            return "\u{FFFD}"
        }
        return Unicode.Scalar(0x10000 + ((first & 0x3FF) << 10 | (second & 0x3FF))) ?? "\u{FFFD}"
    }

    private static func unit(_ rest: inout Slice<UnsafeBufferPointer<UInt8>>) throws(JSONProblem) -> UInt32 {
        guard rest.count >= 4, let value = UInt32(String(decoding: rest.prefix(4), as: UTF8.self), radix: 16) else {
            throw .malformed
        }
        rest = rest.dropFirst(4)
        return value
    }
}
