package import DownloadClient
package import DownloadModel
package import Downloads
import Encoding
package import PlayCore
package import Transport

/// All managers of the daemon, one for each account, with what holds for all of them. The daemon's thread.
package final class DownloadAccounts {
    /// What the configuration says. A value.
    package struct Settings: Sendable {
        package var limits = DownloadLimits()
        /// Bytes per second while a player plays from the network; nil: no other limit.
        package var limitWhilePlaying: Int64?
        package var template = NameTemplate.standard
        /// Absolute paths; nil: there is no home.
        package var folder: String?
        package var cacheFolder: String?
        package var isInCache = false
        package var http: HTTPSettings
        /// Of the program, for clients.
        package var version = ""
        /// Nil: for ever.
        package var idle: HostTime? = .seconds(30)

        /// Where a new key is written; nil: a program has it.
        package var keyFile: String?

        package init(http: HTTPSettings, keyFile: String?) {
            self.http = http
            self.keyFile = keyFile
        }
    }

    let places: DownloadPlaces
    private(set) var settings: Settings
    let resolver: any DownloadResolver
    let preparations: Preparations
    private let context: FetchContext
    private let isMetered: @Sendable () -> Bool
    /// Reads the configuration again; fails with what is wrong with it.
    private let reload: () -> Result<Settings, DownloadProblem>
    /// Reads the settings of requests from the configuration; `nil` if something is wrong with it.
    private let requestSettings: () -> HTTPSettings?
    private let onChange: @Sendable () -> Void
    private(set) var managers: [String: DownloadManager] = [:]
    private var isPlaying = false
    private var wasMetered = false

    /// - Parameters:
    ///   - onChange: any thread; something is to be told.
    ///   - reload: this thread.
    package init(
        _ places: DownloadPlaces, _ settings: Settings, context: FetchContext, resolver: any DownloadResolver,
        isMetered: @escaping @Sendable () -> Bool, onChange: @escaping @Sendable () -> Void,
        reload: @escaping () -> Result<Settings, DownloadProblem>,
        requestSettings: @escaping () -> HTTPSettings? = { nil }
    ) {
        self.places = places
        self.settings = settings
        self.context = context
        preparations = Preparations(DownloadPreparation(context: context, resolver: resolver), onAnswer: onChange)
        self.resolver = resolver
        self.isMetered = isMetered
        self.onChange = onChange
        self.reload = reload
        self.requestSettings = requestSettings
    }

    /// Makes requests as the configuration says now; limits wait for ``refresh()``.
    func readRequestSettings() {
        if let settings = requestSettings() { context.setRequestSettings(settings) }
    }

    /// Goes on with what all accounts left unfinished. What cannot be opened is in the log.
    package func openAll() {
        for name in FolderWalk.names(in: places.accounts, for: "daemon").sorted() where DownloadPlaces.isAccount(name) {
            do throws(DownloadProblem) { _ = try manager(name) } catch {
                Log.shared.write(.error, "daemon", "account \(name): \(error.code.rawValue) \(error.detail)")
            }
        }
    }

    func manager(_ account: String) throws(DownloadProblem) -> DownloadManager {
        if let manager = managers[account] { return manager }
        guard let folder = places.folder(ofAccount: account) else {
            throw DownloadProblem(.notPossible, detail: "no name for an account")
        }
        var own = DownloadManager.Settings(folder: folder)
        own.limits = effective(account)
        own.adjust = { LimitOptions.limits($1, upon: $0) }
        own.template = settings.template
        own.isMetered = isMetered
        let manager = try DownloadManager(own, context: context, resolver: resolver, onChange: onChange)
        managers[account] = manager
        applyLimits()
        return manager
    }

    // MARK: limits

    /// What clients see and set: without what playing takes away.
    func limits(of account: String) -> DownloadLimits {
        LimitOptions.limits(managers[account]?.keptOptions ?? [:], upon: settings.limits)
    }

    /// What a client sets holds for its account until it is set anew or the settings are refreshed, also for the
    /// daemons that come.
    func setOptions(_ options: [JSONValue.Member], of account: String) throws(RPCError) {
        guard let manager = managers[account] else { return }
        var limits = limits(of: account)
        var kept = manager.keptOptions
        for option in options {
            try LimitOptions.change(&limits, option)
            kept[option.name] = LimitOptions.text(option.value)
        }
        manager.setOptions(kept)
        applyLimits()
    }

    /// To all managers, and to what they share: together they take no more than the highest limit of one of them, and so
    /// it is with connections to one server.
    private func applyLimits() {
        let all = managers.keys.map(effective)
        let speeds = all.compactMap(\.bytesPerSecond)
        context.setSharedLimits(
            bytesPerSecond: speeds.count == all.count ? speeds.max() : nil,
            connectionsPerHost: all.map(\.connectionsPerHost).max() ?? settings.limits.connectionsPerHost)
        for (account, manager) in managers { manager.limits = effective(account) }
    }

    private func effective(_ account: String) -> DownloadLimits {
        var result = limits(of: account)
        if isPlaying, let limit = settings.limitWhilePlaying, limit < result.bytesPerSecond ?? .max {
            (result.bytesPerSecond, result.isForPlaying) = (limit, true)
        }
        return result
    }

    /// Whether anything is, or wants to be, downloaded.
    package var isBusy: Bool {
        managers.values.contains { $0.isBusy }
    }

    /// To be called now and then while something is downloaded.
    package func lookAround() {
        let isPlaying = settings.limitWhilePlaying != nil && PlayingFlag.isHeld(places)
        guard isPlaying != self.isPlaying else { return }
        self.isPlaying = isPlaying
        Log.shared.write(.info, "daemon", isPlaying ? "a player plays: slower" : "no player plays any more")
        applyLimits()
    }

    /// To be called when there may be news: what does not run over a metered line stops, or goes on.
    func lookAtLine() {
        let asking = managers.values.filter(\.asksForLine)
        guard !asking.isEmpty else { return }
        let isMetered = isMetered()
        if isMetered != wasMetered {
            wasMetered = isMetered
            Log.shared.write(.info, "daemon", isMetered ? "the line is metered" : "the line is not metered any more")
        }
        for manager in asking { manager.lineIs(metered: isMetered) }
    }

    /// Ends all runs, and goes on with them with what the configuration says now.
    func refresh() throws(DownloadProblem) {
        let new = try reload().get()
        settings = new
        for manager in managers.values {
            manager.setOptions([:])
            manager.refresh(
                { client in
                    var http = new.http
                    // That is one of the limits.
                    http.transfersPerHost = client.settings.transfersPerHost
                    client.settings = http
                }, completion: onChange)
        }
        applyLimits()
    }

    /// Ends all runs; they go on with the next daemon.
    package func close() {
        preparations.keep(only: [])
        for manager in managers.values { manager.close() }
        managers = [:]
    }
}
