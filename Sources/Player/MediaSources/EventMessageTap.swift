import Manifests
import PlayCore

/// Passes a container's bytes through and finds MP4's splice messages, which FFmpeg ignores.
final class EventMessageTap: ByteSource {
    private let bytes: any ByteSource
    private let finder = Monitor(EventMessageFinder())
    private let readEnd = Monitor<Int64>(0)

    init(_ bytes: any ByteSource) { self.bytes = bytes }

    var size: Int64? { bytes.size }
    var canSeek: Bool { bytes.canSeek }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        let count = try bytes.read(at: offset, into: buffer)
        readEnd.withLock { $0 = max($0, offset + Int64(count)) }
        finder.withLock { $0.note(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: offset) }
        return count
    }

    var end: Int64 { readEnd.withLock { $0 } }

    func newMessages() -> [EventMessageFinder.Found] { finder.withLock { $0.newMessages() } }
}
