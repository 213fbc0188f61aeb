import Cells
import PlayCore
import PlaybackModel
import ScreenKit
import TestSupport
import Testing

@testable import TUI

@Suite("Marquee")
struct MarqueeTests {
    private func state(_ text: String, speed: Double = 4) -> AppState {
        var state = Samples.playing()
        state.bar.lastInput = nil
        state.picture.overlays.marquee = Marquee(text: text, color: .rgb(255, 0, 0), speed: speed)
        state.report { $0.clock = Samples.reading(at: .zero, isRunning: true) }
        return state
    }

    private func row(_ state: AppState, at now: HostTime, row: Int = 0) -> String {
        ScreenText.text(row: row, of: compose(state, at: now).chrome)
    }

    @Test("INFO-09: the text enters at the right, moves by whole columns with the position, leaves, and returns")
    func way() {
        let state = state("Mei 42", speed: 4)
        #expect(row(state, at: Samples.now).allSatisfy { $0 == " " })
        #expect(row(state, at: Samples.now + .milliseconds(250)).hasSuffix(" M"))
        #expect(row(state, at: Samples.now + .milliseconds(1749)).hasSuffix(" Mei 42"))
        #expect(row(state, at: Samples.now + .milliseconds(1750)).hasSuffix(" Mei 42 "))
        // The way is 80 columns and the six of the text.
        #expect(row(state, at: Samples.now + .milliseconds(85 * 250)).hasPrefix("2 "))
        #expect(row(state, at: Samples.now + .milliseconds(86 * 250)).allSatisfy { $0 == " " })
        #expect(row(state, at: Samples.now + .milliseconds(87 * 250)).hasSuffix(" M"))
        let chrome = compose(state, at: Samples.now + .seconds(5)).chrome
        #expect(chrome[60, 0].foreground == .rgb(255, 0, 0) && chrome[0, 0].isTransparent)
    }

    @Test(
        "INFO-09: a marquee wakes the loop once per column, and not at all while paused")
    func cost() throws {
        var state = state("Mei 42", speed: 5)
        let start = Samples.now + .milliseconds(450)
        let next = try #require(state.nextChange(after: start))
        #expect(next - Samples.now >= .milliseconds(600))
        #expect(next - Samples.now < .milliseconds(601))
        expect(ChromeKey(state, at: start), is: ChromeKey(state, at: Samples.now + .milliseconds(599)))
        #expect(ChromeKey(state, at: start) != ChromeKey(state, at: next))
        state.report { $0.status = .paused }
        state.report { $0.clock = Samples.reading(at: .seconds(3), isRunning: false) }
        state.bar.visibility = .never
        expect(state.nextChange(after: start), is: nil)
        expect(row(state, at: start), is: row(state, at: start + .seconds(100)))
    }

    @Test("text is cleaned, invisible text makes no marquee, speed has bounds, and low opacity is dim")
    func values() throws {
        expect(Marquee(text: "a\u{1B}[2Jb\nc")?.text, is: "a[2Jb c")
        expect(Marquee(text: "\u{7}\n"), is: nil)
        expect(Marquee(text: ""), is: nil)
        expect(Marquee(text: "a", speed: .nan)?.speed, is: 4)
        expect(Marquee(text: "a", speed: 1e9)?.speed, is: 50)
        try expect(#require(Marquee(text: "a", opacity: 0.3)).style.attributes, is: .dim)
    }

    @Test("ARCH-30: the marquee lies over the picture, but under the bar and pages")
    func layers() {
        var state = state("Mei 42")
        state.picture.overlays.marquee?.row = 23
        state.bar.lastInput = Samples.now + .seconds(5)
        let shown = row(state, at: Samples.now + .seconds(5), row: 23)
        #expect(!shown.contains("Mei"))
        #expect(shown.contains("Vol "))
        state.picture.overlays.marquee?.row = 5
        #expect(row(state, at: Samples.now + .seconds(10), row: 5).contains("Mei 42"))
        state.press("?")
        #expect(!row(state, at: Samples.now + .seconds(10), row: 5).contains("Mei 42"))
    }

    @Test("the pages of loading and failing have no marquee")
    func pages() {
        for snapshot in [Samples.loading(), Samples.failed()] {
            var state = Samples.with(snapshot)
            state.picture.overlays.marquee = Marquee(text: "Mei 42")
            #expect(!ScreenText.render(compose(state, at: Samples.now).chrome).contains("Mei"))
        }
    }

    @Test("wide characters cut by an edge leave blanks and never half a glyph")
    func wide() {
        let state = state("张老师", speed: 4)
        for step in 0..<100 {
            let chrome = compose(state, at: Samples.now + .milliseconds(250 * step)).chrome
            for column in 0..<80 where chrome[column, 0].glyph == 0 {
                #expect(column > 0)
                #expect(chrome[column - 1, 0].glyph > 0x2E80)
            }
        }
    }
}
