import Cells
import Commands
import Localization
import PlayCore
import PlaybackModel

extension AppState {
    /// A key goes to the innermost thing that is open.
    mutating func press(_ key: KeyPress, at now: HostTime) -> [Effect] {
        if prompt != nil { return pressInPrompt(key, at: now) }
        if pathPrompt != nil { return pressInPath(key, at: now) }
        if tokenLine != nil { return pressInToken(key) }
        if hasPrefix || !userKeys.pending.isEmpty, let effects = pressBound(key, at: now) { return effects }
        if hasPrefix { return pressAfterPrefix(key, at: now) }
        if moveFloating(by: key) { return [] }
        if helpScroll != nil, let effects = pressInHelp(key, at: now) { return effects }
        if panel != nil { return pressInPanel(key, at: now) }
        if downloads.isOpen { return pressInDownloads(key, at: now) }
        if room?.search != nil, let effects = pressInRoom(key, at: now) { return effects }
        if let effects = pressBound(key, at: now) { return effects }
        if let effects = pressInRoom(key, at: now) { return effects }
        // There are no subtitles to move then.
        if snapshot.status == .failed, userKeys.usesDefaults, key == KeyPress(.character("r")) { return [.retry] }
        if wantsToken, userKeys.usesDefaults, key == KeyPress(.character("t")) {
            tokenLine = LineEditor()
            return []
        }
        // The question was put aside, or the network is awaited.
        if snapshot.network?.state == .asking || snapshot.reconnection != nil, userKeys.usesDefaults,
            key == KeyPress(.character("r"))
        {
            return [.command(.reload)]
        }
        guard let action = defaultAction(key) else { return [] }
        return snapshot.status == .failed ? performAfterFailure(action, at: now) : perform(action, at: now)
    }

    /// `g`: a digit begins a time, the keymap knows what else there is.
    private mutating func pressAfterPrefix(_ key: KeyPress, at now: HostTime) -> [Effect] {
        hasPrefix = false
        if case .character(let digit) = key.key, key.modifiers.isEmpty, digit.isASCII, digit.isNumber {
            if snapshot.status != .failed { prompt = TimePrompt(text: String(digit)) }
            return []
        }
        guard userKeys.usesDefaults, let action = keymap.actionAfterPrefix(for: key) else { return [] }
        return snapshot.status == .failed ? performAfterFailure(action, at: now) : perform(action, at: now)
    }

    private mutating func pressInPrompt(_ key: KeyPress, at now: HostTime) -> [Effect] {
        switch key.key {
        case .escape: prompt = nil
        case .backspace:
            if prompt?.text.isEmpty == false { prompt?.text.removeLast() } else { prompt = nil }
        case .enter:
            guard let text = prompt?.text, let target = TimePrompt.parse(text) else {
                message = Message(tr("A time is 1:23:45, 12:34, 90 or 50%"), .warning, at: now)
                return []
            }
            prompt = nil
            return seek(target, .exact, at: now)
        case .character(let character) where key.modifiers.isEmpty: prompt?.type(character)
        default: break
        }
        return []
    }

    /// Nil: the key means what it means without the page.
    private mutating func pressInHelp(_ key: KeyPress, at now: HostTime) -> [Effect]? {
        let scroll = helpScroll ?? 0
        let pageRows = HelpPage.visibleRows(self)
        switch key.key {
        case .character("q"), .character("?"), .escape: helpScroll = nil
        case .character("j"), .down: scrollHelp(to: scroll + 1)
        case .character("k"), .up: scrollHelp(to: scroll - 1)
        case .pageDown: scrollHelp(to: scroll + pageRows)
        case .pageUp: scrollHelp(to: scroll - pageRows)
        case .home: scrollHelp(to: 0)
        case .end: scrollHelp(to: .max)
        default: return nil
        }
        return []
    }

    mutating func scrollHelp(to line: Int) {
        helpScroll = min(max(0, line), HelpPage.lastScroll(self))
    }

    /// The keys that the page of the failure names, and those that lead away.
    private mutating func performAfterFailure(_ action: KeyAction, at now: HostTime) -> [Effect] {
        switch action {
        case .togglePause: return [.retry]
        case .moveItem(let step): return [.move(step)]
        case .activate: return [.move(1)]
        case .open(.playlist): return open(.playlist, at: now)
        case .downloads(.toggle): return perform(action, at: now)
        case .prefix: return perform(.prefix, at: now)
        case .quit: return [.quit]
        case .redraw: return [.redraw]
        case .toggleHelp: return perform(.toggleHelp, at: now)
        case .toggleStatistics: return perform(.toggleStatistics, at: now)
        case .back: return perform(.back, at: now)
        default: return []
        }
    }

    /// `Esc`: out of one thing, the innermost first.
    mutating func stepBack() {
        if helpScroll != nil {
            helpScroll = nil
        } else if statistics != nil {
            statistics = nil
        } else if focus != nil {
            focus = nil
        } else if isFullScreen {
            isFullScreen = false
        } else {
            message = nil
            bar.lastInput = nil
        }
    }

    /// `Tab`: the next control that can do something, then the picture again.
    mutating func moveFocus(_ step: Int) {
        let kind = layout.kind(paneWidth: terminal.columns)
        let metrics = ControlMetrics(self)
        let stops = layout.rows(kind).flatMap { row in
            layout.arrange(
                row: row, width: terminal.columns - 2 * ScreenGeometry.inset, standardWidth: metrics.width)
        }.map(\.tag).filter(\.isFocusable)
        guard let focus, let index = stops.firstIndex(of: focus) else {
            self.focus = step > 0 ? stops.first : stops.last
            return
        }
        let next = index + step
        self.focus = stops.indices.contains(next) ? stops[next] : nil
    }
}
