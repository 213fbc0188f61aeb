import MediaSources
import PlayCore
import Transport

/// A file with several addresses. If one fails, the next continues, after the bytes on the disk have played.
final class MirroredSource: NetworkByteSource, DiskBuffer {
    private let mirrors: FailOverByteSource

    init(_ mirrors: FailOverByteSource) { self.mirrors = mirrors }

    var size: Int64? { mirrors.size }
    var canSeek: Bool { mirrors.canSeek }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        try mirrors.read(at: offset, into: buffer)
    }

    var isUnbounded: Bool { mirrors.isUnbounded }
    var contentType: String? { mirrors.contentType }
    func confirmEnd() throws(ByteSourceError) { try mirrors.confirmEnd() }

    var network: NetworkStatus { mirrors.network }
    func setAwaited(_ isAwaited: Bool) { mirrors.setAwaited(isAwaited) }
    func reload() { mirrors.reload() }
    func hurry() { mirrors.hurry() }

    func hold(_ amount: MediaTime, of duration: MediaTime?) -> MediaTime? {
        (mirrors.opened as? any DiskBuffer)?.hold(amount, of: duration)
    }
}
