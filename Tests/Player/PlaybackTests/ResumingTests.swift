import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

/// Failures that are retried, and the events that a feed's player relies on.
@Suite("Resuming and the feed player's events")
struct ResumingTests {
    /// Returns a conversation whose item could not be opened.
    private func failed() -> MachineConversation {
        var talk = MachineConversation()
        talk.setUp { $0.plays = true }
        talk.when(.worker(.openFailed(MachineConversation.failure(.io))))
        return talk
    }

    @Test("ARCH-10, ARCH-21: a successful resumption sends ResumeBegin and ResumeComplete, with nothing in between")
    func completes() {
        var talk = failed()
        expect(talk.takeEvents().suffix(2), is: [.error, .fail])
        talk.send(.setVolume(37))
        expect(talk.when(.command(.play)).opened, is: 1)
        talk.open()
        #expect(talk.answerRequest().playsSound)
        expect(talk.takeEvents(), is: [.resumeBegin, .resumeComplete, .play])
        expect(talk.snapshot.volume, is: 37)
    }

    @Test("ARCH-10, ARCH-21, ARCH-22: a failed resumption sends ResumeFail, and a second play meanwhile is ignored")
    func fails() {
        var talk = failed()
        _ = talk.takeEvents()
        expect(talk.when(.command(.play)).opened, is: 1)
        #expect(talk.when(.command(.play)).isEmpty)
        #expect(talk.state.isResuming)
        talk.when(.worker(.openFailed(MachineConversation.failure(.io))))
        expect(talk.takeEvents(), is: [.resumeBegin, .resumeFail, .error, .fail])
        var state = SessionState()
        _ = state.setUp(resuming: true)
        expect(state.play(), is: [])
        expect(state.status, is: .loading)
        #expect(state.isResuming)
    }

    @Test("ARCH-21: a controller resumes in the same session and repeats no event")
    func controller() throws {
        let talk = ControllerConversation { _, attempt in attempt == 1 ? nil : Film(duration: .seconds(10)) }
        let consumer = RecordingConsumer()
        talk.controller.addSessionConsumer(consumer)
        talk.setVideos("flaky")
        talk.controller.open(at: 0)
        // The snapshot may be ahead of its events.
        _ = try #require(talk.turn { $0.status == .failed && consumer.lines.contains("Fail flaky") })
        let session = talk.controller.session
        talk.controller.restart()
        _ = try #require(
            talk.turn { $0.status == .playing && consumer.lines.contains("ResumeComplete flaky") })
        #expect(talk.controller.session === session)
        for line in ["advance flaky", "part main", "ResumeBegin flaky", "ResumeComplete flaky", "Fail flaky"] {
            expect(consumer.lines.count { $0 == line }, is: 1, "\(line) in \(consumer.lines)")
        }
        #expect(!consumer.lines.contains("Terminate flaky"))
        #expect(!consumer.lines.contains("Ready flaky"))
    }

    @Test("ARCH-21: resuming starts at the position of the failure, with the viewer's settings")
    func place() {
        var snapshot = PlaybackSnapshot()
        snapshot.clock = .init(position: .seconds(7), hostTime: .zero, rate: .normal, isRunning: false)
        snapshot.rate = PlaybackRate(1.5)
        var options = SessionOptions()
        options.start = .percent(10)
        let resumed = options.resuming(snapshot)
        expect(resumed.start, is: .absolute(.seconds(7)))
        expect(resumed.rate.value, is: 1.5)
        #expect(resumed.plays)
        #expect(resumed.resumes)
        expect(options.resuming(PlaybackSnapshot()).start, is: .percent(10))
    }

    @Test(
        "ADV-04: the feed player's events, such as PrepareDone, LoopingStart and Completion, are events of ARCH-10"
    )
    func feedEvents() {
        var talk = MachineConversation()
        talk.play { $0.loopFile = 1 }
        for _ in 1...2 {
            talk.at(.seconds(100))
            talk.when(.round(.playedOut, sound: .ended))
            talk.answerRequest()
            talk.hear(.running, at: .zero)
        }
        let all = talk.takeEvents()
        let named: [(String, LifecycleEvent, Int)] = [
            ("AVPEventPrepareDone", .ready, 1), ("AVPEventAutoPlayStart", .play, 1),
            ("AVPEventFirstRenderedStart", .firstRenderedStart, 1), ("AVPEventLoopingStart", .loopingStart, 1),
            ("AVPEventCompletion", .end, 1), ("AVPEventLoadingStart", .playbackBufferEmpty, 2),
            ("AVPEventLoadingEnd", .playbackLikelyToKeepUp, 2),
        ]
        for (name, event, count) in named {
            #expect(all.count { $0 == event } >= count, "\(name) in \(all)")
        }
        // The jump of the loop is not the viewer's.
        #expect(!all.contains(.seekEnd))
        expect(all.count { $0 == .firstRenderedStart }, is: 1)
        expect(all.last, is: .end)
    }

    @Test(
        "ADV-05: a consumer implements only the calls it needs, and also gets subtitle lines and captures")
    func observer() throws {
        final class Lines: SessionConsumer {
            var heard: [String] = []
            func session(_ session: PlaybackSession, didChangeSubtitle change: SubtitleChange, at position: MediaTime) {
                heard.append("\(change)")
            }
            func session(_ session: PlaybackSession, didCapture picture: CapturedPicture, at position: MediaTime) {
                heard.append("captured at \(position.inSeconds)")
            }
        }
        final class Nothing: SessionConsumer {}
        let talk = ControllerConversation()
        talk.engine.shownFrame = try StillPicture.decode(
            Fixtures.source("still.png"), name: "still.png", cancel: CancelToken())
        let lines = Lines()
        talk.controller.delegate = lines
        let nothing = Nothing()
        talk.controller.addSessionConsumer(nothing)
        talk.controller.report(.hide(track: 0, id: 1), at: .zero)
        expect(lines.heard, is: [])
        talk.setVideos("counter.mp4")
        talk.controller.open(at: 0, plays: false)
        _ = try #require(talk.turn { $0.status == .ready })
        talk.controller.report(.show(track: 0, id: 4, text: "a"), at: .seconds(1))
        talk.controller.report(.frame(try #require(talk.controller.shownFrame)), at: .seconds(2))
        expect(lines.heard, is: ["\(SubtitleChange.show(track: 0, id: 4, text: "a"))", "captured at 2.0"])
    }
}
