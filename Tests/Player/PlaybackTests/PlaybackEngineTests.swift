import Media
import MediaSources
import PlayCore
import Playback
import PlaybackModel
import TestSupport
import Testing

@Suite("PlaybackEngine", .timeLimit(.minutes(10)))
struct PlaybackEngineTests {
    @Test("PLAY-25, PLAY-26: the snapshot describes the item's title, duration, chapters and tracks")
    func description() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.open("counter.mp4", play: false)
        let ready = try #require(harness.wait { $0.status == .ready && $0.buffered != nil })
        expect(ready.title, is: "Counter")
        expect(ready.duration, is: .seconds(10))
        expect(ready.chapters.map(\.title), is: ["First", "Second"])
        expect(ready.videoTrack, is: 0)
        expect(ready.audioTrack, is: 1)
        #expect(ready.canSeek)
    }

    @Test("CTRL-01, ARCH-10: playing to the end shows every picture in order and raises the events")
    func playsToTheEnd() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.open("short-sound.mp4")
        let end = try #require(harness.wait { $0.status == .reachEnd })
        #expect(end.clock.position >= .milliseconds(1990))
        let counters = harness.video.pictures.map(\.counter)
        expect(counters, is: counters.sorted())
        expect(counters.first, is: 0)
        expect(counters.last, is: 49)
        // A busy machine may drop a few late pictures, but most must be seen.
        #expect(Set(counters).count > 25)
        let events = harness.events()
        #expect(events.contains(.play))
        expect(events.last, is: .end)
    }

    @Test(
        "CTRL-03, ADV-48: an exact seek shows the frame on show at that time",
        arguments: [(0, 0), (39, 0), (40, 1), (3000, 75), (7990, 199), (9999, 249)])
    func exactSeek(milliseconds: Int, counter: Int) throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.open("counter.mp4", play: false)
        _ = try #require(harness.wait { $0.status == .ready })
        harness.session.send(.seek(.absolute(.milliseconds(milliseconds)), .exact))
        let done = try #require(harness.wait { !$0.isSeeking && $0.clock.position == .milliseconds(milliseconds) })
        #expect(!done.clock.isRunning)
        #expect(harness.video.wait { $0.last?.counter == counter } != nil)
    }

    @Test(
        "CTRL-03, ADV-48: a key-frame seek ends at or before an absolute target, at or after a forward one",
        arguments: [
            (0, SeekTarget.absolute(.milliseconds(3500)), 2000), (0, .relative(.seconds(3)), 4000),
            (0, .percent(50), 4000), (0, .chapter(1), 4000), (8500, .relative(.seconds(1)), 9500),
        ])
    func keyframeSeek(start: Int, target: SeekTarget, milliseconds: Int) throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        var options = SessionOptions()
        options.start = .absolute(.milliseconds(start))
        harness.open("counter.mp4", options: options, play: false)
        _ = try #require(harness.wait { $0.status == .ready })
        harness.session.send(.seek(target, .keyframe))
        let done = try #require(harness.wait { !$0.isSeeking && $0.clock.position == .milliseconds(milliseconds) })
        #expect(!done.clock.isRunning)
        #expect(harness.video.wait { $0.last?.counter == milliseconds / 40 } != nil)
    }

    @Test(
        "CTRL-03, ADV-48: a key-frame step is exact if the key frame is farther away than the step",
        arguments: [(3900, -500, 85), (2100, 500, 65), (9000, 500, 237), (3900, -1500, 50)])
    func stepsAmongFewKeyframes(start: Int, step: Int, counter: Int) throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        _ = try #require(harness.ready("counter.mp4", at: .milliseconds(start)))
        harness.session.send(.seek(.relative(.milliseconds(step)), .keyframe))
        #expect(harness.video.wait { $0.last?.counter == counter } != nil)
        let wanted = counter == 50 ? 2000 : start + step
        #expect(harness.wait { !$0.isSeeking && $0.clock.position == .milliseconds(wanted) } != nil)
    }

    @Test("Frame steps move one frame forward or back, and playback continues from there")
    func steps() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        var options = SessionOptions()
        options.start = .absolute(.seconds(4))
        harness.open("counter.mp4", options: options, play: false)
        _ = try #require(harness.video.wait { $0.last?.counter == 100 })
        harness.session.send(.step(1))
        _ = try #require(harness.video.wait { $0.last?.counter == 101 })
        // Back over a key frame.
        for counter in [100, 99, 98] {
            harness.session.send(.step(-1))
            _ = try #require(harness.video.wait { $0.last?.counter == counter })
            _ = try #require(harness.wait { !$0.isSeeking })
        }
        harness.session.send(.play)
        let playing = try #require(harness.wait { $0.clock.isRunning })
        #expect(playing.clock.position >= .milliseconds(98 * 40))
        #expect(playing.clock.position < .milliseconds(4600))
    }

    @Test("PLAY-11: the rate is clamped to 0.25 … 4, and the sound is stretched without a change of pitch")
    func rate() throws {
        expect(PlaybackRate(5).value, is: 4)
        expect(PlaybackRate(0.1).value, is: 0.25)
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        var options = SessionOptions()
        options.rate = PlaybackRate(2)
        harness.open("audio-only.m4a", options: options)
        _ = try #require(harness.wait { $0.status == .reachEnd })
        let blocks = try #require(harness.audio).blocks
        let frames = blocks.reduce(0) { $0 + $1.samples.count }
        // 3 s of sound in 1.5 s.
        #expect(abs(Double(frames) / 48_000 - 1.5) < 0.06)
        #expect(blocks.allSatisfy { $0.rate == PlaybackRate(2) })
        // The first second is a tone of 300 Hz: its pitch is still 300 Hz, in half the time.
        let samples = blocks.flatMap(\.samples)
        let crossings = zip(samples[4800..<19_200], samples[4801..<19_201]).count { $0 < 0 && $1 >= 0 }
        #expect(abs(Double(crossings) / 0.3 - 300) < 12)
    }

    @Test("The sound joins the media axis without gaps while the rate changes")
    func soundIsContiguous() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.open("audio-only.m4a")
        for (index, rate) in [1.0, 1.5, 0.75, 2.0].enumerated() {
            _ = harness.wait { $0.clock.position(at: SystemClock().now) > .milliseconds(200 * (index + 1)) }
            harness.session.send(.setRate(PlaybackRate(rate)))
            // A rate that the next one replaces at once is never heard.
            let isHeard = harness.wait { _ in harness.audio?.blocks.last?.rate == PlaybackRate(rate) }
            #expect(isHeard != nil)
        }
        _ = try #require(harness.wait { $0.status == .reachEnd })
        let audio = try #require(harness.audio)
        for (block, next) in zip(audio.blocks, audio.blocks.dropFirst()) {
            let end = block.start + block.rate.media(in: audio.format.duration(frames: block.samples.count))
            // A change of rate corrects the stretcher's error, which is at most half a window.
            let tolerance = block.rate == next.rate ? 1_000_000 : 25_000_000
            #expect(abs((next.start - end).nanoseconds) < tolerance)
        }
        expect(Set(audio.blocks.map(\.rate)).count, is: 4)
        let last = try #require(audio.blocks.last)
        let end = last.start + last.rate.media(in: audio.format.duration(frames: last.samples.count))
        #expect(abs((end - .seconds(3)).inSeconds) < 0.05)
    }

    @Test(
        "PLAY-31, PLAY-32: an unplayable item fails with a code and a reason", arguments: ["text.mp4", "absent.mp4"])
    func failures(name: String) throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        if name == "absent.mp4" {
            let missing = ByteSourceError(.notFound, operation: "open", context: name)
            harness.session.setUp(
                SessionInput(name: name) { _ throws(ByteSourceError) in throw missing }, options: SessionOptions())
        } else {
            harness.open(name)
        }
        let failed = try #require(harness.wait { $0.status == .failed })
        expect(failed.error?.code, is: (name == "absent.mp4" ? .fileLost : .playFailed))
        expect(failed.error?.item, is: name)
        expect(failed.error?.reason.isEmpty, is: false)
        #expect(harness.events().contains(.fail))
    }

    @Test("A truncated file plays as far as it goes")
    func truncated() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        var options = SessionOptions()
        options.start = .absolute(.milliseconds(4500))
        options.audioTrack = .none
        harness.open("truncated.mkv", options: options)
        _ = try #require(harness.wait { $0.status == .reachEnd })
        #expect((harness.video.pictures.last?.counter ?? 0) > 110)
    }

    @Test("CTRL-02: pause, volume, mute and channels reach the sound, and volume follows a cubic curve")
    func sound() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.open("counter.mp4")
        _ = try #require(harness.wait { $0.clock.position(at: SystemClock().now) > .milliseconds(300) })
        harness.session.send(.setVolume(50))
        harness.session.send(.setMuted(true))
        harness.session.send(.setChannelOutput(.left))
        harness.session.send(.pause)
        let told = try #require(harness.wait { $0.status == .paused })
        #expect(told.volume == 50 && told.isMuted && told.channelOutput == .left)
        #expect(!told.clock.isRunning)
        let audio = try #require(harness.audio)
        #expect(!audio.isPlaying)
        expect(audio.volume, is: 0.125)
        #expect(audio.isMuted)
        expect(audio.channelOutput, is: .left)
        // The picture on show is that of the position.
        _ = try #require(
            harness.wait { now in
                harness.video.pictures.last.map { abs((now.clock.position - $0.time).nanoseconds) <= 60_000_000 }
                    ?? false
            })
        harness.session.send(.play)
        _ = try #require(harness.wait { $0.clock.isRunning })
        #expect(audio.isPlaying)
    }

    @Test(
        "CTRL-04, CTRL-05, PLAY-07, PLAY-33: a reset or another item closes the previous one, and destroying is final"
    )
    func closes() throws {
        let harness = SessionHarness()
        harness.open("counter.mp4")
        _ = try #require(harness.video.wait { !$0.isEmpty })
        let first = try #require(harness.audio)
        harness.session.reset()
        let empty = try #require(harness.wait { $0.status == .unload })
        #expect(empty.title == nil && empty.duration == nil && empty.tracks.isEmpty)
        #expect(harness.wait { _ in harness.video.isCleared } != nil)
        #expect(first.isClosed)
        harness.open("video-only.mp4")
        #expect(harness.wait { $0.status == .playing } != nil)
        harness.open("audio-only.m4a")
        let playing = try #require(harness.wait { $0.item == "audio-only.m4a" && $0.status == .playing })
        expect(playing.videoTrack, is: nil)
        harness.session.destroy()
        harness.session.destroy()
        expect(harness.session.snapshot.status, is: .unload)
        expect(harness.audio?.isClosed, is: true)
        harness.session.send(.play)
        expect(harness.session.snapshot.status, is: .unload)
    }
}
