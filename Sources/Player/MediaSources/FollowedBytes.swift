package import PlayCore

/// Bytes that may still be written; a reader can wait for more.
package protocol FollowedBytes: ByteSource {
    /// Whether more bytes are expected, or have arrived since the source was opened.
    var isGrowing: Bool { get }
    /// Sets whether a read at the end waits for more bytes. Off while a demuxer searches for the container's end.
    func setWaiting(_ isWaiting: Bool)
}

/// Estimates the length of a growing film from the bytes read and the size of the file.
struct GrowingLength {
    private(set) var value: MediaTime?
    private var last = MediaTime.zero
    private var lastByte: Int64 = 0
    /// The shortest time that yields a precise rate.
    private static let least = MediaTime.seconds(1)

    mutating func note(_ time: MediaTime, at byte: Int64) {
        guard time > last else { return }
        (last, lastByte) = (time, byte)
    }

    mutating func update(size: Int64) {
        guard last >= Self.least, lastByte > 0 else { return }
        let left = Double(max(0, size - lastByte)) / Double(lastByte)
        value = last + last.scaled(by: left)
    }

    mutating func finish() { if last > .zero { value = last } }
}
