/// The destination of pictures. It declares its grid of pixels, to which the sender scales.
package protocol VideoSink: AnyObject, Sendable {
    /// The current grid, or `nil` while no picture can be shown (suspended, too small). Any thread.
    var grid: PixelGrid? { get }

    /// Returns the grid for a picture of this shape. A sink may take its size from the first picture.
    func grid(for shape: PictureShape) -> PixelGrid?

    /// Replaces a picture that was not shown yet. Only for the `picture` thread. Does not wait for the terminal.
    func present(_ picture: ScaledPicture)

    func clear()

    /// How long before its display time a picture is needed, in addition to the time to create it. Any thread.
    var earliness: HostTime { get }
}

extension VideoSink {
    package func grid(for shape: PictureShape) -> PixelGrid? { grid }
    package var earliness: HostTime { .zero }
}

package struct PictureShape: Sendable, Equatable {
    /// In square pixels, upright.
    package let width: Int
    package let height: Int
    package let duration: MediaTime

    package init(width: Int, height: Int, duration: MediaTime) {
        (self.width, self.height, self.duration) = (width, height, duration)
    }
}

package struct PixelGrid: Sendable, Equatable {
    /// Pixels, each at least 1. For half-blocks: columns × (2 · rows).
    package let width: Int
    package let height: Int
    /// Width of a pixel divided by its height on the screen; 1 for half-blocks in a 1:2 cell.
    package let pixelAspect: Double
    /// Pixels of a character cell, each at least 1. Pictures begin at whole cells.
    package let cellWidth: Int
    package let cellHeight: Int

    package init(width: Int, height: Int, pixelAspect: Double, cellWidth: Int = 1, cellHeight: Int = 2) {
        precondition(width > 0 && height > 0 && pixelAspect > 0 && cellWidth > 0 && cellHeight > 0)
        self.width = width
        self.height = height
        self.pixelAspect = pixelAspect
        self.cellWidth = cellWidth
        self.cellHeight = cellHeight
    }
}

package struct ScaledPicture: Sendable {
    package let pixels: PixelBuffer
    /// 0 … 255 of each pixel, row by row, or `nil` if all are opaque. Colours are not premultiplied.
    package let opacity: [UInt8]?
    package let grid: PixelGrid
    /// Left upper corner in the grid; the rest of the grid is letterbox.
    package let x: Int
    package let y: Int
    package let time: MediaTime
    /// Host time of display, or `nil` for a still picture.
    package let due: HostTime?
    /// Whether the picture is still (paused, a still image), so that the sink may spend more time on quality.
    package let isStill: Bool
    /// Whether the video's publisher asks that its pictures are not captured.
    package let isProtected: Bool

    package init(
        pixels: PixelBuffer, opacity: [UInt8]? = nil, grid: PixelGrid, x: Int, y: Int, time: MediaTime,
        due: HostTime?, isStill: Bool, isProtected: Bool = false
    ) {
        self.pixels = pixels
        self.opacity = opacity
        self.grid = grid
        self.x = x
        self.y = y
        self.time = time
        self.due = due
        self.isStill = isStill
        self.isProtected = isProtected
    }
}
