import Cells
import PlayCore
import PlaybackModel
import ScreenKit

extension CellBuffer {
    /// Writes the line above the bar. If the pointer is over the slider, the time there has priority over information.
    mutating func writeMessageLine(_ state: AppState, _ geometry: ScreenGeometry, at now: HostTime) {
        guard !state.hasPrefix else { return }
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        let space = state.terminal.columns - 2
        // An open field has the line for itself.
        let row = geometry.messageRow - (state.isTyping ? 1 : 0)
        guard row >= 0 else { return }
        if let message = state.messageInUse, message.kind == .error || state.pointer.hoverColumn == nil {
            let style = [Message.Kind.info: Theme.plain, .warning: Theme.warning, .error: Theme.error][message.kind]
            clearText(inRow: row)
            let text = " " + glyphs.fitted(message.text, space - 1) + " "
            write(text, column: 0, row: row, style: style ?? Theme.plain)
            // An advert's actions stay visible, above the other message.
            guard let advert = state.advertLine(at: now), row > 1 else { return }
            clearText(inRow: row - 1)
            write(" " + glyphs.fitted(advert, space - 1) + " ", column: 0, row: row - 1, style: Theme.plain)
        } else if let text = state.advertLine(at: now) ?? state.osdTime(at: now), state.pointer.hoverColumn == nil,
            !state.isTyping
        {
            clearText(inRow: row)
            write(" " + glyphs.fitted(text, space - 1) + " ", column: 0, row: row, style: Theme.plain)
        }
    }

    /// Writes a field: a dim word, the text, and a hint if there is space.
    ///
    /// - Parameter problem: why the text is invalid; it replaces the hint.
    mutating func writeField(
        _ word: String, _ text: String, hint: String = "", problem: String? = nil, _ state: AppState,
        _ geometry: ScreenGeometry
    ) {
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        let space = state.terminal.columns - 2
        let row = geometry.messageRow
        clearText(inRow: row)
        let end = write(word, label: text, row: row, space: space, glyphs)
        if let problem, space > end {
            write(" " + glyphs.fitted(problem, space - end) + " ", column: end, row: row, style: Theme.warning)
        } else if !hint.isEmpty, TextWidth.columns(of: hint) <= space - end {
            write(hint, label: "", row: row, column: end, space: space - end, glyphs)
        }
    }

    /// Returns the column after the text.
    @discardableResult
    private mutating func write(
        _ word: String, label: String, row: Int, column: Int = 0, space: Int, _ glyphs: Glyphs
    ) -> Int {
        guard space > 0 else { return column }
        let used = write(" " + glyphs.fitted(word, space) + " ", column: column, row: row, style: Theme.dim)
        guard !label.isEmpty, space > used else { return column + used }
        return column + used
            + write(glyphs.fitted(label, space - used) + " ", column: column + used, row: row, style: Theme.bold)
    }

    /// Writes time and chapter above the pointer on the slider.
    mutating func writeHover(_ state: AppState, _ geometry: ScreenGeometry, at now: HostTime) {
        guard let column = state.pointer.hoverColumn, geometry.slider() != nil,
            let time = state.sliderTime(at: column, geometry, at: now)
        else { return }
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        var text = TimeText.format(time, like: state.snapshot.duration)
        if let index = state.place(at: time) { text += "  " + state.placeName(index, in: state.places) }
        if let part = state.part(at: time) { text += "  " + part.name }
        text = " " + glyphs.fitted(text, min(60, state.terminal.columns - 2)) + " "
        let width = TextWidth.columns(of: text)
        let left = min(max(0, column - width / 2), state.terminal.columns - width)
        clearText(inRow: geometry.messageRow)
        write(text, column: left, row: geometry.messageRow, style: Theme.bold)
    }

    /// Clears the text around a message, so that they do not run together. The picture stays.
    private mutating func clearText(inRow row: Int) {
        guard (0..<rows).contains(row) else { return }
        for column in 0..<columns where !self[column, row].isTransparent { self[column, row] = .blank }
    }

    mutating func writePictureSign(_ state: AppState, in pane: Rect, at now: HostTime) {
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        if state.snapshot.status == .reachEnd {
            let text = " \(glyphs.stop) " + tr("The end %1 Space replays", glyphs.separator) + " "
            write(centred: [CentredLine(text: text, style: Theme.bold)], in: pane, glyphs)
        } else if let text = Spinner.text(state, at: now) {
            write(centred: [CentredLine(text: " " + text + " ")], in: pane, glyphs)
        }
    }
}
