/// A small picture among other content, and the most space for it.
package struct ThumbnailWish: Sendable, Hashable {
    package let location: String
    package let columns: Int
    package let rows: Int
    /// Width of a cell divided by its height.
    package let cellAspect: Double

    package init(_ location: String, columns: Int, rows: Int, cellAspect: Double) {
        self.location = location
        self.columns = columns
        self.rows = rows
        self.cellAspect = cellAspect
    }

    func pane(ofAspect aspect: Double) -> SlidePane {
        let wide = Double(rows) * aspect / cellAspect
        let width = min(columns, max(1, Int(wide.rounded())))
        let height = min(rows, max(1, Int((Double(width) * cellAspect / aspect).rounded())))
        return SlidePane(columns: width, rows: height, cellAspect: cellAspect, fit: .stretched)
    }
}

package struct ThumbnailSet: Sendable, Equatable {
    package var number = 0
    package var pictures: [String: SlidePicture] = [:]

    package init() {}

    package static func == (a: ThumbnailSet, b: ThumbnailSet) -> Bool { a.number == b.number }
}
