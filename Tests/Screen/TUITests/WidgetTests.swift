import Cells
import PlayCore
import PlaybackModel
import ScreenKit
import TUI
import TestSupport
import Testing

@Suite("Widgets")
struct WidgetTests {
    /// Returns the slider's cells at 120 columns, without chapters.
    private func sliderCells(_ change: (inout PlaybackSnapshot) -> Void) throws -> [Cell] {
        var snapshot = Samples.snapshot()
        snapshot.chapters = []
        change(&snapshot)
        let state = Samples.with(snapshot, 120, 24)
        let chrome = compose(state, at: Samples.now).chrome
        let slider = try #require(ScreenGeometry(state, at: Samples.now).slider())
        return (slider.control.column..<slider.control.column + slider.control.width).map { chrome[$0, slider.row] }
    }

    private func text(_ cells: [Cell]) -> String {
        var scalars = String.UnicodeScalarView()
        scalars.append(contentsOf: cells.compactMap { Unicode.Scalar($0.glyph) })
        return String(scalars)
    }

    @Test("PLAY-25: the slider shows the played, buffered and remaining parts and the head in their styles")
    func sliderParts() throws {
        let cells = try sliderCells { $0.duration = .seconds(3000) }
        let width = cells.count
        let head = Int((754.0 / 3000 * Double(width - 1)).rounded())
        let bufferedEnd = Int((1500.0 / 3000 * Double(width - 1)).rounded())
        let expected =
            String(repeating: "═", count: head) + "●" + String(repeating: "─", count: bufferedEnd - head)
            + String(repeating: "░", count: width - 1 - bufferedEnd)
        expect(text(cells), is: expected)
        expect(cells[0].foreground, is: .palette(6))
        expect(cells[head].attributes, is: .bold)
        expect(cells[head + 1].attributes, is: [])
        expect(cells[width - 1].attributes, is: .dim)
        #expect(cells.allSatisfy { $0.background.isDefault })
    }

    @Test("PLAY-25: the head reaches both ends of the slider, and is hidden without a duration")
    func sliderEnds() throws {
        let start = try sliderCells { $0.clock = Samples.reading(at: .zero, isRunning: false) }
        expect(text(start).first, is: "●")
        let end = try sliderCells { $0.clock = Samples.reading(at: .seconds(9999), isRunning: true) }
        expect(text(end).last, is: "●")
        #expect(!text(end).contains("░"))
        let unknown = try sliderCells { $0.duration = nil }
        expect(Set(text(unknown)), is: ["░"])
        let empty = try sliderCells { $0.duration = .zero }
        expect(Set(text(empty)), is: ["░"])
    }

    @Test("each cell of the slider maps to a time that maps back to the cell", arguments: [2, 7, 40, 211])
    func sliderRoundTrip(_ width: Int) throws {
        let slider = try #require(ProgressSlider(width: width, duration: .seconds(5431)))
        for cell in 0..<width { expect(slider.cell(of: slider.time(ofCell: cell)), is: cell) }
        expect(slider.time(ofCell: -5), is: .zero)
        expect(slider.time(ofCell: width + 5), is: .seconds(5431))
        expect(ProgressSlider(width: 1, duration: .seconds(5)), is: nil)
    }

    @Test("chapters are marked on the slider, except the first one at 0")
    func chapterMarks() throws {
        let cells = try sliderCells { $0.chapters = Samples.chapters([0, 1000, 3000]) }
        expect(text(cells).filter { $0 == "│" }.count, is: 2)
        expect(text(cells).first, is: "═")
    }

    @Test("PLAY-24, CTRL-01, CTRL-02: the playback control shows the action of a press")
    func playbackGlyph() {
        func glyph(_ status: PlayStatus) -> Character? {
            let chrome = compose(Samples.with(Samples.snapshot(status)), at: Samples.now).chrome
            return ScreenText.text(row: 23, of: chrome).dropFirst().first
        }
        expect(glyph(.playing), is: "║")
        expect(glyph(.stalled), is: "║")
        expect(glyph(.paused), is: "►")
        expect(glyph(.ready), is: "►")
        expect(glyph(.reachEnd), is: "►")
    }

    @Test("the level meter is empty at silence and full at full scale, with half scale 6 dB below")
    func levelMeter() {
        func bars(_ levels: [Float]) -> [Int] {
            var snapshot = Samples.audioOnly()
            snapshot.audioLevels = levels
            let chrome = compose(Samples.with(snapshot), at: Samples.now).chrome
            // The bar's own row is excluded, because its slider has the same glyph.
            return (0..<23).map { ScreenText.text(row: $0, of: chrome) }
                .filter { $0.contains("═") || $0.contains("░") }.map { $0.filter { $0 == "═" }.count }
        }
        expect(bars([1, 0]), is: [48, 0])
        expect(bars([0.5]), is: [42])
        expect(bars([2, .nan, -1, .infinity]), is: [48, 0, 0, 0])
        expect(bars([Float](repeating: 1, count: 40)).count, is: 8)
        #expect(bars([]).isEmpty)
    }

    @Test("the focused control is underlined in the accent colour")
    func focusStyle() {
        var state = Samples.playing()
        state.press(.tab)
        let chrome = compose(state, at: Samples.now).chrome
        expect(chrome[1, 23].foreground, is: .palette(6))
        expect(chrome[1, 23].attributes, is: [.bold, .underline])
    }

    @Test("the chrome uses only the terminal's own colours")
    func ownColours() {
        // Subtitles have colours of their own.
        for name in ScreenFixtureTests.names where name != "vertical" {
            let chrome = compose(ScreenFixtureTests.state(name, 80, 24), at: Samples.now).chrome
            let isOwn = chrome.cells.allSatisfy { cell in
                [cell.foreground, cell.background].allSatisfy { $0.isDefault || ($0.paletteIndex ?? 255) < 16 }
            }
            #expect(isOwn)
        }
    }
}
