import Cells
import Classes
import Commands
import PlayCore
import PlaybackModel
import ScreenKit

extension AppState {
    /// Handles a key that no layer above the picture has handled.
    mutating func pressAtPicture(_ key: KeyPress, at now: HostTime) -> [Effect] {
        if awaitsClass { return defaultAction(key).map { performForState($0, at: now) } ?? [] }
        // After a failure there are no subtitles to move.
        if snapshot.status == .failed, userKeys.usesDefaults, key == KeyPress(.character("r")) { return [.retry] }
        if wantsToken, userKeys.usesDefaults, key == KeyPress(.character("t")) {
            tokenLine = LineEditor()
            return []
        }
        // The viewer has dismissed the question about a failed request, or the player is reconnecting.
        if snapshot.network?.state == .asking || snapshot.reconnection != nil, userKeys.usesDefaults,
            key == KeyPress(.character("r"))
        {
            return ask(.reload)
        }
        guard let action = defaultAction(key) else { return [] }
        return performForState(action, at: now)
    }

    /// Handles a key while the program has no screen: only audible actions, and those that leave.
    mutating func pressWithoutScreen(_ key: KeyPress, at now: HostTime) -> [Effect] {
        if let effects = pressBound(key, at: now) { return effects }
        guard let action = defaultAction(key), action.isAudible else { return [] }
        return performForState(action, at: now)
    }

    mutating func performForState(_ action: KeyAction, at now: HostTime) -> [Effect] {
        if awaitsClass { return action.leadsAway ? perform(action, at: now) : [] }
        return snapshot.status == .failed ? performAfterFailure(action, at: now) : perform(action, at: now)
    }

    /// Performs only the actions that the failure page names, and those that lead to another item or page.
    private mutating func performAfterFailure(_ action: KeyAction, at now: HostTime) -> [Effect] {
        switch action {
        case .togglePause: return [.retry]
        case .moveItem(let step): return [.move(step)]
        case .activate: return [.move(1)]
        case .open(.playlist): return open(.playlist, at: now)
        case .downloads(.toggle): return perform(action, at: now)
        case .prefix: return perform(.prefix, at: now)
        case .quit: return [.quit]
        case .leave, .home: return perform(action, at: now)
        case .redraw: return [.redraw]
        case .room, .live: return perform(action, at: now)
        case .toggleHelp: return perform(.toggleHelp, at: now)
        case .toggleStatistics: return perform(.toggleStatistics, at: now)
        case .back: return perform(.back, at: now)
        default: return []
        }
    }

    /// Closes the innermost open part: help, statistics, focus, full screen. With none open, it leaves an item that was
    /// opened from downloads or home, or a class that opens over an item, else clears the message.
    mutating func stepBack(at now: HostTime) -> [Effect] {
        if help != nil {
            help = nil
        } else if statistics != nil {
            statistics = nil
        } else if bar.focus != nil {
            bar.focus = nil
        } else if bar.isFullScreen {
            bar.isFullScreen = false
        } else if let effects = returnToDownloads(at: now) {
            return effects
        } else if awaitsClass, hasItem {
            return [.room(.leave)]
        } else if navigation.base == .home {
            return leave(at: now)
        } else {
            message = nil
            bar.lastInput = nil
        }
        return []
    }

    /// Moves the focus to the next enabled control, or after the last one to the picture.
    mutating func moveFocus(_ step: Int) {
        let kind = bar.layout.kind(paneWidth: terminal.columns)
        let metrics = ControlMetrics(self)
        let stops = bar.layout.rows(kind).flatMap { row in
            bar.layout.arrange(
                row: row, width: terminal.columns - 2 * ScreenGeometry.inset, standardWidth: metrics.width)
        }.map(\.tag).filter(\.isFocusable)
        guard let focus = bar.focus, let index = stops.firstIndex(of: focus) else {
            bar.focus = step > 0 ? stops.first : stops.last
            return
        }
        let next = index + step
        bar.focus = stops.indices.contains(next) ? stops[next] : nil
    }
}
