import Media
import PlayCore
import Playback
import PlaybackModel
import Testing

@Suite("PictureGeometry")
struct PictureGeometryTests {
    private func grid(_ columns: Int, _ rows: Int, cellAspect: Double = 0.5) -> PixelGrid {
        PixelGrid(width: columns, height: rows * 2, pixelAspect: cellAspect * 2)
    }

    struct Case: Sendable {
        let columns: Int
        let rows: Int
        let aspect: Double
        let width: Int
        let height: Int
    }

    static let cases: [Case] = [
        Case(columns: 80, rows: 24, aspect: 1.7778, width: 80, height: 45),
        Case(columns: 160, rows: 45, aspect: 1.7778, width: 160, height: 90),
        Case(columns: 240, rows: 67, aspect: 1.7778, width: 238, height: 134),
        Case(columns: 80, rows: 24, aspect: 1, width: 48, height: 48),
        Case(columns: 80, rows: 24, aspect: 0.5625, width: 27, height: 48),
    ]

    @Test("PLAY-30: the picture is centred, as large as possible, never larger than the grid", arguments: cases)
    func fit(_ wanted: Case) {
        let geometry = PictureGeometry(
            aspect: wanted.aspect, grid: grid(wanted.columns, wanted.rows), mode: .aspectFit)
        #expect(geometry.width == wanted.width)
        #expect(geometry.height == wanted.height)
        #expect(geometry.x == (wanted.columns - wanted.width) / 2)
        #expect(abs(geometry.y - (wanted.rows * 2 - wanted.height) / 2) <= 1)
        #expect(geometry.crop == .none)
    }

    @Test("PLAY-30: for any grid and ratio the fit touches two sides, stays inside and keeps the ratio within a pixel")
    func fitProperty() {
        for columns in stride(from: 20, through: 500, by: 37) {
            for rows in stride(from: 4, through: 140, by: 17) {
                for aspect in [0.2, 0.5625, 1, 1.333, 1.778, 2.39, 8] {
                    for cell in [0.4, 0.5, 0.6] {
                        let grid = grid(columns, rows, cellAspect: cell)
                        let fit = PictureGeometry(aspect: aspect, grid: grid, mode: .aspectFit)
                        #expect(fit.x >= 0)
                        #expect(fit.y >= 0)
                        #expect(fit.width >= 1)
                        #expect(fit.height >= 1)
                        #expect(fit.x + fit.width <= grid.width)
                        #expect(fit.y + fit.height <= grid.height)
                        #expect(fit.width == grid.width || fit.height == grid.height)
                        let wanted = Double(fit.height) * aspect / grid.pixelAspect
                        let other = Double(fit.width) * grid.pixelAspect / aspect
                        #expect(abs(Double(fit.width) - wanted) <= 1 || abs(Double(fit.height) - other) <= 1)
                    }
                }
            }
        }
    }

    @Test("a picture begins at a whole cell, less than a cell from the middle, whatever a cell has in pixels")
    func wholeCells() {
        for (width, height) in [(1, 2), (2, 2), (2, 3), (2, 4), (9, 18)] {
            let grid = PixelGrid(
                width: 61 * width, height: 23 * height, pixelAspect: Double(height) / Double(width) / 2,
                cellWidth: width, cellHeight: height)
            for aspect in [0.3, 0.5625, 1, 1.333, 1.778, 2.39, 8] {
                let fit = PictureGeometry(aspect: aspect, grid: grid, mode: .aspectFit)
                #expect(fit.x % width == 0)
                #expect(fit.y % height == 0)
                #expect(fit.x >= 0)
                #expect((grid.width - fit.width) / 2 - fit.x < width)
                #expect(fit.y >= 0)
                #expect((grid.height - fit.height) / 2 - fit.y < height)
            }
        }
    }

    @Test("PLAY-30: without a ratio the picture fills the whole grid", arguments: [0, -1, .nan, .infinity])
    func noRatio(aspect: Double) {
        let geometry = PictureGeometry(aspect: aspect, grid: grid(80, 24), mode: .aspectFit)
        #expect(geometry.x == 0)
        #expect(geometry.y == 0)
        #expect(geometry.width == 80)
        #expect(geometry.height == 48)
    }

    @Test("PLAY-29: aspect-fill crops what sticks out and fills the grid; fill stretches")
    func fill() {
        let square = PixelGrid(width: 100, height: 100, pixelAspect: 1)
        let wide = PictureGeometry(aspect: 2, grid: square, mode: .aspectFill)
        #expect(wide.width == 100)
        #expect(wide.height == 100)
        #expect(abs(wide.crop.horizontal - 0.25) < 1e-9)
        #expect(wide.crop.vertical == 0)
        let tall = PictureGeometry(aspect: 0.5, grid: square, mode: .aspectFill)
        #expect(tall.crop.horizontal == 0)
        #expect(abs(tall.crop.vertical - 0.25) < 1e-9)
        let stretched = PictureGeometry(aspect: 2, grid: square, mode: .fill)
        #expect(stretched.width == 100)
        #expect(stretched.height == 100)
        #expect(stretched.crop == .none)
        #expect(ScalingMode.allCases.map(\.rawValue) == [0, 1, 2])
    }
}
