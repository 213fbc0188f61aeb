package import DownloadClient
package import DownloadModel
package import Downloads
import Encoding
package import PlayCore
package import Transport

/// The daemon's managers, one per account, and their common settings. For the daemon's thread.
package final class DownloadAccounts {
    package struct Settings: Sendable {
        package var limits = DownloadLimits()
        /// In bytes per second, or `nil` for no separate limit.
        package var limitWhilePlaying: Int64?
        package var template = NameTemplate.standard
        /// Absolute, or `nil` if there is no home.
        package var folder: String?
        package var cacheFolder: String?
        package var isInCache = false
        package var http: HTTPSettings
        package var version = ""
        /// The time without clients and downloads after which the daemon ends, or `nil` to run forever.
        package var idle: HostTime? = .seconds(30)

        /// `nil` if the key comes from a program.
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
    /// Reads the settings again. Fails with the problem in the configuration.
    private let reload: () -> Result<Settings, DownloadProblem>
    /// Returns `nil` if the configuration has an error.
    private let requestSettings: () -> HTTPSettings?
    private let onChange: @Sendable () -> Void
    private(set) var managers: [String: DownloadManager] = [:]
    private var isPlaying = false
    private var wasMetered = false

    /// - Parameters:
    ///   - onChange: called on any thread to notify clients.
    ///   - reload: called on the daemon's thread.
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

    /// Excludes the limits, which ``refresh()`` applies.
    func readRequestSettings() {
        if let settings = requestSettings() { context.setRequestSettings(settings) }
    }

    /// Resumes the unfinished downloads of all accounts. Logs accounts that cannot be opened.
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

    // MARK: Limits

    /// Returns the limits that clients see and set, without the reduction during playback.
    func limits(of account: String) -> DownloadLimits {
        LimitOptions.limits(managers[account]?.keptOptions ?? [:], upon: settings.limits)
    }

    /// Sets options until they are changed or ``refresh()`` is called, even after restarts of the daemon.
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

    /// Applies the limits. For speed and connections to one server, the highest of the managers' limits count.
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

    package var isBusy: Bool {
        managers.values.contains { $0.isBusy }
    }

    /// Checks whether a player streams. Call regularly while there are downloads.
    package func lookAround() {
        let isPlaying = settings.limitWhilePlaying != nil && PlayingFlag.isHeld(places)
        guard isPlaying != self.isPlaying else { return }
        self.isPlaying = isPlaying
        Log.shared.write(.info, "daemon", isPlaying ? "a player plays: slower" : "no player plays any more")
        applyLimits()
    }

    /// Pauses or resumes downloads when the line's metering changes. Call at each wake-up.
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

    /// Reads the configuration again and restarts all runs with it.
    func refresh() throws(DownloadProblem) {
        let new = try reload().get()
        settings = new
        for manager in managers.values {
            manager.setOptions([:])
            manager.refresh(
                { client in
                    var http = new.http
                    // Transfers per host are a limit, which is applied separately.
                    http.transfersPerHost = client.settings.transfersPerHost
                    client.settings = http
                }, completion: onChange)
        }
        applyLimits()
    }

    /// The next daemon resumes the runs.
    package func close() {
        preparations.keep(only: [])
        for manager in managers.values { manager.close() }
        managers = [:]
    }
}
