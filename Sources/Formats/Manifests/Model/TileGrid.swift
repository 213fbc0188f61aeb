package import PlayCore

/// Pictures of consecutive times in one image, in columns and rows, row by row. Shared by its segments, hence a class;
/// never changes.
package final class TileGrid: Sendable, Equatable {
    package let columns: Int
    package let rows: Int
    /// Pixels of one picture; nil: the image is cut evenly.
    package let size: (width: Int, height: Int)?
    /// How long one picture stands; nil: all of them share the segment.
    package let duration: MediaTime?

    /// More in one image is nothing that a packager makes.
    package static let most = 100

    package init(
        columns: Int, rows: Int, size: (width: Int, height: Int)? = nil, duration: MediaTime? = nil
    ) {
        self.columns = columns
        self.rows = rows
        self.size = size
        self.duration = duration
    }

    /// Not: it promises what cannot be, and no picture is taken from it.
    package var isUsable: Bool {
        (1...Self.most).contains(columns) && (1...Self.most).contains(rows) && duration.map { $0 > .zero } ?? true
    }

    package static func == (a: TileGrid, b: TileGrid) -> Bool {
        a === b
            || (a.columns == b.columns && a.rows == b.rows && a.size?.width == b.size?.width
                && a.size?.height == b.size?.height && a.duration == b.duration)
    }
}

extension TileGrid {
    /// Of `EXT-X-TILES`. What is said wrongly makes all of it unusable: half of it would show pictures of other places.
    convenience init(_ list: AttributeList) {
        let layout = list["LAYOUT"].map { Self.pair($0) } ?? (1, 1)
        let duration = list["DURATION"].map { ExactTime.decimal($0) ?? .zero }
        let isSized = list["RESOLUTION"] == nil || list.resolution != nil
        guard let layout, isSized else {
            self.init(columns: 0, rows: 0)
            return
        }
        self.init(columns: layout.0, rows: layout.1, size: list.resolution, duration: duration)
    }

    /// `5x4`: columns and rows.
    private static func pair(_ text: String) -> (Int, Int)? {
        let parts = text.lowercased().split(separator: "x").map { PlaylistNumber.integer($0) }
        guard parts.count == 2, let columns = parts[0], let rows = parts[1] else { return nil }
        return (Int(columns), Int(rows))
    }
}
