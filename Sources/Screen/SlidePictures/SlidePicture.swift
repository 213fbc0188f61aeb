package import Cells

/// The picture of a page, as large as the pane that it was made for.
package enum SlidePicture: Sendable, Equatable {
    /// No picture, or one that is still being made.
    case none
    case cells(CellBuffer)
    /// The reason why the picture cannot be shown.
    case failed(String)
}

/// The way a page fits into a pane of another shape.
package enum SlideFit: Sendable, Equatable, CaseIterable {
    /// The whole page is visible, and a part of the pane stays free.
    case whole
    /// The page fills the pane, and a part of the page is cut off.
    case filling
    /// The page takes the shape of the pane.
    case stretched
}

/// The space that a page has on the screen.
package struct SlidePane: Sendable, Equatable {
    package var columns: Int
    package var rows: Int
    /// Width of a cell divided by its height.
    package var cellAspect: Double
    package var fit: SlideFit

    package init(columns: Int, rows: Int, cellAspect: Double, fit: SlideFit) {
        self.columns = columns
        self.rows = rows
        self.cellAspect = cellAspect
        self.fit = fit
    }
}

/// A request of the screen to the makers of page pictures.
package enum SlideOrder: Sendable, Equatable {
    /// Shows pages in a pane, or hides them with `nil`.
    case showPages(SlidePane?)
    /// Shows an award's picture in a pane.
    case showAwards(SlidePane)
}
