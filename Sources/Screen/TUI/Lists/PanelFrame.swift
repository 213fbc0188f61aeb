package import Cells
import History
import PlayCore
import ScreenKit

package struct PanelFrame: Sendable, Equatable {
    /// The panel with its border.
    package let rect: Rect
    package let list: Rect
    /// The label's columns; the detail follows after two blanks.
    let labelColumns: Int
    let detailColumns: Int
    /// 0 if there is no space.
    let remarkColumns: Int
    let hasSlots: Bool

    /// The columns left of the label: the signs of the selection and of the current row, and a blank.
    static let signColumns = 3
    /// Below this width, no text fits beside the panel.
    private static let narrowColumns = 40
    /// Fits a title, a date and two times.
    private static let wideColumns = 76
    private static let leastWidth = 26
    /// The least columns of the labels beside remarks.
    private static let leastLabel = 24

    package init(_ panel: Panel, _ state: AppState, _ geometry: ScreenGeometry) {
        self =
            panel.kind == .comments
            ? PanelFrame(CommentPane(state, geometry)) : PanelFrame(columnsOf: panel, state, geometry)
    }

    private init(columnsOf panel: Panel, _ state: AppState, _ geometry: ScreenGeometry) {
        let terminal = state.terminal
        let rows = panel.list.rows
        hasSlots = rows.contains { $0.slot != .none }
        // Counts all rows, shown or not, so that the panel keeps its size while the viewer types.
        let labels = rows.map { TextWidth.columns(of: $0.label) }.max() ?? 0
        let details = rows.map { TextWidth.columns(of: $0.detail) }.max() ?? 0
        let gap = details > 0 ? 2 : 0
        let remarks = rows.map { TextWidth.columns(of: $0.remark) }.max() ?? 0
        let remarkGap = remarks > 0 ? 2 : 0
        let around = 2 + Self.signColumns + 1 + (hasSlots ? 2 : 0)
        let reasons = rows.compactMap { $0.refusal ?? $0.note }.map { TextWidth.columns(of: $0) }
        let questions = panel.kind.isRemembered ? HistoryChange.longestQuestion : 0
        let texts = [
            TextWidth.columns(of: state.title(of: panel.kind)) + 12, Self.leastWidth,
            max(reasons.max() ?? 0, questions) + 6,
            panel.ownHintColumns(Glyphs(isASCII: terminal.isASCII)) + 5,
        ]
        let wanted = max(labels + gap + details + remarkGap + remarks + around, texts.max() ?? 0)
        let area = state.panelArea(geometry)
        let isBeside = geometry.floatingFrame != nil
        let width = Self.width(wanted, panel.kind, in: area, isBeside: isBeside)
        // Beside the floating picture a list covers nothing of it and may use the whole area.
        let isWhole = isBeside || terminal.rows < AppState.lowRows
        let tallest = isWhole ? area.height : max(8, area.height * 2 / 3)
        let height = max(3, min(rows.count + 2, tallest, area.height))
        var inner = max(0, width - around)
        let hasSpace = inner - gap - details - remarkGap - remarks >= min(labels, Self.leastLabel)
        remarkColumns = hasSpace ? remarks : 0
        if hasSpace { inner -= remarkGap + remarks }
        // If space is short, the details keep two fifths.
        detailColumns = max(0, min(details, max(inner - gap - labels, (inner - gap) * 2 / 5)))
        labelColumns = max(0, inner - (detailColumns > 0 ? gap + detailColumns : 0))
        rect = Self.place(width, height, panel, geometry, area)
        list = Rect(
            column: rect.column + 1, row: rect.row + 1, width: rect.width - 2, height: max(1, rect.height - 2))
    }

    /// Creates the frame of rows with several lines, which have no columns.
    private init(_ pane: CommentPane) {
        rect = pane.rect
        list = pane.list
        (labelColumns, detailColumns, remarkColumns) = (pane.list.width, 0, 0)
        hasSlots = false
    }

    /// Limits the width, so that most of the picture behind the panel stays visible.
    private static func width(_ wanted: Int, _ kind: PanelKind, in area: Rect, isBeside: Bool) -> Int {
        if isBeside { return min(wanted, area.width) }
        guard area.width >= narrowColumns else { return area.width }
        return min(wanted, area.width, max(kind.isWide ? wideColumns : narrowColumns, area.width * 3 / 5))
    }

    private static func place(
        _ width: Int, _ height: Int, _ panel: Panel, _ geometry: ScreenGeometry, _ area: Rect
    ) -> Rect {
        let last = (column: area.column + area.width - width, row: area.row + area.height - height)
        var (column, row) = last
        if let corner = panel.corner {
            column = min(corner.column, last.column)
            row = min(corner.row, last.row)
        } else if let button = panel.kind.button, let control = geometry.control(tagged: button) {
            column = min(control.column - 1, last.column)
        }
        return Rect(column: max(area.column, column), row: max(area.row, row), width: width, height: height)
    }

    /// Returns an index among the shown rows.
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
