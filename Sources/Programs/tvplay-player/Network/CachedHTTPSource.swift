import Addresses
import ByteCaches
import MediaSources
import PlayCore
import Streaming
import Synchronization
import Transport

/// A resource on a server, kept on the disk on the way (ADV-54). What it tells of the network is its server's.
final class CachedHTTPSource: NetworkByteSource, Preloadable, DiskBuffer {
    private let request: HTTPRequest
    private let bytes: CachedByteSource
    /// ADV-60: nil: all that is read ahead lies in memory.
    private let ahead: FileReadAhead?
    private let upstream: HTTPUpstream
    private let cache: ByteCache

    /// Asks and opens nothing yet.
    ///
    /// - Parameters:
    ///   - retries: nil: as the settings say.
    ///   - ahead: ADV-60: how what follows is brought onto the disk; nil: it is not.
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

    /// ADV-55: after every item.
    deinit {
        ahead?.close()
        cache.clean()
    }

    var address: Address { request.address }

    var size: Int64? { bytes.size }
    var canSeek: Bool { bytes.canSeek }
    /// As the server said in this run; nil: it was not asked, since all is there.
    var contentType: String? { upstream.knownContentType }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        let count = try bytes.read(at: offset, into: buffer)
        ahead?.noteRead(to: offset + Int64(count), size: bytes.item == nil ? nil : bytes.size)
        return count
    }

    func hold(_ amount: MediaTime, of duration: MediaTime?) -> MediaTime? { ahead?.hold(amount, of: duration) }

    func preload(_ amount: MediaTime, goesOn: (_ share: Double) -> Bool) throws(ByteSourceError) -> Bool {
        try bytes.preload(amount, goesOn: goesOn)
    }

    /// What its server gives, past the cache; the reading thread's.
    var server: HTTPByteSource { upstream.source }

    var network: NetworkStatus {
        var status = upstream.network
        let fetched = ahead?.fetchedBytes ?? 0
        status.byteCount += fetched
        status.cachedByteCount = max(0, bytes.use.hits - fetched)
        return status
    }

    func setAwaited(_ isAwaited: Bool) { upstream.setAwaited(isAwaited) }
    func reload() { upstream.reload() }
}

/// The server behind a cached resource: it is asked when something is missing, and not before.
final class HTTPUpstream: CacheUpstream {
    private struct State {
        var source: HTTPByteSource?
        /// Told before there was a source.
        var isAwaited: Bool?
    }

    private let request: HTTPRequest
    private let client: HTTPClient
    private let cancelToken: CancelToken
    private let retries: Int?
    private let isFile: Bool
    private let state = Monitor(State())

    /// - Parameter isFile: it is known to be no manifest, so that none of its bytes is looked at for that.
    init(
        _ request: HTTPRequest, client: HTTPClient, cancel: CancelToken, retries: Int?, isFile: Bool = false
    ) {
        self.retries = retries
        self.isFile = isFile
        self.request = request
        self.client = client
        cancelToken = cancel
    }

    /// The reading thread's.
    var source: HTTPByteSource {
        if let source = state.withLock({ $0.source }) { return source }
        let source = HTTPByteSource(request, client: client, cancel: cancelToken, retries: retries)
        let isAwaited = state.withLock { state in
            state.source = source
            return state.isAwaited
        }
        if let isAwaited { source.setAwaited(isAwaited) }
        return source
    }

    /// Without asking.
    var knownContentType: String? { state.withLock { $0.source }?.contentType }

    func facts() throws(ByteSourceError) -> ResourceFacts {
        let source = source
        let validator = try source.validator()
        var facts = ResourceFacts(
            validator: CacheValidator(
                entityTag: validator.entityTag, lastModified: validator.lastModified, length: validator.size),
            canSeek: source.canSeek, contentType: source.contentType)
        // Manifests of streams are another matter: a live one that was kept would be wrong.
        let isManifest = isFile ? false : try StreamOpener.looksLikeManifest(source)
        facts.mayStore = source.mayStore && !isManifest
        return facts
    }

    func read(
        at offset: Int64, upTo end: Int64?, into buffer: UnsafeMutableRawBufferPointer
    ) throws(ByteSourceError) -> Int {
        try source.read(at: offset, upTo: end, into: buffer)
    }

    // MARK: any thread

    var network: NetworkStatus { state.withLock { $0.source }?.network ?? NetworkStatus() }

    func setAwaited(_ isAwaited: Bool) {
        let source = state.withLock { state in
            state.isAwaited = isAwaited
            return state.source
        }
        source?.setAwaited(isAwaited)
    }

    func reload() { state.withLock { $0.source }?.reload() }
}
