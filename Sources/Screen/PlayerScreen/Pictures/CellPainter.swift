import Cells
import Media
import Mosaic
import PlayCore
import Playback

/// Still pictures as cells; those that were made last are kept. One thread.
struct CellPainter<Wish: Equatable> {
    /// 30 kB each in the largest preview: turning back in the list decodes nothing.
    private static var kept: Int { 32 }

    private var made: [(wish: Wish, look: MosaicLook, cells: CellBuffer)] = []
    private var renderer = MosaicRenderer()

    /// - Parameters:
    ///   - space: cells that it may have.
    ///   - decode: nil: there is no picture.
    mutating func cells(
        _ wish: Wish, _ look: MosaicLook, within space: CellSpace, decode: () throws -> VideoFrame?
    ) throws -> CellBuffer? {
        if let known = made.first(where: { $0.wish == wish && $0.look == look }) { return known.cells }
        guard let frame = try decode() else { return nil }
        let cells = try paint(frame, space, look)
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

/// Cells for a picture, each at least 1.
struct CellSpace {
    let columns: Int
    let rows: Int
    /// Width of a cell divided by its height.
    let cellAspect: Double

    /// Whole cells: no half of one stays dark.
    func size(aspect: Double) -> (columns: Int, rows: Int) {
        let aspect = min(max(aspect, 0.05), 20) / cellAspect
        let wide = Double(rows) * aspect
        if wide <= Double(columns) { return (max(1, Int(wide.rounded())), rows) }
        return (columns, min(rows, max(1, Int((Double(columns) / aspect).rounded()))))
    }
}
