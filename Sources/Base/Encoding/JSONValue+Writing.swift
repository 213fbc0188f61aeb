import PlayCore

extension JSONValue {
    /// One line without a line end. Numbers that JSON cannot express become null.
    package var bytes: [UInt8] {
        var result: [UInt8] = []
        write(to: &result, level: nil)
        return result
    }

    /// Indented for people: one member or element per line, two spaces per level, a line feed at the end.
    package var indentedBytes: [UInt8] {
        var result: [UInt8] = []
        write(to: &result, level: 0)
        result.append(0x0A)
        return result
    }

    /// A copy for people: invalid UTF-8 in texts becomes U+FFFD.
    package var shown: JSONValue {
        switch self {
        case .string(let text): .string(ByteText.shown(text))
        case .list(let items): .list(items.map(\.shown))
        case .object(let members): .object(members.map { Member(ByteText.shown($0.name), $0.value.shown) })
        case .null, .flag, .integer, .number: self
        }
    }

    package func write(to bytes: inout [UInt8]) { write(to: &bytes, level: nil) }

    private func write(to bytes: inout [UInt8], level: Int?) {
        switch self {
        case .null: bytes += "null".utf8
        case .flag(let flag): bytes += (flag ? "true" : "false").utf8
        case .integer(let number): bytes += "\(number)".utf8
        case .number(let number): bytes += Self.words(number).utf8
        case .string(let text): Self.quote(text, to: &bytes)
        case .list(let items):
            bytes.append(0x5B)
            for (index, item) in items.enumerated() {
                if index > 0 { bytes.append(0x2C) }
                Self.newLine(level.map { $0 + 1 }, to: &bytes)
                item.write(to: &bytes, level: level.map { $0 + 1 })
            }
            if !items.isEmpty { Self.newLine(level, to: &bytes) }
            bytes.append(0x5D)
        case .object(let members):
            bytes.append(0x7B)
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(0x2C) }
                Self.newLine(level.map { $0 + 1 }, to: &bytes)
                Self.quote(member.name, to: &bytes)
                bytes += (level == nil ? ":" : " : ").utf8
                member.value.write(to: &bytes, level: level.map { $0 + 1 })
            }
            if !members.isEmpty { Self.newLine(level, to: &bytes) }
            bytes.append(0x7D)
        }
    }

    private static func newLine(_ level: Int?, to bytes: inout [UInt8]) {
        guard let level else { return }
        bytes.append(0x0A)
        for _ in 0..<2 * level { bytes.append(0x20) }
    }

    private static func words(_ number: Double) -> String {
        guard number.isFinite else { return "null" }
        let text = "\(number)"
        return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
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
            case 0x09: bytes += "\\t".utf8
            case 0x0A: bytes += "\\n".utf8
            case 0x0D: bytes += "\\r".utf8
            case 0..<0x20, 0x7F: escape(byte, to: &bytes)
            // Escapes 8-bit controls (U+0080 … U+009F), since a terminal may read the output.
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
