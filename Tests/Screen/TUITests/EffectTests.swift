import Cells
import Classes
import PlayCore
import ScreenKit
import TestSupport
import Testing

@testable import ClassPanes
@testable import TUI

/// The film of an award over the panes of a class.
@Suite struct EffectTests {
    private final class Source: EffectSource {
        let wakeUp = WakeUp()
        var picture: ScaledPicture?
        var number: UInt64 = 0
        private(set) var area = (columns: 0, rows: 0)

        func setArea(columns: Int, rows: Int, cellAspect: Double) { area = (columns, rows) }

        /// Shows the whole area in one colour.
        func show(_ opacity: UInt8) {
            let (width, height) = (area.columns, 2 * area.rows)
            let pixels = PixelBuffer(width: width, height: height) { bytes in
                for at in 0..<width * height { bytes[4 * at] = 255 }
            }
            picture = ScaledPicture(
                pixels: pixels, opacity: [UInt8](repeating: opacity, count: width * height),
                grid: PixelGrid(width: width, height: height, pixelAspect: 1), x: 0, y: 0, time: .zero, due: nil,
                isStill: false)
            number += 1
        }
    }

    private func state(hasFilm: Bool) -> AppState {
        var view = Samples.roomView(number: 2)
        view.award = AwardView(
            fromUserName: "Mei", film: hasFilm ? AwardFilm(location: "/rose.mp4", alpha: .right) : nil)
        return Samples.inClass(120, 36, view)
    }

    private func frame(_ state: AppState) -> ScreenFrame {
        let picture = CellBuffer(
            columns: 120, rows: 36,
            filledWith: Cell(
                glyph: 0x20, foreground: .terminalDefault, background: .rgb(0, 0, 255), attributes: []))
        return ScreenFrame(
            chrome: compose(state, at: Samples.now).chrome, picture: picture, pictureColumn: 0, pictureRow: 0)
    }

    @Test(
        "ADV-16: an award's film covers the panes with a line that names the giver, and disappears afterwards"
    )
    func area() {
        let source = Source()
        var stage = EffectStage()
        expect(stage.place(state(hasFilm: false), source), is: false)
        #expect(source.area == (0, 0))
        let given = state(hasFilm: true)
        _ = stage.place(given, source)
        #expect(source.area == (120, 33))
        #expect(ScreenText.text(row: 33, of: compose(given, at: Samples.now).chrome).contains("* Mei gives an award"))
        let before = frame(given)
        source.show(255)
        expect(stage.collect(from: source), is: true)
        expect(stage.collect(from: source), is: false)
        let shown = stage.joined(before).chrome
        #expect(shown[60, 1].background == .rgb(255, 0, 0) && shown[60, 33].background == .rgb(255, 0, 0))
        #expect(shown[60, 0] == before.chrome[60, 0] && shown[60, 34] == before.chrome[60, 34])
        expect(stage.place(state(hasFilm: false), source), is: true)
        #expect(source.area == (0, 0))
        expect(stage.joined(before).chrome, is: before.chrome)
    }

    @Test("ADV-16: a transparent film changes nothing, and a half-transparent one leaves text readable")
    func blending() {
        let source = Source()
        var stage = EffectStage()
        let given = state(hasFilm: true)
        _ = stage.place(given, source)
        let before = frame(given)
        source.show(0)
        _ = stage.collect(from: source)
        expect(stage.joined(before).chrome, is: before.chrome)
        source.show(100)
        _ = stage.collect(from: source)
        let shown = stage.joined(before).chrome
        for row in 1..<34 {
            for column in 0..<120 {
                let glyph = before.chrome[column, row].glyph
                if glyph > 0x20 && glyph < 0x7F { expect(shown[column, row].glyph, is: glyph) }
            }
        }
    }

    @Test("ADV-16: a film is blended in linear light with the picture, text and the terminal's background")
    func cells() {
        let blend = EffectBlend(Samples.traits(80, 24))
        let red = EffectPixel(red: 255, green: 0, blue: 0, opacity: 128)
        let picture = Cell(glyph: 0x2580, foreground: .rgb(0, 0, 255), background: .rgb(0, 255, 0), attributes: [])
        let both = blend.cell(picture, under: EffectPair(upper: red, lower: .none))
        expect(
            both, is: Cell(glyph: 0x2580, foreground: .rgb(188, 0, 187), background: .rgb(0, 255, 0), attributes: []))
        let solid = EffectPixel(red: 255, green: 0, blue: 0, opacity: 255)
        let half = blend.cell(.blank, under: EffectPair(upper: .none, lower: solid))
        expect(half, is: Cell(glyph: 0x2584, foreground: .rgb(255, 0, 0), background: .terminalDefault, attributes: []))
        let letter = Cell(glyph: 0x41, foreground: .rgb(255, 255, 255), background: .terminalDefault, attributes: [])
        let thin = EffectPixel(red: 255, green: 0, blue: 0, opacity: 51)
        let read = blend.cell(letter, under: EffectPair(upper: thin, lower: thin))
        #expect(read.glyph == 0x41 && read.foreground.red == 255 && read.background.red > 100)
        expect(blend.cell(letter, under: EffectPair(upper: solid, lower: solid)).glyph, is: 0x20)
    }
}

extension EffectStage {
    fileprivate mutating func place(_ state: AppState, _ source: any EffectSource) -> Bool {
        place(state.room, isVisible: state.visibleClassLayout != nil, state.terminal, source)
    }
}
