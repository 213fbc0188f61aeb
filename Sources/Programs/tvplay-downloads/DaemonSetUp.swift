import ByteCaches
import Catalogue
import DownloadClient
import DownloadModel
import DownloadService
import Downloads
import OptionSettings
import Options
import PlayCore
import Playlists
import Storage
import Transport

#if CLASSES
    import ClassDownloads
#endif

/// The parts of the daemon, created from its options. Main thread.
struct DaemonSetUp {
    let accounts: DownloadAccounts
    private let cache: ByteCache?
    private let metered: MeteredLine

    /// - Throws: `.noLibrary`.
    init(_ options: PlayerOptions, _ places: DownloadPlaces, _ wake: WakeUp) throws(DownloadProblem) {
        var settings = DownloadAccounts.Settings(options, places)
        guard let client = HTTPClient(settings.http) else {
            throw DownloadProblem(.noLibrary, detail: "libcurl")
        }
        let resolver = Self.resolver(options.services, client)
        let cacheSettings = CacheSettings(options.cache)
        cache =
            options.cache.isOn
            ? (options.cache.folder ?? CacheFolder.standardPath()).map {
                ByteCache(folder: $0, settings: cacheSettings)
            }
            : nil
        let keys = SecureKeySource(options.downloads.keyPlace(standard: places.keyFile))
        let context = FetchContext(
            client: client, cache: cache, cacheRule: cacheSettings.keyRule, keys: keys, joiner: Self.joiner,
            loader: Self.player.map { LoadProcess([$0, AheadPlan.programWord], options: ByteText.commandLine) },
            requestMeans: { (words, origin) throws(DownloadProblem) in try Self.means(words, origin, client) })
        let metered = MeteredLine { wake.signal() }
        self.metered = metered
        settings.version = ProgramVersion.number
        accounts = DownloadAccounts(
            places, settings, context: context, resolver: resolver, isMetered: { metered.isMetered ?? true },
            onChange: { wake.signal() },
            reload: {
                do throws(OptionError) {
                    let options = try OptionParser.parse(ByteText.commandLine, places: .ofThisUser).options
                    keys.change(to: options.downloads.keyPlace(standard: places.keyFile))
                    return .success(DownloadAccounts.Settings(options, places))
                } catch {
                    return .failure(DownloadProblem(.notPossible, detail: error.message))
                }
            },
            requestSettings: {
                do throws(OptionError) {
                    return HTTPSettings(
                        try OptionParser.parse(ByteText.commandLine, places: .ofThisUser).options.network)
                } catch {
                    Log.shared.write(.warning, "daemon", error.message)
                    return nil
                }
            })
    }

    private static func resolver(_ services: ServiceOptions, _ client: HTTPClient) -> CatalogueResolver {
        let transport = HTTPServiceTransport(client)
        let now: @Sendable () -> Int64 = { WallTime.now.milliseconds / 1000 }
        let manifest = ManifestProvider(transport: transport, now: now, readFile: Self.file)
        // No viewer can be asked, so only the player's stored sign-in or the command is available.
        let peerTube = services.peerTube(transport, stateFolder: StateFolder.path(), now: now) { nil }
        return CatalogueResolver(
            client: client, manifest: manifest, peerTube: peerTube,
            account: services.accountCatalogue(transport, peerTube: peerTube, now: now, readFile: Self.file),
            ytDlp: services.usesYtDlp ? YtDlpProvider(YtDlpProgram(services)) : nil,
            tokens: services.tokenSource(transport), finders: finders(client))
    }

    private static func finders(_ client: HTTPClient) -> [any SourceFinder] {
        #if CLASSES
            [ClassFinder(client: client)]
        #else
            []
        #endif
    }

    /// Returns the means of a download with its own options, parsed with the current configuration.
    @Sendable private static func means(
        _ options: [String], _ origin: String?, _ client: HTTPClient
    ) throws(DownloadProblem) -> RequestMeans {
        do throws(OptionError) {
            let words = ByteText.commandLine
            let common = try OptionParser.parse(words, places: .ofThisUser).options
            let own = try OptionParser.parse(words + options.map { "--" + $0 }, places: .ofThisUser).options
            let settings = HTTPSettings(own.network, beyond: common.network, origin: origin)
            let ownClient = HTTPClient(sharing: client) { shared in
                let limit = shared.transfersPerHost
                shared = settings
                shared.transfersPerHost = limit
            }
            return RequestMeans(client: ownClient, resolver: resolver(own.services, ownClient))
        } catch {
            throw DownloadProblem(.notPossible, detail: error.message)
        }
    }

    func close() {
        accounts.close()
        metered.close()
        cache?.close()
    }

    private static var player: String? { ResourceLocator().executable("tvplay-player") }

    private static var joiner: JoinProcess? {
        guard let player else {
            Log.shared.write(.warning, "daemon", "no tvplay-player: streams stay folders of segments")
            return nil
        }
        return JoinProcess([player, JoinPlan.programWord])
    }

    @Sendable private static func file(_ path: String, _ limit: Int) throws(ByteSourceError) -> [UInt8] {
        do throws(PlaylistError) {
            return try FileSystemAccess.read(path, limit: limit)
        } catch {
            let code: ByteSourceError.Code = FileSystemAccess.exists(path) ? .notPermitted : .notFound
            throw ByteSourceError(error == .tooLarge ? .tooLarge : code, operation: "read", context: path)
        }
    }
}

extension DownloadAccounts.Settings {
    fileprivate init(_ options: PlayerOptions, _ places: DownloadPlaces) {
        let own = options.downloads
        self.init(http: HTTPSettings(options.network), keyFile: own.keyFile(standard: places.keyFile))
        limits.bytesPerSecond = own.limit == 0 ? nil : own.limit
        limits.runningItems = own.items
        limits.activeItems = own.maxActive
        limits.connectionsPerItem = own.connections
        limits.connectionsPerHost = own.connectionsPerHost
        limits.allowsMetered = own.allowsMetered
        limits.schedule = own.hours.flatMap {
            DownloadSchedule(start: $0.start, end: $0.end, weekdays: $0.weekdays)
        }
        limitWhilePlaying = own.limitWhilePlaying == 0 ? nil : own.limitWhilePlaying
        template = own.nameTemplate.map(NameTemplate.init) ?? .standard
        folder = own.folder ?? DownloadFolder.path(inCache: false)
        cacheFolder = DownloadFolder.path(inCache: true)
        isInCache = own.isInCache
        idle = own.idle.map { HostTime(nanoseconds: $0.nanoseconds) }
    }
}
