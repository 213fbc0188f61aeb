import PlayCore

/// A JSON document as a value, read and written without Foundation: whoever sends a quick command has no time for
/// loading it. Members keep their order.
package enum JSONValue: Sendable, Hashable {
    case null
    case flag(Bool)
    case integer(Int64)
    case number(Double)
    /// Unverified text. A name of a file that is no text is in it as ``ByteText`` has it.
    case string(String)
    case list([JSONValue])
    case object([Member])

    package struct Member: Sendable, Hashable {
        package let name: String
        package let value: JSONValue

        package init(_ name: String, _ value: JSONValue) {
            self.name = name
            self.value = value
        }
    }

    /// Members whose value is nil are left out.
    package static func object(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        .object(members.compactMap { member in member.value.map { Member(member.key, $0) } })
    }

    /// Of several with the same name the last; nil for null too.
    package subscript(name: String) -> JSONValue? {
        guard case .object(let members) = self, let value = members.last(where: { $0.name == name })?.value,
            value != .null
        else { return nil }
        return value
    }

    package var text: String? { if case .string(let text) = self { text } else { nil } }
    package var flag: Bool? { if case .flag(let flag) = self { flag } else { nil } }
    package var items: [JSONValue]? { if case .list(let items) = self { items } else { nil } }
    package var members: [Member]? { if case .object(let members) = self { members } else { nil } }

    /// Whole numbers, also those that are written as text, as aria2's clients do.
    package var integer: Int64? {
        switch self {
        case .integer(let number): number
        case .number(let number): Int64(exactly: number)
        case .string(let text): Int64(text)
        default: nil
        }
    }

    package var number: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .number(let number): number
        case .string(let text): Double(text).flatMap { $0.isFinite ? $0 : nil }
        default: nil
        }
    }
}

// MARK: Writing

extension JSONValue {
    /// One line without its end. Numbers that JSON has not become null.
    package var bytes: [UInt8] {
        var result: [UInt8] = []
        write(to: &result)
        return result
    }

    package func write(to bytes: inout [UInt8]) {
        switch self {
        case .null: bytes += "null".utf8
        case .flag(let flag): bytes += (flag ? "true" : "false").utf8
        case .integer(let number): bytes += "\(number)".utf8
        case .number(let number): bytes += (number.isFinite ? "\(number)" : "null").utf8
        case .string(let text): Self.quote(text, to: &bytes)
        case .list(let items):
            bytes.append(0x5B)
            for (index, item) in items.enumerated() {
                if index > 0 { bytes.append(0x2C) }
                item.write(to: &bytes)
            }
            bytes.append(0x5D)
        case .object(let members):
            bytes.append(0x7B)
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(0x2C) }
                Self.quote(member.name, to: &bytes)
                bytes.append(0x3A)
                member.value.write(to: &bytes)
            }
            bytes.append(0x7D)
        }
    }

    private static let digits = Array("0123456789abcdef".utf8)

    private static func quote(_ text: String, to bytes: inout [UInt8]) {
        bytes.append(0x22)
        var last: UInt8 = 0
        for byte in text.utf8 {
            switch byte {
            case 0x22, 0x5C:
                bytes.append(0x5C)
                bytes.append(byte)
            case 0..<0x20, 0x7F: escape(byte, to: &bytes)
            // Controls of 8 bits (U+0080 … U+009F): a terminal may be behind the pipe.
            case 0x80...0x9F where last == 0xC2:
                bytes.removeLast()
                escape(byte, to: &bytes)
            default: bytes.append(byte)
            }
            last = byte
        }
        bytes.append(0x22)
    }

    private static func escape(_ byte: UInt8, to bytes: inout [UInt8]) {
        bytes += "\\u00".utf8
        bytes.append(digits[Int(byte >> 4)])
        bytes.append(digits[Int(byte & 15)])
    }
}
