import PlayCore
import TestSupport
import Testing

@testable import PlaybackModel

@Suite("DisplayCap")
struct DisplayCapTests {
    private struct Case {
        let grid: PixelGrid
        let highest: Int
    }

    @Test("the highest allowed rung is the smallest that is at least as large as the shown picture")
    func grids() throws {
        let ladder = try Ladders.four()
        let cases = [
            // 80 × 24 half-blocks are 80 × 45 pixels of picture.
            Case(grid: Ladders.halfBlocks(80, 24), highest: 0),
            Case(grid: Ladders.halfBlocks(240, 67), highest: 0),
            Case(grid: PixelGrid(width: 640, height: 360, pixelAspect: 1), highest: 0),
            Case(grid: PixelGrid(width: 641, height: 362, pixelAspect: 1), highest: 1),
            // A tall grid shows the picture at the grid's full width; its height does not matter.
            Case(grid: PixelGrid(width: 640, height: 2000, pixelAspect: 1), highest: 0),
            Case(grid: PixelGrid(width: 3000, height: 360, pixelAspect: 1), highest: 0),
            // Sixel draws in the terminal's own pixels.
            Case(grid: PixelGrid(width: 1280, height: 1000, pixelAspect: 1, cellWidth: 9, cellHeight: 18), highest: 2),
            // A grid larger than all rungs allows all rungs.
            Case(grid: PixelGrid(width: 3840, height: 2160, pixelAspect: 1), highest: 3),
            // The pixels of braille and quadrants are not square: the picture takes half the width of 320 × 90.
            Case(grid: PixelGrid(width: 320, height: 90, pixelAspect: 0.5), highest: 0),
            Case(grid: PixelGrid(width: 2000, height: 500, pixelAspect: 0.5), highest: 3),
        ]
        for item in cases {
            let allowed = DisplayCap(grid: item.grid).allowed(in: ladder)
            expect(allowed, is: Array(0...item.highest), "\(item.grid)")
        }
    }

    @Test("a covering picture also needs its cropped pixels, a stretched one exactly the grid's")
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

    @Test("all rates of the allowed size, and rungs of unknown size, are allowed")
    func sameSize() throws {
        let ladder = try #require(
            RenditionLadder([
                Ladders.rung(1, 640, 360), Ladders.rung(2, 640, 360), Ladders.rung(3, 1280, 720), Ladders.rung(4),
            ]))
        expect(DisplayCap(grid: Ladders.halfBlocks(80, 24)).allowed(in: ladder), is: [0, 1, 3])
    }

    @Test("a smaller picture with a higher bit rate does not exclude a larger one with a lower bit rate")
    func mixedCodecs() throws {
        let ladder = try #require(
            RenditionLadder([
                Ladders.rung(1, 1280, 720, key: "new codec"), Ladders.rung(2, 640, 360, key: "old codec"),
            ]))
        expect(DisplayCap(grid: Ladders.halfBlocks(80, 24)).allowed(in: ladder), is: [1])
    }

    @Test("a frame rate above the limit is not fetched, but picture size takes precedence")
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
