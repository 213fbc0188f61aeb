package import Cells

package enum SlidePicture: Sendable, Equatable {
    case none
    case cells(CellBuffer)
    case failed(String)
}

package enum SlideFit: Sendable, Equatable, CaseIterable {
    case whole
    case filling
    case stretched
}

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

package enum SlideOrder: Sendable, Equatable {
    /// `nil` hides the pages.
    case showPages(SlidePane?)
    case showAwards(SlidePane)
}
