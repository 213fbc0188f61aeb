import Cells
import Media
import Mosaic
import PlayCore
import Playback
import ScreenKit
import TUI

/// Renders still pictures as cells and keeps the last ones. One thread.
struct CellPainter<Wish: CoverWish> {
    /// Pictures of up to 30 kB. Moving back in the list then decodes nothing.
    private static var kept: Int { 32 }

    private var made: [(wish: Wish, look: MosaicLook, cells: CellBuffer)] = []
    private var renderer = MosaicRenderer()

    mutating func cells(_ wish: Wish, _ look: MosaicLook, decode: () throws -> VideoFrame?) throws -> CellBuffer? {
        if let known = made.first(where: { $0.wish == wish && $0.look == look }) { return known.cells }
        guard let frame = try decode() else { return nil }
        let cells = try paint(frame, wish.space, look)
        made.append((wish, look, cells))
        if made.count > Self.kept { made.removeFirst() }
        return cells
    }

    private mutating func paint(_ frame: VideoFrame, _ space: CellSpace, _ look: MosaicLook) throws -> CellBuffer {
        let (columns, rows) = space.size(aspect: frame.displayAspect)
        let symbols = look.symbols
        let picture = ScaledPicture(
            pixels: try StillPicture.scaled(
                frame, to: columns * symbols.columnsInCell, rows * symbols.rowsInCell),
            grid: symbols.grid(columns: columns, rows: rows, cellAspect: space.cellAspect), x: 0, y: 0, time: .zero,
            due: nil, isStill: true)
        return renderer.render(picture, columns: columns, rows: rows, look: look)
    }
}
