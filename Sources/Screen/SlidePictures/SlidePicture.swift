package import Cells

/// The picture of a page, as large as the pane that it was made for. A value.
package enum SlidePicture: Sendable, Equatable {
    /// There is none, or it is still being made.
    case none
    case cells(CellBuffer)
    /// Why it cannot be had.
    case failed(String)
}

/// The space that a page has on the screen. A value.
package struct SlidePane: Sendable, Equatable {
    package var columns: Int
    package var rows: Int
    /// Width of a cell divided by its height.
    package var cellAspect: Double
    /// Cut off rather than leave free.
    package var fills: Bool

    package init(columns: Int, rows: Int, cellAspect: Double, fills: Bool) {
        self.columns = columns
        self.rows = rows
        self.cellAspect = cellAspect
        self.fills = fills
    }
}

/// What a screen asks of those who make pictures of pages.
package enum SlideOrder: Sendable, Equatable {
    /// Nil: pages are not to be seen.
    case showPages(SlidePane?)
    /// The pane of an award's picture.
    case showAwards(SlidePane)
}
