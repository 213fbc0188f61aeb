import Cells
import Mosaic
import PlayCore
import TestSupport
import Testing

@Suite struct MosaicRendererTests {
    private let space: UInt32 = 0x20
    private let upper: UInt32 = 0x2580
    private let lower: UInt32 = 0x2584

    private func cell(_ glyph: UInt32, _ foreground: Color = .terminalDefault, _ background: Color = .terminalDefault)
        -> Cell
    {
        Cell(glyph: glyph, foreground: foreground, background: background, attributes: [])
    }

    private func render(_ picture: ScaledPicture, _ columns: Int, _ rows: Int, _ look: MosaicLook = MosaicLook())
        -> CellBuffer
    {
        var renderer = MosaicRenderer()
        return renderer.render(picture, columns: columns, rows: rows, look: look)
    }

    @Test("two different pixels become an upper half-block, and two equal ones a space")
    func trueColor() {
        let cells = Pictures.cells([0x010203, 0xFFFEFD, 0x0A0B0C, 0xFFFEFD], columns: 2, look: MosaicLook())
        expect(cells[0, 0], is: cell(upper, .rgb(1, 2, 3), .rgb(10, 11, 12)))
        expect(cells[1, 0], is: cell(space, .terminalDefault, .rgb(255, 254, 253)))
    }

    @Test("the letterbox is blank, and a half-covered cell keeps the terminal's background in its other half")
    func letterbox() {
        let pixels: [UInt32] = [0x110000, 0x220000, 0x330000]
        let odd = render(Pictures.make(pixels, width: 1, x: 1, y: 1, columns: 3, rows: 3), 3, 3)
        expect(odd[1, 0], is: cell(lower, .rgb(0x11, 0, 0)))
        expect(odd[1, 1], is: cell(upper, .rgb(0x22, 0, 0), .rgb(0x33, 0, 0)))
        for (column, row) in [(0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (1, 2), (2, 2)] {
            expect(odd[column, row], is: .blank)
        }
        let even = render(Pictures.make(pixels, width: 1, columns: 1, rows: 2), 1, 2)
        expect(even[0, 1], is: cell(upper, .rgb(0x33, 0, 0)))
    }

    @Test("ADV-15: a transparent cell or half of a cell shows the terminal's own background")
    func transparent() {
        let pixels: [UInt32] = [0x110000, 0x220000, 0x330000, 0x440000, 0x550000, 0x660000, 0x770000, 0x770000]
        let opacity: [UInt8] = [0, 0, 255, 255, 0, 255, 0, 255]
        let picture = Pictures.make(pixels, opacity: opacity, width: 4, columns: 4, rows: 1)
        for look in [MosaicLook(), MosaicLook(background: 0x00FF00)] {
            let cells = render(picture, 4, 1, look)
            expect(cells[0, 0], is: .blank)
            expect(cells[1, 0], is: cell(lower, .rgb(0x66, 0, 0)))
            expect(cells[2, 0], is: cell(upper, .rgb(0x33, 0, 0)))
            expect(cells[3, 0], is: cell(upper, .rgb(0x44, 0, 0), .rgb(0x77, 0, 0)))
        }
        let whole = Pictures.make(
            [UInt32](repeating: 0xFFFFFF, count: 24), opacity: [UInt8](repeating: 0, count: 24), width: 4, columns: 4,
            rows: 3)
        for symbols in MosaicSymbols.allCases {
            let cells = render(whole, 4 / symbols.columnsInCell, 6 / symbols.rowsInCell, MosaicLook(symbols: symbols))
            #expect(cells.cells.allSatisfy { $0 == .blank }, "\(symbols)")
        }
    }

    @Test("ADV-50: a background colour without its alpha fills the letterbox, in the nearest colour of the depth")
    func background() {
        let pixels: [UInt32] = [0x110000, 0x00FF00]
        var look = MosaicLook(background: 0x0000_FF00)
        let green = Color.rgb(0, 255, 0)
        let cells = render(Pictures.make(pixels, width: 1, y: 1, columns: 2, rows: 2), 2, 2, look)
        expect(cells[1, 0], is: cell(space, .terminalDefault, green))
        expect(cells[0, 0], is: cell(upper, green, .rgb(0x11, 0, 0)))
        expect(cells[0, 1], is: cell(space, .terminalDefault, green))
        look.depth = .palette256
        expect(look.letterbox, is: .palette(46))
        look.depth = .palette16
        expect(look.letterbox, is: .palette(10))
        look.depth = .palette8
        expect(look.letterbox, is: .palette(2))
        look.depth = .grey
        expect(look.letterbox, is: .rgb(182, 182, 182))
        look.depth = .mono
        expect(look.letterbox, is: .terminalDefault)
        look = MosaicLook(background: 0xFF12_3456)
        expect(look.letterbox, is: .rgb(0x12, 0x34, 0x56))
    }

    @Test("a picture that extends beyond the pane is cut off at its edge")
    func clipping() {
        let pixels = (0..<16).map { UInt32($0) }
        let cells = render(Pictures.make(pixels, width: 4, x: -1, y: -1, columns: 2, rows: 1), 2, 1)
        expect(cells[0, 0], is: cell(upper, .rgb(0, 0, 5), .rgb(0, 0, 9)))
        expect(cells[1, 0], is: cell(upper, .rgb(0, 0, 6), .rgb(0, 0, 10)))
        let outside = render(Pictures.make(pixels, width: 4, x: .max, y: .min, columns: 2, rows: 1), 2, 1)
        expect(outside, is: CellBuffer(columns: 2, rows: 1))
    }

    @Test("grey depth turns each pixel into the grey of its brightness")
    func grey() {
        let cells = Pictures.cells(
            [0xFF0000, 0xFFFFFF, 0x00FF00, 0x000000], columns: 2, look: MosaicLook(depth: .grey))
        expect(cells[0, 0], is: cell(upper, .rgb(54, 54, 54), .rgb(182, 182, 182)))
        expect(cells[1, 0], is: cell(upper, .rgb(255, 255, 255), .rgb(0, 0, 0)))
    }

    @Test("grey depth on a 256-colour terminal uses only the terminal's greys", arguments: [false, true])
    func greyPalette(isStill: Bool) {
        let pixels = (0..<512).map { UInt32($0 * 32000 & 0xFFFFFF) }
        let look = MosaicLook(depth: .grey, hasDirectColor: false)
        for pixel in Pictures.shown(Pictures.cells(pixels, columns: 16, look: look, isStill: isStill)) {
            expect(pixel, is: (pixel & 0xFF) * 0x010101)
        }
    }

    @Test("mono depth uses only block glyphs or ASCII in the terminal's own colours", arguments: [false, true])
    func monoHasNoColors(isStill: Bool) {
        let pixels = (0..<1024).map { UInt32($0 * 16000 & 0xFFFFFF) }
        for symbols in [MosaicSymbols.halfBlocks, .ascii] {
            let look = MosaicLook(depth: .mono, symbols: symbols, background: 0x00FF00)
            let cells = Pictures.cells(pixels, columns: 16, look: look, isStill: isStill)
            let glyphs: Set<UInt32> =
                symbols == .halfBlocks
                ? [0x20, 0x2580, 0x2584, 0x2588] : Set(" .:-=+*#%@".unicodeScalars.map(\.value))
            cells.withCells { cells in
                for cell in cells {
                    #expect(cell.foreground.isDefault)
                    #expect(cell.background.isDefault)
                    #expect(cell.attributes.isEmpty)
                    #expect(glyphs.contains(cell.glyph))
                }
            }
        }
    }

    @Test("mono depth shows black and white halves with the four half-block glyphs")
    func monoGlyphs() {
        let pixels: [UInt32] = [0, 0xFFFFFF, 0, 0xFFFFFF, 0, 0, 0xFFFFFF, 0xFFFFFF]
        for isStill in [false, true] {
            let cells = Pictures.cells(pixels, columns: 4, look: MosaicLook(depth: .mono), isStill: isStill)
            expect((0..<4).map { cells[$0, 0].glyph }, is: [0x20, 0x2580, 0x2584, 0x2588])
        }
        let odd = render(Pictures.make([0xFFFFFF], width: 1, y: 1, columns: 1, rows: 1), 1, 1, MosaicLook(depth: .mono))
        expect(odd[0, 0], is: cell(lower))
    }

    @Test("ASCII shows the mean of two pixels as a background colour, or as a character of that brightness in mono")
    func ascii() {
        let pixels: [UInt32] = [0x102030, 0xFFFFFF, 0x304050, 0xFFFFFF]
        let colored = Pictures.cells(pixels, columns: 2, look: MosaicLook(symbols: .ascii))
        expect(colored[0, 0], is: cell(space, .terminalDefault, .rgb(0x20, 0x30, 0x40)))
        let mono = Pictures.cells(pixels, columns: 2, look: MosaicLook(depth: .mono, symbols: .ascii))
        expect(mono[1, 0], is: cell(0x40))
        let odd = render(
            Pictures.make(pixels, width: 2, y: 1, columns: 2, rows: 2), 2, 2, MosaicLook(symbols: .ascii))
        expect(odd[0, 0], is: cell(space, .terminalDefault, .rgb(0x10, 0x20, 0x30)))
        expect(odd[0, 1], is: cell(space, .terminalDefault, .rgb(0x30, 0x40, 0x50)))
    }

    @Test("a picture of any size and place fills a pane of the right size with colours of the depth")
    func randomSizes() {
        var random = SeededGenerator(seed: 1)
        var renderer = MosaicRenderer()
        for depth in ColorDepth.allCases {
            for symbols in [MosaicSymbols.halfBlocks, .ascii] {
                for _ in 0..<60 {
                    let columns = Int.random(in: 1...40, using: &random)
                    let rows = Int.random(in: 1...20, using: &random)
                    let width = Int.random(in: 1...60, using: &random)
                    let pixels = (0..<width * Int.random(in: 1...50, using: &random)).map { _ in
                        UInt32.random(in: 0...0xFFFFFF, using: &random)
                    }
                    let picture = Pictures.make(
                        pixels, width: width, x: Int.random(in: -70...50, using: &random),
                        y: Int.random(in: -60...50, using: &random), columns: columns, rows: rows,
                        isStill: .random(using: &random))
                    let look = MosaicLook(depth: depth, hasDirectColor: .random(using: &random), symbols: symbols)
                    let cells = renderer.render(picture, columns: columns, rows: rows, look: look)
                    expect(cells.columns, is: columns)
                    expect(cells.rows, is: rows)
                    cells.withCells { #expect($0.allSatisfy { isAllowed($0, look) }) }
                }
            }
        }
    }

    private func isAllowed(_ cell: Cell, _ look: MosaicLook) -> Bool {
        [cell.foreground, cell.background].allSatisfy { color in
            if color.isDefault { return true }
            switch look.depth {
            case .trueColor: return color.paletteIndex == nil
            case .grey: return look.hasDirectColor == (color.paletteIndex == nil)
            case .palette256: return (color.paletteIndex ?? 0) >= 16
            case .palette16: return (color.paletteIndex ?? 16) < 16
            case .palette8: return (color.paletteIndex ?? 8) < 8
            case .mono: return false
            }
        }
    }
}
