package import Addresses
package import ByteCaches
package import Downloads
import Localization
package import Media
package import MediaSources
package import PlayCore
package import Playlists
package import Streaming
import Text
package import Transport

/// Opens what users, lists and services name: `-`, a path, an address. Any thread.
///
/// Each kind of location has its ``Opener``; the table in ``init(_:openers:)`` is all that knows them all.
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

    /// - Parameter openers: of kinds of locations that others know; they are asked first.
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

    /// Whether it is a file of this machine that other files may lie beside.
    func isFile(_ location: String) -> Bool { opener(of: location) is FileOpener }

    private func opener(of location: String) -> any Opener {
        guard let opener = openers.first(where: { $0.opens(location) }) else {
            preconditionFailure("the last opener takes everything")
        }
        return opener
    }

    // MARK: Opening

    /// - Parameters:
    ///   - keeps: as ``OpenRequest/isKept``.
    ///   - headers: of each request for an address; perhaps secrets.
    ///   - retries: for an address; nil: as the settings say.
    package func open(
        _ location: String, cancel: CancelToken, keeps: Bool = false, headers: [HTTPHeader] = [], retries: Int? = nil
    ) throws(ByteSourceError) -> any ByteSource {
        var request = OpenRequest(location, cancel: cancel)
        request.isKept = keeps
        request.add(headers)
        request.retries = retries
        return try open(request)
    }

    package func open(_ request: OpenRequest) throws(ByteSourceError) -> any ByteSource {
        try opener(of: request.location).bytes(request, self)
    }

    /// Looks into what it opens: manifests of streams are played as such, and read anew at each start.
    ///
    /// - Parameters:
    ///   - headers: as for ``open(_:cancel:keeps:headers:retries:)``.
    ///   - page: what to play instead where the server says that it is a page; nil: it is opened like anything else.
    ///   - list: what to do where it is a list of others; nil: it is opened like anything else.
    ///   - isTrusted, isViewers: as in ``OpenRequest``.
    package func openMedia(
        _ location: String, cancel: CancelToken, keeps: Bool = false, headers: [HTTPHeader] = [],
        downgrade: String? = nil, page: PageOpener? = nil, list: ListOpener? = nil, isTrusted: Bool = true,
        isViewers: Bool = false
    ) throws(MediaError) -> OpenedMedia {
        var request = OpenRequest(location, cancel: cancel)
        request.isViewers = isViewers
        request.downgrade = downgrade
        request.isTrusted = isTrusted
        request.isKept = keeps
        request.add(headers)
        request.page = page
        request.list = list
        return try opener(of: request.location).media(request, self)
    }

    /// A stream whose manifest came with the item.
    ///
    /// - Parameter location: what its references are relative to; nothing is asked for there.
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

    /// What a stream offers, by its manifest; nil: the location is no stream.
    package func describeStream(
        _ location: String, cancel: CancelToken, headers: [HTTPHeader] = []
    ) throws(MediaError) -> StreamDescription? {
        var request = OpenRequest(location, cancel: cancel)
        request.add(headers)
        return try opener(of: request.location).description(request)
    }

    /// An item that the viewer names, or a file at several addresses. What turns out to be a manifest is opened as one, at the first.
    package func openMedia(
        anyOf locations: [String], cancel: CancelToken, keeps: Bool = false, page: PageOpener? = nil,
        list: ListOpener? = nil
    ) throws(MediaError) -> OpenedMedia {
        guard let first = locations.first, locations.count > 1, locations.allSatisfy(AddressText.isAddress) else {
            return try openMedia(
                locations.first ?? "", cancel: cancel, keeps: keeps, page: page, list: list, isViewers: true)
        }
        let source = MirroredSource(
            FailOverByteSource(count: locations.count) { [self] index, retries throws(ByteSourceError) in
                try open(locations[index], cancel: cancel, keeps: keeps, retries: retries)
            })
        return .unknown(source) { [self] () throws(MediaError) in
            try source.isManifest ? try openMedia(first, cancel: cancel, keeps: keeps) : .bytes(source)
        }
    }

    /// For loading ahead. Addresses only, and only with a cache.
    package func openPreload(_ location: String, cancel: CancelToken) throws(ByteSourceError) -> any Preloadable {
        try http.preload(location, cancel: cancel)
    }

    /// For what is no medium: joins and uploads. Nil: libcurl is missing.
    package func httpClient(for address: Address) -> HTTPClient? {
        do throws(ByteSourceError) {
            return try network.client(for: address.withoutSecrets)
        } catch {
            Log.shared.write(.error, "http", "\(error.reason)")
            return nil
        }
    }

    /// A small file of this machine as a whole.
    package func file(_ path: String, limit: Int) throws(ByteSourceError) -> [UInt8] {
        do throws(PlaylistError) {
            return try FileSystemAccess.read(path, limit: limit)
        } catch {
            let code: ByteSourceError.Code = FileSystemAccess.exists(path) ? .notPermitted : .notFound
            throw ByteSourceError(error == .tooLarge ? .tooLarge : code, operation: "read", context: path)
        }
    }

    /// One that reads lists at addresses, too. For one thread.
    package func playlistLoader(isRecursive: Bool) -> PlaylistLoader { lists.loader(isRecursive: isRecursive) }

    // MARK: What it knows

    /// Whether anything is kept on the disk.
    package var hasCache: Bool { cache.isOn }

    /// Whether anything may be fetched that nobody watches yet: not over a line that costs by the byte, nor before it is
    /// known whether it does. Asks NetworkManager from the first call on.
    package var mayLoadAhead: Bool { opensAddresses && line.isMetered == false }

    /// Bytes of all answers of servers.
    package var receivedByteCount: Int64 { network.receivedByteCount }

    /// Something begins to play, or what played has ended: downloads give way while it streams from the network.
    package func setPlaying(_ isPlaying: Bool) { network.setPlaying(isPlaying) }

    /// What plays streams from the network by other ways than those that are opened here.
    package func noteStream() { network.noteStream() }

    /// The one client.
    /// - Parameter location: for what it is wanted, for errors.
    package func client(_ location: String) throws(ByteSourceError) -> HTTPClient {
        try network.client(for: location)
    }

    /// From now on the server of this address is shown these, and no other is.
    package func setHeaders(_ headers: [HTTPHeader], forServerOf address: Address) {
        network.setHeaders(headers, forServerOf: address)
        if address.serverKey != nil { httpClient(for: address)?.trust(address) }
    }

    /// From now on the address plays from what is on the disk, as far as it is there.
    package func setPartial(_ partial: PartialFile, of location: String) { http.setPartial(partial, of: location) }

    /// What the screen shows of a picture, for the first segments of streams.
    package func setGrid(_ grid: @escaping @Sendable () -> PixelGrid?) { streams.setGrid(grid) }

    /// Connects to where the next item is, if that is another host and needs no TLS. Takes the place of the one
    /// before; nil: nothing is next. Main thread; waits for nothing.
    package func preconnect(next location: String?, after current: String?) {
        network.preconnect(next: location, after: current)
    }

    /// What the viewer should know, each once; cleaned.
    package func takeNotices() -> [String] {
        lowLatency.takeFallbacks().map {
            tr("The low-latency stream failed; playing %1", SafeText.phrase($0))
        } + cache.takeNotices()
    }

    /// Ends what is under way and the client's thread. Everything that was opened has gone.
    package func close() {
        cache.close()
        network.close()
        line.close()
    }
}
