import Cells
import Localization
import Text

extension CellBuffer {
    /// While `g` waits for its second key: what that may be, at the lower right. On low terminals the message line says
    /// enough.
    mutating func writeContinuations(_ state: AppState, _ geometry: ScreenGeometry) {
        guard state.terminal.rows >= AppState.lowRows else { return }
        let glyphs = Glyphs(isASCII: state.terminal.isASCII)
        let lines =
            [(glyphs.isASCII ? "0-9 - #" : "0…9 - #", tr("a time"))]
            + state.keymap.continuations(within: state.terminal.keyReach, where: state.offers).map {
                ($0.key.name(isASCII: glyphs.isASCII), tr($0.title))
            }
        let keys = lines.map { TextWidth.columns(of: $0.0) }.max() ?? 0
        let titles = lines.map { TextWidth.columns(of: $0.1) }.max() ?? 0
        // Above the message line, which says what the digits are for.
        let area = state.panelArea(geometry)
        let bottom = min(geometry.messageRow, area.row + area.height)
        let rows = min(lines.count, max(1, bottom - area.row - 2))
        let width = min(area.width, keys + 2 + min(titles, 36) + 4)
        let rect = Rect(
            column: area.column + area.width - width, row: bottom - rows - 2, width: width, height: rows + 2)
        box(rect, title: "g", hint: tr("Esc leave"), glyphs)
        for (offset, line) in lines.prefix(rows).enumerated() {
            let row = rect.row + 1 + offset
            write(line.0, column: rect.column + 2, row: row, style: Theme.accent)
            write(
                glyphs.fitted(line.1, width - keys - 6), column: rect.column + 4 + keys, row: row)
        }
    }
}
