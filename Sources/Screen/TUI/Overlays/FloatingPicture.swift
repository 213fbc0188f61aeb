package import Cells
import DownloadScreen
import HomeScreen
import PlayCore
import PlaybackModel
import ScreenKit

extension AppState {
    /// The area without the bar and messages, whose rows are reserved even while they are hidden.
    var floatingArea: Rect {
        // The list of downloads has no bar, and its text flows around the picture.
        let free = showsPage ? 0 : bar.layout.height(bar.layout.kind(paneWidth: terminal.columns)) + 1
        return Rect(column: 0, row: 0, width: terminal.columns, height: terminal.rows - free)
    }

    /// The picture's rectangle with its border. `nil` if the picture has the whole pane, if the terminal has become too
    /// small, and after a failure, whose text needs the space.
    package var floatingFrame: Rect? {
        guard let pane = shownPane, hasSpaceToFloat, roomLayout == nil, snapshot.status != .failed else { return nil }
        return pane.frame(
            in: floatingArea, pictureAspect: snapshot.pictureAspect.map { snapshot.view.aspect(of: $0) },
            cellAspect: terminal.cellAspect)
    }

    /// The floating pane: the viewer's, else that beside home or the list of downloads, which use the screen.
    private var shownPane: FloatingPane? {
        if case .floating(let pane) = picture.mode { return pane }
        return showsPage && picture.floatsBesidePages && snapshot.hasPicture ? picture.besidePages : nil
    }

    private var hasSpaceToFloat: Bool {
        terminal.columns >= FloatingPane.minimum.columns && terminal.rows >= FloatingPane.minimum.rows
    }

    /// The whole width above or below the floating picture if that has enough rows, else the largest area beside it.
    var areaBesidePicture: Rect {
        let all = Rect(column: 0, row: 0, width: terminal.columns, height: terminal.rows)
        guard let frame = floatingFrame else { return all }
        let below = Rect(
            column: 0, row: frame.row + frame.height, width: all.width,
            height: all.height - frame.row - frame.height)
        let above = Rect(column: 0, row: 0, width: all.width, height: frame.row)
        let whole = above.height >= below.height ? above : below
        if whole.height >= PlayerContext.enoughRows { return whole }
        let left = Rect(column: 0, row: 0, width: frame.column, height: all.height)
        let right = Rect(
            column: frame.column + frame.width, row: 0, width: all.width - frame.column - frame.width,
            height: all.height)
        return [whole, left, right].max { $0.width * $0.height < $1.width * $1.height } ?? all
    }

    /// The largest rectangle above the bar that the floating pane leaves free; without a pane, all of it.
    var pageArea: Rect {
        var rows = terminal.rows
        if rows >= AppState.lowRows { rows -= bar.layout.height(bar.layout.kind(paneWidth: terminal.columns)) }
        let all = Rect(column: 0, row: 0, width: terminal.columns, height: rows)
        guard let frame = floatingFrame else { return all }
        let right = frame.column + frame.width
        let bottom = frame.row + frame.height
        let sides = [
            Rect(column: 0, row: 0, width: frame.column, height: rows),
            Rect(column: right, row: 0, width: all.width - right, height: rows),
            Rect(column: 0, row: 0, width: all.width, height: frame.row),
            Rect(column: 0, row: bottom, width: all.width, height: rows - bottom),
        ]
        return sides.max { $0.width * $0.height < $1.width * $1.height } ?? all
    }

    /// Returns the area above the bar and beside the floating picture. The message line stays free.
    func panelArea(_ geometry: ScreenGeometry) -> Rect {
        guard geometry.floatingFrame == nil else {
            var area = pageArea
            area.height = max(0, min(area.height, geometry.messageRow - area.row))
            return area
        }
        let bottom = geometry.bar.isEmpty ? terminal.rows : geometry.bar.row
        return Rect(column: 0, row: 0, width: terminal.columns, height: bottom)
    }

    mutating func toggleFloating(at now: HostTime) {
        if floatingFrame != nil, showsPage {
            picture.mode = .pane
            picture.floatsBesidePages = false
            return
        }
        if case .floating = picture.mode {
            picture.mode = .pane
            message = Message(tr("Full-screen picture"), at: now)
            return
        }
        guard snapshot.hasPicture else {
            message = Message(tr("No picture to detach"), at: now)
            return
        }
        guard hasSpaceToFloat else {
            let needed = "\(FloatingPane.minimum.columns)x\(FloatingPane.minimum.rows)"
            message = Message(tr("Terminal too small for a floating picture: at least %1", needed), .warning, at: now)
            return
        }
        guard !showsPage else { return picture.floatsBesidePages = true }
        picture.mode = .floating(FloatingPane())
        message = Message(tr("Floating picture: Shift+arrows move it, c closes it"), at: now)
    }

    /// Whether the keys act on the floating picture: no control has the focus, and the viewer is not typing. Lists do
    /// not use these keys.
    var floatingHasFocus: Bool {
        floatingFrame != nil && (bar.focus == nil || layers.contains(Panel.self)) && !isTyping && !hasPrefix
    }

    /// Returns false for keys other than Shift with an arrow.
    mutating func moveFloating(by key: KeyPress) -> Bool {
        guard floatingHasFocus, key.modifiers == .shift, let frame = floatingFrame, var pane = shownPane else {
            return false
        }
        switch key.key {
        case .left: pane.move(columns: -1, rows: 0, frame: frame, in: floatingArea)
        case .right: pane.move(columns: 1, rows: 0, frame: frame, in: floatingArea)
        case .up: pane.move(columns: 0, rows: -1, frame: frame, in: floatingArea)
        case .down: pane.move(columns: 0, rows: 1, frame: frame, in: floatingArea)
        default: return false
        }
        if case .floating = picture.mode { picture.mode = .floating(pane) } else { picture.besidePages = pane }
        return true
    }
}

// MARK: Beside a page

extension AppState {
    /// Handles the picture's keys beside home or the list of downloads. Without a page, the player's keys have the same
    /// meanings. Returns `nil` if the key has another meaning.
    mutating func pressBesidePage(_ key: KeyPress, at now: HostTime) -> [Effect]? {
        guard showsPage, panel == nil, !isTyping, !hasPrefix, userKeys.usesDefaults,
            home.forgets == nil, downloads.question == nil,
            !showsDownloads || userKeys.inDownloads.isDefault(key),
            let action = Keymap.besidePage.action(for: key)
        else { return nil }
        if case .toggleFloating = action { return perform(action, at: now) }
        return floatingFrame == nil ? nil : perform(action, at: now)
    }

    /// Whether the border shows the time, because beside a page the picture has no control bar.
    var borderShowsTime: Bool { showsPage && floatingFrame != nil }

    /// Returns `nil` if the control bar shows state and time.
    func floatingWords(at now: HostTime) -> String? {
        guard borderShowsTime else { return nil }
        let glyphs = Glyphs(isASCII: terminal.isASCII)
        let state =
            switch snapshot.status {
            case .reachEnd: tr("ended")
            case .playing: glyphs.play
            default: glyphs.pause
            }
        let position = TimeText.format(shownPosition(at: now))
        return state + " " + position
            + (snapshot.duration.map { " / " + snapshot.guessMark + TimeText.format($0) } ?? "")
    }
}

/// The picture's pane. Passes on all events while the picture does not float.
enum FloatingPicture: ScreenLayer {
    static func press(_ key: KeyPress, in state: inout AppState, at now: HostTime) -> [Effect]? {
        state.moveFloating(by: key) ? [] : state.pressBesidePage(key, at: now)
    }

    static func draw(_ state: AppState, _ geometry: ScreenGeometry, on canvas: inout Canvas, at now: HostTime) {
        guard let frame = geometry.floatingFrame else { return }
        canvas.cells.writeFloatingBorder(frame, state)
        if let words = state.floatingWords(at: now) { canvas.cells.write(words, onBorder: frame) }
        canvas.cells.fill(geometry.pane, .transparent)
        canvas.drawPicture(state, geometry, at: now)
        if state.showsPage { canvas.showsSlide = false }
    }
}

extension CellBuffer {
    /// Leaves the picture's place free. Writes a few words if no page is open.
    mutating func writeFloatingBackground(_ state: AppState) {
        fill(Rect(column: 0, row: 0, width: columns, height: rows))
        guard state.help == nil, state.statistics == nil, state.panel == nil else { return }
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        let lines = [
            CentredLine(text: StatusScreen.title(state), style: Theme.bold), CentredLine(text: ""),
            CentredLine(
                text: tr("c whole picture %1 Shift+arrows move it", glyphs.separator), style: Theme.dim,
                isOptional: true),
        ]
        write(centred: lines, in: state.pageArea, glyphs)
    }

    /// Uses the accent's colour while keys move the pane.
    fileprivate mutating func writeFloatingBorder(_ frame: Rect, _ state: AppState) {
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        let style = state.floatingHasFocus ? Theme.accent : Theme.dim
        let line = String(repeating: glyphs.horizontal, count: max(0, frame.width - 2))
        write(glyphs.topLeft + line + glyphs.topRight, column: frame.column, row: frame.row, style: style)
        for row in frame.row + 1..<frame.row + frame.height - 1 {
            write(glyphs.vertical, column: frame.column, row: row, style: style)
            write(glyphs.vertical, column: frame.column + frame.width - 1, row: row, style: style)
        }
        write(
            glyphs.bottomLeft + line + glyphs.bottomRight, column: frame.column, row: frame.row + frame.height - 1,
            style: style)
    }

    /// Writes words that fit in the lower border.
    fileprivate mutating func write(_ words: String, onBorder frame: Rect) {
        let width = TextWidth.columns(of: words)
        guard width + 4 <= frame.width else { return }
        write(
            " \(words) ", column: frame.column + (frame.width - width - 2) / 2, row: frame.row + frame.height - 1,
            style: Theme.dim)
    }
}

extension Rect {
    /// The rectangle without its border of one cell.
    var inside: Rect { Rect(column: column + 1, row: row + 1, width: width - 2, height: height - 2) }
}
