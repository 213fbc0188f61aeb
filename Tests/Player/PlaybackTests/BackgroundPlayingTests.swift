import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

@Suite("Playing with the picture detached", .timeLimit(.minutes(10)))
struct BackgroundPlayingTests {
    private func position(_ snapshot: PlaybackSnapshot) -> MediaTime { snapshot.clock.position(at: SystemClock().now) }

    @Test(
        "ARCH-32, PLAY-14: detached, the sound goes on without a break and no picture comes; attached, the one of now")
    func detachAndAttach() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.open("counter.mp4")
        _ = try #require(harness.video.wait { $0.count > 5 })
        harness.session.send(.setPictureAttached(false))
        let sound = try #require(harness.audio)
        let before = try #require(harness.wait { _ in harness.video.isCleared })
        let count = harness.video.pictures.count
        let generation = try #require(sound.blocks.last).generation
        let start = position(before)
        let later = try #require(harness.wait { position($0) > start + .seconds(1) })
        expect(later.status, is: .playing)
        expect(later.videoTrack, is: 0)
        // One may have been under way.
        #expect(harness.video.pictures.count <= count + 1)
        #expect(sound.isPlaying)
        #expect(sound.blocks.allSatisfy { $0.generation == generation })
        let shown = harness.video.pictures.count
        let back = position(later)
        harness.session.send(.setPictureAttached(true))
        let pictures = try #require(harness.video.wait { $0.count > shown + 3 })
        #expect(pictures[shown].time >= back - .milliseconds(80))
        expect(harness.session.snapshot.status, is: .playing)
    }

    @Test("ARCH-32: what begins while detached asks for no picture, and for the one of then when attached")
    func beginsDetached() {
        var talk = MachineConversation()
        talk.send(.setPictureAttached(false))
        talk.setUp { $0.plays = true }
        expect(talk.open().requests.map(\.videoTrack), is: [nil])
        talk.answerRequest()
        talk.hear(.running, at: .zero)
        #expect(talk.snapshot.hasPicture)
        expect(talk.snapshot.statistics.presentedFrames, is: 0)
        talk.at(.seconds(3))
        let requests = talk.when(.command(.setPictureAttached(true))).requests
        expect(requests.map(\.videoTrack), is: [0])
        expect(requests.map(\.target), is: [.time(.seconds(3))])
        expect(requests.map(\.mode), is: [.exact])
    }

    @Test("a film without sound goes on by the clock, and another track can be chosen meanwhile")
    func withoutSound() {
        var talk = MachineConversation()
        talk.play(.silent, to: .seconds(2))
        talk.when(.command(.setPictureAttached(false)))
        talk.at(.seconds(5))
        #expect(talk.when(.command(.selectTrack(.video, id: nil))).requests.isEmpty)
        expect(talk.snapshot.videoTrack, is: nil)
        #expect(talk.when(.command(.selectTrack(.video, id: 0))).requests.isEmpty)
        expect(talk.snapshot.videoTrack, is: 0)
        talk.when(.round(.playedOut))
        expect(talk.state.status, is: .playing)
        talk.at(.seconds(6))
        let requests = talk.when(.command(.setPictureAttached(true))).requests
        expect(requests.map(\.target), is: [.time(.seconds(6))])
        expect(requests.map(\.videoTrack), is: [0])
    }

    @Test("the end comes while detached; the last picture is asked for when attached, and it stays the end")
    func endsDetached() {
        var talk = MachineConversation()
        talk.play(to: .seconds(2))
        #expect(talk.when(.command(.setPictureAttached(false))).clearsPicture)
        talk.at(.seconds(100))
        talk.when(.round(.playedOut, sound: .ended))
        expect(talk.state.status, is: .reachEnd)
        let requests = talk.when(.command(.setPictureAttached(true))).requests
        expect(requests.map(\.target), is: [.time(.seconds(100))])
        expect(requests.map(\.mode), is: [.before])
        talk.answerRequest(picture: .milliseconds(99_960))
        expect(talk.state.status, is: .reachEnd)
    }

    @Test("what cannot be read twice is decoded on: its picture is not lost")
    func pipe() {
        var talk = MachineConversation()
        talk.play(.pipe, to: .seconds(2))
        #expect(talk.when(.command(.setPictureAttached(false))).isEmpty)
        expect(talk.run.videoTrack, is: 0)
        talk.at(.seconds(4))
        #expect(talk.when(.command(.setPictureAttached(true))).isEmpty)
    }
}
