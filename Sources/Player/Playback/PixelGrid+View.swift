import Glibc
import PlayCore

extension PixelGrid {
    /// Returns the grid of the whole picture whose visible part fills this grid. A sphere is seen from within: at its
    /// centre a quarter of a turn takes π ⁄ 4 of the width.
    func enlarged(by view: PictureView, isSphere: Bool) -> PixelGrid {
        let factor = isSphere ? Double.pi * view.sphere.zoom : exp2(min(view.zoom, 5))
        guard factor > 1 else { return self }
        return PixelGrid(
            width: Int(Double(width) * factor), height: Int(Double(height) * factor), pixelAspect: pixelAspect,
            cellWidth: cellWidth, cellHeight: cellHeight)
    }
}
