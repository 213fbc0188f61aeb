import Glibc
import PlayCore

extension PixelGrid {
    /// Returns the grid that the whole picture needs for its visible part to fill this grid. In a sphere the part is a
    /// view from within: at its middle, a quarter of a turn would take π ⁄ 4 of its width.
    func enlarged(by view: PictureView, isSphere: Bool) -> PixelGrid {
        let factor = isSphere ? Double.pi * view.sphere.zoom : exp2(min(view.zoom, 5))
        guard factor > 1 else { return self }
        return PixelGrid(
            width: Int(Double(width) * factor), height: Int(Double(height) * factor), pixelAspect: pixelAspect,
            cellWidth: cellWidth, cellHeight: cellHeight)
    }
}
