import Cells
import PlayCore
import PlaybackModel
import ScreenKit
import TestSupport
import Testing

@testable import TUI

@Suite("Marked parts")
struct PartTests {
    private func region(
        _ start: Int, _ end: Int, _ kind: Region.Kind, _ effect: Region.Effect, _ title: String? = nil
    ) -> Region {
        Region(range: MediaRange(start: .seconds(start), end: .seconds(end)), kind: kind, effect: effect, title: title)
    }

    private func said(_ region: Region, reach: KeyReach = .all) -> String? {
        var state = Samples.playing()
        state.terminal.keyReach = reach
        var snapshot = Samples.snapshot()
        snapshot.notices = [NumberedNotice(number: 1, notice: .entered(region))]
        state.apply(.snapshot(snapshot))
        return state.message?.text
    }

    @Test(
        "a part with an effect is announced with the key that answers it, and its title is cleaned")
    func messages() {
        expect(said(region(10, 40, .sponsor, .skip)), is: "Skipped: sponsor (00:30). Shift+Backspace goes back")
        expect(
            said(region(10, 40, .cut, .cut), reach: []), is: "Skipped: edited-out part (00:30). g-Backspace goes back")
        expect(said(region(10, 130, .intro, .ask))?.hasPrefix("intro: X skips to "), is: true)
        expect(said(region(1, 2, .mute, .mute)), is: "Muted: silenced part")
        expect(said(region(8, 8, .highlight, .ask))?.hasSuffix(": X skips to 0:00:08"), is: true)
        expect(said(region(1, 2, .filler, .show)), is: nil)
        expect(said(region(1, 2, .chapter, .skip, "a\u{1B}[2Jb"))?.contains("\u{1B}"), is: false)
    }

    @Test("a question about a part stays eight seconds at most and no longer than the part")
    func question() throws {
        var state = Samples.playing()
        var snapshot = Samples.snapshot()
        state.apply(.snapshot(snapshot))
        let here = state.shownPosition(at: Samples.now)
        for (length, shown) in [(3, 3), (100, 8), (0, 1)] {
            let range = MediaRange(start: here, end: here + .seconds(length))
            let part = Region(range: range, kind: .intro, effect: .ask, title: nil)
            snapshot.notices.append(NumberedNotice(number: snapshot.notices.count + 1, notice: .entered(part)))
            state.apply(.snapshot(snapshot))
            let until = try #require(state.message?.until)
            #expect(abs((until - Samples.now).inSeconds - Double(shown)) < 0.1)
        }
    }

    @Test("an ad removes the message about a part, and keeps other messages", arguments: [true, false])
    func advert(_ isAboutPart: Bool) {
        var state = Samples.playing()
        var snapshot = Samples.snapshot()
        let skipped = PlaybackNotice.entered(region(10, 40, .sponsor, .skip))
        snapshot.notices = [NumberedNotice(number: 1, notice: isAboutPart ? skipped : .soundHeard)]
        state.apply(.snapshot(snapshot))
        #expect(state.message != nil)
        snapshot.advert = AdvertStatus()
        state.apply(.snapshot(snapshot))
        expect((state.message == nil), is: isAboutPart)
    }

    @Test("the message about a part ends with the part, but the message about a skipped part stays")
    func elsewhere() {
        for (effect, staysSaid) in [(Region.Effect.ask, false), (.mute, false), (.skip, true)] {
            var state = Samples.playing()
            var snapshot = Samples.snapshot()
            state.apply(.snapshot(snapshot))
            let here = state.shownPosition(at: Samples.now)
            let range = MediaRange(start: here, end: here + .seconds(60))
            snapshot.notices = [
                NumberedNotice(number: 1, notice: .entered(Region(range: range, kind: .intro, effect: effect)))
            ]
            state.apply(.snapshot(snapshot))
            let said = state.message
            #expect(said != nil)
            state.apply(.snapshot(snapshot))
            expect(state.message, is: said, "it is still there")
            snapshot.clock = ClockReading(
                position: range.end + .seconds(1), hostTime: Samples.now, rate: snapshot.rate, isRunning: true)
            state.apply(.snapshot(snapshot))
            expect(state.message, is: (staysSaid ? said : nil))
        }
    }

    @Test("X seeks to the end of the part that begins last, and reports if there is none")
    func leave() {
        var state = Samples.playing()
        let position = state.shownPosition(at: Samples.now).wholeSeconds
        state.report {
            $0.regions = [
                region(0, Int(position) + 300, .filler, .show), region(0, Int(position) + 60, .intro, .ask),
            ]
        }
        expect(state.press("X"), is: [.command(.seek(.absolute(.seconds(Int(position) + 60)), .exact))])
        var none = Samples.playing()
        #expect(none.press("X").isEmpty)
        expect(none.message?.text, is: "The playback position is not in a marked part")
    }

    @Test("X outside parts seeks to the highlight")
    func highlight() {
        var state = Samples.playing()
        state.report { $0.regions = [region(1, 2, .filler, .show), region(3000, 3000, .highlight, .ask)] }
        expect(state.press("X"), is: [.command(.seek(.absolute(.seconds(3000)), .exact))])
    }

    @Test("each kind of part has its colour on the slider, and an instant is a tick")
    func slider() {
        var state = Samples.playing()
        state.report {
            $0.chapters = []
            $0.regions = [
                region(0, 600, .sponsor, .skip), region(2000, 2600, .intro, .ask),
                region(3000, 3000, .highlight, .show),
            ]
        }
        let chrome = compose(state, at: Samples.now).chrome
        let row = ScreenText.text(row: 23, of: chrome)
        #expect(row.contains("▒"))
        let cells = (0..<chrome.columns).map { chrome[$0, 23] }
        let parts = cells.filter { $0.glyph == UnicodeScalar("▒").value }
        #expect(Set(parts.map(\.foreground)).isSuperset(of: [.palette(2), .palette(14)]))
        let ticks = cells.filter { $0.glyph == UnicodeScalar("│").value && $0.foreground == .palette(9) }
        expect(ticks.count, is: 1)
    }
}
