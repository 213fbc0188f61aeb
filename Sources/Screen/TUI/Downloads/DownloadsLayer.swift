import Cells
import Commands
package import DownloadModel
package import DownloadScreen
import PlayCore
import ScreenKit

/// The list of downloads on the whole screen, with the picture floating beside it.
enum DownloadsLayer: ScreenLayer {
    static let isOpaque = true

    static func takesText(_ state: AppState) -> Bool { state.downloads.takesText }

    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        if let consequences = state.downloads.press(key) { return state.carryOut(consequences, at: now) }
        if let bound = state.userKeys.bindings.bindingInDownloads([.key(key)]) {
            return state.run(bound.commands, at: now)
        }
        guard state.userKeys.usesDefaults else { return [] }
        if let action = Keymap.downloads.action(for: key) { return state.perform(action, at: now) }
        switch state.keymap.action(for: key) {
        case .toggleHelp: return state.perform(.toggleHelp, at: now)
        case .toggleMute: return state.perform(.toggleMute, at: now)
        case .redraw: return [.redraw]
        default: return []
        }
    }

    static func paste(_ text: String, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.downloads.paste(text)
        return []
    }

    static func point(_ event: MouseEvent, in state: inout AppState, at now: HostTime) -> [Effect]? {
        guard state.pathPrompt == nil else { return nil }
        return state.carryOut(state.downloads.point(event, state.context(of: .downloads)), at: now)
    }

    static func draw(_ state: AppState, _ geometry: ScreenGeometry, on canvas: inout Canvas, at now: HostTime) {
        state.downloads.draw(on: &canvas.cells, state.context(of: .downloads))
    }
}

extension Keymap {
    package static let downloads: Keymap = {
        var groups = DownloadKeys.groups.map { $0.map(KeyAction.downloads) }
        let quit = [KeyPress(.character("Q")), KeyPress(.character("w"), .control)]
        groups[groups.count - 1].entries.append(Entry(trMark("quit"), Binding(quit, .quit)))
        return Keymap(groups)
    }()
}

extension AppState {
    package internal(set) var showsDownloads: Bool {
        get { layers.contains(DownloadsLayer.self) }
        set { layers.set(DownloadsLayer.self, newValue ? .downloads : nil) }
    }

    mutating func manage(_ verb: DownloadsVerb, at now: HostTime) -> [Effect] {
        switch verb {
        case .toggle: return showsDownloads ? closePage(.downloads) : openPage(.downloads, at: now)
        case .queue: return showsDownloads ? [] : open(.downloadDefinitions, at: now)
        default:
            guard showsDownloads else { return [] }
            return carryOut(downloads.perform(verb, context(of: .downloads)), at: now)
        }
    }

    mutating func carryOut(_ consequences: DownloadsPage.Consequences, at now: HostTime) -> [Effect] {
        carryOut(consequences, of: .downloads, at: now) { [.downloads($1)] }
    }

    /// The ids of the visible running downloads, or `nil` if the list is not visible.
    package var watchedDownloads: [DownloadID]? {
        guard showsDownloads, !background.isUnseen, !terminal.isTooSmall else { return nil }
        return downloads.watched(context(of: .downloads))
    }

    package var downloadCoverWish: DownloadCoverWish? {
        showsDownloads ? downloads.coverWish(context(of: .downloads)) : nil
    }
}
