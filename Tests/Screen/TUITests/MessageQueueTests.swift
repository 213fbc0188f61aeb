import Cells
import Library
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import TestSupport
import Testing

@testable import HomeScreen
@testable import TUI

@Suite("Queue of messages")
struct MessageQueueTests {
    private func notices(_ notices: PlaybackNotice..., in state: inout AppState) {
        var snapshot = Samples.snapshot()
        snapshot.notices = notices.enumerated().map { NumberedNotice(number: $0.offset + 1, notice: $0.element) }
        state.apply(.snapshot(snapshot))
    }

    private func tick(_ state: inout AppState, _ seconds: Int) {
        state.apply(.tick(output: OutputTotals()), at: Samples.now + .seconds(seconds))
    }

    private func texts(_ state: AppState, until seconds: Int) -> [String] {
        var (state, texts) = (state, [state.message?.text ?? ""])
        for second in 1...seconds {
            tick(&state, second)
            if let text = state.message?.text, text != texts.last { texts.append(text) }
        }
        return texts
    }

    @Test("of two messages at once the warning is shown first, and each expires on its own")
    func atOnce() {
        for warnsFirst in [false, true] {
            var state = Samples.playing()
            let (warning, information) = (PlaybackNotice.damaged(reason: "holes"), PlaybackNotice.soundHeard)
            if warnsFirst {
                notices(warning, information, in: &state)
            } else {
                notices(information, warning, in: &state)
            }
            expect(texts(state, until: 20), is: ["The file is damaged: holes", "The sound is back"])
            tick(&state, 30)
            expect(state.message, is: nil)
        }
    }

    @Test("two warnings are shown one after the other, the first for at least four seconds")
    func warnings() {
        var state = Samples.playing()
        state.announce(Message("one", .warning, at: Samples.now))
        state.announce(Message("two", .warning, at: Samples.now))
        tick(&state, 3)
        expect(state.message?.text, is: "one")
        tick(&state, 4)
        expect(state.message?.text, is: "two")
        tick(&state, 12)
        expect(state.message, is: nil)
    }

    @Test("the response to a key is shown at once, and the warning that it covered returns")
    func answers() {
        var state = Samples.playing()
        state.announce(Message("one", .warning, at: Samples.now))
        state.press("m")
        expect(state.message?.text, is: "Muted")
        expect(texts(state, until: 20), is: ["Muted", "one"])
    }

    @Test("a warning that was shown for four seconds does not return after an answer")
    func returningOnce() {
        var state = Samples.playing()
        state.announce(Message("one", .warning, at: Samples.now))
        for second in [3, 6, 9] {
            tick(&state, second)
            expect(state.message?.text, is: second < 9 ? "one" : nil)
            state.press("m", at: Samples.now + .seconds(second))
            #expect(state.message?.text.contains("uted") == true)
            tick(&state, second + 2)
        }
        expect(state.message, is: nil)
    }

    @Test("unasked messages wait for the end of an answer, but an error does not")
    func newerAnswer() {
        var state = Samples.playing()
        state.press("m")
        tick(&state, 1)
        state.announce(Message("one", .warning, at: Samples.now + .seconds(1)))
        state.announce(Message("two", at: Samples.now + .seconds(1)))
        expect(texts(state, until: 20), is: ["Muted", "one", "two"])
        state.announce(Message("three", .error, at: Samples.now + .seconds(1)))
        expect(state.message?.text, is: "three")
    }

    @Test("missing sound is reported once, not with each item, until a device plays or the reason changes")
    func silence() {
        var state = Samples.playing()
        func next(_ notice: PlaybackNotice?, _ status: AudioSinkStatus.Device? = nil) -> String? {
            state.apply(.itemChanged(PlaylistPosition(index: 1, count: 2)))
            var snapshot = Samples.snapshot()
            snapshot.notices = notice.map { [NumberedNotice(number: 1, notice: $0)] } ?? []
            snapshot.audioStatus = status.map { AudioSinkStatus(device: $0) }
            state.item.awaitsTitle = false
            state.apply(.snapshot(snapshot))
            return state.message?.text
        }
        let absent = PlaybackNotice.noSoundDevice(reason: "x")
        #expect(next(absent) != nil)
        #expect(next(absent) == nil)
        #expect(next(.noSoundDevice(reason: "y")) != nil)
        #expect(next(nil, .open(name: "card")) == nil)
        #expect(next(.noSoundDevice(reason: "y")) != nil)
    }

    @Test("a held key leaves one message, and an error is shown at once")
    func replacing() {
        var state = Samples.playing()
        for _ in 0..<5 { state.press("9") }
        expect(texts(state, until: 20).count, is: 1)
        notices(.damaged(reason: "holes"), .readFailed(reason: "gone"), in: &state)
        expect(state.message?.kind, is: .error)
        state.press("é")
        expect(state.message?.text, is: "The file is damaged: holes")
    }

    @Test("a read error is shown until the player withdraws it, even while it waits")
    func takenBack() {
        var state = Samples.playing()
        notices(.damaged(reason: "holes"), .readFailed(reason: "gone"), in: &state)
        expect(state.message?.kind, is: .error)
        state.press("m")
        notices(.damaged(reason: "holes"), in: &state)
        #expect(!texts(state, until: 20).contains { $0.contains("gone") })
    }

    @Test("waiting messages are dropped with their item, and their number is bounded")
    func bounds() {
        var state = Samples.playing()
        for number in 0..<100 { state.announce(Message("\(number)", .warning, at: Samples.now)) }
        expect(texts(state, until: 200).count, is: 5)
        state.apply(.itemChanged(PlaylistPosition(index: 1, count: 2)))
        expect(state.message, is: nil)
    }

    @Test("a field has its own line, with completions and a message in separate rows above it")
    func field() {
        var state = Samples.playing()
        state.home.isOffered = true
        state.press(.character("o"), .control)
        for character in "~/Fi" { state.press(.character(character)) }
        state.announce(Message("holes", .warning, at: Samples.now))
        let answer = PathCompletion.Answer(text: "~/Fi", completed: "~/Film", candidates: ["Film 2.mkv", "Films/"])
        state.apply(.library(.completed(answer)))
        let rows = ScreenText.render(compose(state, at: Samples.now).chrome).split(separator: "\n")
        let field = rows.firstIndex { $0.contains("Open:") } ?? 0
        #expect(rows[field].contains("~/Film") && rows[field - 1].contains("Film 2.mkv  Films/"))
        #expect(rows[field - 2].contains("holes"))
    }
}
