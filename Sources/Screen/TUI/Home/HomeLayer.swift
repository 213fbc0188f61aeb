import Cells
import Commands
import DownloadScreen
import History
package import HomeScreen
package import Library
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit

/// Home and its folders on the whole screen, with the picture floating beside them.
enum HomeLayer: ScreenLayer {
    static let isOpaque = true

    static func takesText(_ state: AppState) -> Bool { state.home.takesText }

    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.navigation.awaitsItem = false
        let action = Keymap.home.action(for: key)
        let asked = state.home.press(key, isBound: action != nil, state.homeContext, at: now)
        if let asked { return state.carryOut(asked, at: now) }
        guard state.userKeys.usesDefaults else { return [] }
        if let action { return state.perform(action, at: now) }
        switch state.keymap.action(for: key) {
        case .toggleHelp: return state.perform(.toggleHelp, at: now)
        case .redraw: return [.redraw]
        case .toggleMute where state.hasItem: return state.perform(.toggleMute, at: now)
        case .togglePause where key.key == .character(" ") && state.hasItem:
            return state.perform(.togglePause, at: now)
        default: return []
        }
    }

    static func paste(_ text: String, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.home.paste(text) ? [] : state.ask(aboutPaste: text)
    }

    static func point(_ event: MouseEvent, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.isTyping ? nil : state.carryOut(state.home.point(event, state.homeContext), at: now)
    }

    static func draw(_ state: AppState, _ geometry: ScreenGeometry, on canvas: inout Canvas, at now: HostTime) {
        state.home.draw(on: &canvas.cells, state.homeContext)
    }
}

extension Keymap {
    package static let home: Keymap = {
        var groups = HomeKeys.groups.map { $0.map(KeyAction.home) }
        let quit = [KeyPress(.character("Q")), KeyPress(.character("w"), .control)]
        groups[groups.count - 1].entries.append(Entry(trMark("quit"), Binding(quit, .quit)))
        return Keymap(groups)
    }()
}

extension AppState {
    package internal(set) var showsHome: Bool {
        get { layers.contains(HomeLayer.self) }
        set { layers.set(HomeLayer.self, newValue ? .home : nil) }
    }

    /// Whether a page has the screen, so that the picture has only a corner.
    var showsPage: Bool { showsHome || showsDownloads }

    var homeContext: HomeContext {
        HomeContext(
            context(of: .home), history: history, downloads: downloads, playlist: playlist, isKiosk: options.isKiosk,
            isBase: navigation.base == .home, isTyping: isTyping)
    }

    mutating func browse(_ verb: HomeVerb, at now: HostTime) -> [Effect] {
        switch verb {
        case .toggle: return showsHome ? closePage(.home) : openPage(.home, at: now)
        case .openLocation where options.isKiosk:
            message = Message(tr("This is not available here"), .warning, at: now)
            return []
        case .openLocation:
            openPrompt = OpenPrompt()
            return []
        case .playlist: return open(.playlist, at: now)
        default: return showsHome ? carryOut(home.perform(verb, homeContext), at: now) : []
        }
    }

    mutating func carryOut(_ consequences: HomePage.Consequences, at now: HostTime) -> [Effect] {
        carryOut(consequences, of: .home, at: now) { $0.carryOut($1, at: now) }
    }

    private mutating func carryOut(_ order: HomeOrder, at now: HostTime) -> [Effect] {
        switch order {
        case .readHistory: return [.readHistory]
        case .library(let order): return [.library(order)]
        case .catalogue(let order): return [.catalogue(order)]
        case .forget(let change): return forget(change)
        case .play(let videos, let index):
            navigation.awaitsItem = true
            return [.play(videos, at: index)]
        case .playRemembered(let record):
            navigation.awaitsItem = true
            let effects = play(record)
            if hasItem, history.row(record)?.location == list.current?.videoID { hidePage(.home) }
            return effects
        case .playList:
            navigation.awaitsItem = true
            return [.moveTo(0)]
        case .load(let path, let mode):
            if mode == .replace { navigation.awaitsItem = true }
            return [.external(.loadFile(path: path, mode: mode))]
        case .download(let reference, let title):
            guard downloads.isOffered else {
                message = Message(tr("Downloads are not available here"), .warning, at: now)
                return []
            }
            return [.downloads(.add(reference: reference, title: title, definition: nil))]
        case .openDownloads(let id):
            if let id { downloads.select(id) }
            return openPage(.downloads, at: now)
        }
    }

    /// `nil` if there is no picture or no space.
    package var homeCoverWish: HomeCoverWish? {
        showsHome && !showsDownloads ? home.coverWish(homeContext) : nil
    }

    package var peeksAtDownloads: Bool {
        showsHome && home.folders.isEmpty && home.catalogue == nil && !showsDownloads && !background.isUnseen
    }

    /// The probes of the playlist's files around the selected one.
    private var wantedLengths: [EntryProbe.Job] {
        let selected = panel?.list.selectedPlace ?? playlist.index ?? 0
        let near = list.items.indices.clamped(to: max(0, selected - 20)..<max(0, selected) + 20)
        return list.items[near].filter {
            $0.duration == nil && $0.location.hasPrefix("/") && home.details[$0.location] == nil
        }.map { EntryProbe.Job(path: $0.location, isFolder: false) }
    }

    /// The visible entries without details, the selected one first; `nil` if neither home nor the playlist is visible.
    package var wantedDetails: [EntryProbe.Job]? {
        guard !background.isUnseen, !terminal.isTooSmall else { return nil }
        if panel?.kind == .playlist { return wantedLengths }
        return showsHome && !showsDownloads ? home.wantedDetails(context(of: .home)) : nil
    }
}
