package import PlayCore

/// Consecutive pictures in one image, row by row. A class, because segments share it; immutable.
package final class TileGrid: Sendable, Equatable {
    package let columns: Int
    package let rows: Int
    /// Pixels of one picture, or `nil` if they divide the image evenly.
    package let size: (width: Int, height: Int)?
    /// Display time of one picture, or `nil` if the pictures share the segment evenly.
    package let duration: MediaTime?

    /// Packagers put fewer pictures into one image.
    package static let most = 100

    package init(
        columns: Int, rows: Int, size: (width: Int, height: Int)? = nil, duration: MediaTime? = nil
    ) {
        self.columns = columns
        self.rows = rows
        self.size = size
        self.duration = duration
    }

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
    /// Reads `EXT-X-TILES`. One invalid value makes it unusable, because pictures of wrong positions would be shown.
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

    private static func pair(_ text: String) -> (Int, Int)? {
        let parts = text.lowercased().split(separator: "x").map { PlaylistNumber.integer($0) }
        guard parts.count == 2, let columns = parts[0], let rows = parts[1] else { return nil }
        return (Int(columns), Int(rows))
    }
}
