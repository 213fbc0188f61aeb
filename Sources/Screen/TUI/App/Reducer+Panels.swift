import Catalogue
import Cells
import ClassPanes
import Classes
import Commands
package import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import Subtitles

/// Panels form a stack: a menu opens a list, `Esc` leads back.
extension AppState {
    package mutating func open(_ kind: PanelKind, corner: Panel.Corner? = nil, at now: HostTime) -> [Effect] {
        guard panel?.kind != kind else {
            closePanels(at: now)
            return []
        }
        if options.isKiosk, kind == .audioDevices {
            message = Message(tr("This is not available here"), .warning, at: now)
            return []
        }
        let reading = kind == .subtitleLines ? readAllLines() : []
        if let reason = emptyReason(kind, at: now) {
            message = Message(reason, at: now)
            return []
        }
        if panel.map({ !$0.kind.isMenu }) == true { panel = nil }
        var panel = Panel(kind, rows: panelRows(kind, at: now), corner: corner)
        if kind == .subtitleLines { panel.markedLine = currentLine(at: now) }
        layers.push(.panel(panel))
        pointer.hoverColumn = nil
        if kind == .comments { (commentPane.top, commentPane.skip) = (0, 0) }
        return reading + openingEffects(kind)
    }

    mutating func closePanels(at now: HostTime) {
        guard panel != nil || pathPrompt != nil else { return }
        panels = []
        pathPrompt = nil
        leaveCommentEditor()
        // The bar disappears as after an input.
        bar.lastInput = now
    }

    private mutating func closePanel(at now: HostTime) {
        if panels.count > 1 { panel = nil } else { closePanels(at: now) }
    }

    /// Updates the rows of the open panel. Costs little if nothing in them changed.
    package mutating func refreshPanel(at now: HostTime) {
        guard let panel else { return }
        if let reason = emptyReason(panel.kind, at: now) {
            message = Message(reason, at: now)
            return closePanels(at: now)
        }
        followSubtitleLine(at: now)
        let rows = panelRows(panel.kind, at: now)
        if rows.isEmpty {
            closePanels(at: now)
        } else {
            self.panel?.list.replace(rows: rows)
        }
    }

    /// Returns whether the open list of chapters marks a chapter that has ended.
    func hasOtherChapter(at now: HostTime) -> Bool {
        guard let panel, panel.kind == .chapters else { return false }
        return panel.list.rows.firstIndex(where: \.isCurrent) != place(at: shownPosition(at: now))
    }

    private func panelHeight(at now: HostTime) -> Int {
        if panel?.kind == .comments { return commentPageHeight(at: now) }
        return panel.map { PanelFrame($0, self, ScreenGeometry(self, at: now)).list.height } ?? 1
    }

    // MARK: Keys

    mutating func pressInPanel(_ key: KeyPress, at now: HostTime) -> [Effect] {
        guard let panel else { return [] }
        if panel.kind.hasSubtitles, panel.list.filter == nil, let effects = pressOnSubtitle(key, panel, at: now) {
            return effects
        }
        if panel.kind == .playlist, let effects = pressOnItem(key, panel, at: now) { return effects }
        if panel.kind.isRemembered, let effects = pressOnRemembered(key, panel) { return effects }
        if panel.kind == .definitions, key == KeyPress(.character("D")), panel.list.filter == nil {
            return queueSelectedDefinition(panel, at: now)
        }
        if panel.kind == .album, let effects = pressOnAlbum(key, panel, at: now) { return effects }
        if let list = panel.kind.classList, let effects = press(key, in: list, panel, at: now) { return effects }
        if panel.kind == .comments, let effects = pressOnComment(key, panel, at: now) {
            return effects
        }
        let height = panelHeight(at: now)
        switch self.panel?.list.press(key, height: height) ?? .ignored {
        case .handled, .refused: return []
        case .closed:
            closePanel(at: now)
            return []
        case .chosen(let choice): return choose(choice, at: now)
        case .ignored: return pressBesidePanel(key, at: now)
        }
    }

    /// Handles `s`, which shows the selected subtitles in the second place, and the keys of their delay.
    private mutating func pressOnSubtitle(_ key: KeyPress, _ panel: Panel, at now: HostTime) -> [Effect]? {
        switch key {
        case KeyPress(.character("s")):
            guard case .subtitle(let id) = panel.list.selection, panel.list.selectedRow?.refusal == nil else {
                return []
            }
            return selectSubtitles(id, in: .second, at: now)
        case KeyPress(.character("z")), KeyPress(.character("x")), KeyPress(.character("Z")):
            return keymap.action(for: key).map { perform($0, at: now) }
        default: return nil
        }
    }

    private mutating func pressBesidePanel(_ key: KeyPress, at now: HostTime) -> [Effect] {
        switch userKeys.isDefault(key) ? keymap.action(for: key) : nil {
        case .togglePause where key.key == .character(" "): perform(.togglePause, at: now)
        case .open(let kind): open(kind, at: now)
        case .toggleHelp: perform(.toggleHelp, at: now)
        case .redraw: [.redraw]
        default: []
        }
    }

    // MARK: The mouse

    mutating func pointInPanel(_ event: MouseEvent, at now: HostTime) -> [Effect] {
        guard let panel else { return [] }
        if case .press = event.kind, panel.question != nil {
            self.panel?.question = nil
            return []
        }
        if panel.kind == .comments { return pointInComments(event, panel, at: now) }
        let frame = PanelFrame(panel, self, ScreenGeometry(self, at: now))
        switch event.kind {
        case .press(.left):
            guard frame.rect.contains(column: event.column, row: event.row) else {
                closePanels(at: now)
                return []
            }
            guard let place = frame.place(column: event.column, row: event.row, in: panel.list),
                let id = panel.list.shown[place].id
            else { return [] }
            self.panel?.list.select(id)
            return panel.list.shown[place].refusal == nil ? choose(id, at: now) : []
        case .press(.right), .press(.middle):
            if !frame.rect.contains(column: event.column, row: event.row) { closePanels(at: now) }
        case .wheelUp: self.panel?.list.scroll(by: -3, height: frame.list.height)
        case .wheelDown: self.panel?.list.scroll(by: 3, height: frame.list.height)
        default: break
        }
        return []
    }

    /// Selects a comment at a click. A row that offers more loads more. The wheel moves from comment to comment.
    private mutating func pointInComments(_ event: MouseEvent, _ panel: Panel, at now: HostTime) -> [Effect] {
        let pane = CommentPane(self, ScreenGeometry(self, at: now))
        switch event.kind {
        case .press(let button):
            guard pane.rect.contains(column: event.column, row: event.row) else {
                closePanels(at: now)
                return []
            }
            guard button == .left, let place = comment(column: event.column, row: event.row, at: now),
                let id = panel.list.shown[place].id
            else { return [] }
            let wasSelected = panel.list.selection == id
            self.panel?.list.select(id)
            if id == .moreComments || wasSelected { return choose(id, at: now) }
        case .wheelUp: return moveInComments(-1, at: now)
        case .wheelDown: return moveInComments(1, at: now)
        default: break
        }
        return []
    }

    // MARK: Choosing

    package mutating func choose(_ choice: PanelChoice, at now: HostTime) -> [Effect] {
        switch choice {
        case .open(let kind): return open(kind, at: now)
        case .addSubtitle:
            pathPrompt = PathPrompt(text: subtitles.pathDraft)
            return []
        case .nothing, .room(.nothing): return []
        case .comment(let id): return chooseComment(id)
        case .moreComments: return [.service(.readComments)]
        default: break
        }
        closePanels(at: now)
        switch choice {
        case .item(let id):
            guard let index = list.items.firstIndex(where: { $0.id == id }) else { return [] }
            guard index == playlist.index else { return [.moveTo(index)] }
            return snapshot.status == .failed ? [.retry] : []
        case .chapter(let index): return seekToPlace(.chapter(index), at: now)
        case .mark(let index): return seekToPlace(.mark(index), at: now)
        case .definition(let index): return changeDefinition(index, at: now)
        case .streamDefinition(let index): return changeStreamDefinition(index, at: now)
        case .angle(let id): return changeAngle(id, at: now)
        case .audioTrack(let id): return selectAudioTrack(id, at: now)
        case .subtitle(let number): return selectSubtitles(number, in: .first, at: now)
        case .subtitlePair(let pair): return selectPair(pair, at: now)
        case .speed(let percent): return setRate(PlaybackRate(Double(percent) / 100), at: now)
        case .audioDevice(let name): return [.selectAudioDevice(name)]
        case .chat(let location): return [.room(.showChatFile(location))]
        case .subtitleLine(let id): return seekToLine(id, at: now)
        case .remembered(let record): return play(record)
        case .action(let action): return perform(action, at: now)
        case .reload: return ask(.reload)
        case .stopLoading: return ask(.stopLoading)
        case .room(let choice): return choose(choice, at: now)
        case .albumItem(let index): return playAlbumItem(index)
        case .download(let definition): return queueCurrent(definition)
        case .open, .addSubtitle, .nothing, .comment, .moreComments: return []
        }
    }
}

extension PanelKind {
    var isMenu: Bool { self == .mainMenu || self == .contextMenu }
}
