import Cells
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import TestSupport
import Testing

@testable import TUI

@Suite("Snapshots and time")
struct SnapshotReducerTests {
    @Test("PLAY-24: the end of an item advances the list once")
    func advance() {
        var state = Samples.playing()
        let ended = Samples.snapshot(.reachEnd)
        expect(state.apply(.snapshot(ended)), is: [.advance])
        #expect(state.apply(.snapshot(ended)).isEmpty)
        state.apply(.itemChanged(PlaylistPosition(index: 1, count: 2)))
        expect(state.apply(.snapshot(ended)), is: [.advance])
    }

    @Test("PLAY-33: a new item keeps the viewer's settings and nothing else of the old item")
    func newItem() {
        var state = Samples.playing()
        state.press("f")
        state.press("i")
        state.press(.home)
        state.apply(.itemChanged(PlaylistPosition(index: 1, count: 2)))
        expect(state.snapshot, is: .empty)
        #expect(state.item.playback.pending.isEmpty)
        expect(state.message, is: nil)
        #expect(state.bar.isFullScreen)
        #expect(state.statistics != nil)
        expect(state.playlist.index, is: 1)
    }

    @Test("each notice is shown once: information for 2 s, a warning for 8 s, and an error until a key")
    func notices() {
        var state = Samples.playing()
        var snapshot = Samples.snapshot()
        snapshot.notices = [NumberedNotice(number: 1, notice: .noSoundDevice(reason: "x"))]
        state.apply(.snapshot(snapshot))
        expect(state.message?.text, is: "No sound device: playing without sound (see tvplay --audio-device=help)")
        expect(state.message?.kind, is: .warning)
        state.apply(.tick(output: OutputTotals()), at: Samples.now + .milliseconds(7999))
        #expect(state.message != nil)
        state.apply(.tick(output: OutputTotals()), at: Samples.now + .seconds(8))
        expect(state.message, is: nil)
        state.apply(.snapshot(snapshot))
        expect(state.message, is: nil)
        state.press("m")
        state.apply(.tick(output: OutputTotals()), at: Samples.now + .seconds(2))
        expect(state.message, is: nil)
        snapshot.notices.append(NumberedNotice(number: 2, notice: .readFailed(reason: "broken\u{1B}[2J pipe")))
        state.apply(.snapshot(snapshot), .tick(output: OutputTotals()), at: Samples.now + .seconds(900))
        expect(state.message?.text, is: "Cannot continue reading: broken[2J pipe")
        snapshot.notices.append(NumberedNotice(number: 3, notice: .soundDeviceBack(name: "hw")))
        state.apply(.snapshot(snapshot))
        expect(state.message?.kind, is: .error)
        state.press("é")
        expect(state.message?.text, is: "Sound device hw is back")
    }

    @Test("a failed item is skipped after a while, unless it is the last one or the viewer presses a key")
    func continuesAfterFailure() {
        var failed = Samples.snapshot(.failed)
        failed.error = PlayError(.playFailed, reason: "broken", item: "a.mkv")
        func state(_ index: Int) -> AppState {
            var state = Samples.playing()
            state.playlist = PlaylistPosition(index: index, count: 2)
            state.apply(.snapshot(failed))
            return state
        }
        let later = Samples.now + .seconds(5)
        var waiting = state(0)
        expect(waiting.nextChange(after: Samples.now).map { $0 <= later }, is: true)
        let tick = AppAction.tick(output: OutputTotals())
        #expect(reduce(&waiting, tick, now: Samples.now + .seconds(4)).isEmpty)
        expect(reduce(&waiting, tick, now: later), is: [.move(1)])
        var touched = state(0)
        touched.press("i")
        #expect(reduce(&touched, tick, now: later).isEmpty)
        var last = state(1)
        #expect(reduce(&last, tick, now: later).isEmpty)
    }

    @Test("a sound file that cannot be opened is named, with what happens without it and the reason")
    func missingSound() {
        var state = Samples.playing()
        let notice = PlaybackNotice.externalSoundFailed(name: "http://a/dub\u{1B}.m4a", reason: "connection refused")
        var snapshot = Samples.snapshot()
        snapshot.notices = [NumberedNotice(number: 1, notice: notice)]
        state.apply(.snapshot(snapshot))
        expect(state.message?.text, is: "Playing without the audio of http://a/dub.m4a: connection refused")
        expect(state.message?.kind, is: .warning)
    }

    @Test("every notice has its own text")
    func noticeTexts() {
        let all: [PlaybackNotice] = [
            .noSoundDevice(reason: "r"), .soundDeviceLost(name: "n"), .soundDeviceBack(name: "n"),
            .switchedToSoftwareDecoder(device: "d", reason: "r"),
            .switchedToSpareStream(device: "d", reason: "r"), .trackSkipped(kind: .video, codec: "c"),
            .trackSkipped(kind: .audio, codec: "c"), .trackSkipped(kind: .subtitle, codec: "c"),
            .damaged(reason: "r"), .readFailed(reason: "r"), .cannotSeek, .unencrypted,
        ]
        var texts: Set<String> = []
        for (index, notice) in all.enumerated() {
            var state = Samples.playing()
            var snapshot = Samples.snapshot()
            snapshot.notices = [NumberedNotice(number: index + 1, notice: notice)]
            state.apply(.snapshot(snapshot))
            texts.insert(state.message?.text ?? "")
        }
        expect(texts.count, is: all.count)
        #expect(!texts.contains(""))
        #expect(!texts.contains { $0.contains("%") })
    }

    @Test("ARCH-24: the waiting indicator appears after 200 ms, turns, and disappears with the wait")
    func spinner() {
        var snapshot = Samples.snapshot(.stalled)
        snapshot.waitingSince = Samples.now
        var state = Samples.with(snapshot)
        func row(_ milliseconds: Int) -> String {
            ScreenText.text(row: 11, of: compose(state, at: Samples.now + .milliseconds(milliseconds)).chrome)
        }
        #expect(!row(199).contains("Buffering"))
        #expect(row(200).contains("Buffering"))
        #expect(row(200) != row(400))
        #expect(row(4000).contains("Buffering   4 s"))
        state.apply(.snapshot(Samples.snapshot()))
        #expect(!row(4000).contains("Buffering"))
    }

    @Test(
        "PLAY-31: the page of a failure shows headline, reason, item and keys, but no code",
        arguments: PlayErrorCode.allCases)
    func failures(_ code: PlayErrorCode) {
        var snapshot = Samples.snapshot(.failed)
        snapshot.error = PlayError(code, reason: "be\u{9B}31mcause", item: "a\u{202E}b")
        let chrome = compose(Samples.with(snapshot), at: Samples.now).chrome
        let text = ScreenText.render(chrome)
        #expect(text.contains(FailureText.headline(code)))
        #expect(!text.contains(String(code.rawValue)))
        #expect(text.contains("be31mcause"))
        #expect(text.contains(" ab "))
        #expect(text.contains("r retry · q quit"))
    }

    @Test("PLAY-26: statistics are sampled once a second and count the output")
    func statistics() {
        var state = Samples.playing()
        state.apply(.tick(output: OutputTotals(bytes: 900_000, frames: 900)))
        state.press("i")
        state.apply(.tick(output: OutputTotals(bytes: 901_000, frames: 910)), at: Samples.now + .milliseconds(999))
        expect(state.statistics?.framesPerSecond, is: 0)
        state.apply(.tick(output: OutputTotals(bytes: 901_000, frames: 910)), at: Samples.now + .seconds(1))
        expect(state.statistics?.bytesPerSecond, is: 1000)
        state.apply(.tick(output: OutputTotals(bytes: 961_000, frames: 940)), at: Samples.now + .seconds(3))
        expect(state.statistics?.bytesPerSecond, is: 30_000)
        expect(state.statistics?.bytesPerFrame, is: 2000)
        expect(state.statistics?.framesPerSecond, is: 15)
    }

    @Test(
        "UI-01: a terminal that is too small says so and shows no picture",
        arguments: [(19, 24), (80, 3), (1, 1), (0, 0)])
    func tooSmall(_ columns: Int, _ rows: Int) {
        let screen = compose(Samples.playing(columns, rows), at: Samples.now)
        #expect(screen.picturePane.isEmpty)
        #expect(!screen.showsPicture)
        expect(screen.chrome.columns, is: columns)
        expect(screen.chrome.rows, is: rows)
        if columns == 19 {
            #expect(ScreenText.text(row: 12, of: screen.chrome).hasPrefix("Needs 20x4"))
        }
    }
}
