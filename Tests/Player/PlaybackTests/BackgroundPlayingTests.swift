import PlayCore
import Playback
import PlaybackModel
import TestSupport
import Testing

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
        #expect(later.status == .playing)
        #expect(later.videoTrack == 0)
        // One may have been under way.
        #expect(harness.video.pictures.count <= count + 1)
        #expect(sound.isPlaying)
        #expect(sound.blocks.allSatisfy { $0.generation == generation })
        let shown = harness.video.pictures.count
        let back = position(later)
        harness.session.send(.setPictureAttached(true))
        let pictures = try #require(harness.video.wait { $0.count > shown + 3 })
        #expect(pictures[shown].time >= back - .milliseconds(80))
        #expect(harness.session.snapshot.status == .playing)
    }

    @Test("ARCH-32: what begins while detached opens no video decoder, and shows its picture when attached")
    func beginsDetached() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.session.send(.setPictureAttached(false))
        harness.open("counter.mp4")
        let playing = try #require(harness.wait { position($0) > .milliseconds(300) })
        #expect(playing.statistics.videoDecoder == nil)
        #expect(playing.hasPicture)
        #expect(harness.video.pictures.isEmpty)
        harness.session.send(.setPictureAttached(true))
        let pictures = try #require(harness.video.wait { !$0.isEmpty })
        #expect(pictures[0].counter > 3)
    }

    @Test("a film without sound goes on by the clock, and another track can be chosen meanwhile")
    func withoutSound() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        var options = SessionOptions()
        options.audioTrack = .none
        harness.open("counter.mp4", options: options)
        _ = try #require(harness.video.wait { $0.count > 2 })
        harness.session.send(.setPictureAttached(false))
        _ = try #require(harness.wait { position($0) > .seconds(1) })
        harness.session.send(.selectTrack(.video, id: nil))
        _ = try #require(harness.wait { $0.videoTrack == nil })
        harness.session.send(.selectTrack(.video, id: 0))
        _ = try #require(harness.wait { $0.videoTrack == 0 })
        let shown = harness.video.pictures.count
        harness.session.send(.setPictureAttached(true))
        let pictures = try #require(harness.video.wait { $0.count > shown })
        #expect(pictures[shown].time >= .milliseconds(920))
    }

    @Test("the end comes while detached; the last picture is there when attached")
    func endsDetached() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.open("short-sound.mp4")
        _ = try #require(harness.video.wait { $0.count > 2 })
        harness.session.send(.setPictureAttached(false))
        _ = try #require(harness.wait { $0.status == .reachEnd })
        let shown = harness.video.pictures.count
        harness.session.send(.setPictureAttached(true))
        let pictures = try #require(harness.video.wait { $0.count > shown })
        #expect(pictures[shown].counter == 49)
        #expect(harness.session.snapshot.status == .reachEnd)
    }

    @Test("what cannot be read twice is decoded on: its picture is not lost")
    func pipe() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.open("counter.ts", canSeek: false)
        _ = try #require(harness.video.wait { $0.count > 2 })
        harness.session.send(.setPictureAttached(false))
        _ = try #require(harness.wait { position($0) > .milliseconds(700) })
        harness.session.send(.setPictureAttached(true))
        let pictures = try #require(harness.video.wait { ($0.last?.time ?? .zero) > .seconds(1) })
        #expect(pictures.map(\.counter) == pictures.map(\.counter).sorted())
    }
}
