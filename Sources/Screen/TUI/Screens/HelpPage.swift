import Cells
import Commands
import Localization
import PlayCore
import Text

/// The page of keys (`?`), made from the keymap.
package struct HelpPage: Sendable, Equatable {
    /// The first line in view.
    package var scroll = 0

    enum Line: Equatable {
        case heading(String)
        case entry(keys: String, title: String)
        case gap
    }

    /// - Parameter isIncluded: what is there at present.
    static func lines(
        _ keymap: Keymap, _ own: UserKeys = UserKeys(), isASCII: Bool,
        where isIncluded: (KeyAction) -> Bool = { _ in true }
    ) -> [Line] {
        var lines: [Line] = []
        if !own.bindings.isEmpty {
            lines.append(.heading(tr("Your own keys (input.conf)")))
            lines += own.bindings.bindings.map {
                .entry(keys: SafeText.clean($0.keyText, limit: 30), title: SafeText.clean($0.text, limit: 200))
            }
        }
        for group in keymap.groups where own.usesDefaults {
            if !lines.isEmpty { lines.append(.gap) }
            lines.append(.heading(tr(group.title)))
            for entry in group.entries {
                let bindings = entry.bindings.filter { isIncluded($0.action) }
                let names = bindings.flatMap { own.names($0, isASCII: isASCII) }
                guard let first = names.first, let last = names.last else { continue }
                let isRange = entry.isRange && names.count == entry.bindings.count
                let keys = isRange ? first + (isASCII ? " ... " : " … ") + last : names.joined(separator: "  ")
                lines.append(.entry(keys: keys, title: tr(entry.title)))
            }
        }
        return lines
    }

    /// The keys of where one is.
    static func keymap(_ state: AppState) -> Keymap {
        guard let kind = state.panel?.kind else {
            return state.showsDownloads ? .downloads : state.roomLayout != nil ? .roomPage : state.keymap
        }
        return switch kind {
        case .history, .watchLater: .history
        case .comments: .comments
        case .album: .album
        case .links: .links
        default: .lists
        }
    }

    /// In a list the viewer's own keys do nothing.
    static func lines(_ state: AppState) -> [Line] {
        let isList = state.panel != nil
        let own = isList ? UserKeys() : state.showsDownloads ? state.userKeys.inDownloads : state.userKeys
        return lines(keymap(state), own, isASCII: state.terminal.isASCII, where: state.offers)
    }

    /// As wide and high as the keys need and the terminal has above the bar.
    static func rect(_ state: AppState) -> Rect {
        let area = state.pageArea
        let width = min(area.width, 72)
        let height = min(area.height, lines(state).count + 2)
        return Rect(
            column: area.column + (area.width - width) / 2, row: area.row + (area.height - height) / 2, width: width,
            height: height)
    }

    static func visibleRows(_ state: AppState) -> Int { max(1, rect(state).height - 2) }

    static func lastScroll(_ state: AppState) -> Int {
        max(0, lines(state).count - visibleRows(state))
    }
}

extension HelpPage: ScreenLayer {
    /// Nil: the key means what it means without the page.
    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        let scroll = state.help?.scroll ?? 0
        let pageRows = visibleRows(state)
        switch key.key {
        case .character("q"), .character("?"), .escape: state.help = nil
        case .character("j"), .down: state.scrollHelp(to: scroll + 1)
        case .character("k"), .up: state.scrollHelp(to: scroll - 1)
        case .pageDown: state.scrollHelp(to: scroll + pageRows)
        case .pageUp: state.scrollHelp(to: scroll - pageRows)
        case .home: state.scrollHelp(to: 0)
        case .end: state.scrollHelp(to: .max)
        default: return nil
        }
        return []
    }

    static func point(_ event: MouseEvent, in state: inout AppState, at now: HostTime) -> [Effect]? {
        let scroll = state.help?.scroll ?? 0
        switch event.kind {
        case .wheelUp: state.scrollHelp(to: scroll - 3)
        case .wheelDown: state.scrollHelp(to: scroll + 3)
        default: break
        }
        return []
    }

    static func draw(_ state: AppState, _ geometry: ScreenGeometry, on canvas: inout Canvas, at now: HostTime) {
        canvas.cells.writeHelp(state)
    }

    static func follow(_ turn: PlayTurn, in state: inout AppState, at now: HostTime) {
        if turn == .interruption { state.help = nil }
    }
}

extension AppState {
    /// Nil while the page is closed.
    package internal(set) var help: HelpPage? {
        get { layers.value { if case .help(let page) = $0 { page } else { nil } } }
        set { layers.set(HelpPage.self, newValue.map(Layer.help)) }
    }

    fileprivate mutating func scrollHelp(to line: Int) {
        let last = HelpPage.lastScroll(self)
        help?.scroll = min(max(0, line), last)
    }
}

extension CellBuffer {
    fileprivate mutating func writeHelp(_ state: AppState) {
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        let rect = HelpPage.rect(state)
        let lines = HelpPage.lines(state)
        let visible = HelpPage.visibleRows(state)
        let first = min(max(0, state.help?.scroll ?? 0), max(0, lines.count - visible))
        let isWhole = lines.count <= visible
        box(
            rect, title: tr("Keys"),
            hint: isWhole ? tr("? Esc close") : tr("? Esc close %1 j k PgUp PgDn scroll", glyphs.separator), glyphs)
        // Two thirds for the keys is too much, a third too little: the longest line of keys decides.
        let keyColumns = min(
            lines.map { line in if case .entry(let keys, _) = line { TextWidth.columns(of: keys) } else { 0 } }.max()
                ?? 0,
            (rect.width - 5) / 2)
        let left = rect.column + 2
        let inner = rect.width - 4
        for (offset, line) in lines.dropFirst(first).prefix(visible).enumerated() {
            let row = rect.row + 1 + offset
            switch line {
            case .gap: break
            case .heading(let title):
                write(glyphs.fitted(title, inner), column: left, row: row, style: Theme.bold)
            case .entry(let keys, let title):
                write(glyphs.fitted(keys, keyColumns), column: left, row: row, style: Theme.accent)
                write(
                    glyphs.fitted(title, inner - keyColumns - 2), column: left + keyColumns + 2, row: row)
            }
        }
    }
}
