import Cells
import PlayCore
import PlaybackModel
import ScreenKit
import TestSupport
import Testing

@testable import TUI

@Suite("Watermark")
struct WatermarkTests {
    private static let pane = Rect(column: 10, row: 4, width: 40, height: 10)

    @Test(
        "PLAY-19: the watermark lies in its corner of the pane, and is hidden without a position",
        arguments: [
            (Watermark.Position.leftTop, 12, 5), (.rightTop, 43, 5), (.rightBottom, 43, 12), (.leftBottom, 12, 12),
        ])
    func corners(position: Watermark.Position, column: Int, row: Int) {
        let mark = Watermark(text: "tvp本", position: position)
        expect(mark.place(in: Self.pane), is: Rect(column: column, row: row, width: 5, height: 1))
        expect(Watermark(text: "tvp", position: .none).place(in: Self.pane), is: nil)
        expect(mark.place(in: Rect(column: 0, row: 0, width: 8, height: 10)), is: nil)
    }

    @Test("PLAY-19: the viewer's watermark replaces the service's, even if it is hidden")
    func priority() {
        var state = Samples.playing()
        state.picture.overlays.serviceWatermark = Watermark(text: "service", position: .leftTop)
        func screen() -> String { ScreenText.render(compose(state, at: Samples.now).chrome) }
        #expect(screen().contains("service"))
        state.apply(.watermark(.ready(Watermark(text: "own", position: .leftTop))))
        #expect(screen().contains("own"))
        #expect(!screen().contains("service"))
        state.picture.overlays.customWatermark?.position = .none
        #expect(!screen().contains("own"))
        #expect(!screen().contains("service"))
    }

    @Test("a picture becomes half-blocks with holes, and is left out without half-blocks or space")
    func picture() {
        let pixels = PixelBuffer(width: 2, height: 3) { bytes in
            // The left column is opaque red, a hole, and opaque red. The right column is empty.
            for y in [0, 2] {
                bytes[y * 8] = 200
                bytes[y * 8 + 3] = 255
            }
        }
        let mark = Watermark(pixels: pixels, position: .leftTop)
        guard case .cells(let cells) = mark.content else {
            Issue.record("no cells")
            return
        }
        let red = Cell(glyph: 0x2580, foreground: .rgb(200, 0, 0), background: .terminalDefault, attributes: [])
        expect(cells, is: Self.buffer([[red, .transparent], [red, .transparent]]))
        var state = Samples.playing()
        state.picture.overlays.customWatermark = mark
        expect(compose(state, at: Samples.now).chrome[2, 1], is: red)
        state.terminal.isASCII = true
        #expect(compose(state, at: Samples.now).chrome[2, 1].isTransparent)
        expect(mark.place(in: Rect(column: 0, row: 0, width: 20, height: 3)), is: nil)
    }

    @Test("PLAY-19: the opacity of a picture is the share of its pixels that are drawn")
    func opacity() {
        let pixels = PixelBuffer(width: 16, height: 16) { $0.update(repeating: 255) }
        for (opacity, wanted) in [(1.0, 256), (0.5, 128), (0.25, 64), (0, 0)] {
            guard case .cells(let cells) = Watermark(pixels: pixels, position: .leftTop, opacity: opacity).content
            else {
                Issue.record("no cells")
                return
            }
            var count = 0
            for cell in cells.cells where !cell.isTransparent {
                count += cell.background == .terminalDefault ? 1 : 2
            }
            expect(count, is: wanted)
        }
    }

    @Test("PLAY-19: a service's watermark lies over the picture until it is removed")
    func service() {
        var state = Samples.playing()
        state.apply(.watermark(.service(Watermark(text: "licensed", position: .leftTop))))
        #expect(ScreenText.render(compose(state, at: Samples.now).chrome).contains("licensed"))
        state.apply(.watermark(.service(nil)))
        #expect(!ScreenText.render(compose(state, at: Samples.now).chrome).contains("licensed"))
    }

    @Test("a watermark that cannot be read is reported in clean text")
    func failed() {
        var state = Samples.playing()
        state.apply(.watermark(.failed(path: "logo\u{1B}.png", reason: "not a picture")))
        expect(state.message?.text, is: "Cannot show the watermark logo.png: not a picture")
    }

    private static func buffer(_ rows: [[Cell]]) -> CellBuffer {
        var buffer = CellBuffer(columns: rows[0].count, rows: rows.count)
        for (y, row) in rows.enumerated() { for (x, cell) in row.enumerated() { buffer[x, y] = cell } }
        return buffer
    }
}
