import Cells
import PlayCore
import TestSupport
import Testing

@testable import Terminal

@Suite struct GraphicsLayerTests {
    private let columns = 40
    private let rows = 12

    /// Returns an image of 20 × 8 cells at the sixth column of the pane's second row, with a band per row of cells.
    private func image(_ format: GraphicsFrame.Format = .sixel) -> GraphicsFrame {
        GraphicsFrame(
            format: format, bytes: Array("#0;2;0;0;0AAAAAAAA".utf8), bandStarts: Array(10...18),
            pixels: [UInt32](repeating: 0, count: format == .kitty ? 160 * 48 : 0), width: 160, height: 48, column: 5,
            row: 1, columns: 20, rows: 8, pixelsInRow: 6, pixelsInColumn: 8)
    }

    private func screen(
        chromeRows: [Int] = [], column: Int = 5, width: Int = 20, hasPicture: Bool = true, top: Int = 0
    ) -> ScreenFrame {
        var chrome = CellBuffer(columns: columns, rows: rows, filledWith: .transparent)
        for row in chromeRows {
            for column in column..<min(column + width, columns) { chrome[column, row] = .blank }
        }
        return ScreenFrame(
            chrome: chrome, picture: hasPicture ? CellBuffer(columns: columns, rows: rows - top) : nil,
            pictureColumn: 0, pictureRow: top)
    }

    private func update(_ layer: inout GraphicsLayer, _ screen: ScreenFrame) -> GraphicsLayer.Change? {
        layer.update(for: screen, columns: columns, rows: rows)
    }

    @Test("an image is written once at its place, and the same screen again writes nothing")
    func once() throws {
        var layer = GraphicsLayer()
        #expect(update(&layer, screen()) == nil)
        layer.set(image())
        let change = try #require(update(&layer, screen()))
        let placement = try #require(change.image?.placement)
        expect(placement.column, is: 5)
        expect(placement.row, is: 1)
        #expect(placement.rows == 0..<8)
        #expect(change.lostRows.isEmpty)
        #expect(change.kitty.isEmpty)
        #expect(update(&layer, screen()) == nil)
        // The next frame at the same place is written over the old one, without writing cells.
        layer.set(image())
        let next = try #require(update(&layer, screen()))
        #expect(next.lostRows.isEmpty && next.image != nil)
    }

    @Test("rows with chrome over the image are left out, and the longest free run of rows stays")
    func chrome() throws {
        var layer = GraphicsLayer()
        layer.set(image())
        let bar = try #require(update(&layer, screen(chromeRows: [7, 8])))
        #expect(bar.image?.placement.rows == 0..<6)
        expect(bar.image?.placement.row, is: 1)
        // Cells cover the rows of the image that are no longer shown.
        let page = try #require(update(&layer, screen(chromeRows: [1, 2, 3])))
        #expect(page.image?.placement.rows == 3..<8)
        expect(page.image?.placement.row, is: 4)
        #expect(page.lostRows == 1..<7)
        // Chrome beside the image does not matter.
        let beside = try #require(update(&layer, screen(chromeRows: [1, 2, 3], column: 30)))
        #expect(beside.image?.placement.rows == 0..<8)
        #expect(beside.lostRows.isEmpty)
        let hidden = try #require(update(&layer, screen(chromeRows: Array(0..<12))))
        #expect(hidden.image == nil)
        #expect(hidden.lostRows == 1..<9)
        #expect(update(&layer, screen(chromeRows: Array(0..<12))) == nil)
        #expect(update(&layer, screen())?.image?.placement.rows == 0..<8)
    }

    @Test("chrome over parts of a few rows leaves a sixel image whole, and is written again over each image")
    func shared() throws {
        var layer = GraphicsLayer()
        layer.set(image())
        func placement(_ screen: ScreenFrame) throws -> GraphicsLayer.Placement {
            let change = try #require(update(&layer, screen))
            #expect(change.lostRows.isEmpty)
            return try #require(change.image?.placement)
        }
        try expect(placement(screen()).shared, is: [])
        let cue = try placement(screen(chromeRows: [7, 8], width: 12))
        #expect(cue.rows == 0..<8 && cue.shared == [7, 8])
        #expect(update(&layer, screen(chromeRows: [7, 8], width: 12)) == nil)
        // Writing the cells under the new cue has erased the image there.
        #expect(try placement(screen(chromeRows: [7, 8], width: 13)).rows == 0..<8)
        try expect(placement(screen()).shared, is: [])
        // A list over many rows still hides them.
        #expect(
            try #require(update(&layer, screen(chromeRows: [5, 6, 7, 8], width: 3))).image?.placement.rows == 0..<4)
    }

    @Test("kitty shows an image everywhere but behind the chrome")
    func pieces() throws {
        var layer = GraphicsLayer()
        layer.set(image(.kitty))
        func pieces(_ screen: ScreenFrame) throws -> [GraphicsLayer.Piece] {
            try #require(update(&layer, screen)).image?.placement.pieces ?? []
        }
        func piece(_ columns: Range<Int>, _ rows: Range<Int>) -> GraphicsLayer.Piece {
            GraphicsLayer.Piece(columns: columns, rows: rows)
        }
        let whole = piece(0..<20, 0..<8)
        try expect(pieces(screen()), is: [whole])
        // A page over the middle of the image's left side, from its third row on.
        let page = screen(chromeRows: [3, 4, 5], column: 7, width: 10)
        let (left, right) = (piece(0..<2, 2..<5), piece(12..<20, 2..<5))
        try expect(pieces(page), is: [piece(0..<20, 0..<2), left, right, piece(0..<20, 5..<8)])
        #expect(update(&layer, page) == nil)
        try expect(pieces(screen(chromeRows: [8], width: 12)), is: [piece(0..<20, 0..<7), piece(12..<20, 7..<8)])
        try expect(pieces(screen()), is: [whole])
    }

    @Test("a frame without a picture hides the image, which returns with the picture")
    func hiding() throws {
        var layer = GraphicsLayer()
        layer.set(image())
        _ = update(&layer, screen())
        let gone = try #require(update(&layer, screen(hasPicture: false)))
        #expect(gone.image == nil)
        #expect(gone.lostRows == 1..<9)
        #expect(update(&layer, screen())?.image?.placement.rows == 0..<8)
        layer.forget()
        #expect(update(&layer, screen())?.image != nil, "after a clearing")
        layer.set(nil)
        #expect(update(&layer, screen())?.image == nil)
    }

    @Test("a sixel image never reaches the last row, kitty's image may, and an image without space is not shown")
    func lastRow() throws {
        for (format, shown) in [(GraphicsFrame.Format.sixel, 0..<7), (.kitty, 0..<8)] {
            var layer = GraphicsLayer()
            layer.set(image(format))
            expect(update(&layer, screen(top: 3))?.image?.placement.rows, is: shown)
            #expect(layer.update(for: screen(), columns: 20, rows: rows)?.image == nil)
        }
    }

    @Test("kitty: tiles are hidden with the picture, and a screen that was cleared is first rid of older images")
    func kitty() throws {
        var layer = GraphicsLayer()
        layer.set(image(.kitty))
        #expect(layer.hasNewTiles)
        let first = try #require(update(&layer, screen())).kitty
        expect(first.first, is: .deleteAll)
        #expect(!layer.hasNewTiles)
        // Only the placements of the lowest tiles change.
        let cropped = try #require(update(&layer, screen(chromeRows: [8], column: 5, width: 2)))
        #expect(cropped.lostRows.isEmpty && !cropped.kitty.isEmpty && cropped.kitty.allSatisfy { $0.isQuiet })
        layer.set(nil)
        let gone = try #require(update(&layer, screen()))
        #expect(gone.image == nil && gone.kitty.count == KittyTiles.Grid.sent.count)
        layer.set(image(.kitty))
        expect(update(&layer, screen())?.kitty.first?.isQuiet, is: false)
        layer.forget()
        expect(update(&layer, screen())?.kitty.first, is: .deleteAll)
    }

    @Test("rows of cells are converted to sixel bands of six pixels and to kitty's pixels")
    func cropping() {
        let frame = GraphicsFrame(
            format: .sixel, bytes: [], bandStarts: Array(0...25), width: 100, height: 146, column: 0, row: 0,
            columns: 13, rows: 10, pixelsInRow: 16)
        #expect(GraphicsStrings.bands(of: frame, rows: 0..<10) == 0..<25)
        // Rows 2 … 7 are the pixels 32 … 128, whose whole bands span 36 … 126.
        #expect(GraphicsStrings.bands(of: frame, rows: 2..<8) == 6..<21)
        #expect(GraphicsStrings.bands(of: frame, rows: 1..<10) == 3..<25)
        let kitty = GraphicsFrame(
            format: .kitty, width: 99, height: 73, column: 0, row: 0, columns: 25, rows: 10, pixelsInRow: 8,
            pixelsInColumn: 4, isStretched: true)
        func area(_ columns: Range<Int>, _ rows: Range<Int>) -> PixelArea {
            kitty.area(GraphicsLayer.Piece(columns: columns, rows: rows))
        }
        expect(area(3..<20, 2..<8), is: PixelArea(columns: 12..<80, rows: 16..<64))
        expect(area(0..<25, 0..<10), is: PixelArea(columns: 0..<99, rows: 0..<73))
        let piece = GraphicsLayer.Piece(columns: 3..<20, rows: 2..<8)
        func place(isStretched: Bool) -> String {
            let pixels = PixelArea(columns: 12..<80, rows: 16..<64)
            return String(
                decoding: GraphicsStrings.place(piece, pixels, isStretched: isStretched, number: 7, index: 2),
                as: UTF8.self)
        }
        expect(
            place(isStretched: true), is: "\u{1B}_Ga=p,i=7,p=2,x=12,y=16,w=68,h=48,c=17,r=6,C=1,q=2\u{1B}\\")
        expect(place(isStretched: false), is: "\u{1B}_Ga=p,i=7,p=2,x=12,y=16,w=68,h=48,C=1,q=2\u{1B}\\")
    }
}

extension KittyTiles.Step {
    /// Whether it neither sends nor deletes an image.
    fileprivate var isQuiet: Bool {
        switch self {
        case .place, .deletePlacement: true
        case .send, .delete, .deleteAll: false
        }
    }
}
