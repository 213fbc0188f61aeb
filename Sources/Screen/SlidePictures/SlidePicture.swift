package import Cells

/// The picture of a page, as large as the pane that it was made for. A value.
package enum SlidePicture: Sendable, Equatable {
    /// There is none, or it is still being made.
    case none
    case cells(CellBuffer)
    /// Why it cannot be had.
    case failed(String)
}

/// How a page goes into a pane of another shape.
package enum SlideFit: Sendable, Equatable, CaseIterable {
    /// All of it is seen, and something of the pane stays free.
    case whole
    /// The pane is filled, and something of the page is cut off.
    case filling
    /// The page takes the shape of the pane.
    case stretched
}

/// The space that a page has on the screen. A value.
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

/// What a screen asks of those who make pictures of pages.
package enum SlideOrder: Sendable, Equatable {
    /// Nil: pages are not to be seen.
    case showPages(SlidePane?)
    /// The pane of an award's picture.
    case showAwards(SlidePane)
}
