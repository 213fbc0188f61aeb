import PlayCore

/// Extracts the titles from the bytes of an Icecast or SHOUTcast station. After each interval of sound come a length in
/// units of 16 bytes and that many bytes of text: `StreamTitle='Anna Example - First Song';`.
struct StationTitles {
    static let request = HTTPHeader(name: "Icy-MetaData", value: "1")

    /// Bytes of sound between two titles.
    private let interval: Int
    private var soundLeft: Int
    private var textLeft = 0
    private var text: [UInt8] = []
    /// Empty if the station announces none.
    private(set) var title: String?

    init?(_ head: HTTPHead) {
        guard let interval = head["icy-metaint"].flatMap({ Int($0) }), interval > 0 else { return nil }
        self.interval = interval
        soundLeft = interval
    }

    /// Moves the sound to the front of a piece. Returns its number of bytes.
    mutating func removeTitles(from piece: UnsafeMutableRawBufferPointer) -> Int {
        var (position, count) = (0, 0)
        while position < piece.count {
            if textLeft > 0 {
                let size = min(textLeft, piece.count - position)
                text += piece[position..<position + size]
                (position, textLeft) = (position + size, textLeft - size)
                if textLeft == 0 { readText() }
            } else if soundLeft == 0 {
                textLeft = Int(piece[position]) * 16
                (position, soundLeft) = (position + 1, interval)
            } else {
                let size = min(soundLeft, piece.count - position)
                if position != count, let base = piece.baseAddress {
                    (base + count).copyMemory(from: base + position, byteCount: size)
                }
                (position, count, soundLeft) = (position + size, count + size, soundLeft - size)
            }
        }
        return count
    }

    private mutating func readText() {
        defer { text = [] }
        if let title = Self.title(in: text) { self.title = title }
    }

    /// Reads a title, which may contain quotes and semicolons. It ends before the next field or at the last quote.
    static func title(in bytes: [UInt8]) -> String? {
        let bytes = Array(bytes.prefix { $0 != 0 })
        let text =
            String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
        guard let start = text.firstRange(of: "StreamTitle='")?.upperBound else { return nil }
        let rest = text[start...]
        let end = rest.firstRange(of: "';Stream")?.lowerBound ?? rest.lastIndex(of: "'") ?? rest.endIndex
        return String(rest[..<end])
    }
}
