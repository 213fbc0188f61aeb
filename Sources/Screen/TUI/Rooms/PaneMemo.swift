import Cells
import PlayCore

/// As what the lists of a class were drawn last: a list of the same lines, at the same place, is not drawn again. What is shown
/// does not depend on it, so two are always equal. Any thread.
final class PaneMemo: Sendable, Equatable {
    /// All that a list's cells follow from.
    struct Look: Sendable, Equatable {
        let list: RoomLines
        let selected: Int?
        let rect: Rect
        let glyphs: Glyphs
    }

    struct Drawing: Sendable {
        let look: Look
        let cells: CellBuffer
        let links: [DrawnLink]
    }

    /// The newest of each pane.
    private let drawings = Monitor<[RoomPane: Drawing]>([:])

    func newest(of pane: RoomPane) -> Drawing? { drawings.withLock { $0[pane] } }

    func keep(_ drawing: Drawing, of pane: RoomPane) { drawings.withLock { $0[pane] = drawing } }

    static func == (a: PaneMemo, b: PaneMemo) -> Bool { true }
}

extension CellBuffer {
    /// A list on blank cells, as it was drawn last where nothing of it has changed.
    ///
    /// - Returns: the links that are to be seen.
    mutating func write(
        _ list: RoomLines, of pane: RoomPane, in rect: Rect, _ room: RoomScreen, _ glyphs: Glyphs
    ) -> [DrawnLink] {
        let look = PaneMemo.Look(list: list, selected: room.selected(pane), rect: rect, glyphs: glyphs)
        if let known = room.paneMemo.newest(of: pane), known.look == look {
            paste(known.cells, in: rect)
            return known.links
        }
        let links = write(list, in: rect, selected: look.selected, glyphs)
        room.paneMemo.keep(PaneMemo.Drawing(look: look, cells: part(rect), links: links), of: pane)
        return links
    }

    /// From the upper left corner of a rectangle, as much as fits.
    mutating func paste(_ other: CellBuffer, in rect: Rect) {
        let (columns, rows) = (columns, rows)
        let width = min(other.columns, rect.width, columns - rect.column)
        let height = min(other.rows, rect.height, rows - rect.row)
        guard rect.column >= 0, rect.row >= 0, width > 0, height > 0 else { return }
        withMutableCells { cells in
            other.withCells { source in
                for row in 0..<height {
                    let start = (rect.row + row) * columns + rect.column
                    let from = source[row * other.columns..<row * other.columns + width]
                    _ = UnsafeMutableBufferPointer(rebasing: cells[start..<start + width]).update(fromContentsOf: from)
                }
            }
        }
    }

    /// The cells of a rectangle that lies within.
    private func part(_ rect: Rect) -> CellBuffer {
        var part = CellBuffer(columns: max(0, rect.width), rows: max(0, rect.height))
        for row in 0..<part.rows {
            for column in 0..<part.columns { part[column, row] = self[rect.column + column, rect.row + row] }
        }
        return part
    }
}
