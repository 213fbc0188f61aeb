import Downloads
import PlayCore
import Transport

/// A file at an address while it is being downloaded: what is on the disk comes from there, the rest from the
/// server, and all of it from the server where it is no longer the same file. What it tells of the network is the
/// server's.
final class PartialHTTPSource: NetworkByteSource {
    private let place: PartialFile
    private let files: DownloadedFiles
    private let upstream: HTTPUpstream
    private let cancelToken: CancelToken
    private let onChange: @Sendable () -> Void
    /// Opened by the first question; nil: not yet. Only the reading thread asks.
    private let opened = Monitor<(any ByteSource)?>(nil)

    /// - Parameter onChange: the server has another version by now, and what is on the disk is of no use. The reading
    ///   thread's.
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

    /// As the server says; waits for its first words. Nil while the disk has what is wanted: it is the file then.
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
}
