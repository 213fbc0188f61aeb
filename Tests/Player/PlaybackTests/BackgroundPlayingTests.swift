import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

@Suite("Playing with the picture detached", .timeLimit(.minutes(10)))
struct BackgroundPlayingTests {
    private func position(_ snapshot: PlaybackSnapshot) -> MediaTime { snapshot.clock.position(at: SystemClock().now) }

    @Test(
        "ARCH-32, PLAY-14: detaching stops the picture but not the sound, and attaching shows the current picture")
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
        // One more picture may have been on its path.
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

    @Test("ARCH-32: an item that starts detached requests no picture until attached, then the current one")
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

    @Test("a detached film without sound follows the clock, and its video track can still be changed")
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

    @Test("a film that ends detached requests its last picture when attached and stays at the end")
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

    @Test("an input that can be read only once keeps decoding while detached, so its picture is not lost")
    func pipe() {
        var talk = MachineConversation()
        talk.play(.pipe, to: .seconds(2))
        #expect(talk.when(.command(.setPictureAttached(false))).isEmpty)
        expect(talk.run.videoTrack, is: 0)
        talk.at(.seconds(4))
        #expect(talk.when(.command(.setPictureAttached(true))).isEmpty)
    }

    @Test("pictures are dropped while the network is too slow for them, and return at the position unless hidden")
    func notCarried() {
        var (talk, status) = (MachineConversation(), StreamStatus())
        talk.play()
        talk.at(.seconds(3))
        func said(_ carriesPictures: Bool) -> [DemuxRequest] {
            let before = talk.done.count
            status.carriesPictures = carriesPictures
            talk.tell { $0.streamSaid(status, readTo: nil) }
            return Array(talk.done.dropFirst(before)).requests
        }
        let aside = said(false)
        expect(aside.map(\.target), is: [.time(.seconds(3))])
        expect(aside.map(\.videoTrack), is: [nil])
        #expect(said(false).isEmpty)
        expect(talk.notices, is: [.pictureNotCarried])
        expect(talk.snapshot.videoTrack, is: 0)
        expect(talk.run.videoTrack, is: nil)
        expect(said(true).map(\.target), is: [.time(.seconds(3))])
        expect(talk.run.videoTrack, is: 0)
        expect(talk.notices, is: [.pictureNotCarried, .pictureCarried])
        _ = said(false)
        talk.when(.command(.setPictureAttached(false)))
        #expect(said(true).isEmpty, "the terminal shows nothing")
        _ = said(false)
        #expect(talk.when(.command(.setPictureAttached(true))).requests.isEmpty)
        expect(said(true).map(\.videoTrack), is: [0])
    }
}
