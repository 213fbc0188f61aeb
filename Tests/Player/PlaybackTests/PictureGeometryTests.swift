import Media
import PlayCore
import Playback
import PlaybackModel
import TestSupport
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
        expect(geometry.width, is: wanted.width)
        expect(geometry.height, is: wanted.height)
        expect(geometry.x, is: (wanted.columns - wanted.width) / 2)
        #expect(abs(geometry.y - (wanted.rows * 2 - wanted.height) / 2) <= 1)
        expect(geometry.crop, is: .none)
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

    @Test("a picture begins at a whole cell, less than a cell from the centred position, for any cell size")
    func wholeCells() {
        for (width, height) in [(1, 2), (2, 2), (2, 3), (2, 4), (9, 18)] {
            let grid = PixelGrid(
                width: 61 * width, height: 23 * height, pixelAspect: Double(height) / Double(width) / 2,
                cellWidth: width, cellHeight: height)
            for aspect in [0.3, 0.5625, 1, 1.333, 1.778, 2.39, 8] {
                let fit = PictureGeometry(aspect: aspect, grid: grid, mode: .aspectFit)
                expect(fit.x % width, is: 0)
                expect(fit.y % height, is: 0)
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
        expect(geometry.x, is: 0)
        expect(geometry.y, is: 0)
        expect(geometry.width, is: 80)
        expect(geometry.height, is: 48)
    }

    @Test("PLAY-29: aspect-fill fills the grid and crops the picture, and fill stretches it")
    func fill() {
        let square = PixelGrid(width: 100, height: 100, pixelAspect: 1)
        let wide = PictureGeometry(aspect: 2, grid: square, mode: .aspectFill)
        expect(wide.width, is: 100)
        expect(wide.height, is: 100)
        #expect(abs(wide.crop.left - 0.25) < 1e-9)
        expect(wide.crop.top, is: 0)
        let tall = PictureGeometry(aspect: 0.5, grid: square, mode: .aspectFill)
        expect(tall.crop.left, is: 0)
        #expect(abs(tall.crop.top - 0.25) < 1e-9)
        let stretched = PictureGeometry(aspect: 2, grid: square, mode: .fill)
        expect(stretched.width, is: 100)
        expect(stretched.height, is: 100)
        expect(stretched.crop, is: .none)
        expect(ScalingMode.allCases.map(\.rawValue), is: [0, 1, 2])
    }

    private func moved(_ change: (inout PictureView) -> Void, mode: ScalingMode = .aspectFit) -> PictureGeometry {
        var view = PictureView()
        change(&view)
        return PictureGeometry(aspect: 16.0 / 9, grid: grid(160, 45), mode: mode, view: view)
    }

    @Test("video-zoom scales the picture about its centre, by a factor of two a step")
    func zoom() {
        let twice = moved { $0.zoom = 1 }
        #expect((twice.x, twice.y, twice.width, twice.height) == (0, 0, 160, 90))
        let crop = twice.crop
        for side in [crop.left, crop.right, crop.top, crop.bottom] { #expect(abs(side - 0.25) < 0.001) }
        let half = moved { $0.zoom = -1 }
        #expect((half.x, half.y, half.width, half.height) == (40, 22, 80, 46) || half.height == 45)
        #expect(half.crop.left + half.crop.right < 0.02)
    }

    @Test("video-pan moves the picture by shares of its scaled size and always keeps a part of it in view")
    func pan() {
        let right = moved { $0.panX = 0.25 }
        #expect((right.x, right.width) == (40, 120))
        expect(right.crop.left, is: 0)
        #expect(abs(right.crop.right - 0.25) < 0.001)
        let zoomed = moved {
            $0.zoom = 1
            $0.panY = -0.25
        }
        #expect(abs(zoomed.crop.top - 0.5) < 0.001)
        #expect(zoomed.crop.bottom < 0.001)
        for far in [-3.0, 3] {
            for zoom in [-20.0, -1, 0, 3, 20] {
                let away = moved {
                    $0.panX = far
                    $0.panY = -far
                    $0.zoom = zoom
                }
                #expect(away.width >= 1 && away.height >= 1)
                #expect(away.x >= 0 && away.x + away.width <= 160)
                #expect(away.y >= 0 && away.y + away.height <= 90)
                #expect(away.crop.left + away.crop.right < 1 && away.crop.top + away.crop.bottom < 1)
            }
        }
        let filled = moved({ $0.panX = 0.1 }, mode: .aspectFill)
        #expect(abs(filled.crop.right - 0.1) < 0.001)
        expect(moved({ $0.panX = 0.1 }, mode: .fill).crop, is: .none)
    }
}
