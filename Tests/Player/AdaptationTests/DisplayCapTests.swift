import PlayCore
import TestSupport
import Testing

@testable import Adaptation

@Suite("DisplayCap")
struct DisplayCapTests {
    private struct Case {
        let grid: PixelGrid
        let highest: Int
    }

    @Test("the highest rung is the smallest that is as large as what is shown")
    func grids() throws {
        let ladder = try Ladders.four()
        let cases = [
            // 80 × 24 half-blocks: 80 × 45 pixels.
            Case(grid: Ladders.halfBlocks(80, 24), highest: 0),
            Case(grid: Ladders.halfBlocks(240, 67), highest: 0),
            Case(grid: PixelGrid(width: 640, height: 360, pixelAspect: 1), highest: 0),
            Case(grid: PixelGrid(width: 641, height: 362, pixelAspect: 1), highest: 1),
            // A tall grid shows the picture as wide as it is, whatever its height.
            Case(grid: PixelGrid(width: 640, height: 2000, pixelAspect: 1), highest: 0),
            Case(grid: PixelGrid(width: 3000, height: 360, pixelAspect: 1), highest: 0),
            // Sixel: the terminal's own pixels.
            Case(grid: PixelGrid(width: 1280, height: 1000, pixelAspect: 1, cellWidth: 9, cellHeight: 18), highest: 2),
            // Larger than all: all.
            Case(grid: PixelGrid(width: 3840, height: 2160, pixelAspect: 1), highest: 3),
            // Braille's and quadrants' pixels are not square: 320 × 90, of which the picture takes half the width.
            Case(grid: PixelGrid(width: 320, height: 90, pixelAspect: 0.5), highest: 0),
            Case(grid: PixelGrid(width: 2000, height: 500, pixelAspect: 0.5), highest: 3),
        ]
        for item in cases {
            let allowed = DisplayCap(grid: item.grid).allowed(in: ladder)
            expect(allowed, is: Array(0...item.highest), "\(item.grid)")
        }
    }

    @Test("a picture that covers the grid needs the pixels that are cropped, a stretched one those of the grid")
    func fits() throws {
        let ladder = try Ladders.four()
        let grid = PixelGrid(width: 640, height: 500, pixelAspect: 1)
        #expect(DisplayCap(grid: grid).shownSize(of: ladder[0]) == (640, 360))
        #expect(DisplayCap(grid: grid, fit: .covering).shownSize(of: ladder[0]) == (889, 500))
        #expect(DisplayCap(grid: grid, fit: .stretched).shownSize(of: ladder[0]) == (640, 500))
        expect(DisplayCap(grid: grid, fit: .covering).allowed(in: ladder), is: [0, 1])
        let wide = PixelGrid(width: 640, height: 200, pixelAspect: 1)
        #expect(DisplayCap(grid: wide, fit: .covering).shownSize(of: ladder[0]) == (640, 360))
    }

    @Test("of one size all rates are allowed, and rungs of unknown size")
    func sameSize() throws {
        let ladder = try #require(
            RenditionLadder([
                Ladders.rung(1, 640, 360), Ladders.rung(2, 640, 360), Ladders.rung(3, 1280, 720), Ladders.rung(4),
            ]))
        expect(DisplayCap(grid: Ladders.halfBlocks(80, 24)).allowed(in: ladder), is: [0, 1, 3])
    }

    @Test("a small picture that needs much does not hide a larger one that needs less")
    func mixedCodecs() throws {
        let ladder = try #require(
            RenditionLadder([
                Ladders.rung(1, 1280, 720, key: "new codec"), Ladders.rung(2, 640, 360, key: "old codec"),
            ]))
        expect(DisplayCap(grid: Ladders.halfBlocks(80, 24)).allowed(in: ladder), is: [1])
    }

    @Test("pictures that the line drops are not fetched, but size goes first")
    func frameRates() throws {
        let ladder = try #require(
            RenditionLadder([
                Ladders.rung(1, 640, 360, frameRate: 30), Ladders.rung(2, 640, 360, frameRate: 60),
                Ladders.rung(4, 1280, 720, frameRate: 60),
            ]))
        let small = Ladders.halfBlocks(80, 24)
        let large = PixelGrid(width: 1280, height: 720, pixelAspect: 1)
        expect(DisplayCap(grid: small).allowed(in: ladder), is: [0, 1])
        expect(DisplayCap(grid: small, frameRate: 24).allowed(in: ladder), is: [0])
        expect(DisplayCap(grid: small, frameRate: 50).allowed(in: ladder), is: [0, 1])
        expect(DisplayCap(grid: large, frameRate: 24).allowed(in: ladder), is: [0, 2])
    }
}
