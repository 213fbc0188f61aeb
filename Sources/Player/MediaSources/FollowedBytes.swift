package import PlayCore

/// Bytes that may still be written, of which a reader can wait for more.
package protocol FollowedBytes: ByteSource {
    /// Whether more bytes are expected, or have come since it was opened.
    var isGrowing: Bool { get }
    /// Whether a read at the end waits for more bytes. Off while a container is searched, as such reads look for the end.
    func setWaiting(_ isWaiting: Bool)
}

/// The length of a film that grows, estimated from the bytes that were read and those that are there. Pure.
struct GrowingLength {
    private(set) var value: MediaTime?
    private var last = MediaTime.zero
    private var lastByte: Int64 = 0
    /// Rates of less than this are too coarse.
    private static let least = MediaTime.seconds(1)

    /// Notes that the packet at `byte` ends at `time`.
    mutating func note(_ time: MediaTime, at byte: Int64) {
        guard time > last else { return }
        (last, lastByte) = (time, byte)
    }

    /// Takes the size that the file has now.
    mutating func update(size: Int64) {
        guard last >= Self.least, lastByte > 0 else { return }
        let left = Double(max(0, size - lastByte)) / Double(lastByte)
        value = last + last.scaled(by: left)
    }

    /// Takes the end of the last packet for the length: nothing follows.
    mutating func finish() { if last > .zero { value = last } }
}
