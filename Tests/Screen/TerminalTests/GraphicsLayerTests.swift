import Cells
import PlayCore
import TestSupport
import Testing

@testable import Terminal

@Suite struct GraphicsLayerTests {
    private let columns = 40
    private let rows = 12

    /// An image of 20 × 8 cells at the sixth column of the pane's second row, with a band per row of cells.
    private func image(_ format: GraphicsFrame.Format = .sixel, number: Int = 1) -> GraphicsFrame {
        GraphicsFrame(
            format: format, bytes: Array("#0;2;0;0;0AAAAAAAA".utf8), bandStarts: Array(10...18), imageNumber: number,
            width: 160, height: 48, column: 5, row: 1, columns: 20, rows: 8, pixelsInRow: 6)
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
        #expect(change.deleted.isEmpty)
        #expect(update(&layer, screen()) == nil)
        // The next frame at the same place is written over the old one, without writing cells.
        layer.set(image())
        let next = try #require(update(&layer, screen()))
        #expect(next.lostRows.isEmpty)
        expect(next.image?.isTransmitted, is: false)
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

    @Test("kitty shows an image everywhere but behind the chrome, and deletes the pieces that it has no longer")
    func pieces() throws {
        var layer = GraphicsLayer()
        layer.set(image(.kitty, number: 7))
        func change(_ screen: ScreenFrame) throws -> (pieces: [GraphicsLayer.Piece], lost: Range<Int>) {
            let change = try #require(update(&layer, screen))
            return (change.image?.placement.pieces ?? [], change.lostPieces)
        }
        func piece(_ columns: Range<Int>, _ rows: Range<Int>) -> GraphicsLayer.Piece {
            GraphicsLayer.Piece(columns: columns, rows: rows)
        }
        let whole = piece(0..<20, 0..<8)
        try #expect(change(screen()) == ([whole], 1..<1))
        // A page over the middle of the image's left side, from its third row on.
        let page = try change(screen(chromeRows: [3, 4, 5], column: 7, width: 10))
        let (left, right) = (piece(0..<2, 2..<5), piece(12..<20, 2..<5))
        expect(page.pieces, is: [piece(0..<20, 0..<2), left, right, piece(0..<20, 5..<8)])
        #expect(page.lost.isEmpty && update(&layer, screen(chromeRows: [3, 4, 5], column: 7, width: 10)) == nil)
        let cue = try change(screen(chromeRows: [8], width: 12))
        #expect(cue.pieces == [piece(0..<20, 0..<7), piece(12..<20, 7..<8)] && cue.lost == 2..<4)
        try #expect(change(screen()) == ([whole], 1..<2))
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

    @Test("kitty: the previous image is deleted when the new one is placed, and a cropped image is not sent again")
    func kitty() throws {
        let numbers = GraphicsFrame.kittyNumbers
        var layer = GraphicsLayer()
        layer.set(image(.kitty, number: numbers[0]))
        let first = try #require(update(&layer, screen()))
        expect(first.deleted, is: [numbers[1]])
        expect(first.image?.isTransmitted, is: false)
        let cropped = try #require(update(&layer, screen(chromeRows: [8])))
        expect(cropped.image?.isTransmitted, is: true)
        #expect(cropped.deleted.isEmpty)
        #expect(cropped.lostRows.isEmpty)
        layer.set(image(.kitty, number: numbers[1]))
        let second = try #require(update(&layer, screen(chromeRows: [8])))
        expect(second.deleted, is: [numbers[0]])
        expect(second.image?.isTransmitted, is: false)
        let gone = try #require(update(&layer, screen(hasPicture: false)))
        expect(gone.deleted, is: [numbers[1]])
        #expect(gone.image == nil)
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
            format: .kitty, bytes: [], imageNumber: 7, width: 99, height: 73, column: 0, row: 0, columns: 25, rows: 10,
            pixelsInRow: 8, pixelsInColumn: 4, isStretched: true)
        func place(_ columns: Range<Int>, _ rows: Range<Int>) -> String {
            let piece = GraphicsLayer.Piece(columns: columns, rows: rows)
            return String(decoding: GraphicsStrings.place(kitty, piece, number: 2), as: UTF8.self)
        }
        expect(place(3..<20, 2..<8), is: "\u{1B}_Ga=p,i=7,p=2,x=12,y=16,w=68,h=48,c=17,r=6,C=1,q=2\u{1B}\\")
        #expect(place(0..<25, 0..<10).contains(",x=0,y=0,w=99,h=73,c=25,r=10,"))
    }
}
