package import Cells
import Classes

/// The small videos in their pane, in one row or several. Each has its name below.
package struct ThumbnailLayout: Sendable, Equatable {
    package struct Place: Sendable, Equatable {
        /// The index in the list of all small videos.
        package let index: Int
        package let picture: Rect
        package var rect: Rect {
            Rect(column: picture.column, row: picture.row, width: picture.width, height: picture.height + 1)
        }
    }

    package let places: [Place]

    package static let most = ThumbnailSlots.most
    /// The fewest columns in which a person is recognisable.
    static let leastWidth = 10
    private static let leastRows = 3

    /// - Parameter selected: the index that must be visible. Videos that do not fit are on other pages.
    init(in rect: Rect, count: Int, selected: Int) {
        guard count > 0, let grid = Grid(in: rect, count: min(count, Self.most)) else {
            places = []
            return
        }
        let page = min(max(0, selected), count - 1) / grid.count * grid.count
        places = (page..<min(page + grid.count, count)).map { index in
            let (row, column) = (index - page).quotientAndRemainder(dividingBy: grid.columns)
            return Place(
                index: index,
                picture: Rect(
                    column: rect.column + column * (grid.width + 1), row: rect.row + row * (grid.height + 1),
                    width: grid.width, height: grid.height))
        }
    }

    /// The grid with the most recognisable pictures, each as large as possible.
    private struct Grid {
        let count: Int
        let columns: Int
        let width: Int
        let height: Int

        init?(in rect: Rect, count most: Int) {
            for count in stride(from: most, to: 0, by: -1) {
                let grids = (1...count).compactMap { Grid(in: rect, count: count, columns: $0) }
                guard let largest = grids.max(by: { $0.width < $1.width }) else { continue }
                self = largest
                return
            }
            return nil
        }

        private init?(in rect: Rect, count: Int, columns: Int) {
            let rows = (count + columns - 1) / columns
            let (room, height) = ((rect.width - columns + 1) / columns, rect.height / rows - 1)
            guard height >= ThumbnailLayout.leastRows else { return nil }
            // 16:9, with cells twice as high as wide.
            width = min(room, height * 32 / 9)
            guard width >= ThumbnailLayout.leastWidth else { return nil }
            self.count = count
            self.columns = columns
            self.height = min(height, (width * 9 + 31) / 32)
        }
    }
}
