import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

@Suite("PlaybackController")
struct PlaybackControllerTests {
    @Test("ARCH-02, ARCH-05, ARCH-08, ADV-03: the delegate and every consumer get the same calls in the same order")
    func listeners() throws {
        let talk = ControllerConversation()
        let (delegate, first, second) = (RecordingConsumer(), RecordingConsumer(), RecordingConsumer())
        talk.controller.delegate = delegate
        talk.controller.addSessionConsumer(first)
        talk.controller.addSessionConsumer(second)
        talk.setVideos("short-picture.mp4")
        talk.controller.open(at: 0)
        _ = try #require(talk.turn { $0.status == .reachEnd })
        expect(delegate.lines.first, is: "advance short-picture.mp4")
        let wanted = [
            "part main", "tracks 2", "track video", "track audio", "status playing", "status reachEnd",
            "Ready short-picture.mp4", "FirstRenderedStart short-picture.mp4", "Play short-picture.mp4",
            "End short-picture.mp4",
        ]
        for line in wanted { expect(delegate.lines.count { $0 == line }, is: 1, "\(line) in \(delegate.lines)") }
        #expect(delegate.lines.contains { $0.hasPrefix("duration ") })
        expect(first.lines, is: delegate.lines)
        expect(second.lines, is: delegate.lines)
        expect(delegate.positions.last.map { $0 > .zero }, is: true)
    }

    @Test("ARCH-03, CTRL-04: each video has its own session, and a discarded one ignores commands and sends no calls")
    func sessions() throws {
        let talk = ControllerConversation()
        let consumer = RecordingConsumer()
        talk.controller.addSessionConsumer(consumer)
        talk.setVideos("counter.mp4", "counter.ts")
        talk.controller.open(at: 0)
        _ = try #require(talk.turn { $0.status == .playing })
        let old = try #require(talk.controller.session)
        #expect(talk.controller.move(by: 1))
        #expect(talk.controller.session !== old)
        #expect(old.isDiscarded)
        let count = consumer.lines.count
        old.send(.pause)
        _ = try #require(talk.turn { $0.status == .playing && $0.item == "counter.ts" })
        #expect(!consumer.lines[count...].contains { $0.contains("counter.mp4") })
        #expect(consumer.lines[..<count].suffix(4).contains("discard counter.mp4"))
        #expect(consumer.lines.contains("Terminate counter.mp4"))
        expect(consumer.numbers, is: [1, 2])
    }

    @Test("ARCH-06: the list advances only when moved, and moves past either end are refused")
    func moves() throws {
        let talk = ControllerConversation()
        talk.setVideos("short-picture.mp4", "short-sound.mp4")
        talk.controller.open(at: 0)
        let last = try #require(talk.turn { $0.status == .reachEnd })
        expect(talk.controller.index, is: 0)
        expect(last.item, is: "short-picture.mp4")
        #expect(!talk.controller.move(by: -1))
        #expect(talk.controller.move(by: 1))
        expect(talk.controller.index, is: 1)
        #expect(!talk.controller.move(by: 1))
    }

    @Test("PLAY-09, ADV-32: options are a value, and a change during playback applies from the next session on")
    func options() throws {
        let talk = ControllerConversation()
        talk.setVideos("short-picture.mp4", "short-sound.mp4", "counter.mp4")
        talk.controller.open(at: 0)
        let before = talk.controller.options
        talk.controller.options = before.updating { $0.preloading = .neighbours(1) }
        expect(before.preloading, is: .policy(.never))
        expect(talk.controller.options.preloading, is: .neighbours(1))
        _ = try #require(talk.turn { $0.status == .reachEnd })
        #expect(talk.engine.preloads.isEmpty)
        talk.controller.move(by: 1)
        _ = try #require(talk.turn { $0.status == .playing })
        expect(talk.engine.preloads.last?.map(\.name), is: ["counter.mp4", "short-picture.mp4"])
    }

    @Test("PLAY-08, ADV-53: an item opened without playing stays ready and shows its first picture")
    func opensWithoutPlaying() throws {
        let talk = ControllerConversation()
        talk.setVideos("counter.mp4", "counter.ts")
        talk.controller.open(at: 1, plays: false)
        let ready = try #require(talk.turn { $0.status == .ready })
        expect(ready.item, is: "counter.ts")
        #expect(!ready.clock.isRunning)
        #expect(ready.showsFirstPicture)
        expect(ready.statistics.presentedFrames, is: 1)
        talk.controller.send(.play)
        _ = try #require(talk.turn { $0.status == .playing })
        #expect(!talk.controller.open(at: 2))
    }

    @Test("the viewer's settings carry over to the next video; PLAY-31: a video without a source fails with 1040")
    func carriesSettings() throws {
        let talk = ControllerConversation()
        let consumer = RecordingConsumer()
        talk.controller.addSessionConsumer(consumer)
        talk.setVideos("counter.mp4", "nowhere", "counter.ts")
        talk.controller.open(at: 0)
        talk.controller.send(.setVolume(37))
        _ = try #require(talk.turn { $0.status == .playing && $0.volume == 37 })
        talk.controller.move(by: 1)
        let failed = try #require(talk.turn { $0.status == .failed })
        expect(failed.error?.code, is: .invalidVideoURL)
        expect(failed.error?.item, is: "nowhere")
        #expect(consumer.lines.contains("failed invalidVideoURL"))
        talk.controller.move(by: 1)
        try expect(#require(talk.turn { $0.status == .playing }).volume, is: 37)
    }

    @Test("a video's own settings override the viewer's, and end with the video")
    func ownSettings() throws {
        let talk = ControllerConversation(settings: { video in
            var options = SessionOptions()
            guard video.location == "counter.ts" else { return options }
            (options.volume, options.audioDelay, options.own) = (90, .milliseconds(200), [.volume, .audioDelay])
            return options
        })
        let controller = talk.controller
        talk.setVideos("counter.mp4", "counter.ts", "counter.mkv")
        controller.open(at: 0)
        controller.send(.setVolume(37))
        controller.send(.setRate(PlaybackRate(2)))
        _ = try #require(talk.turn { $0.status == .playing && $0.volume == 37 && $0.rate == PlaybackRate(2) })
        controller.move(by: 1)
        let second = try #require(talk.turn { $0.status == .playing && $0.volume == 90 })
        expect(second.audioDelay, is: .milliseconds(200))
        expect(second.rate, is: PlaybackRate(2))
        controller.send(.setVolume(50))
        controller.send(.setRate(PlaybackRate(1.5)))
        _ = try #require(talk.turn { $0.volume == 50 && $0.rate == PlaybackRate(1.5) })
        controller.move(by: 1)
        let third = try #require(talk.turn { $0.status == .playing && $0.volume == 37 })
        expect(third.audioDelay, is: .zero)
        expect(third.rate, is: PlaybackRate(1.5))
        controller.move(by: -1)
        _ = try #require(talk.turn { $0.status == .playing && $0.volume == 90 })
        controller.stop()
        expect(controller.snapshot.volume, is: 37)
    }

    @Test("ARCH-27: cue points and chapters are passed in order, also by a seek, and again after a seek back")
    func cuePoints() throws {
        let chapters = [(0, 4), (4, 10)].map { from, to in
            Chapter(range: MediaRange(start: .seconds(from), end: .seconds(to)), title: "chapter at \(from)")
        }
        let talk = ControllerConversation { _, _ in Film(duration: .seconds(10), chapters: chapters) }
        let consumer = RecordingConsumer()
        talk.controller.addSessionConsumer(consumer)
        let points = [6, 2, 4].map { CuePoint(time: .seconds($0), kind: .mark, title: "at \($0)") }
        let video = Video(location: "counter.mp4").updating { $0.cuePoints = CuePointCollection(points) }
        talk.controller.replaceVideos(Playlist(videos: [video]), index: 0)
        talk.controller.open(at: 0)
        _ = try #require(talk.turn { $0.status == .playing })
        talk.controller.send(.seek(.absolute(.seconds(5)), .exact))
        _ = try #require(talk.turn { _ in consumer.points.count >= 4 })
        // The film has chapters at its start and at 4 s.
        expect(consumer.points.map(\.time), is: [.zero, .seconds(2), .seconds(4), .seconds(4)])
        expect(Set(consumer.points.map(\.kind)), is: [.mark, .chapter])
        expect(consumer.skippedPoints.map(\.time), is: [.seconds(2), .seconds(4), .seconds(4)])
        talk.controller.send(.seek(.absolute(.seconds(1)), .exact))
        _ = try #require(talk.turn { $0.clock.position < .seconds(2) && !$0.isSeeking })
        talk.controller.send(.seek(.absolute(.seconds(3)), .exact))
        _ = try #require(talk.turn { _ in consumer.points.count >= 5 })
        expect(consumer.points.count, is: 5)
        expect(consumer.points.last?.title, is: "at 2")
    }

    @Test(
        "ARCH-06: a new list keeps the playing video; stop ends it, and settings made while stopped apply to the next")
    func stops() throws {
        let cover = try #require(
            try StillPicture.decode(Fixtures.source("still.png"), name: "still.png", cancel: CancelToken()))
        let talk = ControllerConversation { name, _ in
            name == "cover.mp3"
                ? Film(tracks: [Film.sound], duration: .seconds(10), cover: cover) : Film(duration: .seconds(10))
        }
        let controller = talk.controller
        talk.setVideos("cover.mp3", "counter.mkv")
        controller.open(at: 0)
        _ = try #require(talk.turn { $0.status == .playing && $0.coverCount == 1 })
        #expect(controller.cover != nil)
        controller.send(.setVolume(40))
        _ = try #require(talk.turn { $0.volume == 40 })
        controller.replaceVideos(
            Playlist(videos: ["counter.mp4", "cover.mp3"].map { Video(location: $0) }), index: 1)
        expect(controller.session?.video.id, is: "cover.mp3")
        expect(controller.index, is: 1)
        expect(controller.snapshot.status, is: .playing)
        expect(talk.engine.opened, is: ["cover.mp3"])
        controller.stop()
        #expect(controller.session == nil)
        #expect(controller.cover == nil)
        let idle = controller.snapshot
        expect(idle.status, is: .stopped)
        expect(idle.item, is: nil)
        expect(idle.volume, is: 40)
        controller.send(.setVolume(30))
        controller.send(.play)
        expect(controller.deliver().volume, is: 30)
        expect(controller.snapshot.status, is: .stopped)
        controller.open(at: 0)
        let next = try #require(talk.turn { $0.status == .playing })
        expect(next.volume, is: 30)
        expect(next.item, is: "counter.mp4")
        expect(next.coverCount, is: 0)
    }

    @Test("CTRL-05: destroying ends the session once, and a second call has no effect")
    func destroys() throws {
        let talk = ControllerConversation()
        let consumer = RecordingConsumer()
        talk.controller.addSessionConsumer(consumer)
        talk.setVideos("counter.mp4")
        talk.controller.open(at: 0)
        _ = try #require(talk.turn { $0.status == .playing })
        talk.controller.destroy()
        talk.controller.destroy()
        expect(consumer.lines.count { $0 == "discard counter.mp4" }, is: 1)
        #expect(talk.controller.session == nil)
    }

    @Test("ADV-83: the controller refuses a seek before a source is set and after a failure")
    func controller() throws {
        let talk = ControllerConversation()
        let seek = PlaybackCommand.seek(.absolute(.seconds(1)), .exact)
        expect(talk.controller.send(seek).refusal, is: .nothingIsSet)
        expect(talk.controller.send(.play).refusal, is: .nothingIsSet)
        expect(talk.controller.send(.setVolume(50)).refusal, is: nil)
        talk.setVideos("counter.mp4", "missing")
        talk.controller.open(at: 0)
        expect(talk.controller.send(.play).refusal, is: nil, "it is remembered until the item is prepared")
        _ = try #require(talk.turn { $0.status == .playing })
        expect(talk.controller.send(seek).refusal, is: nil)
        talk.controller.open(at: 1)
        _ = try #require(talk.turn { $0.status == .failed })
        expect(talk.controller.send(seek).refusal, is: .hasFailed)
        expect(talk.controller.send(.play).refusal, is: nil)
    }
}
