import TUI
import Testing

extension Samples {
    /// Returns the place of a control on the bar. Records an issue and returns the upper left corner if it is missing.
    static func place(_ tag: ControlTag, _ state: AppState) -> (column: Int, row: Int) {
        for row in ScreenGeometry(state, at: now).barRows {
            if let control = row.controls.first(where: { $0.tag == tag }) { return (control.column, row.row) }
        }
        Issue.record("\(tag) is not on the bar")
        return (0, 0)
    }
}
