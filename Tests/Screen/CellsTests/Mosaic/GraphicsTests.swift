import Cells
import PlayCore
import TestSupport
import Testing

@testable import Mosaic

@Suite struct GraphicsTests {
    private func output(_ format: GraphicsFrame.Format, colors: Int = 256, rows: Int = 50) -> GraphicsOutput {
        GraphicsOutput(format: format, cellWidth: 7, cellHeight: 15, colorCount: colors, usableRows: rows)
    }

    private func frame(
        _ pixels: [UInt32], width: Int, x: Int = 0, y: Int = 0, _ output: GraphicsOutput, columns: Int = 20,
        rows: Int = 10, depth: ColorDepth = .trueColor, isStill: Bool = false
    ) throws -> GraphicsFrame {
        let pane = try #require(GraphicsPane(output, columns: columns, rows: rows))
        let picture = Pictures.make(pixels, width: width, x: x, y: y, columns: 1, rows: 1, isStill: isStill)
        var renderer = GraphicsRenderer()
        let frame = renderer.render(picture, pane: pane, output: output, look: MosaicLook(depth: depth))
        return try #require(frame)
    }

    /// Returns the image as a terminal receives it.
    private func sixel(_ frame: GraphicsFrame) -> SixelImage {
        SixelImage(Array("0;1;0q\"1;1;\(frame.width);\(frame.height)".utf8) + frame.bytes)
    }

    @Test(
        "sixel: every pixel of a picture of any size is written in its colour",
        arguments: [(1, 1), (5, 7), (64, 13), (130, 30)])
    func sixelPixels(size: (Int, Int)) throws {
        // The corners of the cube survive percentages and dithering unchanged.
        let corners: [UInt32] = [0, 0xFF0000, 0x00FF00, 0x0000FF, 0xFFFF00, 0xFF00FF, 0x00FFFF, 0xFFFFFF]
        var generator = SeededGenerator(seed: UInt64(size.0))
        let pixels = (0..<size.0 * size.1).map { _ in corners[Int.random(in: 0..<8, using: &generator)] }
        let frame = try frame(pixels, width: size.0, output(.sixel))
        let image = sixel(frame)
        expect(image.problems, is: [])
        expect(image.width, is: size.0)
        expect(image.height, is: size.1)
        for y in 0..<size.1 {
            for x in 0..<size.0 { expect(image.pixels[y][x], is: pixels[y * size.0 + x], "\(x) \(y)") }
        }
        for y in size.1..<image.pixels.count { #expect(image.pixels[y].allSatisfy { $0 == nil }) }
        #expect(frame.bytes.allSatisfy { (0x21...0x7E).contains($0) })
    }

    @Test("sixel: a band can be shown alone, and the next picture starts with clean buffers")
    func sixelBands() throws {
        let colors: [UInt32] = [0xFF0000, 0x00FF00, 0x0000FF]
        let pixels = (0..<20 * 18).map { colors[$0 / 120] }
        let output = output(.sixel)
        let pane = try #require(GraphicsPane(output, columns: 20, rows: 10))
        var renderer = GraphicsRenderer()
        for _ in 0..<2 {
            let picture = Pictures.make(pixels, width: 20, columns: 1, rows: 1)
            let rendered = renderer.render(picture, pane: pane, output: output, look: MosaicLook())
            let frame = try #require(rendered)
            expect(frame.bandStarts.count, is: 4)
            expect(frame.bandStarts.last, is: frame.bytes.count)
            for band in 0..<3 {
                let bytes =
                    frame.bytes[..<frame.bandStarts[0]]
                    + frame.bytes[frame.bandStarts[band]..<frame.bandStarts[band + 1]]
                let image = SixelImage(Array("q\"1;1;20;6".utf8) + bytes)
                expect(image.problems, is: [])
                #expect(image.pixels.allSatisfy { $0.allSatisfy { $0 == colors[band] } })
            }
        }
    }

    @Test("sixel: 16 colour registers allow 16 colours, and grey depth writes only greys", arguments: [false, true])
    func sixelColors(isStill: Bool) throws {
        let pixels = (0..<UInt32(60 * 36)).map { $0 * 7000 & 0xFFFFFF }
        let few = sixel(try frame(pixels, width: 60, output(.sixel, colors: 16), isStill: isStill))
        expect(few.problems, is: [])
        #expect(Set(few.pixels.joined()).count <= 16)
        let many = sixel(try frame(pixels, width: 60, output(.sixel), isStill: isStill))
        expect(many.problems, is: [])
        #expect(Set(many.pixels.joined()).count > 60)
        let grey = sixel(try frame(pixels, width: 60, output(.sixel), depth: .grey, isStill: isStill))
        #expect(grey.pixels.joined().allSatisfy { $0.map { $0 == ($0 & 0xFF) * 0x010101 } ?? true })
    }

    @Test(
        "sixel: a dark colour keeps its mean, both in motion and still", arguments: [false, true],
        [0x0A1420, 0x30_0C04, 0x081808, 0x606060] as [UInt32])
    func sixelShadows(isStill: Bool, color: UInt32) throws {
        let image = sixel(
            try frame([UInt32](repeating: color, count: 64 * 48), width: 64, output(.sixel), isStill: isStill))
        let shown = image.pixels.prefix(48).joined().compactMap(\.self)
        expect(shown.count, is: 64 * 48)
        for shift in [0, 8, 16] as [UInt32] {
            let mean = shown.reduce(0.0) { $0 + Double($1 >> shift & 0xFF) } / Double(shown.count)
            #expect(abs(mean - Double(color >> shift & 0xFF)) < 2.5, "component \(shift)")
        }
        // Every pixel is a neighbour of its colour: no lighter grey replaces a dark colour.
        for shift in [0, 8, 16] as [UInt32] {
            #expect(shown.allSatisfy { abs(Int($0 >> shift & 0xFF) - Int(color >> shift & 0xFF)) <= 51 })
        }
    }

    @Test("kitty: an image has exactly the picture's pixels, opaque, and in shared memory up to 1920 × 1080 of them")
    func kitty() throws {
        let pixels = (0..<UInt32(140 * 31)).map { $0 &* 7919 & 0xFFFFFF }
        let frame = try frame(pixels, width: 140, output(.kitty))
        #expect(frame.bytes.isEmpty && frame.width == 140 && frame.height == 31)
        expect(
            frame.pixels,
            is: pixels.map { 0xFF00_0000 | ($0 & 0xFF) << 16 | $0 & 0xFF00 | $0 >> 16 })
        for (isShared, scale) in [(false, 4), (true, 1)] {
            let output = GraphicsOutput(
                format: .kitty, cellWidth: 8, cellHeight: 18, isShared: isShared, usableRows: 60)
            let pane = try #require(GraphicsPane(output, columns: 240, rows: 60))
            expect(pane.scale, is: scale)
        }
    }

    @Test(
        "an image stays within the pane's cells and the pixel limits, and is stretched only if its pane is scaled"
    )
    func places() throws {
        for columns in [1, 20, 90, 400] {
            for rows in [1, 24, 120] {
                for format in [GraphicsFrame.Format.sixel, .kitty] {
                    let output = output(format, rows: rows)
                    guard let pane = GraphicsPane(output, columns: columns, rows: rows) else { continue }
                    #expect(pane.width <= 1000 || format == .kitty)
                    #expect(pane.width * pane.height <= 480_000)
                    let pixels = [UInt32](repeating: 0xFF, count: pane.width * pane.height)
                    let frame = try frame(pixels, width: pane.width, output, columns: columns, rows: rows)
                    #expect(frame.column >= 0)
                    #expect(frame.column + frame.columns <= columns)
                    #expect(frame.row >= 0, "\(columns) \(rows) \(format)")
                    #expect(frame.row + frame.rows <= rows, "\(columns) \(rows) \(format)")
                    expect(frame.isStretched, is: (pane.scale > 1))
                }
            }
        }
        expect(GraphicsPane(output(.sixel, rows: 0), columns: 80, rows: 24), is: nil)
        expect(GraphicsPane(output(.kitty), columns: 0, rows: 24), is: nil)
    }

    @Test("the image of a full-screen sixel pane is capped, centred and keeps the shape of its pixels")
    func cap() throws {
        let output = GraphicsOutput(format: .sixel, cellWidth: 8, cellHeight: 16, usableRows: 66)
        let pane = try #require(GraphicsPane(output, columns: 240, rows: 67))
        #expect((470_000...480_000).contains(pane.width * pane.height))
        expect(pane.height % 6, is: 0)
        let used = pane.firstColumn * 8 * 2 + pane.width
        #expect(abs(used - 240 * 8) <= 8)
        #expect(abs(pane.firstRow * 16 * 2 + pane.height - 66 * 16) <= 16)
        // The image starts at the nearest cell, even beyond the exact middle: 3.8 rows and 13.3 columns are free on
        // each side.
        let small = GraphicsOutput(format: .sixel, cellWidth: 7, cellHeight: 14, usableRows: 44)
        let nearest = try #require(GraphicsPane(small, columns: 160, rows: 45))
        expect(nearest.firstRow, is: 4)
        expect(nearest.firstColumn, is: 13)
        expect(pane.grid(output, cellAspect: 0.5).pixelAspect, is: 1)
        expect(pane.grid(output, cellAspect: 0.6).pixelAspect, is: 1.2)
    }
}
