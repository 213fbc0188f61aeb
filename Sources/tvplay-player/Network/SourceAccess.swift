import Addresses
import ByteCaches
import Localization
import Media
import Options
import PlayCore
import Playback
import Playlists
import Storage
import Streaming
import Transport

/// How bytes are got, whatever names them: `-`, a path, an address. Any thread.
///
/// The one client for addresses, with its thread and its libraries, is made when the first address is opened.
final class SourceAccess: Sendable {
    private let options: NetworkOptions
    private let definitions: [DefinitionInfo.Key]
    private let made = Monitor<HTTPClient?>(nil)
    private let cacheOptions: CacheOptions
    private let cache = Monitor<ByteCache?>(nil)
    /// Time for a playlist, which is read before there is a screen.
    private static let playlistPatience = HostTime.seconds(30)

    /// - Parameters:
    ///   - definitions: PLAY-12: the viewer's wishes for streams.
    ///   - cache: nothing is kept on the disk unless it is on.
    init(
        _ options: NetworkOptions, definitions: [DefinitionInfo.Key] = [], cache: CacheOptions = CacheOptions()
    ) {
        self.options = options
        self.definitions = definitions
        cacheOptions = cache
    }

    /// Whether it is an address, of whatever kind, but for `file:`.
    static func isAddress(_ location: String) -> Bool {
        AddressText.scheme(of: location).map { $0 != "file" } ?? false
    }

    /// For messages and logs: of an address no name, password or query.
    static func shown(_ location: String) -> String {
        guard isAddress(location) else { return location }
        return AddressText.withoutSecrets(String(location.prefix { $0 != "?" && $0 != "#" }))
    }

    /// What to call what is there: an address's last part as people read it, else its host.
    static func title(_ location: String) -> String {
        let shown = shown(location)
        let name = PathText.name(of: shown)
        guard isAddress(location) else { return name }
        return AddressText.unescaped(name) ?? name
    }

    /// - Parameters:
    ///   - keeps: an address's bytes come from the cache and into it, where one is on (ADV-58).
    ///   - retries: for an address; nil: as the options say.
    func open(
        _ location: String, cancel: CancelToken, keeps: Bool = false, retries: Int? = nil
    ) throws(ByteSourceError) -> any ByteSource {
        if location == "-" { return try StandardInputByteSource(cancel: cancel) }
        guard Self.isAddress(location) else {
            let path = AddressText.scheme(of: location) == nil ? location : AddressText.path(ofFileAddress: location)
            return try FileByteSource(path: path ?? location, cancel: cancel)
        }
        let address = try address(location)
        let client = try client(location)
        guard keeps, let cache = openCache() else {
            return HTTPByteSource(HTTPRequest(address), client: client, cancel: cancel, retries: retries)
        }
        return CachedHTTPSource(
            HTTPRequest(address), client: client, cache: cache, cancel: cancel, retries: retries)
    }

    /// Looks into what it opens: manifests of streams are played as such, and read anew at each start.
    func openMedia(
        _ location: String, cancel: CancelToken, keeps: Bool = false
    ) throws(MediaError) -> OpenedMedia {
        let source: any ByteSource
        do throws(ByteSourceError) {
            source = try open(location, cancel: cancel, keeps: keeps)
        } catch {
            throw MediaError(.source(error), operation: error.operation)
        }
        switch source {
        case let source as HTTPByteSource: return media(source, cancel)
        case let source as CachedHTTPSource:
            return .unknown(source) { [self] () throws(MediaError) in
                try isManifest(source) ? try openMedia(location, cancel: cancel) : .bytes(source)
            }
        case let source as FileByteSource:
            let path = AddressText.scheme(of: location) == nil ? location : AddressText.path(ofFileAddress: location)
            return try opener.open(source, path: path ?? location, cancel: cancel)
        default: return .bytes(source)
        }
    }

    /// INFO-06: a file at several addresses. What turns out to be a manifest is opened as one, at the first.
    func openMedia(
        anyOf locations: [String], cancel: CancelToken, keeps: Bool = false
    ) throws(MediaError) -> OpenedMedia {
        guard let first = locations.first, locations.count > 1, locations.allSatisfy(Self.isAddress) else {
            return try openMedia(locations.first ?? "", cancel: cancel, keeps: keeps)
        }
        let source = openBytes(anyOf: locations, cancel: cancel, keeps: keeps)
        return .unknown(source) { [self] () throws(MediaError) in
            try isManifest(source) ? try openMedia(first, cancel: cancel) : .bytes(source)
        }
    }

    func openBytes(anyOf locations: [String], cancel: CancelToken, keeps: Bool = false) -> FailOverByteSource {
        FailOverByteSource(count: locations.count) { [self] index, isLast throws(ByteSourceError) in
            try open(locations[index], cancel: cancel, keeps: keeps, retries: isLast ? nil : 0)
        }
    }

    private func media(_ source: HTTPByteSource, _ cancel: CancelToken) -> OpenedMedia {
        .unknown(source) { [opener] () throws(MediaError) in try opener.open(source, cancel: cancel) }
    }

    private func isManifest(_ source: any ByteSource) throws(MediaError) -> Bool {
        do throws(ByteSourceError) {
            return try StreamOpener.looksLikeManifest(source)
        } catch {
            throw MediaError(.source(error), operation: error.operation)
        }
    }

    private var opener: StreamOpener {
        StreamOpener(
            StreamEnvironment(preferredDefinitions: definitions) { [self] () throws(ByteSourceError) in
                try client("a stream")
            })
    }

    /// One that reads lists at addresses, too. For one thread.
    func playlistLoader(isRecursive: Bool) -> PlaylistLoader {
        let limits = PlaylistLimits()
        return PlaylistLoader(isRecursive: isRecursive, limits: limits) { address throws(PlaylistError) in
            do throws(ByteSourceError) {
                return try self.list(at: address, limit: limits.bytes)
            } catch {
                throw error.code == .tooLarge ? .tooLarge : .unreadable(reason: error.reason)
            }
        }
    }

    /// A playlist at an address.
    func list(at location: String, limit: Int) throws(ByteSourceError) -> [UInt8] {
        let cancel = CancelToken()
        var request = HTTPRequest(try address(location))
        request.acceptsCompression = true
        let exchange = try client(location).begin(request, cancel: cancel)
        // A server that gives a byte now and then would hold the start for ever.
        let isDone = Monitor(false)
        let watch = WorkerThread(name: "patience") {
            let deadline = SystemClock().now + Self.playlistPatience
            if isDone.wait(until: deadline, { $0 ? true : nil }) == nil { cancel.cancel() }
        }
        defer {
            isDone.update { $0 = true }
            watch.join()
        }
        do throws(ByteSourceError) {
            return try exchange.body(limit: limit)
        } catch {
            guard error.code == .cancelled else { throw error }
            throw ByteSourceError(.timedOut, operation: "read", context: Self.shown(location))
        }
    }

    /// Nil: none is wanted, or it has no place.
    private func openCache() -> ByteCache? {
        guard cacheOptions.isOn, let folder = cacheOptions.folder ?? CacheFolder.standardPath() else { return nil }
        return cache.withLock { cache in
            let open = cache ?? ByteCache(folder: folder, settings: CacheSettings(cacheOptions))
            cache = open
            return open
        }
    }

    /// What the viewer should know of the cache, each once; cleaned.
    func takeNotices() -> [String] {
        (cache.withLock { $0 }?.takeNotices() ?? []).map { notice in
            switch notice {
            case .unavailable(let error): tr("Nothing is kept in the cache: %1", PlayQueue.shown(error.text))
            case .stopped(let error): tr("This is not kept in the cache any more: %1", PlayQueue.shown(error.text))
            }
        }
    }

    /// Ends what is under way and the client's thread. Everything that was opened has gone.
    func close() {
        let open = cache.withLock { cache in
            defer { cache = nil }
            return cache
        }
        open?.close()
        // It ends outside of the lock, since that waits.
        let client = made.withLock { client in
            defer { client = nil }
            return client
        }
        withExtendedLifetime(client) {}
    }

    private func address(_ location: String) throws(ByteSourceError) -> Address {
        guard CurlLibrary.shared != nil else {
            throw ByteSourceError(.noLibrary, operation: "open", context: Self.shown(location))
        }
        guard let address = Address(location), address.isHTTP else {
            throw ByteSourceError(.forbiddenScheme, operation: "open", context: Self.shown(location))
        }
        return address
    }

    private func client(_ location: String) throws(ByteSourceError) -> HTTPClient {
        if let client = made.withLock({ $0 }) { return client }
        guard let new = HTTPClient(HTTPSettings(options)) else {
            throw ByteSourceError(.noLibrary, operation: "open", context: Self.shown(location))
        }
        // Another thread may have been faster; there is only one.
        let client = made.withLock { client in
            client = client ?? new
            return client ?? new
        }
        if client === new, !options.preconnect.isEmpty { client.preconnect(options.preconnect) }
        if client === new, !options.preresolve.isEmpty { client.preresolve(options.preresolve) }
        return client
    }
}

extension CacheSettings {
    init(_ options: CacheOptions) {
        self.init()
        isOn = options.isOn
        capacity = Self.capacity(options.capacity)
        minimumFree = options.minimumFree
        isStrict = options.isStrict
        keyRule.strippedParameters = options.strippedParameters
        keyRule.unifiedDomains = options.unifiedDomains
    }
}

extension HTTPSettings {
    init(_ options: NetworkOptions) {
        self.init(userAgent: options.userAgent ?? "tvplay/" + ProgramVersion.number)
        referrer = options.referrer
        headers = options.headerFields.compactMap { HTTPHeader(line: $0) }
        usesCookies = options.usesCookies
        cookieFile = options.cookiesFile
        proxy = options.proxy
        netrcFile = options.netrcFile
        timeout = HostTime(nanoseconds: options.timeout.nanoseconds)
        retries = options.retries
        usesHTTP2 = options.usesHTTP2
        verifiesTLS = options.verifiesTLS
        caFile = options.tlsCAFile
        dnsOverHTTPS = options.dnsOverHTTPS
        dnsOverHTTPSDomains = options.dnsOverHTTPSDomains
        resolveOverrides = options.resolve
    }
}

extension ParsedOptions {
    /// ADV-54: the run's; on when an item asks for it.
    var cacheOfAnyItem: CacheOptions {
        var cache = options.cache
        cache.isOn = cache.isOn || items.contains { $0.options.cache.isOn }
        return cache
    }
}
