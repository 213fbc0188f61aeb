/// The cells that a picture may use.
package struct CellSpace: Sendable, Equatable {
    /// At least 1.
    package let columns: Int
    /// At least 1.
    package let rows: Int
    /// Width of a cell divided by its height.
    package let cellAspect: Double

    package init(columns: Int, rows: Int, cellAspect: Double) {
        self.columns = columns
        self.rows = rows
        self.cellAspect = cellAspect
    }

    /// Returns the largest size in whole cells. `aspect` is width ÷ height, limited to 0.05 … 20.
    package func size(aspect: Double) -> (columns: Int, rows: Int) {
        let aspect = min(max(aspect, 0.05), 20) / cellAspect
        let wide = Double(rows) * aspect
        if wide <= Double(columns) { return (max(1, Int(wide.rounded())), rows) }
        return (columns, min(rows, max(1, Int((Double(columns) / aspect).rounded()))))
    }
}
