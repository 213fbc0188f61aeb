package import Media
package import PlayCore
package import PlaybackModel

/// Where the picture lies in the sink's grid and what of it is shown. Pure.
package struct PictureGeometry: Sendable, Equatable {
    /// In pixels of the grid.
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int
    package let crop: Crop

    /// - Parameter aspect: width ÷ height of the picture as the eye should see it; 0 or less: unknown, fills the grid.
    package init(aspect: Double, grid: PixelGrid, mode: ScalingMode) {
        let container = Double(grid.width) * grid.pixelAspect / Double(grid.height)
        guard aspect > 0, aspect.isFinite, mode != .fill else {
            self.init(x: 0, y: 0, width: grid.width, height: grid.height, crop: .none)
            return
        }
        if mode == .aspectFill {
            // What sticks out of the grid on two sides is cut off.
            let crop =
                aspect > container
                ? Crop(horizontal: (1 - container / aspect) / 2, vertical: 0)
                : Crop(horizontal: 0, vertical: (1 - aspect / container) / 2)
            self.init(x: 0, y: 0, width: grid.width, height: grid.height, crop: crop)
            return
        }
        var width = Double(grid.width)
        var height = Double(grid.height)
        if aspect > container {
            height = width * grid.pixelAspect / aspect
        } else {
            width = height * aspect / grid.pixelAspect
        }
        let fitted = (
            width: min(grid.width, max(1, Int(width.rounded()))),
            height: min(grid.height, max(1, Int(height.rounded())))
        )
        self.init(
            x: Self.start(grid.width - fitted.width, cell: grid.cellWidth),
            y: Self.start(grid.height - fitted.height, cell: grid.cellHeight), width: fitted.width,
            height: fitted.height, crop: .none)
    }

    /// Centred, but at the beginning of a cell, so that cells are not cut in two: off by less than a cell.
    private static func start(_ free: Int, cell: Int) -> Int { free / 2 / cell * cell }

    private init(x: Int, y: Int, width: Int, height: Int, crop: Crop) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.crop = crop
    }
}
