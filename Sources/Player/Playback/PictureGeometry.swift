import Glibc
package import Media
package import PlayCore
package import PlaybackModel

package struct PictureGeometry: Sendable, Equatable {
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int
    package let crop: Crop

    /// - Parameter aspect: displayed width ÷ height; 0 or less if unknown, which fills the grid.
    package init(aspect: Double, grid: PixelGrid, mode: ScalingMode, view: PictureView = .normal) {
        let container = Double(grid.width) * grid.pixelAspect / Double(grid.height)
        guard aspect > 0, aspect.isFinite, mode != .fill else {
            self.init(x: 0, y: 0, width: grid.width, height: grid.height, crop: .none)
            return
        }
        guard view.isCentred else {
            let (x, y) = Self.whole(aspect, container, grid, mode)
            self.init(
                horizontal: Self.moved(x, by: view.panX, view.zoom, within: grid.width, cell: grid.cellWidth),
                vertical: Self.moved(y, by: view.panY, view.zoom, within: grid.height, cell: grid.cellHeight))
            return
        }
        if mode == .aspectFill {
            let crop =
                aspect > container
                ? Crop(horizontal: (1 - container / aspect) / 2, vertical: 0)
                : Crop(horizontal: 0, vertical: (1 - aspect / container) / 2)
            self.init(x: 0, y: 0, width: grid.width, height: grid.height, crop: crop)
            return
        }
        let whole = Self.whole(aspect, container, grid, mode)
        let fitted = (
            width: min(grid.width, max(1, Int(whole.width.rounded()))),
            height: min(grid.height, max(1, Int(whole.height.rounded())))
        )
        self.init(
            x: Self.start(grid.width - fitted.width, cell: grid.cellWidth),
            y: Self.start(grid.height - fitted.height, cell: grid.cellHeight), width: fitted.width,
            height: fitted.height, crop: .none)
    }

    /// Returns the whole picture's size in this mode, in pixels of the grid. It may exceed the grid.
    private static func whole(
        _ aspect: Double, _ container: Double, _ grid: PixelGrid, _ mode: ScalingMode
    ) -> (width: Double, height: Double) {
        let (width, height) = (Double(grid.width), Double(grid.height))
        let fillsWidth = (aspect > container) == (mode == .aspectFit)
        return fillsWidth
            ? (width, width * grid.pixelAspect / aspect) : (height * aspect / grid.pixelAspect, height)
    }

    /// The visible part along one axis: its start, its length, and the shares cropped before and after it.
    private struct Span {
        let start: Int
        let length: Int
        let before: Double
        let behind: Double
    }

    /// `length` is the picture's in this mode, `limit` the grid's.
    private static func moved(
        _ length: Double, by pan: Double, _ zoom: Double, within limit: Int, cell: Int
    ) -> Span {
        // Beyond these zooms no details are visible.
        let whole = max(1, length * min(max(exp2(zoom), 0.001), 1000))
        let begin = (Double(limit) - whole) / 2 + pan * whole
        // A part of the picture stays visible, however far it is moved.
        let start = min(max(0, Int(max(0, begin)) / cell * cell), max(0, limit - cell))
        let end = min(limit, max(start + min(cell, limit), Int((begin + whole).rounded())))
        let before = (Double(start) - begin) / whole
        let behind = (begin + whole - Double(end)) / whole
        return Span(start: start, length: end - start, before: before, behind: behind)
    }

    /// Returns the start of a centred picture, rounded down to a whole cell.
    private static func start(_ free: Int, cell: Int) -> Int { free / 2 / cell * cell }

    private init(horizontal: Span, vertical: Span) {
        self.init(
            x: horizontal.start, y: vertical.start, width: horizontal.length, height: vertical.length,
            crop: Crop(
                left: horizontal.before, top: vertical.before, right: horizontal.behind, bottom: vertical.behind))
    }

    private init(x: Int, y: Int, width: Int, height: Int, crop: Crop) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.crop = crop
    }
}
