import Cells
import PlayCore
import PlaybackModel
import ScreenKit
import Subtitles
import TUI
import TestSupport
import Testing

@Suite("The list of subtitle lines")
struct SubtitleLinesTests {
    private func open(_ change: (inout AppState) -> Void = { _ in }) -> AppState {
        var state = Samples.playing()
        state.apply(.subtitles(Samples.subtitleLines()))
        change(&state)
        for key in "gl" { state.press(key) }
        return state
    }

    private func current(_ state: AppState) -> [String] {
        state.panel?.list.rows.filter(\.isCurrent).map { String($0.label.prefix(7)) } ?? []
    }

    @Test("PLAY-27: g-l lists times and texts of the first track, with the current line marked and selected")
    func opening() throws {
        let state = open()
        let rows = try #require(state.panel?.list.rows)
        expect(rows.count, is: 40)
        expect(rows[0].label, is: "0:12:00  Line 0: we should have taken the other road. (laughs)")
        expect(current(state), is: ["0:12:30"])
        expect(state.panel?.list.selectedRow?.isCurrent, is: true)
    }

    @Test("Enter seeks to the line including the delay, and typed words find a line")
    func choosing() {
        var state = open { $0.subtitles.set.delay = .milliseconds(500) }
        for key in "/0:13:00 taken" { state.press(key) }
        let target = MediaTime.seconds(780) + .milliseconds(500)
        expect(state.press(.enter), is: [.command(.seek(.absolute(target), .exact))])
        expect(state.panel, is: nil)
    }

    @Test("the mark follows the current line, and so does the selection until the viewer moves it")
    func following() {
        var state = open()
        expect(
            state.nextChange(after: Samples.now).map { $0 <= Samples.now + .seconds(1) + .milliseconds(1) }, is: true)
        state.apply(.tick(output: OutputTotals()), at: Samples.now + .milliseconds(1001))
        expect(current(state), is: ["0:12:35"])
        expect(state.panel?.list.selectedRow?.label.hasPrefix("0:12:35"), is: true)
        state.press("k")
        state.apply(.tick(output: OutputTotals()), at: Samples.now + .milliseconds(6001))
        expect(current(state), is: ["0:12:40"])
        expect(state.panel?.list.selectedRow?.label.hasPrefix("0:12:30"), is: true)
    }

    @Test("lines that arrive while the list is open are added, and the mark stays right")
    func arriving() {
        var state = open()
        let cue = Cue(start: .seconds(752), end: .seconds(754), lines: [[CueSpan("between")]])
        state.apply(.subtitles([.cues([cue], .file(path: "/a"))]))
        expect(state.panel?.list.rows.count, is: 41)
        expect(current(state), is: ["0:12:32"])
    }

    @Test("a list without lines shows the reason")
    func refusals() {
        func message(_ arrivals: [SubtitleArrival]) -> String? {
            var state = Samples.playing()
            state.apply(.subtitles(arrivals))
            for key in "gl" { state.press(key) }
            return state.panel?.list.selectedRow?.refusal ?? state.message?.text
        }
        let wish = SubtitleWish(first: .number(1))
        let bitmaps = SubtitleTrack(origin: .container(stream: 3), format: nil)
        let empty = SubtitleTrack(origin: .container(stream: 3), format: .ass)
        expect(message([.begin(wish)]), is: "No subtitles")
        expect(
            message([.begin(SubtitleWish(first: .none)), .track(empty, isWanted: false)]), is: "No subtitles selected")
        expect(
            message([.begin(wish), .track(bitmaps, isWanted: true)]), is: "These subtitles are images, without text")
        expect(message([.begin(wish), .track(empty, isWanted: true)]), is: "Reading the subtitles…")
    }

    @Test("an item that cannot seek lists its lines but refuses to seek to them")
    func noSeeking() {
        var state = open { $0.report { $0.canSeek = false } }
        #expect(state.press(.enter).isEmpty)
        #expect(state.panel?.list.selectedRow?.refusal != nil)
    }

    @Test("lines that are not loaded yet are loaded at g-l, and the list closes if there are none")
    func index() {
        let wish = SubtitleWish(first: .number(1))
        let track = SubtitleTrack(origin: .container(stream: 3), format: .ass)
        func state() -> (AppState, [Effect]) {
            var state = Samples.playing()
            state.apply(.subtitles([.begin(wish), .track(track, isWanted: false)]))
            state.press("g")
            let effects = state.press("l")
            return (state, effects)
        }
        var (found, effects) = state()
        expect(effects, is: [.indexSubtitles])
        expect(found.panel?.list.rows.map(\.label), is: ["Reading…"])
        found.apply(.subtitles([.cues([SubtitleSamples.cue("late", from: 3_000_000, to: 3_001_000)], track.origin)]))
        expect(found.panel?.kind, is: .subtitleLines)
        expect(found.panel?.list.rows.count, is: 1)
        found.apply(.subtitles([.cues([SubtitleSamples.cue("later", from: 3_100_000, to: 3_101_000)], track.origin)]))
        expect(found.panel?.list.rows.count, is: 2)
        found.apply(.subtitles([.indexed]))
        var none = state().0
        none.apply(.subtitles([.indexed]))
        expect(none.message?.text, is: "No lines loaded yet")
        expect(none.panel, is: nil)
        none.press("g")
        #expect(none.press("l").isEmpty, "once an item")
    }
}
