package import Media
package import PlayCore

/// Where the picture lies in the sink's grid and what of it is shown: PLAY-29 and PLAY-30. Pure.
package struct PictureGeometry: Sendable, Equatable {
    /// In pixels of the grid.
    package let x: Int
    package let y: Int
    package let width: Int
    package let height: Int
    package let crop: Crop

    /// - Parameter aspect: width ÷ height of the picture as the eye should see it; 0 or less: unknown, fills the grid
    ///   (PLAY-30).
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
            x: (grid.width - fitted.width) / 2, y: Self.top(grid: grid, height: fitted.height), width: fitted.width,
            height: fitted.height, crop: .none)
    }

    /// Centred; on an even row when that costs at most one pixel, so that half-block cells are not cut in two.
    private static func top(grid: PixelGrid, height: Int) -> Int { (grid.height - height) / 2 & ~1 }

    private init(x: Int, y: Int, width: Int, height: Int, crop: Crop) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
        self.crop = crop
    }
}
