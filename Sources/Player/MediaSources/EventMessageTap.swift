import Manifests
import PlayCore

/// Passes a container's bytes on and finds MP4's splice messages, which FFmpeg ignores.
final class EventMessageTap: ByteSource {
    private let bytes: any ByteSource
    private let finder = Monitor(EventMessageFinder())

    init(_ bytes: any ByteSource) { self.bytes = bytes }

    var size: Int64? { bytes.size }
    var canSeek: Bool { bytes.canSeek }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        let count = try bytes.read(at: offset, into: buffer)
        finder.withLock { $0.note(UnsafeRawBufferPointer(rebasing: buffer[..<count]), at: offset) }
        return count
    }

    func newMessages() -> [EventMessageFinder.Found] { finder.withLock { $0.newMessages() } }
}
