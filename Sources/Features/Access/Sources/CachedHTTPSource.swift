import Addresses
import ByteCaches
import MediaSources
import PlayCore
import Streaming
import Synchronization
import Transport

final class CachedHTTPSource: NetworkByteSource, Preloadable, DiskBuffer {
    private let request: HTTPRequest
    private let bytes: CachedByteSource
    /// `nil` if the read-ahead is in memory.
    private let ahead: FileReadAhead?
    private let upstream: HTTPUpstream
    private let cache: ByteCache

    /// Sends no request yet.
    ///
    /// - Parameters:
    ///   - retries: `nil` for the settings' number.
    ///   - ahead: the environment for reading ahead onto the disk, or `nil`.
    init(
        _ request: HTTPRequest, client: HTTPClient, cache: ByteCache, cancel: CancelToken, retries: Int? = nil,
        ahead: StreamEnvironment? = nil
    ) {
        self.request = request
        self.ahead = ahead.map { FileReadAhead(request.address, $0) }
        self.cache = cache
        upstream = HTTPUpstream(request, client: client, cancel: cancel, retries: retries)
        bytes = CachedByteSource(
            CacheKey(request.address, rule: cache.settings.keyRule), cache: cache, upstream: upstream, cancel: cancel)
    }

    deinit {
        ahead?.close()
        cache.clean()
    }

    var address: Address { request.address }

    var size: Int64? { bytes.size }
    var canSeek: Bool { bytes.canSeek }
    /// `nil` if the server was not asked in this run.
    var contentType: String? { upstream.knownContentType }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        let count = try bytes.read(at: offset, into: buffer)
        ahead?.noteRead(to: offset + Int64(count), size: bytes.item == nil ? nil : bytes.size)
        return count
    }

    func hold(_ amount: MediaTime, of duration: MediaTime?) -> MediaTime? { ahead?.hold(amount, of: duration) }

    func preload(_ amount: MediaTime, shouldContinue: (_ share: Double) -> Bool) throws(ByteSourceError) -> Bool {
        try bytes.preload(amount, shouldContinue: shouldContinue)
    }

    /// The server's source, without the cache. For the reading thread.
    var server: HTTPByteSource { upstream.source }

    var network: NetworkStatus {
        var status = upstream.network
        let fetched = ahead?.fetchedBytes ?? 0
        status.byteCount += fetched
        status.cachedByteCount = max(0, bytes.use.hits - fetched)
        return status
    }

    /// Cached resources have an end.
    var isUnbounded: Bool { !bytes.canSeek && bytes.size == nil && upstream.source.isUnbounded }
    func confirmEnd() throws(ByteSourceError) { try upstream.source.confirmEnd() }

    func setAwaited(_ isAwaited: Bool) { upstream.setAwaited(isAwaited) }
    func reload() { upstream.reload() }
    func hurry() { upstream.hurry() }
}
