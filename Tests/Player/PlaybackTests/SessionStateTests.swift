import Playback
import PlaybackModel
import TestSupport
import Testing

@Suite("SessionState")
struct SessionStateTests {
    private func playing() -> SessionState {
        var state = SessionState()
        _ = state.setUp()
        _ = state.play()
        _ = state.prerolled()
        return state
    }

    @Test("PLAY-24: the status numbers match the catalogue")
    func numbers() {
        expect(PlayStatus.allCases.map(\.rawValue), is: Array(0...8))
        expect(PlayStatus.unload.rawValue, is: 0)
        expect(PlayStatus.stalled.rawValue, is: 2)
        expect(PlayStatus.reachEnd.rawValue, is: 7)
    }

    @Test("PLAY-08, ARCH-10: set-up leads to ready, and play to playing")
    func readyThenPlay() {
        var state = SessionState()
        expect(state.setUp(), is: [.playbackBufferEmpty])
        expect(state.status, is: .loading)
        expect(state.prerolled(), is: [.playbackLikelyToKeepUp, .ready])
        expect(state.status, is: .ready)
        expect(state.play(), is: [.playRequest, .play])
        expect(state.status, is: .playing)
    }

    @Test("CTRL-01: a play command before the item is ready takes effect when it is")
    func playEarly() {
        var state = SessionState()
        _ = state.setUp()
        expect(state.play(), is: [.playRequest])
        expect(state.status, is: .loading)
        expect(state.prerolled(), is: [.playbackLikelyToKeepUp, .ready, .play])
        expect(state.status, is: .playing)
    }

    @Test("CTRL-02: pause ends playing, and also a stall")
    func pause() {
        var state = playing()
        expect(state.pause(), is: [.pauseRequest, .pause])
        expect(state.status, is: .paused)
        state = playing()
        _ = state.starve()
        expect(state.pause(), is: [.pauseRequest, .pause])
        expect(state.status, is: .paused)
        #expect(state.recover().isEmpty)
        expect(state.status, is: .paused)
    }

    @Test("ARCH-23: stalled and recovered are raised only during ordinary playback, not by a seek or by loading")
    func stall() {
        var state = playing()
        expect(state.starve(), is: [.playbackStalled, .playbackBufferEmpty])
        expect(state.status, is: .stalled)
        expect(state.recover(), is: [.playbackRecovered, .playbackLikelyToKeepUp])
        expect(state.status, is: .playing)
        _ = state.beginSeek()
        #expect(state.starve().isEmpty)
        expect(state.status, is: .playing)
        var loading = SessionState()
        _ = loading.setUp()
        #expect(loading.starve().isEmpty)
        expect(loading.status, is: .loading)
    }

    @Test("ARCH-24: a seek raises buffer-empty once, and likely-to-keep-up when its picture is ready")
    func seek() {
        var state = playing()
        expect(state.beginSeek(), is: [.playbackBufferEmpty])
        #expect(state.beginSeek().isEmpty)
        #expect(state.isSeeking)
        #expect(!state.isAdvancing)
        expect(state.prerolled(), is: [.playbackLikelyToKeepUp])
        expect(state.status, is: .playing)
        #expect(state.isAdvancing)
    }

    @Test("At the end, End is raised once, and both play and a seek leave the end")
    func end() {
        var state = playing()
        expect(state.reachEnd(), is: [.end])
        expect(state.status, is: .reachEnd)
        #expect(state.reachEnd().isEmpty)
        expect(state.play(), is: [.playRequest, .play])
        _ = state.reachEnd()
        _ = state.beginSeek()
        expect(state.status, is: .playing)
    }

    @Test("PLAY-31: a failure ends playback and is raised once, and an empty state cannot fail")
    func failure() {
        var state = playing()
        expect(state.fail(), is: [.error, .fail])
        expect(state.status, is: .failed)
        #expect(state.fail().isEmpty)
        #expect(state.starve().isEmpty)
        #expect(state.beginSeek().isEmpty)
        var empty = SessionState()
        #expect(empty.fail().isEmpty)
        expect(empty.play(), is: nil)
        #expect(empty.pause().isEmpty)
    }

    @Test("CTRL-04: a reset empties the state")
    func reset() {
        var state = playing()
        expect(state.reset(), is: [.terminate])
        expect(state, is: SessionState())
        #expect(state.reset().isEmpty)
    }

    @Test(
        "Under random events the clock advances only while playing is wanted, the status is playing and no seek runs"
    )
    func randomWalk() {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<200 {
            var state = SessionState()
            for _ in 0..<100 {
                switch Int.random(in: 0..<10, using: &generator) {
                case 0: _ = state.setUp()
                case 1: _ = state.prerolled()
                case 2: _ = state.play()
                case 3: _ = state.pause()
                case 4: _ = state.beginSeek()
                case 5: _ = state.starve()
                case 6: _ = state.recover()
                case 7: _ = state.reachEnd()
                case 8: _ = state.fail()
                default: _ = state.reset()
                }
                #expect(!state.isAdvancing || (state.status == .playing && state.wantsPlay && !state.isSeeking))
                #expect(state.status != .unload || !state.wantsPlay)
            }
        }
    }
}
