import Adaptation
import Addresses
import ByteCaches
import Catalogue
import DownloadClient
import Downloads
import Localization
import Media
import MediaSources
import OptionSettings
import Options
import PlayCore
import Playlists
import RoomPlayback
import Storage
import Streaming
import Transport

/// How bytes are got, whatever names them: `-`, a path, an address. Any thread.
///
/// The one client for addresses, with its thread and its libraries, is made when the first address is opened.
final class SourceAccess: Sendable {
    private let options: NetworkOptions
    private let playing: PlayerOptions
    private let grid = Monitor<(@Sendable () -> PixelGrid?)?>(nil)
    private let made = Monitor<HTTPClient?>(nil)
    /// Held from the first address on: downloads give way.
    private let playingFlag = Monitor<FileLock?>(nil)
    /// ADV-46: addresses that are played in place of others, not told yet; without secrets.
    private let fallbacks = Monitor<[String]>([])
    /// DL-27: by the address at which they play.
    private let partials = Monitor<[String: PartialFile]>([:])
    private let downloaded: DownloadedFiles
    private let originHeaders = Monitor(OriginHeaders())
    /// For accounts at services.
    let passwords = PeerTubePasswords()
    private let cacheOptions: CacheOptions
    private let cache = Monitor<ByteCache?>(nil)
    private let memory: StreamMemory
    /// ADV-72: of what plays next; nil: none.
    private let nextHost = Monitor<String?>(nil)
    /// Time for a playlist, which is read before there is a screen.
    private static let playlistPatience = HostTime.seconds(30)

    /// - Parameters:
    ///   - options: those of the whole run, and PLAY-12: the viewer's wishes for streams.
    ///   - cache: nothing is kept on the disk unless it is on.
    init(
        _ options: PlayerOptions, cache: CacheOptions = CacheOptions()
    ) {
        self.options = options.network
        playing = options
        downloaded = DownloadedFiles(options.downloads)
        cacheOptions = cache
        memory = StreamMemory(MultiRateMode(options.network.startMode))
    }

    /// Whether it is an address, of whatever kind, but for `file:`.
    static func isAddress(_ location: String) -> Bool { AddressText.isAddress(location) }

    /// For messages and logs: of an address no name, password or query.
    static func shown(_ location: String) -> String { AddressText.shown(location) }

    /// What to call what is there.
    static func title(_ location: String) -> String {
        guard isAddress(location), let address = Address(location) else { return PathText.name(of: shown(location)) }
        return address.title
    }

    /// - Parameters:
    ///   - keeps: an address's bytes come from the cache and into it, where one is on (ADV-58).
    ///   - headers: of each request for an address; perhaps secrets.
    ///   - retries: for an address; nil: as the options say.
    func open(
        _ location: String, cancel: CancelToken, keeps: Bool = false, headers: [HTTPHeader] = [], retries: Int? = nil
    ) throws(ByteSourceError) -> any ByteSource {
        if location == "-" { return try StandardInputByteSource(cancel: cancel) }
        if let silence = SilentSource(location) { return silence }
        guard Self.isAddress(location) else {
            return try openFile(Self.path(location), cancel)
        }
        let address = try address(location)
        let client = try client(location)
        var request = HTTPRequest(address)
        request.headers = originHeaders.withLock { $0.adding(to: headers, for: address) }
        if let partial = partials.withLock({ $0[location] }) {
            let server = HTTPUpstream(request, client: client, cancel: cancel, retries: retries, isFile: true)
            return PartialHTTPSource(partial, downloaded, server: server, cancel: cancel) { [self] in
                partials.withLock { $0[location] = nil }
            }
        }
        guard keeps, let cache = openCache() else {
            return HTTPByteSource(request, client: client, cancel: cancel, retries: retries)
        }
        let ahead = holdsAhead ? environment(keeps: true, headers) : nil
        return CachedHTTPSource(
            request, client: client, cache: cache, cancel: cancel, retries: retries, ahead: ahead)
    }

    /// ADV-60: of what is kept.
    private var holdsAhead: Bool {
        let standard = BufferRules.standard.maximum
        return CacheSettings(cacheOptions).isLargeCacheActive(
            maximumBuffer: playing.bufferMaximum ?? max(standard, playing.bufferHigh ?? .zero), isItemCached: true)
    }

    private static func path(_ location: String) -> String {
        let named = AddressText.scheme(of: location) == nil ? location : AddressText.path(ofFileAddress: location)
        return named ?? location
    }

    /// DL-15: encrypted ones are no others for whoever reads.
    private func openFile(_ path: String, _ cancel: CancelToken) throws(ByteSourceError) -> any ByteSource {
        if let encrypted = try downloaded.encrypted(path, cancel: cancel) { return encrypted }
        return try FileByteSource(path: path, cancel: cancel)
    }

    /// DL-27: from now on the address plays from what is on the disk, as far as it is there.
    func setPartial(_ partial: PartialFile, of location: String) { partials.withLock { $0[location] = partial } }

    /// From now on the server of this address is shown these, and no other is.
    func setHeaders(_ headers: [HTTPHeader], forServerOf address: Address) {
        originHeaders.withLock { $0.set(headers, for: address) }
    }

    /// Looks into what it opens: manifests of streams are played as such, and read anew at each start.
    ///
    /// - Parameters:
    ///   - headers: as for ``open(_:cancel:keeps:headers:)``.
    ///   - page: what to play instead where the server says that it is a page; nil: it is opened like anything else.
    func openMedia(
        _ location: String, cancel: CancelToken, keeps: Bool = false, headers: [HTTPHeader] = [],
        page: (@Sendable (CancelToken) throws(MediaError) -> OpenedMedia)? = nil
    ) throws(MediaError) -> OpenedMedia {
        if let address = LowLatencyAddress(location) { return try openLowLatency(address, cancel) }
        if let room = RoomItem(location) { return try room.open(self, cancel) }
        let headers =
            Address(location).map { address in
                originHeaders.withLock { $0.adding(to: headers, for: address) }
            } ?? headers
        let source: any ByteSource
        do throws(ByteSourceError) {
            source = try open(location, cancel: cancel, keeps: keeps, headers: headers)
        } catch {
            throw MediaError(.source(error), operation: error.operation)
        }
        guard !Self.isAddress(location), location != "-" else {
            return try lookedInto(source, location, cancel, opener(keeps: keeps, headers), page)
        }
        let picture = try lookedInto(source, location, cancel, opener(keeps: keeps, headers), page)
        guard let sound = DownloadedFiles.sound(beside: Self.path(location)) else { return picture }
        do throws(ByteSourceError) {
            return .paired(picture, sound: .bytes(try openFile(sound, cancel)))
        } catch {
            throw MediaError(.source(error), operation: error.operation)
        }
    }

    private func lookedInto(
        _ source: any ByteSource, _ location: String, _ cancel: CancelToken, _ opener: StreamOpener,
        _ page: (@Sendable (CancelToken) throws(MediaError) -> OpenedMedia)?
    ) throws(MediaError) -> OpenedMedia {
        switch source {
        case let source as HTTPByteSource:
            return .unknown(source) { () throws(MediaError) in
                let media = try opener.open(source, cancel: cancel)
                guard case .bytes = media, let page, Self.isPage(source.contentType) else { return media }
                return try page(cancel)
            }
        case let source as CachedHTTPSource:
            return .unknown(source) { [self] () throws(MediaError) in
                // ADV-57: a stream that is known starts also without its server.
                if let stream = try opener.openKept(source.address, cancel: cancel) { return stream }
                // What its server has begun to send goes on.
                if try isManifest(source) { return try opener.open(source.server, cancel: cancel) }
                guard let page, Self.isPage(source.contentType) else { return .bytes(source) }
                return try page(cancel)
            }
        case let source as PartialHTTPSource:
            return .unknown(source) { () throws(MediaError) in
                // What is downloaded of a page is not at the page's own address.
                guard let page, Self.isPage(source.contentType) else { return .bytes(source) }
                return try page(cancel)
            }
        case let source as FileByteSource:
            return try opener.open(source, path: Self.path(location), cancel: cancel)
        default: return .bytes(source)
        }
    }

    /// INFO-06: a file at several addresses. What turns out to be a manifest is opened as one, at the first.
    func openMedia(
        anyOf locations: [String], cancel: CancelToken, keeps: Bool = false,
        page: (@Sendable (CancelToken) throws(MediaError) -> OpenedMedia)? = nil
    ) throws(MediaError) -> OpenedMedia {
        guard let first = locations.first, locations.count > 1, locations.allSatisfy(Self.isAddress) else {
            return try openMedia(locations.first ?? "", cancel: cancel, keeps: keeps, page: page)
        }
        let source = openBytes(anyOf: locations, cancel: cancel, keeps: keeps)
        return .unknown(source) { [self] () throws(MediaError) in
            try isManifest(source) ? try openMedia(first, cancel: cancel, keeps: keeps) : .bytes(source)
        }
    }

    func openBytes(anyOf locations: [String], cancel: CancelToken, keeps: Bool = false) -> MirroredSource {
        MirroredSource(
            FailOverByteSource(count: locations.count) { [self] index, retries throws(ByteSourceError) in
                try open(locations[index], cancel: cancel, keeps: keeps, retries: retries)
            })
    }

    private static func isPage(_ contentType: String?) -> Bool { YtDlpProvider.isWanted(contentType: contentType) }

    /// ADV-61: for loading ahead. Addresses only, and only with a cache.
    func openPreload(_ location: String, cancel: CancelToken) throws(ByteSourceError) -> any Preloadable {
        var request = HTTPRequest(try address(location))
        request.priority = .preload
        guard let cache = openCache() else {
            throw ByteSourceError(.notPermitted, operation: "preload", context: Self.shown(location))
        }
        let source = CachedHTTPSource(request, client: try client(location), cache: cache, cancel: cancel)
        guard try StreamOpener.looksLikeManifest(source) else { return source }
        return StreamPreload(source.server, opener(keeps: true, isPreload: true), cancel: cancel)
    }

    /// ADV-46, ADV-47.
    private func openLowLatency(_ address: LowLatencyAddress, _ cancel: CancelToken) throws(MediaError) -> OpenedMedia {
        let options = options
        let opener = LowLatencyOpener(timeout: options.timeout) { address in
            options.fallbackURL ?? (options.fallsBack ? address.usualFallback : nil)
        }
        return try opener.open(address, name: Self.shown(address.text), cancel: cancel) {
            (other, _) throws(MediaError) in
            fallbacks.withLock { $0.append(Self.shown(other)) }
            // No chain of them.
            guard LowLatencyAddress(other) == nil else {
                throw MediaError(
                    .source(ByteSourceError(.forbiddenScheme, operation: "open", context: Self.shown(other))),
                    operation: "open")
            }
            return try openMedia(other, cancel: cancel)
        }
    }

    /// PLAY-09: who watches, as services are told.
    var viewer: Viewer {
        Viewer(name: playing.user.name, number: playing.user.number, group: playing.user.group)
    }

    /// Whether anything is kept on the disk.
    var hasCache: Bool { cacheOptions.isOn }

    private func isManifest(_ source: any ByteSource) throws(MediaError) -> Bool {
        do throws(ByteSourceError) {
            return try StreamOpener.looksLikeManifest(source)
        } catch {
            throw MediaError(.source(error), operation: error.operation)
        }
    }

    private func opener(keeps: Bool, _ headers: [HTTPHeader] = [], isPreload: Bool = false) -> StreamOpener {
        StreamOpener(environment(keeps: keeps, headers, isPreload: isPreload))
    }

    private func environment(keeps: Bool, _ headers: [HTTPHeader], isPreload: Bool = false) -> StreamEnvironment {
        var environment = StreamEnvironment(
            preferredDefinitions: playing.definitions,
            wantsPicture: playing.videoTrack != .none && playing.definitions.first != .audio,
            fetchesFullSize: options.fetchesFullSize, startBandwidth: options.defaultBandwidth.map { Int($0) },
            shownGrid: grid.withLock { $0 }, cache: keeps ? openCache() : nil
        ) { [self] () throws(ByteSourceError) in
            try client("a stream")
        }
        environment.headers = headers
        environment.openFile = { [self] (path, cancel) throws(ByteSourceError) in try openFile(path, cancel) }
        environment.isPreload = isPreload
        environment.holdsAhead = keeps && holdsAhead
        environment.memory = memory
        return environment
    }

    /// A small file of this machine as a whole.
    func file(_ path: String, limit: Int) throws(ByteSourceError) -> [UInt8] {
        do throws(PlaylistError) {
            return try FileSystemAccess.read(path, limit: limit)
        } catch {
            let code: ByteSourceError.Code = FileSystemAccess.exists(path) ? .notPermitted : .notFound
            throw ByteSourceError(error == .tooLarge ? .tooLarge : code, operation: "read", context: path)
        }
    }

    /// What the screen shows of a picture, for the first segments of streams.
    func setGrid(_ grid: @escaping @Sendable () -> PixelGrid?) { self.grid.withLock { $0 = grid } }

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
            let isPatienceOver = error.code == .cancelled
            // ADV-57: a stream that is known starts also without its server.
            if isPatienceOver || error.isWorthRetrying, hasCache,
                let kept = opener(keeps: true).keptManifest(at: request.address)
            {
                return kept
            }
            guard isPatienceOver else { throw error }
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
        let other = fallbacks.withLock { list in
            defer { list = [] }
            return list
        }
        return other.map { tr("The address with low latency fails; this is played: %1", PlayQueue.shown($0)) }
            + cacheNotices
    }

    private var cacheNotices: [String] {
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
        playingFlag.withLock { $0 = nil }
        // It ends outside of the lock, since that waits.
        let client = made.withLock { client in
            defer { client = nil }
            return client
        }
        withExtendedLifetime(client) {}
    }

    /// ADV-72: connects to where the next item is, if that is another host and needs no TLS. Takes the place of the one
    /// before; nil: nothing is next. Main thread; waits for nothing.
    func preconnect(next location: String?, after current: String?) {
        let host = location.flatMap(Self.plainHost)
        let other = host == current.flatMap(Self.plainHost) ? nil : host
        let isNew = nextHost.withLock { known in
            defer { known = other }
            return known != other
        }
        guard isNew, let client = made.withLock({ $0 }) else { return }
        client.preconnect([options.preconnect, other ?? ""].filter { !$0.isEmpty }.joined(separator: ";"))
    }

    /// `host[:port]` of plain HTTP; nil for everything else.
    private static func plainHost(_ location: String) -> String? {
        guard location.lowercased().hasPrefix("http://"), let address = Address(location) else { return nil }
        return address.host + (address.port.map { ":\($0)" } ?? "")
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

    /// The one client.
    /// - Parameter location: for what it is wanted, for errors.
    func client(_ location: String) throws(ByteSourceError) -> HTTPClient {
        if let client = made.withLock({ $0 }) { return client }
        guard let new = HTTPClient(HTTPSettings(options)) else {
            throw ByteSourceError(.noLibrary, operation: "open", context: Self.shown(location))
        }
        // Another thread may have been faster; there is only one.
        let client = made.withLock { client in
            client = client ?? new
            return client ?? new
        }
        if client === new {
            let flag = DownloadPlaces.ofThisUser().flatMap(PlayingFlag.hold)
            playingFlag.withLock { $0 = flag }
        }
        if client === new, !options.preconnect.isEmpty { client.preconnect(options.preconnect) }
        if client === new, !options.preresolve.isEmpty { client.preresolve(options.preresolve) }
        return client
    }
}
