import PlayCore
import Synchronization
import Transport

/// The bodies of consecutive segments as one forward stream. Keeps the last bytes for a demuxer that steps back.
final class ChainBytes: ByteSource, @unchecked Sendable {
    // Sendable: created and read by the `demux` thread only.

    private let next: () throws(ByteSourceError) -> SegmentBody?
    private var window = StreamWindow()
    private var body: SegmentBody?
    private var offset = 0
    private var hasEnded = false

    init(next: @escaping () throws(ByteSourceError) -> SegmentBody?) { self.next = next }

    var size: Int64? { nil }
    var canSeek: Bool { false }

    func read(at place: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        if place < window.end {
            let count = window.copy(from: place, into: buffer)
            if count > 0 { return count }
        }
        guard place == window.end else { throw ByteSourceError(.cannotSeek, operation: "read", context: "") }
        while !hasEnded {
            if let body {
                let count = try body.read(at: offset, into: buffer)
                if count > 0 {
                    offset += count
                    window.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
                    return count
                }
            }
            // In the middle of sound, a tag would count as a damaged frame.
            let isFirst = window.end == 0
            body = try next()
            offset = try isFirst ? 0 : PackedAudio.tagLength(body?.head(PackedAudio.headSize) ?? [])
            hasEnded = body == nil
        }
        return 0
    }
}
