import Downloads
import PlayCore
import Transport

/// A file at an address during its download: bytes from the disk if available, the rest from the server. If the
/// server's file has changed, all bytes come from the server.
final class PartialHTTPSource: NetworkByteSource {
    private let place: PartialFile
    private let files: DownloadedFiles
    private let upstream: HTTPUpstream
    private let cancelToken: CancelToken
    private let onChange: @Sendable () -> Void
    /// Set by the reading thread on first use.
    private let opened = Monitor<(any ByteSource)?>(nil)

    /// - Parameter onChange: called on the reading thread if the server's version differs from the disk's.
    init(
        _ place: PartialFile, _ files: DownloadedFiles, server: HTTPUpstream, cancel: CancelToken,
        onChange: @escaping @Sendable () -> Void
    ) {
        self.onChange = onChange
        self.place = place
        self.files = files
        upstream = server
        cancelToken = cancel
    }

    private var source: any ByteSource {
        if let source = opened.withLock({ $0 }) { return source }
        let partial = files.partial(place, rest: upstream, cancel: cancelToken)
        let new: any ByteSource = if let partial { partial } else { upstream.source }
        opened.withLock { $0 = new }
        return new
    }

    /// `nil` while bytes come from the disk, which proves that they are the file. Blocks.
    var contentType: String? { source is PartialByteSource ? nil : upstream.source.contentType }

    var size: Int64? { source.size }
    var canSeek: Bool { source.canSeek }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        do throws(ByteSourceError) {
            return try source.read(at: offset, into: buffer)
        } catch {
            if error.code == .changed { onChange() }
            throw error
        }
    }

    var network: NetworkStatus { upstream.network }
    func setAwaited(_ isAwaited: Bool) { upstream.setAwaited(isAwaited) }
    func reload() { upstream.reload() }
    func hurry() { upstream.hurry() }
}
