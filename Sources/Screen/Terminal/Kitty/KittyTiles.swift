import Cells
import Glibc

struct PixelArea: Equatable {
    let columns: Range<Int>
    let rows: Range<Int>

    /// Returns the offsets of its pixels in an image of this width: one run if it is as wide as the image.
    func runs(width: Int) -> [Range<Int>] {
        if columns == 0..<width { return [rows.lowerBound * width..<rows.upperBound * width] }
        return rows.map { $0 * width + columns.lowerBound..<$0 * width + columns.upperBound }
    }
}

/// The tiles of kitty's picture that the terminal holds, and the steps to the wanted picture. A tile is a separate
/// image, so that only tiles with changed pixels are sent. It has two numbers: one is shown until the other, with the
/// next pixels, is placed.
struct KittyTiles {
    struct Grid: Equatable {
        let columns: Int
        let rows: Int

        var count: Int { columns * rows }

        /// Few: each tile is an object of shared memory, and copying is cheap.
        static let shared = Grid(columns: 1, rows: 4)
        /// Many: a tile costs 200 bytes more than its pixels.
        static let sent = Grid(columns: 4, rows: 8)
        /// Parts of a stretched image would show their borders, because each is scaled by itself.
        fileprivate static let whole = Grid(columns: 1, rows: 1)
    }

    /// A shown part of a tile: its cells in the image, and the cell of the screen at which they begin.
    struct Place: Equatable {
        let piece: GraphicsLayer.Piece
        let column: Int
        let row: Int
    }

    enum Step: Equatable {
        case deleteAll
        /// Sends pixels under a number, without showing them.
        case send(PixelArea, number: Int)
        /// Shows pixels of an image, at the place of an earlier placement of this index, if there is one.
        case place(Place, PixelArea, number: Int, index: Int)
        case deletePlacement(number: Int, index: Int)
        case delete(number: Int)
    }

    private struct Held {
        let number: Int
        /// Those of the newest picture with this tile, so that the tiles together hold one or two pictures.
        var pixels: [UInt32]
        var places: [Place]
    }

    /// High values collide with no other program's.
    private static let firstNumber = 0x7476_0000

    private var shape: [Int] = []
    private var held: [Held?] = []
    private var isKnown = false

    /// Called when the screen is cleared. The terminal may still hold the tiles.
    mutating func forget() {
        held = []
        isKnown = false
    }

    mutating func hide() -> [Step] {
        defer { held = [] }
        return held.compactMap { $0.map { .delete(number: $0.number) } }
    }

    /// Counts the steps as done.
    mutating func update(_ frame: GraphicsFrame, _ placement: GraphicsLayer.Placement, _ grid: Grid) -> [Step] {
        let grid = frame.isStretched ? .whole : grid
        let cells = Self.cells(frame, grid)
        let shape = [frame.width, frame.height, frame.columns, frame.rows, grid.columns, grid.rows]
        let isSameShape = shape == self.shape
        self.shape = shape
        var steps: [Step] = isKnown ? [] : [.deleteAll]
        isKnown = true
        var deletions = held.dropFirst(cells.count).compactMap { $0.map { Step.delete(number: $0.number) } }
        held = Array(held.prefix(cells.count)) + [Held?](repeating: nil, count: max(0, cells.count - held.count))
        for (index, tile) in cells.enumerated() {
            let places = Self.places(in: tile, placement)
            let area = frame.area(tile)
            if let old = held[index], isSameShape, Self.isEqual(old.pixels, frame.pixels, area, width: frame.width) {
                steps += Self.moves(old, places, frame, area)
                held[index]?.places = places
                held[index]?.pixels = frame.pixels
                continue
            }
            let old = held[index]
            if let old { deletions.append(.delete(number: old.number)) }
            guard !places.isEmpty else {
                held[index] = nil
                continue
            }
            let first = Self.firstNumber + 2 * index
            let new = Held(number: old?.number == first ? first + 1 : first, pixels: frame.pixels, places: [])
            steps.append(.send(area, number: new.number))
            steps += Self.moves(new, places, frame, area)
            held[index] = Held(number: new.number, pixels: new.pixels, places: places)
        }
        return steps + deletions
    }

    private static func moves(_ held: Held, _ places: [Place], _ frame: GraphicsFrame, _ area: PixelArea) -> [Step] {
        let placed = places.enumerated().compactMap { index, place -> Step? in
            guard index >= held.places.count || held.places[index] != place else { return nil }
            let pixels = frame.area(place.piece)
            let part = PixelArea(
                columns: pixels.columns.shifted(by: -area.columns.lowerBound),
                rows: pixels.rows.shifted(by: -area.rows.lowerBound))
            return .place(place, part, number: held.number, index: index + 1)
        }
        return placed
            + (places.count..<max(places.count, held.places.count)).map {
                .deletePlacement(number: held.number, index: $0 + 1)
            }
    }

    /// Counts from above. All tiles have cells.
    private static func cells(_ frame: GraphicsFrame, _ grid: Grid) -> [GraphicsLayer.Piece] {
        let columns = parts(of: frame.columns, most: grid.columns)
        return parts(of: frame.rows, most: grid.rows).flatMap { rows in
            columns.map { GraphicsLayer.Piece(columns: $0, rows: rows) }
        }
    }

    private static func parts(of length: Int, most: Int) -> [Range<Int>] {
        let count = max(1, min(most, length))
        return (0..<count).map { length * $0 / count..<length * ($0 + 1) / count }
    }

    private static func places(in tile: GraphicsLayer.Piece, _ placement: GraphicsLayer.Placement) -> [Place] {
        placement.pieces.compactMap { piece in
            let columns = piece.columns.clamped(to: tile.columns)
            let rows = piece.rows.clamped(to: tile.rows)
            guard !columns.isEmpty, !rows.isEmpty else { return nil }
            return Place(
                piece: GraphicsLayer.Piece(columns: columns, rows: rows), column: placement.column + columns.lowerBound,
                row: placement.row + rows.lowerBound - placement.rows.lowerBound)
        }
    }

    private static func isEqual(_ one: [UInt32], _ other: [UInt32], _ area: PixelArea, width: Int) -> Bool {
        guard one.count == other.count else { return false }
        return one.withUnsafeBytes { one in
            other.withUnsafeBytes { other in
                guard let first = one.baseAddress, let second = other.baseAddress else { return true }
                return area.runs(width: width).allSatisfy { run in
                    memcmp(first + 4 * run.lowerBound, second + 4 * run.lowerBound, 4 * run.count) == 0
                }
            }
        }
    }
}

extension GraphicsFrame {
    /// Returns at least one pixel each way. The last cells have the image's last pixels.
    func area(_ piece: GraphicsLayer.Piece) -> PixelArea {
        PixelArea(
            columns: Self.pixels(piece.columns, of: columns, each: pixelsInColumn, in: width),
            rows: Self.pixels(piece.rows, of: rows, each: pixelsInRow, in: height))
    }

    private static func pixels(_ cells: Range<Int>, of all: Int, each: Double, in length: Int) -> Range<Int> {
        let start = min(length - 1, Int((Double(cells.lowerBound) * each).rounded()))
        let end = cells.upperBound >= all ? length : min(length, Int((Double(cells.upperBound) * each).rounded()))
        return start..<max(start + 1, end)
    }
}

extension Range<Int> {
    fileprivate func shifted(by distance: Int) -> Range<Int> { lowerBound + distance..<upperBound + distance }
}
