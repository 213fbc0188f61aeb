import PlayCore

/// Sound without a container (RFC 8216, 3.4). An ID3 tag before each segment has its start time.
enum PackedAudio {
    private static let owner = Array("com.apple.streaming.transportStreamTimestamp\0".utf8)

    static func time(_ bytes: some Collection<UInt8>) -> MediaTime? {
        let head = Array(bytes.prefix(1024))
        guard head.starts(with: Array("ID3".utf8)), let place = index(of: owner, in: head), place + 8 <= head.count
        else { return nil }
        let ticks = head[place..<place + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & (1 << 33 - 1)
        return MediaTime(nanoseconds: Int64(ticks) * 100_000 / 9)
    }

    /// Returns the length of the tag at a segment's start (ID3v2, 3.1), or 0.
    static func tagLength(_ head: some Collection<UInt8>) -> Int {
        let head = Array(head.prefix(headSize))
        guard head.count == headSize, head.starts(with: Array("ID3".utf8)), head[6...].allSatisfy({ $0 < 0x80 }) else {
            return 0
        }
        let hasFooter = head[5] & 0x10 != 0
        return headSize + head[6...].reduce(0) { $0 << 7 | Int($1) } + (hasFooter ? headSize : 0)
    }

    static let headSize = 10

    private static func index(of pattern: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= pattern.count else { return nil }
        return (0...bytes.count - pattern.count).first { bytes[$0...].starts(with: pattern) }.map { $0 + pattern.count }
    }
}
