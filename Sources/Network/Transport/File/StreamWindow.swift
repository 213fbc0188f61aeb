package import PlayCore

/// The bytes of a stream that can be read again: its first MiB and the last 256 KiB. FFmpeg's demuxers each examine the
/// beginning, and sometimes step back a little. With these bytes both work on a pipe.
package struct StreamWindow {
    /// The most that FFmpeg 5.1 probes (`PROBE_BUF_MAX`).
    static let headCapacity = 1 << 20
    /// Eight of FFmpeg's 32 KiB buffers.
    static let tailCapacity = 256 << 10

    private var head: [UInt8] = []
    /// A ring buffer. The byte at offset n has the index n modulo the capacity.
    private var tail: [UInt8] = []

    /// The offset of the next byte.
    package private(set) var end: Int64 = 0

    package init() {}

    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        head.append(contentsOf: bytes.prefix(Self.headCapacity - head.count))
        if tail.isEmpty, !bytes.isEmpty { tail = [UInt8](repeating: 0, count: Self.tailCapacity) }
        let kept = UnsafeRawBufferPointer(rebasing: bytes.suffix(Self.tailCapacity))
        let first = Int((end + Int64(bytes.count - kept.count)) % Int64(Self.tailCapacity))
        let whole = min(kept.count, Self.tailCapacity - first)
        tail.withUnsafeMutableBytes { ring in
            guard ring.count > 0 else { return }
            UnsafeMutableRawBufferPointer(rebasing: ring[first...]).copyMemory(
                from: UnsafeRawBufferPointer(rebasing: kept.prefix(whole)))
            ring.copyMemory(from: UnsafeRawBufferPointer(rebasing: kept.dropFirst(whole)))
        }
        end += Int64(bytes.count)
    }

    /// Returns the number of contiguous bytes copied, or 0 if that byte is not kept.
    package func copy(from offset: Int64, into buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard offset >= 0, offset < end else { return 0 }
        if offset < Int64(head.count) {
            return head.withUnsafeBytes { Self.copy($0, from: Int(offset), upTo: $0.count, into: buffer) }
        }
        guard end - offset <= Int64(Self.tailCapacity) else { return 0 }
        let first = Int(offset % Int64(Self.tailCapacity))
        let last = min(Self.tailCapacity, first + Int(end - offset))
        return tail.withUnsafeBytes { Self.copy($0, from: first, upTo: last, into: buffer) }
    }

    /// Returns the number of kept bytes copied, or `nil` at the stream's current position. Throws `failure` for an
    /// offset that is not kept, or not reached yet.
    package func read(
        at offset: Int64, into buffer: UnsafeMutableRawBufferPointer, else failure: @autoclosure () -> ByteSourceError
    ) throws(ByteSourceError) -> Int? {
        if offset == end { return nil }
        let count = copy(from: offset, into: buffer)
        guard count > 0 else { throw failure() }
        return count
    }

    private static func copy(
        _ bytes: UnsafeRawBufferPointer, from first: Int, upTo last: Int, into buffer: UnsafeMutableRawBufferPointer
    ) -> Int {
        let count = min(buffer.count, last - first)
        buffer.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[first..<first + count]))
        return count
    }
}
