package import Addresses
package import ByteCaches
package import Downloads
package import Media
package import MediaSources
package import PlayCore
package import Playlists
package import Streaming
package import Transport

/// Opens the locations that users, lists and services name: `-`, a path, an address. Any thread.
package final class SourceAccess: Sendable {
    private let openers: [any Opener]
    private let http: HTTPOpener
    private let lowLatency: LowLatencyAddressOpener
    private let network: NetworkClient
    private let cache: DiskCache
    private let streams: StreamSettings
    private let lists: ListFetcher
    private let line = MeteredLine {}
    private let opensAddresses: Bool

    /// - Parameter openers: from other modules, with precedence.
    package init(_ settings: AccessSettings, openers others: [any Opener] = []) {
        opensAddresses = settings.opensAddresses
        network = NetworkClient(settings)
        cache = DiskCache(settings)
        let downloaded = DownloadedFiles(key: settings.downloadKey)
        streams = StreamSettings(settings, network, cache, downloaded)
        http = HTTPOpener(network, cache, downloaded, streams)
        lowLatency = LowLatencyAddressOpener(settings, network)
        lists = ListFetcher(network: network, cache: cache, streams: streams)
        openers =
            others + (settings.opensAddresses ? [] : [PathsOnlyOpener()]) + [
                StandardInputOpener(),
                lowLatency,
                http,
                FileOpener(downloaded: downloaded, streams: streams),
            ]
    }

    /// Returns whether it is a file of this machine, which may have companion files.
    func isFile(_ location: String) -> Bool { opener(of: location) is FileOpener }

    func isClock(_ location: String) -> Bool { opener(of: location).isClock }

    private func opener(of location: String) -> any Opener {
        guard let opener = openers.first(where: { $0.opens(location) }) else {
            preconditionFailure("the last opener takes everything")
        }
        return opener
    }

    /// Returns the maker of the watch for ``SessionInput/watchLine``.
    package func lineWatch(of location: String) -> LineWatchMaker? {
        guard let server = network.probedServer(of: location) else { return nil }
        return { doorbell in LineProbe(host: server.host, port: server.port, doorbell) }
    }

    // MARK: Opening

    /// - Parameters:
    ///   - keeps: whether to use the cache.
    ///   - headers: the headers of each request. May hold secrets.
    ///   - retries: for an address, or `nil` for the settings' number.
    ///   - isFromViewer: as in ``OpenRequest``.
    package func open(
        _ location: String, cancel: CancelToken, keeps: Bool = false, headers: [HTTPHeader] = [], retries: Int? = nil,
        isFromViewer: Bool = false
    ) throws(ByteSourceError) -> any ByteSource {
        var request = OpenRequest(location, cancel: cancel)
        request.isKept = keeps
        request.isFromViewer = isFromViewer
        request.add(headers)
        request.retries = retries
        return try open(request)
    }

    package func open(_ request: OpenRequest) throws(ByteSourceError) -> any ByteSource {
        try opener(of: request.location).bytes(request, self)
    }

    /// Opens and examines a location. Manifests are played as streams and reread at each start.
    package func openMedia(
        _ location: String, cancel: CancelToken, keeps: Bool = false, headers: [HTTPHeader] = [],
        downgrade: String? = nil, page: PageOpener? = nil, list: ListOpener? = nil, isTrusted: Bool = true,
        isFromViewer: Bool = false
    ) throws(MediaError) -> OpenedMedia {
        var request = OpenRequest(location, cancel: cancel)
        request.isFromViewer = isFromViewer
        request.downgrade = downgrade
        request.isTrusted = isTrusted
        request.isKept = keeps
        request.add(headers)
        request.page = page
        request.list = list
        return try opener(of: request.location).media(request, self)
    }

    /// Opens a stream whose manifest came with the item.
    ///
    /// - Parameter location: the base of the manifest's references. It is not requested.
    package func openStream(
        _ manifest: [UInt8], at location: String, cancel: CancelToken, keeps: Bool = false, headers: [HTTPHeader] = []
    ) throws(MediaError) -> OpenedMedia {
        let address = try MediaError.ofSource { () throws(ByteSourceError) in try network.address(location) }
        let opener = streams.opener(isKept: keeps, network.headers(adding: headers, for: location))
        guard let media = try opener.open(manifest: manifest, at: address, cancel: cancel) else {
            throw MediaError(.unreadable, operation: "open", libraryText: "the manifest that came with the item")
        }
        return media
    }

    /// Returns the contents of a stream, or `nil` if the viewer's location is no stream.
    package func describeStream(_ location: String, cancel: CancelToken) throws(MediaError) -> StreamDescription? {
        var request = OpenRequest(location, cancel: cancel)
        request.isFromViewer = true
        return try opener(of: request.location).description(request)
    }

    /// Opens an item, or a file at several addresses. A manifest is opened as a stream, at the first address.
    ///
    /// - Parameter isFromViewer: as in ``OpenRequest``.
    package func openMedia(
        anyOf locations: [String], cancel: CancelToken, keeps: Bool = false, page: PageOpener? = nil,
        list: ListOpener? = nil, isFromViewer: Bool = false
    ) throws(MediaError) -> OpenedMedia {
        guard let first = locations.first, locations.count > 1, locations.allSatisfy(AddressText.isAddress) else {
            return try openMedia(
                locations.first ?? "", cancel: cancel, keeps: keeps, page: page, list: list, isFromViewer: isFromViewer)
        }
        let source = MirroredSource(
            FailOverByteSource(count: locations.count) { [self] index, retries throws(ByteSourceError) in
                try open(locations[index], cancel: cancel, keeps: keeps, retries: retries, isFromViewer: isFromViewer)
            })
        return .unknown(source) { [self] () throws(MediaError) in
            try source.isManifest ? try openMedia(first, cancel: cancel, keeps: keeps) : .bytes(source)
        }
    }

    /// Requires a cache.
    package func openPreload(_ location: String, cancel: CancelToken) throws(ByteSourceError) -> any Preloadable {
        try http.preload(location, cancel: cancel)
    }

    /// Returns the client for requests other than media, or `nil` if libcurl is missing.
    package func httpClient(for address: Address) -> HTTPClient? {
        do throws(ByteSourceError) {
            return try network.client(for: address.withoutSecrets)
        } catch {
            Log.shared.write(.error, "http", "\(error.reason)")
            return nil
        }
    }

    package func file(_ path: String, limit: Int) throws(ByteSourceError) -> [UInt8] {
        do throws(PlaylistError) {
            return try FileSystemAccess.read(path, limit: limit)
        } catch {
            let code: ByteSourceError.Code = FileSystemAccess.exists(path) ? .notPermitted : .notFound
            throw ByteSourceError(error == .tooLarge ? .tooLarge : code, operation: "read", context: path)
        }
    }

    package func playlistLoader(isRecursive: Bool) -> PlaylistLoader { lists.loader(isRecursive: isRecursive) }

    // MARK: State

    package var hasCache: Bool { cache.isOn }

    /// Whether items may be fetched before they play: over unmetered lines only. The first call queries NetworkManager.
    package var mayLoadAhead: Bool { opensAddresses && line.isMetered == false }

    package var receivedByteCount: Int64 { network.receivedByteCount }

    /// Downloads yield while playback streams from the network.
    package func setPlaying(_ isPlaying: Bool) { network.setPlaying(isPlaying) }

    /// Notes that the current item streams from the network without this object.
    package func noteStream() { network.noteStream() }

    package func client(_ location: String) throws(ByteSourceError) -> HTTPClient {
        try network.client(for: location)
    }

    /// Only this server receives them.
    package func setHeaders(_ headers: [HTTPHeader], forServerOf address: Address) {
        network.setHeaders(headers, forServerOf: address)
        if address.serverKey != nil { httpClient(for: address)?.trust(address) }
    }

    package func setPartial(_ partial: PartialFile, of location: String) { http.setPartial(partial, of: location) }

    /// Sets the function that returns the screen's pixels, for the first segments of streams.
    package func setGrid(_ grid: @escaping @Sendable () -> PixelGrid?) { streams.setGrid(grid) }

    /// See ``NetworkClient/preconnect(next:after:)``. Main thread; never blocks.
    package func preconnect(next location: String?, after current: String?) {
        network.preconnect(next: location, after: current)
    }

    /// Returns the new notices, each once and already cleaned.
    package func takeNotices() -> [String] {
        lowLatency.takeFallbacks().map {
            tr("The low-latency stream failed; playing %1", SafeText.phrase($0))
        } + cache.takeNotices()
    }

    /// Call after releasing all opened sources.
    package func close() {
        cache.close()
        network.close()
        line.close()
    }
}
