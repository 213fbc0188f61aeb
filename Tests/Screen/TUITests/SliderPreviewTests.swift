import Cells
import PlayCore
import PlaybackModel
import ScreenKit
import TestSupport
import Testing

@testable import TUI

@Suite("Previews on the slider")
struct SliderPreviewTests {
    private func hovering(_ columns: Int = 80, _ rows: Int = 24, _ change: (inout PlaybackSnapshot) -> Void = { _ in })
        -> AppState
    {
        var state = Samples.playing(columns, rows)
        state.report(change)
        if let slider = ScreenGeometry(state, at: Samples.now).slider() {
            state.mouse(.move, slider.control.column + slider.control.width / 2, slider.row)
        }
        return state
    }

    private func picture(_ columns: Int, _ rows: Int) -> CellBuffer {
        let cell = Cell(glyph: 0x2580, foreground: .rgb(255, 0, 0), background: .rgb(0, 0, 255), attributes: [])
        return CellBuffer(columns: columns, rows: rows, filledWith: cell)
    }

    @Test("the preview under the pointer is requested, and drawn above its time")
    func drawn() throws {
        for (columns, rows) in [(80, 24), (200, 60), (40, 14)] {
            var state = hovering(columns, rows)
            let wish = try #require(state.previewWish(at: Samples.now))
            #expect(abs(wish.time.inSeconds - 3723 / 2) < 200)
            expect(wish.track, is: 0)
            state.apply(.preview(SliderPreview(wish, picture(12, 4))))
            let geometry = ScreenGeometry(state, at: Samples.now)
            let chrome = compose(state, at: Samples.now).chrome
            let column = try #require(state.pointer.hoverColumn)
            for row in geometry.messageRow - 4..<geometry.messageRow { expect(chrome[column, row].glyph, is: 0x2580) }
            #expect(chrome[column, geometry.messageRow].glyph != 0x2580)
            #expect(chrome[column, max(0, geometry.messageRow - 5)].glyph != 0x2580)
        }
    }

    @Test("another place's picture is not drawn, and no preview is requested if none can be shown")
    func unwanted() throws {
        var state = hovering()
        let wish = try #require(state.previewWish(at: Samples.now))
        state.apply(.preview(SliderPreview(wish.moved(to: .zero), picture(12, 4))))
        let chrome = compose(state, at: Samples.now).chrome
        #expect(!chrome.cells.contains { $0.glyph == 0x2580 })
        expect(Samples.playing().previewWish(at: Samples.now), is: nil)
        expect(hovering { $0.canSeek = false }.previewWish(at: Samples.now), is: nil)
        expect(hovering { $0.videoTrack = nil }.previewWish(at: Samples.now), is: nil)
        expect(hovering(80, 10).previewWish(at: Samples.now), is: nil)
        expect(hovering { $0.stream = StreamStatus() }.previewWish(at: Samples.now), is: nil)
        var off = hovering()
        off.options.showsPreviews = false
        expect(off.previewWish(at: Samples.now), is: nil)
    }
}
