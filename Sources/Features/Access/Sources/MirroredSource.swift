import MediaSources
import PlayCore
import Transport

/// A file at several addresses, whose read-ahead is on the disk if that of the opened address is. Bytes that an address
/// has delivered there are played before its failure is noticed. Then the next address continues.
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

    func hold(_ amount: MediaTime, of duration: MediaTime?) -> MediaTime? {
        (mirrors.opened as? any DiskBuffer)?.hold(amount, of: duration)
    }
}
