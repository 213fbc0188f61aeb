import HomeScreen
import PlayCore

/// Changes of the state on which derived state depends. Setters add them; ``AppState/settle(at:)`` reads them.
package struct Changes: OptionSet, Sendable, Equatable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// A key, the mouse or a command: any part of the screen may have changed.
    static let input = Changes(rawValue: 1)
    static let terminal = Changes(rawValue: 1 << 1)
    static let layers = Changes(rawValue: 1 << 2)
    static let layout = Changes(rawValue: 1 << 3)
    /// Another item, or newly known properties of the item.
    static let item = Changes(rawValue: 1 << 4)
    static let snapshot = Changes(rawValue: 1 << 5)
    /// Changed tracks, changed duration, or a changed range of a live stream.
    static let content = Changes(rawValue: 1 << 6)
    static let sound = Changes(rawValue: 1 << 7)
    static let chapter = Changes(rawValue: 1 << 8)
    static let list = Changes(rawValue: 1 << 9)
    static let history = Changes(rawValue: 1 << 10)
    static let audioDevices = Changes(rawValue: 1 << 11)
    static let subtitles = Changes(rawValue: 1 << 12)
    static let services = Changes(rawValue: 1 << 13)
    static let room = Changes(rawValue: 1 << 14)
    static let chats = Changes(rawValue: 1 << 15)
    static let downloads = Changes(rawValue: 1 << 16)
    static let home = Changes(rawValue: 1 << 17)
    static let duration = Changes(rawValue: 1 << 18)

    // Stored sets, because a literal of several allocates memory each time, and this runs for every frame.
    fileprivate static let spokenLanguage: Changes = [.content, .sound]
    fileprivate static let frameTimes: Changes = [.content, .subtitles]
    fileprivate static let wishes: Changes = [.content, .sound, .subtitles]
    fileprivate static let comments: Changes = [.input, .services]
    fileprivate static let controls: Changes = [
        .terminal, .layout, .item, .content, .list, .audioDevices, .subtitles, .room,
    ]
    fileprivate static let homeRows: Changes = [.layers, .list, .history, .downloads, .home]
    fileprivate static let panes: Changes = [.input, .terminal, .room]
}

extension AppState {
    /// Updates derived state according to the changes, each part after its sources. Changes made here count as settled.
    mutating func settle(at now: HostTime) -> [Effect] {
        guard !changes.isEmpty else { return [] }
        let changes = changes
        defer { self.changes = [] }
        if !changes.isDisjoint(with: .spokenLanguage) { subtitles.chooseByWish(spoken: spokenLanguage) }
        if !changes.isDisjoint(with: .frameTimes) { adaptFrameTimes() }
        var effects = !changes.isDisjoint(with: .wishes) ? askForTracks() : []
        if !changes.isDisjoint(with: .controls) { adaptControls() }
        if showsHome, !changes.isDisjoint(with: .homeRows) { home.refresh(homeContext) }
        if let kind = panel?.kind, !changes.isDisjoint(with: kind.sources) { refreshPanel(at: now) }
        if !changes.isDisjoint(with: .comments) { effects += followComments(at: now) }
        if !changes.isDisjoint(with: .panes) {
            effects += settleClass(at: now)
            followDanmaku(at: now)
        }
        return effects
    }
}

extension PanelKind {
    /// The changes that affect its rows or may end it. These include whether the item is known.
    fileprivate var sources: Changes { ownSources.union([.item, .list]) }

    private var ownSources: Changes {
        switch self {
        case .playlist: [.history, .home, .duration]
        case .chapters: [.snapshot, .chapter, .services]
        case .captions, .subtitles, .audioTracks, .tracks: [.snapshot, .subtitles]
        case .definitions, .speeds, .networkQuestion: [.snapshot]
        case .downloadDefinitions: [.snapshot, .downloads]
        case .audioDevices: [.audioDevices]
        case .subtitleLines: [.subtitles]
        case .history, .watchLater: [.history]
        case .comments: [.services]
        case .chats: [.chats, .room]
        case .album: [.history, .services]
        case .wholeText: [.room, .terminal]
        case .links, .personActions, .documents, .captureDevices: [.room]
        case .mainMenu, .contextMenu:
            // Layers, because a menu is visible again when the list above it closes.
            [.layers, .snapshot, .history, .audioDevices, .subtitles, .services, .room, .chats, .downloads]
        }
    }
}
