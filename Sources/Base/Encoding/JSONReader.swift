extension JSONValue {
    package enum Problem: Error, Sendable, Equatable {
        case tooDeep
        case notJSON(offset: Int)

        package var words: String {
            switch self {
            case .tooDeep: "more than \(JSONValue.depthLimit) levels"
            case .notJSON(let offset): "not JSON at byte \(offset)"
            }
        }
    }

    /// The deepest nesting of brackets: the reader recurses for each level.
    package static let depthLimit = 64

    /// Reads UTF-8 with or without a byte order mark; invalid sequences are repaired.
    package init(document bytes: [UInt8]) throws(Problem) { try self.init(document: bytes[...]) }

    /// - Parameter keys: the members to read, or `nil` for all.
    package init(document bytes: ArraySlice<UInt8>, keys: JSONKeys? = nil) throws(Problem) {
        let result: Result<JSONValue, Problem> = bytes.withUnsafeBufferPointer { buffer in
            var reader = JSONReader(bytes: buffer, keys: keys)
            return Result { () throws(Problem) in try reader.document() }
        }
        self = try result.get()
    }
}

/// The members to read. The reader skips all others: nine tenths of a chat replay are buttons and pictures.
package struct JSONKeys: Sendable {
    /// By length in bytes.
    private var names: [[(bytes: [UInt8], name: String)]] = []

    package init(_ names: String...) {
        for name in names {
            let bytes = Array(name.utf8)
            while self.names.count <= bytes.count { self.names.append([]) }
            self.names[bytes.count].append((bytes, name))
        }
    }

    @inline(__always)
    func name(_ bytes: UnsafeBufferPointer<UInt8>, _ range: Range<Int>) -> String? {
        guard range.count < names.count else { return nil }
        for candidate in names[range.count] where candidate.bytes.elementsEqual(bytes[range]) { return candidate.name }
        return nil
    }
}

/// Reads JSON (RFC 8259) strictly. Only scans members outside ``keys`` for their end, and never keeps the bytes.
struct JSONReader {
    let bytes: UnsafeBufferPointer<UInt8>
    private let keys: JSONKeys?
    var place: Int
    private var depth = 0

    init(bytes: UnsafeBufferPointer<UInt8>, keys: JSONKeys?) {
        self.bytes = bytes
        self.keys = keys
        place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    var failure: JSONValue.Problem { .notJSON(offset: place) }

    mutating func document() throws(JSONValue.Problem) -> JSONValue {
        let value = try value()
        skipBlanks()
        guard place == bytes.count else { throw failure }
        return value
    }

    @inline(__always)
    private mutating func skipBlanks() {
        while place < bytes.count {
            let byte = bytes[place]
            guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return }
            place &+= 1
        }
    }

    @inline(__always)
    private mutating func next() throws(JSONValue.Problem) -> UInt8 {
        skipBlanks()
        guard place < bytes.count else { throw failure }
        return bytes[place]
    }

    private mutating func value() throws(JSONValue.Problem) -> JSONValue {
        switch try next() {
        case UInt8(ascii: "\""): return .string(try string())
        case UInt8(ascii: "["): return try list()
        case UInt8(ascii: "{"): return try object()
        case UInt8(ascii: "t"): return try word("true", .flag(true))
        case UInt8(ascii: "f"): return try word("false", .flag(false))
        case UInt8(ascii: "n"): return try word("null", .null)
        default: return try number()
        }
    }

    private mutating func word(_ text: StaticString, _ value: JSONValue) throws(JSONValue.Problem) -> JSONValue {
        let length = text.utf8CodeUnitCount
        guard bytes.count - place >= length, (0..<length).allSatisfy({ bytes[place + $0] == text.utf8Start[$0] }) else {
            throw failure
        }
        place += length
        return value
    }

    private mutating func enter() throws(JSONValue.Problem) {
        depth += 1
        guard depth <= JSONValue.depthLimit else { throw .tooDeep }
        place += 1
    }

    private mutating func leave(_ value: JSONValue) -> JSONValue {
        depth -= 1
        place += 1
        return value
    }

    private mutating func list() throws(JSONValue.Problem) -> JSONValue {
        try enter()
        var items: [JSONValue] = []
        if try next() == UInt8(ascii: "]") { return leave(.list([])) }
        while true {
            items.append(try value())
            if try isLast(UInt8(ascii: "]")) { return leave(.list(items)) }
        }
    }

    private mutating func object() throws(JSONValue.Problem) -> JSONValue {
        try enter()
        var members: [JSONValue.Member] = []
        if try next() == UInt8(ascii: "}") { return leave(.object(members)) }
        while true {
            guard try next() == UInt8(ascii: "\"") else { throw failure }
            let name = try memberName()
            guard try next() == UInt8(ascii: ":") else { throw failure }
            place += 1
            if let name { members.append(JSONValue.Member(name, try value())) } else { try skip() }
            if try isLast(UInt8(ascii: "}")) { return leave(.object(members)) }
        }
    }

    /// Skips the comma after an element, or stays at `end` and returns true.
    private mutating func isLast(_ end: UInt8) throws(JSONValue.Problem) -> Bool {
        let byte = try next()
        if byte == end { return true }
        guard byte == UInt8(ascii: ",") else { throw failure }
        place += 1
        return false
    }

    private mutating func memberName() throws(JSONValue.Problem) -> String? {
        guard let keys else { return try string() }
        let start = place + 1
        let isPlain = try skipString()
        return isPlain ? keys.name(bytes, start..<place - 1) : nil
    }

    // MARK: Passing over

    private mutating func skip() throws(JSONValue.Problem) {
        var level = 0
        repeat {
            switch try next() {
            case UInt8(ascii: "\""): _ = try skipString()
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                level += 1
                place += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                level -= 1
                guard level >= 0 else { throw failure }
                place += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"):
                guard level > 0 else { throw failure }
                place += 1
            default: skipWord()
            }
        } while level > 0
    }

    private mutating func skipWord() {
        place += 1
        while place < bytes.count, Self.isOfWord(bytes[place]) { place += 1 }
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    /// Skips a string from its opening quote. Returns whether it has no escapes.
    private mutating func skipString() throws(JSONValue.Problem) -> Bool {
        var isPlain = true
        place += 1
        while place < bytes.count {
            let byte = bytes[place]
            place &+= 1
            if byte == UInt8(ascii: "\"") { return isPlain }
            if byte == UInt8(ascii: "\\") {
                isPlain = false
                place &+= 1
            }
        }
        place = bytes.count
        throw failure
    }
}
