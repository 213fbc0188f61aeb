import Cells
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import TUI
import TestSupport
import Testing

@Suite("Visibility of the control bar")
struct BarStateTests {
    private func phase(_ state: AppState, after milliseconds: Int) -> BarPhase {
        state.barPhase(at: Samples.now + .milliseconds(milliseconds))
    }

    @Test("UI-04: the bar hides 3 s after the last key or mouse event")
    func interval() {
        var state = Samples.playing()
        expect(phase(state, after: 2999), is: .full)
        expect(phase(state, after: 3000), is: .hidden)
        state.press("1", at: Samples.now + .seconds(10))
        expect(phase(state, after: 12_999), is: .full)
        state.mouse(.move, 5, 5, at: Samples.now + .seconds(12))
        expect(phase(state, after: 14_999), is: .full)
        expect(phase(state, after: 15_000), is: .hidden)
        state.options.hideControlsInterval = .seconds(1)
        expect(phase(state, after: 13_000), is: .hidden)
    }

    @Test("UI-05: the bar is dimmed for 0.2 s when it appears and for 0.5 s when it leaves")
    func fading() {
        var state = Samples.playing()
        state.options = ControlOptions()
        state.bar.lastInput = nil
        state.mouse(.move, 5, 5)
        expect(phase(state, after: 0), is: .dimmed)
        expect(phase(state, after: 199), is: .dimmed)
        expect(phase(state, after: 200), is: .full)
        expect(phase(state, after: 3000), is: .dimmed)
        expect(phase(state, after: 3499), is: .dimmed)
        expect(phase(state, after: 3500), is: .hidden)
        // A key while the bar fades out brings it back at once, without fading in.
        state.press("1", at: Samples.now + .milliseconds(3100))
        expect(phase(state, after: 3101), is: .full)
    }

    @Test("a guessed duration is marked in the bar, and so is the remaining time")
    func guessedLength() {
        var state = Samples.playing()
        func bar() -> String { ScreenText.render(compose(state, at: Samples.now).chrome) }
        #expect(bar().contains("1:02:03") && !bar().contains("~1:02:03"))
        state.report { $0.isDurationGuessed = true }
        #expect(bar().contains("0:12:34 / ~1:02:03 "))
        state.bar.showsRemaining = true
        #expect(bar().contains("-~0:49:29 "))
    }

    @Test("UI-05: a terminal without colours shows and hides the bar at once")
    func mono() {
        var state = Samples.playing()
        state.options = ControlOptions()
        state.bar.lastInput = nil
        state.terminal.colorDepth = .mono
        state.mouse(.move, 5, 5)
        expect(phase(state, after: 0), is: .full)
        expect(phase(state, after: 3000), is: .hidden)
    }

    @Test("UI-05: a dimmed bar has only dim cells")
    func dimCells() {
        var state = Samples.playing()
        state.options = ControlOptions()
        state.bar.shownAt = Samples.now
        let chrome = compose(state, at: Samples.now).chrome
        let row = (0..<chrome.columns).map { chrome[$0, chrome.rows - 1].attributes }
        #expect(row.allSatisfy { $0.contains(.dim) && !$0.contains(.bold) })
    }

    @Test("the bar stays while paused, at the end, with a page, focus or drag, and without a picture")
    func held() {
        for status in [PlayStatus.paused, .ready, .reachEnd] {
            expect(phase(Samples.with(Samples.snapshot(status)), after: 60_000), is: .full)
        }
        expect(phase(Samples.with(Samples.audioOnly()), after: 60_000), is: .full)
        for key in [KeyPress.Key.character("?"), .character("i"), .tab] {
            var state = Samples.playing()
            state.press(key)
            expect(phase(state, after: 60_000), is: .full)
        }
        var state = Samples.playing()
        state.pointer.isDragging = true
        expect(phase(state, after: 60_000), is: .full)
    }

    @Test("the bar leaves 3 s after the reason for staying has ended")
    func release() {
        var state = Samples.with(Samples.snapshot(.paused))
        state.apply(.snapshot(Samples.snapshot(.playing)), at: Samples.now + .seconds(60))
        expect(phase(state, after: 62_999), is: .full)
        expect(phase(state, after: 63_000), is: .hidden)
    }

    @Test("UI-04: a message stays in its row when the bar comes and goes, and uses the last row if there is no bar")
    func messageRow() {
        var state = Samples.playing()
        state.bar.lastInput = nil
        let hidden = ScreenGeometry(state, at: Samples.now)
        state.press("m")
        let shown = ScreenGeometry(state, at: Samples.now)
        #expect(hidden.bar.isEmpty)
        #expect(!shown.bar.isEmpty)
        expect(hidden.messageRow, is: shown.messageRow)
        expect(shown.messageRow, is: shown.bar.row - 1)
        state.bar.visibility = .never
        expect(ScreenGeometry(state, at: Samples.now).messageRow, is: state.terminal.rows - 1)
    }

    @Test("DEL cycles the bar through automatic, always and never, and reports the choice")
    func visibility() {
        var state = Samples.playing()
        state.press(.delete)
        expect(state.bar.visibility, is: .always)
        expect(phase(state, after: 60_000), is: .full)
        state.press(.delete)
        expect(state.bar.visibility, is: .never)
        expect(phase(state, after: 0), is: .hidden)
        expect(state.message?.text, is: "Control bar: never")
        state.press(.delete)
        expect(state.bar.visibility, is: .auto)
    }

    @Test("a bar that is always shown leaves the picture the rows above it, and any other the whole terminal")
    func pane() {
        var state = Samples.playing(80, 24)
        expect(compose(state, at: Samples.now).picturePane, is: Rect(column: 0, row: 0, width: 80, height: 24))
        state.bar.visibility = .always
        expect(compose(state, at: Samples.now).picturePane.height, is: 23)
        state.apply(.itemChanged(PlaylistPosition(index: 1, count: 2)))
        expect(compose(state, at: Samples.now).picturePane.height, is: 23)
        state.apply(.terminal(Samples.traits(79, 24)))
        expect(compose(state, at: Samples.now).picturePane.height, is: 22)
        state.bar.isFullScreen = true
        expect(compose(state, at: Samples.now).picturePane.height, is: 24)
    }

    @Test("a failed item and an empty player have no bar")
    func nothingToControl() {
        expect(phase(Samples.with(Samples.failed()), after: 0), is: .hidden)
        expect(phase(Samples.with(.empty), after: 0), is: .hidden)
    }

    @Test("UI-22: subtitles or a second audio track show the captions button")
    func availability() {
        var state = Samples.playing()
        #expect(state.bar.layout.isRemoved(.closedCaption))
        #expect(state.bar.layout.isRemoved(.externalRoute))
        #expect(state.bar.layout.isRemoved(.definition))
        var snapshot = Samples.snapshot()
        snapshot.tracks.append(Samples.audioTrack(2, "zho"))
        state.apply(.snapshot(snapshot))
        #expect(!state.bar.layout.isRemoved(.closedCaption))
        snapshot = Samples.snapshot()
        snapshot.tracks.append(
            TrackInfo(
                id: 3, kind: .subtitle(isPicture: false), codec: "subrip", language: nil, title: nil, isDefault: false,
                isDecodable: true))
        state.apply(.snapshot(snapshot))
        #expect(!state.bar.layout.isRemoved(.closedCaption))
        state.apply(.snapshot(Samples.snapshot()))
        #expect(state.bar.layout.isRemoved(.closedCaption))
    }

    @Test("an item of unknown duration has no duration label, and an item without sound no volume")
    func absentParts() {
        var snapshot = Samples.snapshot()
        snapshot.duration = nil
        snapshot.tracks = [Samples.videoTrack]
        let state = Samples.with(snapshot)
        let tags = ScreenGeometry(state, at: Samples.now).barRows.flatMap(\.controls).map(\.tag)
        #expect(!tags.contains(.duration))
        #expect(!tags.contains(.timeSeparator))
        #expect(!tags.contains(.volume))
        #expect(tags.contains(.progress))
        #expect(tags.contains(.currentTime))
    }

    @Test("changing numbers do not move the controls beside them")
    func steadyColumns() {
        func places(_ change: (inout PlaybackSnapshot) -> Void) -> [PlacedControl] {
            var snapshot = Samples.snapshot()
            change(&snapshot)
            return ScreenGeometry(Samples.with(snapshot), at: Samples.now).barRows.flatMap(\.controls)
        }
        let usual = places { _ in }
        expect(usual, is: places { $0.volume = 130 })
        expect(usual, is: places { $0.volume = 0 })
        expect(usual, is: places { $0.rate = PlaybackRate(1.21) })
        expect(usual, is: places { $0.isMuted = true })
        expect(usual, is: places { $0.clock = Samples.reading(at: .seconds(3700), isRunning: true) })
        expect(usual, is: places { $0.status = .paused })
    }
}
