import Cells
import Localization
import PlayCore
import PlaybackModel
import Text

extension CellBuffer {
    /// The line above the bar: the prompt, the half-typed command, else the message. Over the slider the time under the
    /// pointer stands here and says more than information does.
    mutating func writeMessageLine(_ state: AppState, _ geometry: ScreenGeometry, at now: HostTime) {
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        let room = state.terminal.columns - 2
        let row = geometry.messageRow
        if let prompt = state.prompt {
            let end = write(tr("Go to:"), label: prompt.text + "_", row: row, room: room, glyphs)
            write(tr("Enter go, Esc leave"), label: "", row: row, column: end, room: room - end, glyphs)
        } else if let token = state.tokenLine {
            let word = tr("Token:")
            let dots = String(
                repeating: "*", count: min(token.text.count, max(0, room - TextWidth.columns(of: word) - 4)))
            let end = write(word, label: dots + "_", row: row, room: room, glyphs)
            write(tr("Enter go, Esc leave"), label: "", row: row, column: end, room: room - end, glyphs)
        } else if let path = state.pathPrompt {
            let word = tr("Subtitle file:")
            // The end of a long path is where the viewer types.
            var text = SafeText.clean(path.text, limit: PathPrompt.limit)
            while TextWidth.columns(of: text) > max(8, room - TextWidth.columns(of: word) - 4) { text.removeFirst() }
            write(word, label: text + "_", row: row, room: room, glyphs)
        } else if state.hasPrefix {
            write("g", label: tr("a digit begins a time"), row: row, room: room, glyphs)
        } else if let message = state.messageInUse, message.kind == .error || state.pointer.hoverColumn == nil {
            let style = [Message.Kind.info: Theme.plain, .warning: Theme.warning, .error: Theme.error][message.kind]
            let text = " " + glyphs.fitted(message.text, room - 1) + " "
            write(text, column: 0, row: row, style: style ?? Theme.plain)
        } else if let text = state.osdTime(at: now), state.pointer.hoverColumn == nil {
            write(" " + glyphs.fitted(text, room - 1) + " ", column: 0, row: row, style: Theme.plain)
        }
    }

    /// A dim word and its text; returns the column after them.
    @discardableResult
    private mutating func write(
        _ word: String, label: String, row: Int, column: Int = 0, room: Int, _ glyphs: Glyphs
    ) -> Int {
        guard room > 0 else { return column }
        let used = write(" " + glyphs.fitted(word, room) + " ", column: column, row: row, style: Theme.dim)
        guard !label.isEmpty, room > used else { return column + used }
        return column + used
            + write(glyphs.fitted(label, room - used) + " ", column: column + used, row: row, style: Theme.bold)
    }

    /// Time and chapter above the pointer on the slider.
    mutating func writeHover(_ state: AppState, _ geometry: ScreenGeometry, at now: HostTime) {
        guard let column = state.pointer.hoverColumn, let slider = geometry.slider(),
            let time = state.sliderTime(at: column, geometry, at: now)
        else { return }
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        var text = TimeText.format(time, like: state.snapshot.duration)
        if let index = state.place(at: time) { text += "  " + state.placeName(index, in: state.places) }
        text = " " + glyphs.fitted(text, min(60, state.terminal.columns - 2)) + " "
        let width = TextWidth.columns(of: text)
        // Centred on the time, within the screen.
        let left = min(max(0, column - width / 2), state.terminal.columns - width)
        write(text, column: left, row: slider.row - 1, style: Theme.bold)
    }

    /// The sign of waiting, and of the end, over the picture.
    mutating func writePictureSign(_ state: AppState, in pane: Rect, at now: HostTime) {
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        if state.snapshot.status == .reachEnd {
            let text = " \(glyphs.stop) " + tr("The end %1 Space plays again", glyphs.separator) + " "
            write(centred: [CentredLine(text: text, style: Theme.bold)], in: pane, glyphs)
        } else if let text = Spinner.text(state, at: now) {
            write(centred: [CentredLine(text: " " + text + " ")], in: pane, glyphs)
        }
    }
}
