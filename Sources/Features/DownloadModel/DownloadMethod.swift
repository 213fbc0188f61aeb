/// The daemon's methods: aria2's names and semantics where aria2 has the method, otherwise names with `tvplay.`
/// (docs/download-protocol.md). Never rename one.
package enum DownloadMethod: String, Sendable, Hashable, CaseIterable {
    // Adding and changing.
    case addUri = "aria2.addUri"
    case addPlayback = "tvplay.addPlayback"
    case pause = "aria2.pause"
    case forcePause = "aria2.forcePause"
    case unpause = "aria2.unpause"
    case retry = "tvplay.retry"
    case remove = "aria2.remove"
    case forceRemove = "aria2.forceRemove"
    case removeDownloadResult = "aria2.removeDownloadResult"
    case pauseAll = "aria2.pauseAll"
    case forcePauseAll = "aria2.forcePauseAll"
    case unpauseAll = "aria2.unpauseAll"
    case retryAll = "tvplay.retryAll"
    case cancel = "tvplay.cancel"
    case removeAll = "tvplay.removeAll"
    case purgeDownloadResult = "aria2.purgeDownloadResult"
    case clear = "tvplay.clear"
    case clearAll = "tvplay.clearAll"
    case changePosition = "aria2.changePosition"
    // Queries.
    case tellStatus = "aria2.tellStatus"
    case tell = "tvplay.tell"
    case tellActive = "aria2.tellActive"
    case tellWaiting = "aria2.tellWaiting"
    case tellStopped = "aria2.tellStopped"
    case list = "tvplay.list"
    case getFiles = "aria2.getFiles"
    case getUris = "aria2.getUris"
    case getGlobalStat = "aria2.getGlobalStat"
    case play = "tvplay.play"
    case prepare = "tvplay.prepare"
    case validate = "tvplay.validate"
    // Options.
    case getOption = "aria2.getOption"
    case changeOption = "aria2.changeOption"
    case setNotes = "tvplay.setNotes"
    case getGlobalOption = "aria2.getGlobalOption"
    case changeGlobalOption = "aria2.changeGlobalOption"
    // The connection and the daemon.
    case account = "tvplay.account"
    case accounts = "tvplay.accounts"
    case subscribe = "tvplay.subscribe"
    case refresh = "tvplay.refresh"
    case makeKey = "tvplay.makeKey"
    case saveSession = "aria2.saveSession"
    case shutdown = "aria2.shutdown"
    case forceShutdown = "aria2.forceShutdown"
    case getVersion = "aria2.getVersion"
    case getSessionInfo = "aria2.getSessionInfo"
    // JSON-RPC's own.
    case listMethods = "system.listMethods"
    case listNotifications = "system.listNotifications"
    case multicall = "system.multicall"

    private static let byBareName = Dictionary(
        uniqueKeysWithValues: allCases.filter { $0.group != "system" }.map { ($0.bareName, $0) })

    /// `aria2`, `tvplay` or `system`.
    private var group: Substring { rawValue.prefix { $0 != "." } }
    package var bareName: String { String(rawValue.dropFirst(group.count + 1)) }

    /// Accepts a method's prefix `aria2.` or `tvplay.`, or none. `system.` methods need their full name.
    package init?(spelled name: String) {
        if let method = DownloadMethod(rawValue: name) {
            self = method
            return
        }
        let parts = name.split(separator: ".", maxSplits: 1)
        let hasGroup = parts.count == 2 && ["aria2", "tvplay"].contains(parts[0])
        guard let method = Self.byBareName[hasGroup ? String(parts[1]) : name] else { return nil }
        self = method
    }
}

/// The events for clients that subscribed or requested an offer. Raw values are part of the protocol: never rename one.
package enum DownloadEvent: String, Sendable, Hashable, CaseIterable {
    case start = "aria2.onDownloadStart"
    case pause = "aria2.onDownloadPause"
    case stop = "aria2.onDownloadStop"
    case complete = "aria2.onDownloadComplete"
    case error = "aria2.onDownloadError"
    case change = "tvplay.onChange"
    /// An offer is ready, or failed (``DownloadPreparationResult``).
    case prepared = "tvplay.onPrepared"
}
