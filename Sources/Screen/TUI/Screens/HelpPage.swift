import Cells
import ClassPanes
import Commands
import PlayCore
import ScreenKit

/// The page of keys (`?`), made from the keymap.
package struct HelpPage: Sendable, Equatable {
    package var scroll = 0
    /// Searched by `/`.
    var search = ""
    /// Whether typed letters belong to ``search``.
    var isTyping = false

    enum Line: Equatable {
        case heading(String)
        case entry(keys: String, title: String)
        case gap

        var keyColumns: Int { if case .entry(let keys, _) = self { TextWidth.columns(of: keys) } else { 0 } }

        var titleColumns: Int { if case .entry(_, let title) = self { TextWidth.columns(of: title) } else { 0 } }
    }

    /// - Parameter isIncluded: whether an action is available.
    static func lines(
        _ keymap: Keymap, _ own: UserKeys = UserKeys(), isASCII: Bool, within reach: KeyReach = .all,
        where isIncluded: (KeyAction) -> Bool = { _ in true }
    ) -> [Line] {
        var lines: [Line] = []
        if !own.bindings.isEmpty {
            lines.append(.heading(tr("Your own keys (input.conf)")))
            lines += own.bindings.bindings.map {
                .entry(keys: SafeText.clean($0.keyText, limit: 30), title: SafeText.clean($0.text, limit: 200))
            }
        }
        var taken: Set<TakenKey> = []
        for group in keymap.groups where own.usesDefaults {
            let entries = group.entries.compactMap { entry in
                line(
                    entry, own, isASCII: isASCII, within: reach, isIncluded, without: group.isElsewhere ? [] : taken)
            }
            if !group.isElsewhere { taken.formUnion(TakenKey.all(of: group)) }
            guard !entries.isEmpty else { continue }
            if !lines.isEmpty { lines.append(.gap) }
            lines += [.heading(tr(group.title))] + entries
        }
        return lines
    }

    /// A key of an earlier group: later groups that are valid at the same time do not get it.
    private struct TakenKey: Hashable {
        let key: KeyPress
        let isAfterPrefix: Bool

        static func all(of group: Keymap.Group) -> [TakenKey] {
            group.entries.flatMap(\.bindings).flatMap { binding in
                binding.keys.map { TakenKey(key: $0, isAfterPrefix: binding.isAfterPrefix) }
            }
        }
    }

    private static func line(
        _ entry: Keymap.Entry, _ own: UserKeys, isASCII: Bool, within reach: KeyReach,
        _ isIncluded: (KeyAction) -> Bool, without taken: Set<TakenKey>
    ) -> Line? {
        let names = entry.bindings(within: reach).filter { isIncluded($0.action) }.flatMap { binding in
            own.names(binding, isASCII: isASCII) {
                !taken.contains(TakenKey(key: $0, isAfterPrefix: binding.isAfterPrefix))
            }
        }
        guard let first = names.first, let last = names.last else { return nil }
        let isRange = entry.isRange && names.count == entry.bindings.count
        let keys = isRange ? first + (isASCII ? " ... " : " … ") + last : names.joined(separator: "  ")
        return .entry(keys: keys, title: tr(entry.title))
    }

    static func keymap(_ state: AppState) -> Keymap {
        guard let kind = state.panel?.kind else {
            return state.showsDownloads
                ? state.floatingFrame == nil ? .downloads : .downloadsBesidePicture
                : state.showsHome
                    ? .homePage
                    : state.roomLayout == nil ? state.keymap : state.room?.live == nil ? .roomPage : .livePage
        }
        return switch kind {
        case .history, .watchLater: .history
        case .comments: .comments
        case .album: .album
        case .links: .links
        case .playlist: .playlist
        case .subtitles, .captions: .subtitleList
        case .definitions: .definitions
        default: .lists
        }
    }

    /// Returns the lines, in a list without the viewer's own keys, which have no effect there.
    static func lines(_ state: AppState) -> [Line] {
        let isList = state.panel != nil || state.showsHome && !state.showsDownloads
        let own = isList ? UserKeys() : state.showsDownloads ? state.userKeys.inDownloads : state.userKeys
        return lines(
            keymap(state), own, isASCII: state.terminal.isASCII, within: state.terminal.keyReach, where: state.offers)
    }

    /// Returns the lines that contain the text, with their headings.
    static func matches(_ lines: [Line], _ search: String) -> [Line] {
        guard !search.isEmpty else { return lines }
        let term = SearchTerm(search)
        var found: [Line] = []
        var heading: Line?
        // If a heading matches, so do all keys below it.
        var isWhole = false
        for line in lines {
            switch line {
            case .gap: break
            case .heading(let title):
                heading = line
                isWhole = search.count > 1 && term.occurs(in: title)
            case .entry(let keys, let title):
                // A single letter means a key; upper and lower case are different keys.
                let hasKey = keys.split(separator: " ").contains { $0 == search || $0.hasSuffix("-" + search) }
                guard isWhole || hasKey || term.occurs(in: title) else { continue }
                if let heading { found += (found.isEmpty ? [] : [.gap]) + [heading] }
                heading = nil
                found.append(line)
            }
        }
        return found
    }

    static func layout(_ state: AppState) -> HelpLayout {
        let area = state.pageArea
        return HelpLayout(
            lines(state), search: state.help?.search ?? "", width: area.width, height: area.height)
    }

    /// Returns the rectangle: as wide and high as the keys need and the terminal has above the bar.
    static func rect(_ state: AppState) -> Rect {
        let area = state.pageArea
        let layout = layout(state)
        return Rect(
            column: area.column + (area.width - layout.width) / 2, row: area.row + (area.height - layout.height) / 2,
            width: layout.width, height: layout.height)
    }
}

extension HelpPage: ScreenLayer {
    static func takesText(_ state: AppState) -> Bool { state.help?.isTyping == true }

    /// Returns `nil` if the key has its meaning without the page.
    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        if state.help?.isTyping == true { return type(key, in: &state) }
        let scroll = state.help?.scroll ?? 0
        let pageRows = layout(state).visibleRows
        switch key.key {
        case .escape where state.help?.search.isEmpty == false: state.help = HelpPage()
        case .character("q"), .character("?"), .function(1), .escape: state.help = nil
        case .character("/") where key.modifiers.isEmpty: state.help?.isTyping = true
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

    private static func type(_ key: KeyPress, in state: inout AppState) -> [Effect] {
        guard var page = state.help else { return [] }
        page.scroll = 0
        switch key.key {
        case .escape: page = HelpPage()
        case .enter: page.isTyping = false
        case .backspace:
            if page.search.isEmpty { page.isTyping = false } else { page.search.removeLast() }
        case .character(let character) where key.modifiers.isEmpty && page.search.count < searchLimit:
            page.search.append(character)
        default: break
        }
        state.help = page
        return []
    }

    static func paste(_ text: String, in state: inout AppState, at now: HostTime) -> [Effect]? {
        guard var page = state.help, page.isTyping else { return nil }
        page.search = String((page.search + SafeText.clean(text, limit: searchLimit)).prefix(searchLimit))
        state.help = page
        return []
    }

    /// A longer text would find nothing.
    private static let searchLimit = 40

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
    package internal(set) var help: HelpPage? {
        get { layers.value { if case .help(let page) = $0 { page } else { nil } } }
        set { layers.set(HelpPage.self, newValue.map(Layer.help)) }
    }

    fileprivate mutating func scrollHelp(to row: Int) {
        let last = HelpPage.layout(self).lastScroll
        help?.scroll = min(max(0, row), last)
    }
}

extension CellBuffer {
    fileprivate mutating func writeHelp(_ state: AppState) {
        guard let page = state.help else { return }
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        let layout = HelpPage.layout(state)
        let rect = HelpPage.rect(state)
        box(rect, title: title(page), hint: hint(page, layout, glyphs), glyphs)
        if layout.columns.isEmpty, rect.width > 6 {
            write(glyphs.fitted(tr("No matches"), rect.width - 4), column: rect.column + 2, row: rect.row + 1)
        }
        let first = min(max(0, page.scroll), layout.lastScroll)
        for (index, lines) in layout.columns.enumerated() {
            let left = rect.column + 2 + index * (layout.columnWidth + HelpLayout.space)
            for (offset, line) in lines.dropFirst(first).prefix(layout.visibleRows).enumerated() {
                write(line, layout, column: left, row: rect.row + 1 + offset, glyphs)
            }
        }
    }

    private mutating func write(_ line: HelpPage.Line, _ layout: HelpLayout, column: Int, row: Int, _ glyphs: Glyphs) {
        switch line {
        case .gap: break
        case .heading(let title):
            write(glyphs.fitted(title, layout.columnWidth), column: column, row: row, style: Theme.bold)
        case .entry(let keys, let title):
            write(glyphs.fitted(keys, layout.keyColumns), column: column, row: row, style: Theme.accent)
            write(
                glyphs.fitted(title, layout.columnWidth - layout.keyColumns - 2),
                column: column + layout.keyColumns + 2, row: row)
        }
    }

    private func title(_ page: HelpPage) -> String {
        guard page.isTyping || !page.search.isEmpty else { return tr("Keys") }
        return tr("Keys") + "  /" + page.search + (page.isTyping ? "_" : "")
    }

    private func hint(_ page: HelpPage, _ layout: HelpLayout, _ glyphs: Glyphs) -> String {
        if page.isTyping { return tr("Enter keep %1 Esc clear", glyphs.separator) }
        let close = page.search.isEmpty ? tr("? Esc close") : tr("Esc clear")
        var hints = [close, tr("/ search")] + (layout.lastScroll == 0 ? [] : [tr("j k PgUp PgDn scroll")])
        let separator = " " + glyphs.separator + " "
        while TextWidth.columns(of: hints.joined(separator: separator)) > layout.width - 5, !hints.isEmpty {
            hints.removeLast()
        }
        return hints.joined(separator: separator)
    }
}
