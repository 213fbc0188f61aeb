import Cells
import PlayCore
import ScreenKit

extension CellBuffer {
    /// The least columns at which a cut title can be understood.
    private static let leastTitle = 20

    /// Writes the keys that may follow `g` at the lower right. On low terminals, the message line suffices.
    mutating func writeContinuations(_ state: AppState, _ geometry: ScreenGeometry) {
        guard state.terminal.rows >= AppState.lowRows else { return }
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        var lines = [(glyphs.isASCII ? "0-9 - #" : "0…9 - #", tr("a time"))]
        for (key, title) in state.keymap.continuations(within: state.terminal.keyReach, where: state.offers) {
            let name = key.name(isASCII: glyphs.isASCII)
            // Keys of one function, such as earlier and later, share a line.
            if let last = lines.last, last.1 == tr(title) {
                lines[lines.count - 1].0 += " " + name
            } else {
                lines.append((name, tr(title)))
            }
        }
        let keys = lines.map { TextWidth.columns(of: $0.0) }.max() ?? 0
        let titles = lines.map { TextWidth.columns(of: $0.1) }.max() ?? 0
        // Above the message line, which explains the digits.
        let area = state.panelArea(geometry)
        let bottom = min(geometry.messageRow, area.row + area.height)
        let most = max(1, bottom - area.row - 2)
        var one = keys + 2 + min(titles, 36) + 2
        // Uses two columns if one is too short, narrower ones if necessary.
        let half = (area.width - 2) / 2
        let columns = lines.count > most && half >= keys + 2 + Self.leastTitle + 2 ? 2 : 1
        if columns == 2 { one = min(one, half) }
        let rows = min((lines.count + columns - 1) / columns, most)
        let width = min(area.width, one * columns + 2)
        let rect = Rect(
            column: area.column + area.width - width, row: bottom - rows - 2, width: width, height: rows + 2)
        box(rect, title: "g", hint: tr("Esc leave"), glyphs)
        for (offset, line) in lines.prefix(rows * columns).enumerated() {
            let (column, row) = (rect.column + 2 + offset / rows * one, rect.row + 1 + offset % rows)
            write(line.0, column: column, row: row, style: Theme.accent)
            write(glyphs.fitted(line.1, width / columns - keys - 5), column: column + 2 + keys, row: row)
        }
    }
}
