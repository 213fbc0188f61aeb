import Cells
import Mosaic
import PlayCore
import TestSupport
import Testing

@Suite struct DitherTests {
    private static let palettes: [ColorDepth] = [.palette256, .palette16, .palette8]

    @Test("every entry of the palettes of 256, 16 and 8 colours is nearest to itself")
    func entriesMapToThemselves() {
        for (depth, range) in [(ColorDepth.palette256, 16...255), (.palette16, 0...15), (.palette8, 0...7)] {
            // No two entries of the cube and the ramp are the same colour, so every answer must be exact.
            for index in range {
                let color = Pictures.rgb(.palette(UInt8(index)), ofDefault: 0)
                let look = MosaicLook(depth: depth, background: color)
                expect(look.letterbox, is: .palette(UInt8(index)))
            }
        }
    }

    @Test("the closed form finds the same nearest of 240 colours as a search")
    func closedFormIsExact() {
        func distance(_ a: UInt32, _ b: UInt32) -> Int {
            let red = Int(a >> 16) - Int(b >> 16)
            let green = Int(a >> 8 & 0xFF) - Int(b >> 8 & 0xFF)
            let blue = Int(a & 0xFF) - Int(b & 0xFF)
            return 2 * red * red + 4 * green * green + 3 * blue * blue
        }
        let entries = (16...255).map { Pictures.rgb(.palette(UInt8($0)), ofDefault: 0) }
        for step in 0..<20_000 {
            let color = UInt32(truncatingIfNeeded: step &* 838_861 &+ 7) & 0xFFFFFF
            let got = MosaicLook(depth: .palette256, background: color).letterbox
            let best = entries.map { distance($0, color) }.min() ?? 0
            expect(distance(Pictures.rgb(got, ofDefault: 0), color), is: best)
        }
    }

    @Test("a flat colour of the palette stays flat, both in motion and still")
    func exactColorsStayFlat() {
        // 0x5F, 0x87 … lie between the table's steps. In motion only black, white and the pure corners are exact.
        for (color, index) in [(UInt32(0), UInt8(16)), (0xFFFFFF, 231), (0xFF0000, 196), (0x00FFFF, 51)] {
            let cells = Pictures.cells(
                [UInt32](repeating: color, count: 256), columns: 16, look: MosaicLook(depth: .palette256))
            cells.withCells { #expect($0.allSatisfy { $0.background == .palette(index) && $0.glyph == 0x20 }) }
        }
        for index in 16...255 {
            let color = Pictures.rgb(.palette(UInt8(index)), ofDefault: 0)
            let cells = Pictures.cells(
                [UInt32](repeating: color, count: 32), columns: 4, look: MosaicLook(depth: .palette256), isStill: true)
            cells.withCells { #expect($0.allSatisfy { $0.background == .palette(UInt8(index)) }) }
        }
    }

    @Test("dithering keeps the mean colour of an 8 × 8 tile", arguments: palettes, [false, true])
    func meanColor(depth: ColorDepth, isStill: Bool) {
        // These colours are within reach of every palette: the cube of the 8 colours spans 0 … 205.
        var total = 0.0
        var plain = 0.0
        var count = 0.0
        for red in stride(from: UInt32(0), through: 205, by: 41) {
            for green in stride(from: UInt32(0), through: 205, by: 41) {
                for blue in stride(from: UInt32(0), through: 205, by: 41) {
                    let color = red << 16 | green << 8 | blue
                    let nearest = Pictures.rgb(MosaicLook(depth: depth, background: color).letterbox, ofDefault: 0)
                    let loss = Pictures.mean([nearest]) - Pictures.mean([color])
                    plain += (loss * loss).sum().squareRoot()
                    let cells = Pictures.cells(
                        [UInt32](repeating: color, count: 64 * 64), columns: 64, look: MosaicLook(depth: depth),
                        isStill: isStill)
                    let error = Pictures.mean(tile(Pictures.shown(cells), width: 64)) - Pictures.mean([color])
                    total += (error * error).sum().squareRoot()
                    count += 1
                }
            }
        }
        // The limits are distances in 8-bit components. A coarser palette leaves a larger error over 64 pixels.
        // Patterns in motion are weak.
        let limit = isStill ? depth == .palette256 ? 3.0 : 9.0 : 0.65 * plain / count
        #expect(total / count < limit, "\(depth) still \(isStill): \(total / count)")
    }

    @Test("a pattern in motion is weak, without lone dots or a chessboard of black and white", arguments: palettes)
    func weakPattern(depth: ColorDepth) {
        for color: UInt32 in [0xB98D73, 0x4A7FB5, 0x6FA8DC, 0x3F5A2A, 0x808080, 0xE0C0A0, 0x5C4033, 0xA0B8D0] {
            let shown = tile(
                Pictures.shown(
                    Pictures.cells(
                        [UInt32](repeating: color, count: 64 * 64), columns: 64, look: MosaicLook(depth: depth))),
                width: 64)
            let contrast = (shown.map(Pictures.luma).max() ?? 0) - (shown.map(Pictures.luma).min() ?? 0)
            #expect(contrast < (depth == .palette256 ? 45 : 230), "\(depth) \(String(color, radix: 16)): \(contrast)")
            let shares = Dictionary(grouping: shown, by: { $0 }).values.map(\.count)
            // Between two colours of the table, whose lists alternate, a share may be half of each list's share.
            #expect(
                (shares.min() ?? 0) >= (depth == .palette256 ? 4 : 3), "\(depth) \(String(color, radix: 16)): \(shares)"
            )
        }
    }

    /// Returns the 8 × 8 tile in the middle.
    private func tile(_ pixels: [UInt32], width: Int) -> [UInt32] {
        (24..<32).flatMap { y in (24..<32).map { x in pixels[y * width + x] } }
    }

    @Test("a grey gradient keeps its brightness in every 8 × 8 tile", arguments: palettes, [false, true])
    func gradient(depth: ColorDepth, isStill: Bool) {
        let width = 208
        let pixels = (0..<width * 16).map { UInt32($0 % width) * 0x010101 }
        let shown = Pictures.shown(
            Pictures.cells(pixels, columns: width, look: MosaicLook(depth: depth), isStill: isStill))
        func loss(_ shown: [UInt32]) -> Double {
            (0..<26).reduce(0) { sum, tile in
                let places = (8..<16).flatMap { y in (0..<8).map { x in y * width + tile * 8 + x } }
                let error = Pictures.mean(places.map { shown[$0] }) - Pictures.mean(places.map { pixels[$0] })
                return sum + (error * error).sum().squareRoot() / 26
            }
        }
        let nearest = pixels.map {
            Pictures.rgb(MosaicLook(depth: depth, background: $0).letterbox, ofDefault: 0)
        }
        // Patterns in motion are weak: better than the nearest entries, but not as good as diffusion.
        let limit = depth == .palette256 ? 3.0 : isStill ? 12.0 : 0.8 * loss(nearest)
        #expect(loss(shown) < limit, "\(depth) still \(isStill): \(loss(shown)), nearest \(loss(nearest))")
    }

    @Test("dark colours in motion have no dots many times brighter than their surroundings", arguments: palettes)
    func darkSpecks(depth: ColorDepth) {
        for color: UInt32 in [0x000008, 0x080808, 0x000C10, 0x0C1008, 0x100808] {
            let shown = Pictures.shown(
                Pictures.cells(
                    [UInt32](repeating: color, count: 64 * 64), columns: 64, look: MosaicLook(depth: depth)))
            let specks = tile(shown, width: 64).count { Pictures.luma($0) > 16 + 2 * Pictures.luma(color) }
            expect(specks, is: 0, "\(depth) \(String(color, radix: 16)): \(specks) of 64")
        }
    }

    @Test("mono covers as much of a tile as the picture is bright", arguments: [false, true])
    func monoCoverage(isStill: Bool) {
        for value in stride(from: UInt32(0), through: 255, by: 5) {
            for color in [value * 0x010101, value << 8, value << 16 | 0x40] {
                let cells = Pictures.cells(
                    [UInt32](repeating: color, count: 64 * 64), columns: 64, look: MosaicLook(depth: .mono),
                    isStill: isStill)
                let coverage = Pictures.mean(tile(Pictures.shown(cells), width: 64)).x
                #expect(abs(coverage - Pictures.luma(color)) <= 255.0 * (isStill ? 4 : 1) / 64)
            }
        }
    }

    @Test("ASCII mono uses denser characters for brighter pictures")
    func asciiRamp() {
        let ramp = Array(" .:-=+*#%@".unicodeScalars.map(\.value))
        for value in stride(from: UInt32(0), through: 255, by: 5) {
            let cells = Pictures.cells(
                [UInt32](repeating: value * 0x010101, count: 16 * 32), columns: 16,
                look: MosaicLook(depth: .mono, symbols: .ascii))
            let sum = cells.withCells { $0.reduce(0) { $0 + (ramp.firstIndex(of: $1.glyph) ?? 99) } }
            #expect(abs(Double(sum) / 256 - Double(value) * 9 / 255) < 0.05)
        }
    }

    @Test("a pixel in motion depends only on itself and its place, so still parts do not crawl")
    func motionIsAnchored() {
        var pixels = (0..<UInt32(64 * 32)).map { $0 &* 7919 & 0x7F7F7F }
        for depth in Self.palettes + [.mono] {
            let before = Pictures.shown(Pictures.cells(pixels, columns: 64, look: MosaicLook(depth: depth)))
            let changed = 17 * 64 + 5
            pixels[changed] ^= 0x808080
            let after = Pictures.shown(Pictures.cells(pixels, columns: 64, look: MosaicLook(depth: depth)))
            for at in 0..<pixels.count where at != changed { expect(before[at], is: after[at]) }
        }
    }

    @Test("a pattern in motion is fixed to the screen, so it does not move with the picture")
    func patternStaysWhenThePictureMoves() {
        let flat = [UInt32](repeating: 0x334455, count: 24 * 24)
        var renderer = MosaicRenderer()
        let look = MosaicLook(depth: .palette256)
        let here = renderer.render(
            Pictures.make(flat, width: 24, x: 0, y: 0, columns: 32, rows: 16), columns: 32, rows: 16, look: look)
        let there = renderer.render(
            Pictures.make(flat, width: 24, x: 3, y: 2, columns: 32, rows: 16), columns: 32, rows: 16, look: look)
        for row in 1..<12 { for column in 3..<24 { expect(here[column, row], is: there[column, row]) } }
    }

    @Test("error diffusion dithers a still picture, and an ordered pattern a moving one")
    func stillDiffers() {
        for depth in Self.palettes + [.mono] {
            let pixels = [UInt32](repeating: 0x334455, count: 64 * 32)
            let motion = Pictures.cells(pixels, columns: 64, look: MosaicLook(depth: depth))
            let still = Pictures.cells(pixels, columns: 64, look: MosaicLook(depth: depth), isStill: true)
            #expect(motion != still)
            // The ordered pattern repeats every 8 pixels.
            for row in 0..<12 { for column in 0..<56 { expect(motion[column, row], is: motion[column + 8, row + 4]) } }
        }
    }
}
