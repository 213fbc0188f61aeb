import Cells
import Mosaic
import PlayCore
import TestSupport
import Testing

@Suite struct SymbolTests {
    private static let shapes: [MosaicSymbols] = [.quadrants, .sextants]
    private static let palettes: [ColorDepth] = [.palette256, .palette16, .palette8]

    private func random(_ count: Int, seed: UInt64) -> [UInt32] {
        var generator = SeededGenerator(seed: seed)
        return (0..<count).map { _ in UInt32.random(in: 0...0xFFFFFF, using: &generator) }
    }

    /// Returns the squared error of the best two means over every division of the pixels.
    private func leastError(_ pixels: [UInt32]) -> Double {
        let values = pixels.map { SIMD3(Double($0 >> 16), Double($0 >> 8 & 0xFF), Double($0 & 0xFF)) }
        let weights = SIMD3<Double>(2, 4, 3)
        func error(_ group: [SIMD3<Double>]) -> Double {
            guard !group.isEmpty else { return 0 }
            let mean = group.reduce(SIMD3(repeating: 0), +) / Double(group.count)
            return group.reduce(0) { $0 + (($1 - mean) * ($1 - mean) * weights).sum() }
        }
        return (0..<1 << pixels.count).map { mask in
            error(values.indices.filter { mask >> $0 & 1 == 1 }.map { values[$0] })
                + error(values.indices.filter { mask >> $0 & 1 == 0 }.map { values[$0] })
        }.min() ?? 0
    }

    @Test("a cell shows any two colours in any shape exactly", arguments: shapes)
    func exactShapes(symbols: MosaicSymbols) {
        let pictures = SymbolPictures(symbols: symbols)
        let size = pictures.cellSize.width * pictures.cellSize.height
        // The colours are far apart, or as near as two colours can be.
        for (one, other) in [(UInt32(0x10_20_30), UInt32(0xF0_E0_D0)), (0x80_80_80, 0x80_80_81), (0, 0xFFFFFF)] {
            for mask in 0..<1 << size {
                let pixels = (0..<size).map { mask >> $0 & 1 == 1 ? one : other }
                let cells = pictures.cells(pixels, columns: 1)
                expect(pictures.parts(cells[0, 0]), is: pixels, "\(symbols) \(mask)")
            }
        }
    }

    @Test("a cell has the least error that two colours allow, apart from rounding", arguments: shapes)
    func isBest(symbols: MosaicSymbols) {
        let pictures = SymbolPictures(symbols: symbols)
        let size = pictures.cellSize.width * pictures.cellSize.height
        let columns = 400
        let pixels = random(columns * size, seed: 7)
        let cells = pictures.cells(pixels, columns: columns)
        let shown = pictures.shown(cells)
        let width = columns * 2
        for column in 0..<columns {
            let places = (0..<size).map { $0 / 2 * width + column * 2 + $0 % 2 }
            let error = SymbolPictures.error(places.map { pixels[$0] }, places.map { shown[$0] })
            // A mean is off by at most half a step in each channel, which is (2 + 4 + 3) / 4 a pixel.
            #expect(Double(error) <= leastError(places.map { pixels[$0] }) + 2.25 * Double(size) + 1e-6)
        }
    }

    @Test("quadrants are never worse than half-blocks of the same picture, apart from rounding")
    func beatsHalfBlocks() {
        let pictures = SymbolPictures(symbols: .quadrants)
        let pixels = random(2000 * 4, seed: 8)
        let shown = pictures.shown(pictures.cells(pixels, columns: 2000))
        for column in 0..<2000 {
            let places = [0, 1, 4000, 4001].map { $0 + column * 2 }
            let wanted = places.map { pixels[$0] }
            let halves = [Self.mean(wanted[0], wanted[1]), Self.mean(wanted[2], wanted[3])]
            let ofHalves = SymbolPictures.error(wanted, [halves[0], halves[0], halves[1], halves[1]])
            #expect(SymbolPictures.error(wanted, places.map { shown[$0] }) <= ofHalves + 9)
        }
    }

    private static func mean(_ a: UInt32, _ b: UInt32) -> UInt32 {
        [16, 8, 0].reduce(0) { $0 | ((a >> $1 & 0xFF) + (b >> $1 & 0xFF) + 1) / 2 << $1 }
    }

    @Test("each look has one spelling: the upper left is foreground, and one colour is a blank", arguments: shapes)
    func canonical(symbols: MosaicSymbols) {
        let pictures = SymbolPictures(symbols: symbols)
        let size = pictures.cellSize.width * pictures.cellSize.height
        let pixels = random(200 * size, seed: 9).map { $0 & 0x808080 }
        for depth in Self.palettes + [.trueColor, .grey] {
            var pictures = pictures
            pictures.depth = depth
            pictures.cells(pixels, columns: 200).withCells { cells in
                for cell in cells {
                    let mask = GlyphMask.of(glyph: cell.glyph) ?? 0
                    #expect(cell.glyph == 0x20 ? cell.foreground.isDefault : mask & 1 == 1 && mask != GlyphMask.full)
                    #expect(cell.foreground != cell.background)
                }
            }
        }
        // Halves use the same glyphs as half-blocks.
        let halves = pictures.cells(
            [UInt32](repeating: 0x112233, count: size / 2) + [UInt32](repeating: 0xFFEEDD, count: size / 2), columns: 1)
        if symbols == .quadrants { expect(halves[0, 0].glyph, is: 0x2580) }
    }

    @Test("a still cell shows two colours of the palette in any shape exactly", arguments: shapes, palettes)
    func paletteShapes(symbols: MosaicSymbols, depth: ColorDepth) {
        let pictures = SymbolPictures(symbols: symbols, depth: depth)
        let size = pictures.cellSize.width * pictures.cellSize.height
        for mask in 0..<1 << size {
            // The corners of every cube are exact in motion, too. The eight colours end at 205 and 229, and diffusion
            // dithers them.
            let (one, other): (UInt32, UInt32) =
                depth == .palette8 ? (0, 0xCD0000) : (0, depth == .palette16 ? 0xFF00FF : 0xFF0000)
            let pixels = (0..<size).map { mask >> $0 & 1 == 1 ? one : other }
            let cells = pictures.cells(pixels, columns: 1, isStill: true)
            expect(pictures.parts(cells[0, 0]), is: pixels, "\(symbols) \(depth) \(mask)")
        }
    }

    @Test(
        "the mean of a flat picture with a palette is nearer to its colour than the nearest entry", arguments: shapes,
        palettes)
    func meanColor(symbols: MosaicSymbols, depth: ColorDepth) {
        let pictures = SymbolPictures(symbols: symbols, depth: depth)
        var total = 0.0
        var undithered = 0.0
        for red in stride(from: UInt32(0), through: 200, by: 50) {
            for green in stride(from: UInt32(0), through: 200, by: 50) {
                for blue in stride(from: UInt32(0), through: 200, by: 50) {
                    let color = red << 16 | green << 8 | blue
                    let pixels = [UInt32](repeating: color, count: 48 * 24 * pictures.cellSize.height)
                    let shown = pictures.shown(pictures.cells(pixels, columns: 24))
                    let error = Pictures.mean(shown) - Pictures.mean([color])
                    total += (error * error).sum().squareRoot()
                    let nearest = Pictures.rgb(MosaicLook(depth: depth, background: color).letterbox, ofDefault: 0)
                    let loss = Pictures.mean([nearest]) - Pictures.mean([color])
                    undithered += (loss * loss).sum().squareRoot()
                }
            }
        }
        // Patterns are weak, and two colours per cell cannot mix as well as three or four.
        #expect(total < 0.8 * undithered, "\(symbols) \(depth): \(total / undithered)")
    }

    @Test("a cell that the picture covers in part keeps the letterbox in the rest", arguments: shapes)
    func partlyCovered(symbols: MosaicSymbols) {
        for background: UInt32? in [nil, 0x00FF00] {
            let pictures = SymbolPictures(symbols: symbols, background: background)
            let height = 2 * pictures.cellSize.height
            let around = background ?? 0
            for x in 0...2 {
                for y in 0...2 {
                    let shown = pictures.shown(
                        pictures.cells([0xFF0000, 0xFF0000, 0xFF0000], width: 1, x: x, y: y, columns: 2, rows: 2))
                    for place in 0..<4 * height {
                        let isPicture = place % 4 == x && (y..<y + 3).contains(place / 4)
                        expect(shown[place], is: (isPicture ? 0xFF0000 : around), "\(x) \(y) \(place)")
                    }
                }
            }
        }
    }

    @Test("mono shows every bit of every shape in the terminal's own colours", arguments: shapes + [.braille])
    func mono(symbols: MosaicSymbols) {
        let pictures = SymbolPictures(symbols: symbols, depth: .mono)
        let size = pictures.cellSize.width * pictures.cellSize.height
        for isStill in [false, true] {
            for mask in 0..<1 << size {
                let pixels = (0..<size).map { mask >> $0 & 1 == 1 ? UInt32(0xFFFFFF) : 0 }
                let cells = pictures.cells(pixels, columns: 1, isStill: isStill)
                expect(pictures.parts(cells[0, 0]), is: pixels)
                #expect(cells[0, 0].foreground.isDefault && cells[0, 0].background.isDefault)
            }
        }
    }

    @Test("braille keeps the picture's mean colour over the dots and the dark between them")
    func braille() {
        let pictures = SymbolPictures(symbols: .braille)
        for color: UInt32 in [0x000000, 0xFFFFFF, 0x808080, 0xC04010, 0x102040, 0x00FF00, 0x30C0F0] {
            let pixels = [UInt32](repeating: color, count: 32 * 32)
            for isStill in [false, true] {
                let cells = pictures.cells(pixels, columns: 16, isStill: isStill)
                let error = Pictures.mean(pictures.shown(cells)) - Pictures.mean([color])
                #expect((error * error).sum().squareRoot() < 6, "\(String(color, radix: 16)) \(error)")
                // All dots have one colour, and the background is the terminal's default.
                cells.withCells { cells in
                    #expect(Set(cells.map(\.foreground)).subtracting([.terminalDefault]).count <= 1)
                    #expect(cells.allSatisfy { $0.background.isDefault })
                }
            }
        }
    }

    @Test("braille dots lie exactly where the picture is, at any place in the pane")
    func brailleEdges() {
        let pictures = SymbolPictures(symbols: .braille)
        for x in 0...3 {
            for y in 0...5 {
                let shown = pictures.shown(
                    pictures.cells([UInt32](repeating: 0xFFFFFF, count: 6), width: 2, x: x, y: y, columns: 3, rows: 2))
                for place in shown.indices {
                    let isPicture = (x..<x + 2).contains(place % 6) && (y..<y + 3).contains(place / 6)
                    expect(shown[place], is: (isPicture ? 0xFFFFFF : 0))
                }
            }
        }
    }

    @Test("the grid has as many pixels as the symbols have parts, with the shape that the cell gives them")
    func grids() {
        let sink = MosaicVideoSink()
        sink.setPane(columns: 80, rows: 24, cellAspect: 0.5)
        let wanted: [(MosaicSymbols, Int, Int, Double)] = [
            (.halfBlocks, 80, 48, 1), (.ascii, 80, 48, 1), (.quadrants, 160, 48, 0.5), (.sextants, 160, 72, 0.75),
            (.braille, 160, 96, 1),
        ]
        for (symbols, width, height, aspect) in wanted {
            sink.setSymbols(symbols)
            expect(
                sink.grid,
                is: PixelGrid(
                    width: width, height: height, pixelAspect: aspect, cellWidth: symbols.columnsInCell,
                    cellHeight: symbols.rowsInCell))
        }
    }
}
