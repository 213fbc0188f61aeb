import PlayCore
import Playback
import PlaybackModel
import TestSupport
import Testing

@Suite("Clips before and after the content")
struct ClipPartsTests {
    private func talk(intro: String? = nil, outro: String? = nil) -> ControllerConversation {
        let talk = ControllerConversation()
        let video = Video(location: "film").updating {
            $0.startVideo = intro.map { Source($0) }
            $0.endVideo = outro.map { Source($0) }
        }
        talk.controller.replaceVideos(Playlist(videos: [video]), index: 0)
        return talk
    }

    @Test("INFO-14, PLAY-25, ARCH-07: intro, content and outro play in order; clips neither move the position nor seek")
    func parts() throws {
        let talk = talk(intro: "before", outro: "after")
        let consumer = RecordingConsumer()
        talk.controller.addSessionConsumer(consumer)
        talk.controller.open(at: 0)
        let intro = try #require(talk.turn { $0.status == .playing })
        expect(intro.part, is: .intro)
        #expect(!intro.canSeek)
        expect(intro.clock.position, is: .zero)
        #expect(!intro.clock.isRunning)
        expect(intro.item, is: "film")
        talk.controller.send(.seek(.absolute(.seconds(100)), .exact))
        let main = try #require(talk.turn { $0.part == .main && $0.status == .playing })
        #expect(main.canSeek)
        #expect(main.clock.isRunning)
        let outro = try #require(talk.turn { $0.part == .outro && $0.status == .playing })
        expect(outro.clock.position, is: main.duration)
        expect(outro.duration, is: main.duration)
        #expect(!outro.canSeek)
        _ = try #require(talk.turn { $0.status == .reachEnd })
        expect(consumer.lines.filter { $0.hasPrefix("part") }, is: ["part intro", "part main", "part outro"])
        expect(consumer.lines.count { $0 == "End film" }, is: 1)
        expect(talk.engine.opened, is: ["before", "film", "after"])
    }

    @Test("PLAY-32: a clip that cannot be played is reported as a notice (1090), and the content plays")
    func failingIntro() throws {
        let talk = talk(intro: "missing", outro: "missing")
        let consumer = RecordingConsumer()
        talk.controller.addSessionConsumer(consumer)
        talk.controller.open(at: 0)
        let main = try #require(talk.turn { $0.part == .main && $0.status == .playing && !$0.notices.isEmpty })
        guard case .clipFailed? = main.notices.last?.notice else {
            Issue.record("\(main.notices)")
            return
        }
        let end = try #require(talk.turn { $0.part == .outro && $0.status == .reachEnd })
        expect(end.error, is: nil)
        talk.controller.deliver()
        expect(consumer.lines.filter { $0.hasPrefix("clip") }, is: ["clip invalidAD", "clip invalidAD"])
        #expect(!consumer.lines.contains { $0.hasPrefix("failed") || $0.hasPrefix("Fail") })
    }

    @Test("INFO-14: moving forward skips the intro")
    func skip() throws {
        let talk = talk(intro: "before")
        talk.controller.open(at: 0)
        _ = try #require(talk.turn { $0.part == .intro && $0.status == .playing })
        #expect(talk.controller.move(by: 1))
        let main = try #require(talk.turn { $0.status == .playing })
        expect(main.part, is: .main)
        expect(main.item, is: "film")
        #expect(!talk.controller.move(by: 1))
    }

    @Test("intro, film, outro play in order", arguments: [(true, true), (true, false), (false, true), (false, false)])
    func sequence(hasIntro: Bool, hasOutro: Bool) {
        var clips = ClipSequence(hasIntro: hasIntro, hasOutro: hasOutro)
        var seen = [clips.part]
        while case .play(let part) = clips.next() { seen.append(part) }
        expect(seen, is: (hasIntro ? [.intro] : []) + [.main] + (hasOutro ? [.outro] : []))
        expect(clips.next(), is: .over)
    }
}
