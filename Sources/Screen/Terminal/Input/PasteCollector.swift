/// Collects a bracketed paste up to its end mark.
struct PasteCollector {
    /// In bytes. A paste is a path, an address or a line of chat.
    static let maximumBytes = 1 << 20
    private static let end: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]

    private var bytes: [UInt8] = []
    private var matched = 0

    mutating func add(_ byte: UInt8) -> Bool {
        if byte == Self.end[matched] {
            matched += 1
            return matched == Self.end.count
        }
        // Only the mark's first byte can restart it, because that byte occurs in it once.
        for held in Self.end.prefix(matched) { keep(held) }
        matched = byte == Self.end[0] ? 1 : 0
        if matched == 0 { keep(byte) }
        return false
    }

    private mutating func keep(_ byte: UInt8) {
        if bytes.count < Self.maximumBytes { bytes.append(byte) }
    }

    /// Has no control characters. Line ends become line feeds.
    var text: String {
        var text = ""
        for scalar in String(decoding: bytes, as: UTF8.self).replacing("\r\n", with: "\n").unicodeScalars {
            switch scalar.value {
            case 0x0D: text.unicodeScalars.append("\n")
            case 0x09, 0x0A: text.unicodeScalars.append(scalar)
            case ..<0x20, 0x7F...0x9F: break
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
