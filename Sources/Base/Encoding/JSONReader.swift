extension JSONValue {
    package enum Problem: Error, Sendable, Equatable {
        /// More levels than ``JSONDepth`` allows.
        case tooDeep
        /// From this byte on.
        case notJSON(offset: Int)

        package var words: String {
            switch self {
            case .tooDeep: "more than \(JSONDepth.limit) levels"
            case .notJSON(let offset): "not JSON from byte \(offset) on"
            }
        }
    }

    /// UTF-8, with or without a byte order mark; what is none is repaired.
    package init(document bytes: [UInt8]) throws(Problem) {
        let result: Result<JSONValue, Problem> = bytes.withUnsafeBufferPointer { buffer in
            // The reader does not outlive the call.
            var reader = JSONReader(bytes: buffer)
            return Result { () throws(Problem) in try reader.document() }
        }
        self = try result.get()
    }
}

/// Reads JSON (RFC 8259) strictly: nothing after the document, no more levels than ``JSONDepth`` allows. Pure.
private struct JSONReader {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var place: Int
    private var depth = 0

    init(bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
        place = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    private var failure: JSONValue.Problem { .notJSON(offset: place) }

    mutating func document() throws(JSONValue.Problem) -> JSONValue {
        let value = try value()
        skipBlanks()
        guard place == bytes.count else { throw failure }
        return value
    }

    private mutating func skipBlanks() {
        while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[place]) { place += 1 }
    }

    /// The next byte that is no blank; nil at the end.
    private mutating func next() -> UInt8? {
        skipBlanks()
        return place < bytes.count ? bytes[place] : nil
    }

    private mutating func value() throws(JSONValue.Problem) -> JSONValue {
        guard let first = next() else { throw failure }
        switch first {
        case 0x22: return .string(try string())
        case 0x5B: return try list()
        case 0x7B: return try object()
        case 0x74: return try word("true", .flag(true))
        case 0x66: return try word("false", .flag(false))
        case 0x6E: return try word("null", .null)
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
        guard depth <= JSONDepth.limit else { throw .tooDeep }
        place += 1
    }

    private mutating func list() throws(JSONValue.Problem) -> JSONValue {
        try enter()
        defer { depth -= 1 }
        var items: [JSONValue] = []
        if next() == 0x5D {
            place += 1
            return .list([])
        }
        while true {
            items.append(try value())
            if try isLast(0x5D) { return .list(items) }
        }
    }

    private mutating func object() throws(JSONValue.Problem) -> JSONValue {
        try enter()
        defer { depth -= 1 }
        var members: [JSONValue.Member] = []
        if next() == 0x7D {
            place += 1
            return .object([JSONValue.Member]())
        }
        while true {
            guard next() == 0x22 else { throw failure }
            let name = try string()
            guard next() == 0x3A else { throw failure }
            place += 1
            members.append(JSONValue.Member(name, try value()))
            if try isLast(0x7D) { return .object(members) }
        }
    }

    /// Takes the comma or the end behind an element.
    private mutating func isLast(_ end: UInt8) throws(JSONValue.Problem) -> Bool {
        guard let byte = next(), byte == end || byte == 0x2C else { throw failure }
        place += 1
        return byte == end
    }

    private mutating func number() throws(JSONValue.Problem) -> JSONValue {
        let start = place
        if place < bytes.count, bytes[place] == 0x2D { place += 1 }
        let whole = digits()
        guard whole > 0, whole == 1 || bytes[place - whole] != 0x30 else { throw failure }
        var isWhole = true
        if place < bytes.count, bytes[place] == 0x2E {
            place += 1
            isWhole = false
            guard digits() > 0 else { throw failure }
        }
        if place < bytes.count, bytes[place] | 0x20 == 0x65 {
            place += 1
            isWhole = false
            if place < bytes.count, bytes[place] == 0x2B || bytes[place] == 0x2D { place += 1 }
            guard digits() > 0 else { throw failure }
        }
        let text = String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<place]), as: UTF8.self)
        if isWhole, let number = Int64(text) { return .integer(number) }
        guard let number = Double(text), number.isFinite else { throw failure }
        // 1.0 and 1e3 are whole numbers, too.
        return Int64(exactly: number).map(JSONValue.integer) ?? .number(number)
    }

    private mutating func digits() -> Int {
        let start = place
        while place < bytes.count, (0x30...0x39).contains(bytes[place]) { place += 1 }
        return place - start
    }

    private mutating func string() throws(JSONValue.Problem) -> String {
        place += 1
        let start = place
        while place < bytes.count, bytes[place] != 0x22, bytes[place] != 0x5C, bytes[place] >= 0x20 { place += 1 }
        guard place < bytes.count else { throw failure }
        var result = Array(bytes[start..<place])
        while bytes[place] != 0x22 {
            if bytes[place] == 0x5C {
                try escape(to: &result)
            } else {
                guard bytes[place] >= 0x20 else { throw failure }
                result.append(bytes[place])
                place += 1
            }
            guard place < bytes.count else { throw failure }
        }
        place += 1
        return String(decoding: result, as: UTF8.self)
    }

    private mutating func escape(to result: inout [UInt8]) throws(JSONValue.Problem) {
        place += 1
        guard place < bytes.count else { throw failure }
        let byte = bytes[place]
        place += 1
        switch byte {
        case 0x22, 0x5C, 0x2F: result.append(byte)
        case 0x62: result.append(0x08)
        case 0x66: result.append(0x0C)
        case 0x6E: result.append(0x0A)
        case 0x72: result.append(0x0D)
        case 0x74: result.append(0x09)
        case 0x75:
            let scalar = try escapedScalar()
            result += UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter
        default: throw failure
        }
    }

    /// One half of a pair alone is U+FFFD.
    private mutating func escapedScalar() throws(JSONValue.Problem) -> Unicode.Scalar {
        let first = try fourDigits()
        guard (0xD800...0xDBFF).contains(first), place + 1 < bytes.count, bytes[place] == 0x5C,
            bytes[place + 1] == 0x75
        else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
        let before = place
        place += 2
        let second = try fourDigits()
        guard (0xDC00...0xDFFF).contains(second) else {
            place = before
            return "\u{FFFD}"
        }
        return Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) ?? "\u{FFFD}"
    }

    private mutating func fourDigits() throws(JSONValue.Problem) -> UInt32 {
        guard bytes.count - place >= 4 else { throw failure }
        var number: UInt32 = 0
        for byte in bytes[place..<place + 4] {
            switch byte {
            case 0x30...0x39: number = number << 4 + UInt32(byte - 0x30)
            case 0x41...0x46, 0x61...0x66: number = number << 4 + UInt32(byte | 0x20) - 0x57
            default: throw failure
            }
        }
        place += 4
        return number
    }
}
