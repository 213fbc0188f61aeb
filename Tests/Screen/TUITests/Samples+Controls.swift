import TUI
import Testing

extension Samples {
    /// Where a control lies on the bar; the upper left corner where it is not there, which is recorded.
    static func place(_ tag: ControlTag, _ state: AppState) -> (column: Int, row: Int) {
        for row in ScreenGeometry(state, at: now).barRows {
            if let control = row.controls.first(where: { $0.tag == tag }) { return (control.column, row.row) }
        }
        Issue.record("\(tag) is not on the bar")
        return (0, 0)
    }
}
