import Addresses
import ByteCaches
import Manifests
import PlayCore
import Transport

/// Loads a manifest's resources, from a local manifest's folder or from servers. Used on the `demux` thread.
final class ResourceAccess {
    let cancel: CancelToken
    private let environment: StreamEnvironment
    /// The folder with a final slash, or `nil` for a network manifest, which may not open files.
    private let folder: String?
    /// `nil` for a local file.
    private let origin: String?
    private var connection: (client: HTTPClient, retrier: HTTPRetrier)?
    static let manifestLimit = 32 << 20
    /// Live streams are not cached, because they are not played again. Their requests are retried sooner, because a
    /// stall puts playback behind the edge.
    var isLive = false {
        didSet { if isLive { connection?.retrier.hurry() } }
    }
    private let tally = CacheTally()

    private let retries: Int?
    let ahead: ReadAhead?

    /// - Parameter retries: `nil` for the settings' number.
    init(
        _ environment: StreamEnvironment, folder: String?, origin: String? = nil, retries: Int? = nil,
        cancel: CancelToken
    ) {
        self.retries = retries
        let holdsAhead = environment.holdsAhead && environment.cache != nil && !environment.isPreload && folder == nil
        ahead = holdsAhead ? ReadAhead(environment, origin: origin) : nil
        self.origin = origin
        self.environment = environment
        self.folder = folder
        self.cancel = cancel
    }

    deinit {
        ahead?.close()
        environment.cache?.clean()
    }

    /// `nil` before the first request.
    var network: (any NetworkLink)? {
        guard let retrier = connection?.retrier else { return nil }
        return environment.cache == nil ? retrier : CachedStreamLink(retrier, tally, ahead)
    }
    var bitsPerSecond: Int64? { connection?.client.bitsPerSecond }

    func connect() throws(ByteSourceError) -> (client: HTTPClient, retrier: HTTPRetrier) {
        if let connection { return connection }
        let client = try environment.client()
        let settings = client.settings
        let retrier = HTTPRetrier(
            RetryPolicy(retries: retries ?? settings.retries, interval: settings.timeout), client: client,
            cancel: cancel)
        if isLive { retrier.hurry() }
        connection = (client, retrier)
        return (client, retrier)
    }

    /// Returns a request with the item's own header fields. Possibly secret ones go only to the item's server.
    func request(_ address: Address) -> HTTPRequest {
        var request = HTTPRequest(address)
        if !environment.isTrusted { request.trustedOrigin = "" }
        request.headers = environment.headers.filter { origin == address.origin || !Self.isSecret($0) }
        return request
    }

    /// Fields that only identify program and page. Cookies restrict themselves to hosts.
    private static let harmless: Set<String> = ["accept", "accept-language", "origin", "referer", "user-agent"]

    private static func isSecret(_ header: HTTPHeader) -> Bool {
        let name = header.name.lowercased()
        return header.scope == nil && !harmless.contains(name) && !name.hasPrefix("sec-fetch-")
    }

    // MARK: the cache

    var priority: RequestPriority { environment.isPreload ? .preload : .playback }
    /// Whether to request media ahead. A preload fetches only the requested amount.
    var fetchesAhead: Bool { !environment.isPreload }
    var cacheRule: CacheKeyRule { environment.cache?.settings.keyRule ?? CacheKeyRule() }

    /// Whether the manifest came from a server, which thereby permits playing its resources.
    var isAllowed: Bool { folder == nil }

    /// Whether the server is unreachable, so that cached bytes play.
    private(set) var isOffline = false

    /// The first manifest, to be stored once the stream proves to have ended.
    private var offered: KeptManifest?

    private var manifests: KeptManifests? { isLive ? nil : KeptManifests(environment.cache) }

    func offer(_ manifest: KeptManifest) { offered = manifest }

    /// Does nothing for a stream that grows.
    func keepManifests(_ text: Text? = nil, of resource: ResourceReference? = nil) {
        guard let manifests, !isOffline else { return }
        if let offered { manifests.keep(offered) }
        offered = nil
        guard let text, case .address(let asked)? = resource, case .address(let found) = text.location else { return }
        manifests.keep(KeptManifest(asked: asked, found: found, bytes: text.bytes))
    }

    /// Returns `nil` for what must not be cached, such as keys under strict authorisation.
    func cache(for kind: CacheKey.Kind) -> ByteCache? {
        guard !isLive, let cache = environment.cache else { return nil }
        return kind == .encryptionKey && cache.settings.isStrict ? nil : cache
    }

    func isKept(_ resource: ResourceReference, _ range: ByteRange?) -> Bool {
        guard case .address(let address) = resource, let cache = cache(for: .media) else { return false }
        return cache.holds(CacheKey(address, rule: cacheRule), from: range?.offset ?? 0, to: range?.end)
    }

    func noteCached(_ count: Int64) { tally.add(count) }
    var cachedBytes: Int64 { max(0, tally.bytes - (ahead?.fetchedBytes ?? 0)) }

    /// Returns the address or path to open as a separate item, or `nil` for a resource inside the manifest.
    func location(_ resource: ResourceReference) -> String? {
        switch resource {
        case .address(let address): address.text
        case .file(let path): folder.map { $0 + path }
        case .data: nil
        }
    }

    func open(_ file: String) throws(ByteSourceError) -> any ByteSource {
        guard let folder else { throw ByteSourceError(.notPermitted, operation: "open", context: file) }
        return try environment.openFile(folder + file, cancel)
    }

    /// A loaded text, and its location after redirects.
    struct Text {
        let bytes: [UInt8]
        let location: ManifestLocation
        /// The server's time of the response.
        let date: UTCTime?
        var received = SystemClock().now
    }

    /// Requests a small text without waiting. The server may delay its response for `patience`.
    func ask(_ address: Address, patience: HostTime) throws(ByteSourceError) -> HTTPExchange {
        var request = request(address)
        request.acceptsCompression = true
        request.patience = patience
        // The response does not count for the bandwidth.
        request.priority = .probe
        return try connect().client.begin(request, cancel: cancel)
    }

    /// Waits for a requested text. Does not retry.
    func text(of exchange: HTTPExchange) throws(ByteSourceError) -> Text {
        let bytes = try exchange.body(limit: Self.manifestLimit)
        let head = try exchange.head()
        return Text(
            bytes: bytes, location: .address(head.address), date: head["date"].flatMap(UTCTime.init(httpDate:)),
            received: exchange.timing.lastByte ?? SystemClock().now)
    }

    func text(_ resource: ResourceReference) throws(ByteSourceError) -> Text {
        guard case .address(let address) = resource else {
            return Text(
                bytes: try bytes(resource, nil, limit: Self.manifestLimit), location: resource.location ?? .file(""),
                date: nil)
        }
        let (client, retrier) = try connect()
        if isOffline, let kept = manifests?.find(address) { return kept.text }
        var request = request(address)
        request.acceptsCompression = true
        while true {
            let exchange = client.begin(request, cancel: cancel)
            do throws(ByteSourceError) {
                let text = try text(of: exchange)
                retrier.noteAnswer(to: address, from: try exchange.head().address)
                return text
            } catch {
                if error.isWorthRetrying, let kept = manifests?.find(address) {
                    Log.shared.write(.info, "net", "\(error.context): \(error.code): what was kept plays")
                    isOffline = true
                    return kept.text
                }
                try retrier.waitForRetry(after: error, began: exchange.began, gained: 0)
            }
        }
    }

    /// Reads a small resource whole: keys, indexes.
    func bytes(
        _ resource: ResourceReference, _ range: ByteRange?, kind: CacheKey.Kind = .media, limit: Int
    ) throws(ByteSourceError) -> [UInt8] {
        let reader = ResourceReader(resource, range, kind: kind, access: self)
        var result: [UInt8] = []
        while true {
            let count = try reader.append(to: &result)
            if count == 0 { return result }
            guard result.count <= limit else { throw ByteSourceError(.tooLarge, operation: "read", context: "") }
        }
    }
}
