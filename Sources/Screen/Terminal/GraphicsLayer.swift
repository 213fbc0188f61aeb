import Cells

/// The graphics that the terminal shows, and the changes that lead to the wanted ones. Main thread. kitty shows the
/// parts of the image's tiles that the chrome leaves free, each as a separate placement. Sixel has no parts in a row:
/// the longest run of rows is shown in which the chrome leaves all columns free. So neither must be written again
/// because of the other, nothing flickers, and a page that covers everything hides the picture. Rows that the chrome
/// covers in part are shown as sixel only if they are few, as with subtitles; the chrome is then written once more over
/// the image.
struct GraphicsLayer {
    /// In cells of the image.
    struct Piece: Equatable {
        let columns: Range<Int>
        let rows: Range<Int>
    }

    struct Placement: Equatable {
        let serial: Int
        let column: Int
        let row: Int
        let columns: Int
        /// The shown rows of the image's cells; not empty.
        let rows: Range<Int>
        /// The parts of the image that kitty shows.
        var pieces: [Piece] = []
        /// The screen rows that have chrome over the image, and a hash of that chrome.
        var shared: [Int] = []
        var chrome = 0

        var screenRows: Range<Int> { row..<row + rows.count }

        fileprivate func covers(_ other: Placement) -> Bool {
            screenRows.lowerBound <= other.screenRows.lowerBound && screenRows.upperBound >= other.screenRows.upperBound
                && column <= other.column && column + columns >= other.column + other.columns
        }
    }

    struct Change {
        /// The screen rows where cells have to overwrite an old image before ``image`` is written.
        let lostRows: Range<Int>
        /// The steps to kitty's picture, or from it.
        let kitty: [KittyTiles.Step]
        let image: (frame: GraphicsFrame, placement: Placement)?
    }

    private var newest: GraphicsFrame?
    private var serial = 0
    private var shown: (format: GraphicsFrame.Format, placement: Placement)?
    private var tiles = KittyTiles()

    /// Whether the newest picture is kitty's and has not been shown.
    var hasNewTiles: Bool { newest?.format == .kitty && shown?.placement.serial != serial }

    mutating func set(_ frame: GraphicsFrame?) {
        newest = frame
        serial += 1
    }

    mutating func forget() {
        shown = nil
        tiles.forget()
    }

    /// Returns the change for a frame of the screen and counts it as done. Returns `nil` if nothing changes.
    mutating func update(
        for screen: ScreenFrame, columns: Int, rows: Int, grid: KittyTiles.Grid = .sent
    ) -> Change? {
        let target = newest.flatMap { frame in
            placement(of: frame, on: screen, columns: columns, rows: rows).map { (frame, $0) }
        }
        guard target?.1 != shown?.placement else { return nil }
        let before = shown
        shown = target.map { ($0.format, $1) }
        var lostRows = 0..<0
        if let before, before.format == .sixel, target?.1.covers(before.placement) != true {
            lostRows = before.placement.screenRows
        }
        var steps: [KittyTiles.Step] = []
        if let target, target.0.format == .kitty {
            steps = tiles.update(target.0, target.1, grid)
        } else if before?.format == .kitty {
            steps = tiles.hide()
        }
        return Change(lostRows: lostRows, kitty: steps, image: target)
    }

    private func placement(
        of frame: GraphicsFrame, on screen: ScreenFrame, columns: Int, rows: Int
    ) -> Placement? {
        guard let picture = screen.picture, frame.column + frame.columns <= picture.columns else { return nil }
        let column = screen.pictureColumn + frame.column
        let row = screen.pictureRow + frame.row
        // A sixel image that ends in the last row would scroll the terminal.
        let end = frame.format == .sixel ? rows - 1 : rows
        guard column >= 0, column + frame.columns <= columns, row >= 0 else { return nil }
        let imageRows = 0..<min(frame.rows, max(0, end - row))
        if frame.format == .kitty {
            let pieces = Self.pieces(of: imageRows, frame.columns, on: screen.chrome, column: column, row: row)
            guard let first = pieces.first, let last = pieces.last else { return nil }
            let rows = first.rows.lowerBound..<last.rows.upperBound
            return Placement(
                serial: serial, column: column, row: row + rows.lowerBound, columns: frame.columns, rows: rows,
                pieces: pieces)
        }
        let covers = imageRows.map { Self.cover(screen.chrome, row + $0, column, frame.columns) }
        let sharesRows = covers.count { $0 == .part } * Self.mostShared <= covers.count
        let free = Self.longestRun(in: imageRows) { covers[$0] == .free || sharesRows && covers[$0] == .part }
        guard !free.isEmpty else { return nil }
        var placement = Placement(
            serial: serial, column: column, row: row + free.lowerBound, columns: frame.columns, rows: free)
        placement.shared = free.filter { covers[$0] == .part }.map { row + $0 }
        placement.chrome = Self.digest(screen.chrome, placement.shared)
        return placement
    }

    /// A place takes some 70 bytes; flying comments may cut an image into many pieces.
    private static let mostPieces = 200

    /// Returns the rectangles that the chrome leaves free, from above. Of very many only those as wide as the image.
    private static func pieces(
        of rows: Range<Int>, _ columns: Int, on chrome: CellBuffer, column: Int, row: Int
    ) -> [Piece] {
        let free = rows.map { freeColumns(chrome, row + $0, column, columns) }
        func pieces(_ runs: (Int) -> [Range<Int>]) -> [Piece] {
            var pieces: [Piece] = []
            var top = rows.lowerBound
            for row in rows where row + 1 == rows.upperBound || runs(row + 1) != runs(row) {
                pieces += runs(row).map { Piece(columns: $0, rows: top..<row + 1) }
                top = row + 1
            }
            return pieces
        }
        let all = pieces { free[$0] }
        return all.count <= mostPieces ? all : pieces { free[$0] == [0..<columns] ? free[$0] : [] }
    }

    private static func freeColumns(_ chrome: CellBuffer, _ row: Int, _ column: Int, _ columns: Int) -> [Range<Int>] {
        guard row < chrome.rows else { return [0..<columns] }
        return chrome.withCells { cells in
            let start = row * chrome.columns + column
            var runs: [Range<Int>] = []
            var first: Int?
            for place in 0...columns {
                let isFree = place < columns && (column + place >= chrome.columns || cells[start + place].isTransparent)
                if isFree {
                    first = first ?? place
                } else if let from = first {
                    runs.append(from..<place)
                    first = nil
                }
            }
            return runs
        }
    }

    /// The divisor of the rows: at most one row in this many may be shared.
    private static let mostShared = 4

    private enum Cover { case free, part, all }

    private static func cover(_ chrome: CellBuffer, _ row: Int, _ column: Int, _ columns: Int) -> Cover {
        guard row < chrome.rows else { return .free }
        return chrome.withCells { cells in
            let start = row * chrome.columns
            let own = cells[start + min(column, chrome.columns)..<start + min(column + columns, chrome.columns)]
            if own.allSatisfy(\.isTransparent) { return .free }
            return own.contains(where: \.isTransparent) ? .part : .all
        }
    }

    private static func digest(_ chrome: CellBuffer, _ rows: [Int]) -> Int {
        var hasher = Hasher()
        chrome.withCells { cells in
            for row in rows {
                let start = row * chrome.columns
                for cell in cells[start..<start + chrome.columns] { hasher.combine(cell) }
            }
        }
        return rows.isEmpty ? 0 : hasher.finalize()
    }

    private static func longestRun(in rows: Range<Int>, where passes: (Int) -> Bool) -> Range<Int> {
        var best = 0..<0
        var start = rows.lowerBound
        for row in rows {
            if !passes(row) {
                start = row + 1
            } else if row + 1 - start > best.count {
                best = start..<row + 1
            }
        }
        return best
    }
}
