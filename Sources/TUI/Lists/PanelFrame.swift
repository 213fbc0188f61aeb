package import Cells

/// Where a panel and its columns are; drawing and the mouse ask the same one.
package struct PanelFrame: Sendable, Equatable {
    /// With its border.
    package let rect: Rect
    /// Rows of the list, inside the border.
    package let list: Rect
    /// Columns of the label; the detail follows after two blanks.
    let labelColumns: Int
    let detailColumns: Int
    let hasSlots: Bool

    /// Left of the label: the signs of the selection and of what is current, and a blank.
    static let signColumns = 3
    /// Narrower terminals have no room beside the panel.
    private static let narrowColumns = 40
    private static let leastWidth = 26

    package init(_ panel: Panel, _ state: AppState, _ geometry: ScreenGeometry) {
        let terminal = state.terminal
        let rows = panel.list.rows
        hasSlots = rows.contains { $0.slot != .none }
        // By all rows, shown or not: the panel keeps its size while somebody types.
        let labels = rows.map { TextWidth.columns(of: $0.label) }.max() ?? 0
        let details = rows.map { TextWidth.columns(of: $0.detail) }.max() ?? 0
        let gap = details > 0 ? 2 : 0
        let around = 2 + Self.signColumns + 1 + (hasSlots ? 2 : 0)
        let reasons = rows.compactMap { $0.refusal ?? $0.note }.map { TextWidth.columns(of: $0) }
        let texts = [TextWidth.columns(of: panel.kind.title) + 12, Self.leastWidth, (reasons.max() ?? 0) + 6]
        let wanted = max(labels + gap + details + around, texts.max() ?? 0)
        // Most of the picture stays to be seen.
        let most =
            terminal.columns < Self.narrowColumns ? terminal.columns : max(Self.narrowColumns, terminal.columns * 3 / 5)
        let width =
            terminal.columns < Self.narrowColumns ? terminal.columns : min(wanted, most, terminal.columns)
        let bottom = geometry.bar.isEmpty ? terminal.rows : geometry.bar.row
        let tallest = terminal.rows < AppState.lowRows ? bottom : max(8, bottom * 2 / 3)
        let height = max(3, min(rows.count + 2, tallest, bottom))
        let inner = max(0, width - around)
        // Short of room the details keep two fifths.
        detailColumns = max(0, min(details, max(inner - gap - labels, (inner - gap) * 2 / 5)))
        labelColumns = max(0, inner - (detailColumns > 0 ? gap + detailColumns : 0))
        rect = Self.place(width, height, panel, terminal, geometry, bottom: bottom)
        list = Rect(
            column: rect.column + 1, row: rect.row + 1, width: rect.width - 2, height: max(1, rect.height - 2))
    }

    private static func place(
        _ width: Int, _ height: Int, _ panel: Panel, _ terminal: TerminalFacts, _ geometry: ScreenGeometry, bottom: Int
    ) -> Rect {
        var column = terminal.columns - width
        var row = max(0, bottom - height)
        if let corner = panel.corner {
            column = min(corner.column, column)
            row = min(corner.row, row)
        } else if let button = panel.kind.button, let control = geometry.control(tagged: button) {
            column = min(max(0, control.column - 1), column)
        }
        return Rect(column: max(0, column), row: max(0, row), width: width, height: height)
    }

    /// Index among the shown rows of what is under a cell.
    func place(column: Int, row: Int, in list: ListState<PanelChoice>) -> Int? {
        guard self.list.contains(column: column, row: row) else { return nil }
        let view = list.view(height: self.list.height)
        let place = view.lowerBound + row - self.list.row
        return view.contains(place) ? place : nil
    }
}

extension ScreenGeometry {
    func control(tagged tag: ControlTag) -> PlacedControl? {
        barRows.lazy.flatMap(\.controls).first { $0.tag == tag }
    }
}
