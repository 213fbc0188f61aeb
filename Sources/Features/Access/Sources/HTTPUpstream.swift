import ByteCaches
import MediaSources
import PlayCore
import Streaming
import Transport

/// The server behind a cached resource. Requested only for missing bytes.
final class HTTPUpstream: CacheUpstream {
    private struct State {
        var source: HTTPByteSource?
        var isAwaited: Bool?
        var isHurried = false
    }

    private let request: HTTPRequest
    private let client: HTTPClient
    private let cancelToken: CancelToken
    private let retries: Int?
    private let isFile: Bool
    private let state = Monitor(State())

    /// - Parameter isFile: whether the resource is known to be no manifest, so that its bytes need no examination.
    init(
        _ request: HTTPRequest, client: HTTPClient, cancel: CancelToken, retries: Int?, isFile: Bool = false
    ) {
        self.retries = retries
        self.isFile = isFile
        self.request = request
        self.client = client
        cancelToken = cancel
    }

    var source: HTTPByteSource {
        if let source = state.withLock({ $0.source }) { return source }
        let source = HTTPByteSource(request, client: client, cancel: cancelToken, retries: retries)
        let (isAwaited, isHurried) = state.withLock { state in
            state.source = source
            return (state.isAwaited, state.isHurried)
        }
        if let isAwaited { source.setAwaited(isAwaited) }
        if isHurried { source.hurry() }
        return source
    }

    /// Sends no request.
    var knownContentType: String? { state.withLock { $0.source }?.contentType }

    func resourceInfo() throws(ByteSourceError) -> ResourceInfo {
        let source = source
        let validator = try source.validator()
        var info = ResourceInfo(
            validator: CacheValidator(
                entityTag: validator.entityTag, lastModified: validator.lastModified, length: validator.size),
            canSeek: source.canSeek, contentType: source.contentType)
        // A stored manifest of a live stream would be outdated.
        let isManifest = isFile ? false : try StreamOpener.looksLikeManifest(source)
        info.mayStore = source.mayStore && !isManifest
        return info
    }

    func read(
        at offset: Int64, upTo end: Int64?, into buffer: UnsafeMutableRawBufferPointer
    ) throws(ByteSourceError) -> Int {
        try source.read(at: offset, upTo: end, into: buffer)
    }

    // MARK: Any thread

    var network: NetworkStatus { state.withLock { $0.source }?.network ?? NetworkStatus() }

    func setAwaited(_ isAwaited: Bool) {
        let source = state.withLock { state in
            state.isAwaited = isAwaited
            return state.source
        }
        source?.setAwaited(isAwaited)
    }

    func reload() { state.withLock { $0.source }?.reload() }

    func hurry() {
        let source = state.withLock { state in
            state.isHurried = true
            return state.source
        }
        source?.hurry()
    }
}
