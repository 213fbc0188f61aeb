import ByteCaches
import PlayCore
import Streaming
import Transport

/// Shared by all streams of the process. Any thread.
final class StreamSettings: Sendable {
    private let settings: AccessSettings
    private let network: NetworkClient
    private let cache: DiskCache
    private let downloaded: DownloadedFiles
    private let memory: StreamMemory
    private let grid = Monitor<(@Sendable () -> PixelGrid?)?>(nil)

    init(
        _ settings: AccessSettings, _ network: NetworkClient, _ cache: DiskCache, _ downloaded: DownloadedFiles
    ) {
        self.settings = settings
        self.network = network
        self.cache = cache
        self.downloaded = downloaded
        memory = StreamMemory(settings.startMode)
    }

    func setGrid(_ grid: @escaping @Sendable () -> PixelGrid?) { self.grid.withLock { $0 = grid } }

    var wishes: DefinitionWishes {
        DefinitionWishes(
            preferred: settings.definitions, fetchesFullSize: settings.fetchesFullSize, shownGrid: grid.withLock { $0 })
    }

    /// - Parameter headers: the item's own headers. May hold secrets.
    /// - Parameter isTrusted: whether its servers receive the viewer's own header fields.
    func opener(
        isKept: Bool, _ headers: [HTTPHeader] = [], isPreload: Bool = false, isTrusted: Bool = true,
        cookies: CookieJar = CookieJar()
    ) -> StreamOpener {
        var environment = environment(isKept: isKept, headers, cookies, isPreload: isPreload)
        environment.isTrusted = isTrusted
        return StreamOpener(environment)
    }

    func environment(
        isKept: Bool, _ headers: [HTTPHeader], _ cookies: CookieJar, isPreload: Bool = false
    ) -> StreamEnvironment {
        var environment = StreamEnvironment(
            preferredDefinitions: settings.definitions,
            wantsPicture: settings.wantsPicture && settings.definitions.first != .audio,
            fetchesFullSize: settings.fetchesFullSize, startBandwidth: settings.startBandwidth,
            shownGrid: grid.withLock { $0 }, cache: isKept ? cache.open() : nil
        ) { [network] () throws(ByteSourceError) in
            try network.client(for: "a stream", cookies)
        }
        environment.headers = headers
        environment.openFile = { [downloaded] (path, cancel) throws(ByteSourceError) in
            try downloaded.open(path, cancel: cancel)
        }
        environment.isPreload = isPreload
        environment.holdsAhead = isKept && cache.holdsAhead
        environment.memory = memory
        return environment
    }
}
