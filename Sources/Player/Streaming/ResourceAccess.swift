import Addresses
import ByteCaches
import Manifests
import PlayCore
import Transport

/// Gets what manifests name: from the folder of a local manifest, or from servers. The `demux` thread's.
final class ResourceAccess {
    let cancel: CancelToken
    private let environment: StreamEnvironment
    /// With a slash at its end; nil: the manifest came over the network, and no file is opened for it.
    private let folder: String?
    /// Of the manifest; nil: a file's.
    private let origin: String?
    private var connection: (client: HTTPClient, retrier: HTTPRetrier)?
    /// No manifest or key takes longer to read than this allows.
    static let manifestLimit = 32 << 20
    /// Nothing of a live stream is kept on the disk: it is over before anyone plays it again.
    var isLive = false
    private let tally = CacheTally()

    private let retries: Int?
    /// Fetches for this one; nil: nobody does.
    let ahead: ReadAhead?

    /// - Parameter retries: nil: as the settings say.
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

    /// After every item.
    deinit {
        ahead?.close()
        environment.cache?.clean()
    }

    /// Nil before the first address.
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
        connection = (client, retrier)
        return (client, retrier)
    }

    /// With the item's own header fields; those that may be secrets go to the server that was asked for the item only.
    func request(_ address: Address) -> HTTPRequest {
        var request = HTTPRequest(address)
        if !environment.isTrusted { request.trustedOrigin = "" }
        request.headers = environment.headers.filter { origin == address.origin || !Self.isSecret($0) }
        return request
    }

    /// Fields that say by which program and from which page something is asked for. Cookies with hosts of their own know
    /// by themselves where they go.
    private static let harmless: Set<String> = ["accept", "accept-language", "origin", "referer", "user-agent"]

    private static func isSecret(_ header: HTTPHeader) -> Bool {
        let name = header.name.lowercased()
        return header.scope == nil && !harmless.contains(name) && !name.hasPrefix("sec-fetch-")
    }

    // MARK: the cache

    var priority: RequestPriority { environment.isPreload ? .preload : .playback }
    /// What is loaded ahead of its time takes no more than what is wanted of it.
    var fetchesAhead: Bool { !environment.isPreload }
    var cacheRule: CacheKeyRule { environment.cache?.settings.keyRule ?? CacheKeyRule() }

    /// The manifest came from a server, which has thereby allowed to play what it names.
    var isAllowed: Bool { folder == nil }

    /// Its server cannot be asked, and what was kept of the stream plays.
    private(set) var isOffline = false

    /// What was read first and may have to be kept, once it turns out to be of a stream that has ended.
    private var offered: KeptManifest?

    /// Nil: none are kept.
    private var manifests: KeptManifests? { isLive ? nil : KeptManifests(environment.cache) }

    func offer(_ manifest: KeptManifest) { offered = manifest }

    /// The stream does not grow: its manifests can be kept.
    func keepManifests(_ text: Text? = nil, of resource: ResourceReference? = nil) {
        guard let manifests, !isOffline else { return }
        if let offered { manifests.keep(offered) }
        offered = nil
        guard let text, case .address(let asked)? = resource, case .address(let found) = text.location else { return }
        manifests.keep(KeptManifest(asked: asked, found: found, bytes: text.bytes))
    }

    /// Where a resource is kept; nil: nowhere. With strict authorisation no key is.
    func cache(for kind: CacheKey.Kind) -> ByteCache? {
        guard !isLive, let cache = environment.cache else { return nil }
        return kind == .encryptionKey && cache.settings.isStrict ? nil : cache
    }

    /// Whether all of it is on the disk. Asks no server.
    func isKept(_ resource: ResourceReference, _ range: ByteRange?) -> Bool {
        guard case .address(let address) = resource, let cache = cache(for: .media) else { return false }
        return cache.holds(CacheKey(address, rule: cacheRule), from: range?.offset ?? 0, to: range?.end)
    }

    /// Bytes that came from the disk.
    func noteCached(_ count: Int64) { tally.add(count) }
    /// Those that were not fetched in this run.
    var cachedBytes: Int64 { max(0, tally.bytes - (ahead?.fetchedBytes ?? 0)) }

    /// Where a resource is, for whoever opens it as an item of its own; nil: within the manifest.
    func location(_ resource: ResourceReference) -> String? {
        switch resource {
        case .address(let address): address.text
        case .file(let path): folder.map { $0 + path }
        case .data: nil
        }
    }

    /// A file below the folder of a local manifest.
    func open(_ file: String) throws(ByteSourceError) -> any ByteSource {
        guard let folder else { throw ByteSourceError(.notPermitted, operation: "open", context: file) }
        return try environment.openFile(folder + file, cancel)
    }

    /// A text that was loaded, and where it was found in the end.
    struct Text {
        let bytes: [UInt8]
        let location: ManifestLocation
        /// The server's time when it answered.
        let date: UTCTime?
        /// When it was there.
        var received = SystemClock().now
    }

    /// Asks for a small text that its server may hold back for so long, beside what is loaded. Waits for nothing.
    func ask(_ address: Address, patience: HostTime) throws(ByteSourceError) -> HTTPExchange {
        var request = request(address)
        request.acceptsCompression = true
        request.patience = patience
        // It says nothing of the line.
        request.priority = .probe
        return try connect().client.begin(request, cancel: cancel)
    }

    /// Waits for what was asked for. A failure is not tried again.
    func text(of exchange: HTTPExchange) throws(ByteSourceError) -> Text {
        let bytes = try exchange.body(limit: Self.manifestLimit)
        let head = try exchange.head()
        return Text(
            bytes: bytes, location: .address(head.address), date: head["date"].flatMap(ServerDate.parse),
            received: exchange.timing.lastByte ?? SystemClock().now)
    }

    /// Reads a manifest, with retries.
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

    /// A small resource as a whole: keys, indexes.
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

/// Dates as servers write them: `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110, 5.6.7). Pure.
enum ServerDate {
    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

    static func parse(_ text: String) -> UTCTime? {
        let parts = text.split(separator: " ")
        guard parts.count == 6, let month = months.firstIndex(of: String(parts[2])) else { return nil }
        let number = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        return UTCTime("\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z")
    }
}
