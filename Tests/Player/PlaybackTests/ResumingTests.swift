import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

/// What fails and is tried again, and the events by which a feed's player is followed.
@Suite("Resuming and the feed player's events", .timeLimit(.minutes(10)))
struct ResumingTests {
    private final class Attempts: Sendable {
        private let count = Monitor(0)
        func next() -> Int {
            count.withLock { count in
                count += 1
                return count
            }
        }
    }

    /// Cannot be opened the first `failures` times.
    private func input(failures: Int) -> SessionInput {
        let source = Fixtures.source("counter.mp4")
        let attempts = Attempts()
        return SessionInput(name: "flaky") { _ throws(ByteSourceError) in
            if attempts.next() <= failures { throw ByteSourceError(.io, operation: "open", context: "flaky") }
            return source
        }
    }

    /// A command to play might come after opening has failed, and would mean retrying.
    private static let playing: SessionOptions = {
        var options = SessionOptions()
        options.plays = true
        return options
    }()

    /// Events until `last` is among them.
    private func events(of harness: SessionHarness, until last: LifecycleEvent) -> [LifecycleEvent] {
        var events: [LifecycleEvent] = []
        _ = harness.wait { _ in
            events += harness.events()
            return events.contains(last)
        }
        return events
    }

    @Test("ARCH-10, ARCH-21: going on after a failure is ResumeBegin and then ResumeComplete, with nothing in between")
    func completes() {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.session.setUp(input(failures: 1), options: Self.playing)
        #expect(events(of: harness, until: .fail).suffix(2) == [.error, .fail])
        harness.session.send(.setVolume(37))
        harness.session.send(.play)
        #expect(events(of: harness, until: .play).prefix(3) == [.resumeBegin, .resumeComplete, .play])
        #expect(harness.session.snapshot.volume == 37)
    }

    @Test("ARCH-10, ARCH-21, ARCH-22: …or ResumeFail; a second wish meanwhile begins nothing")
    func fails() {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.session.setUp(input(failures: 2), options: Self.playing)
        _ = events(of: harness, until: .fail)
        harness.session.send(.play)
        #expect(events(of: harness, until: .resumeFail) == [.resumeBegin, .resumeFail, .error, .fail])
        var state = SessionState()
        _ = state.setUp(resuming: true)
        #expect(state.play() == [])
        #expect(state.status == .loading)
        #expect(state.isResuming)
    }

    @Test("ARCH-21: a controller resumes in the same session, of which nothing is told twice")
    func controller() throws {
        let harness = ControllerHarness()
        let consumer = RecordingConsumer()
        harness.controller.addSessionConsumer(consumer)
        harness.setVideos("flaky")
        harness.controller.open(at: 0)
        // The snapshot may be ahead of its events.
        _ = try #require(harness.pump { $0.status == .failed && consumer.lines.contains("Fail flaky") })
        let session = harness.controller.session
        harness.controller.restart()
        _ = try #require(
            harness.pump { $0.status == .playing && consumer.lines.contains("ResumeComplete flaky") })
        #expect(harness.controller.session === session)
        for line in ["advance flaky", "part main", "ResumeBegin flaky", "ResumeComplete flaky", "Fail flaky"] {
            #expect(consumer.lines.count { $0 == line } == 1, "\(line) in \(consumer.lines)")
        }
        #expect(!consumer.lines.contains("Terminate flaky"))
        #expect(!consumer.lines.contains("Ready flaky"))
    }

    @Test("ARCH-21: resuming begins where it failed, with what the viewer has set")
    func place() {
        var snapshot = PlaybackSnapshot()
        snapshot.clock = .init(position: .seconds(7), hostTime: .zero, rate: .normal, isRunning: false)
        snapshot.rate = PlaybackRate(1.5)
        var options = SessionOptions()
        options.start = .percent(10)
        let resumed = options.resuming(snapshot)
        #expect(resumed.start == .absolute(.seconds(7)))
        #expect(resumed.rate.value == 1.5)
        #expect(resumed.plays)
        #expect(resumed.resumes)
        #expect(options.resuming(PlaybackSnapshot()).start == .percent(10))
    }

    @Test(
        "ADV-04: PrepareDone, AutoPlayStart, LoadingStart, LoadingEnd, FirstRenderedStart, LoopingStart and Completion are events of ARCH-10"
    )
    func feedEvents() {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        var options = SessionOptions()
        options.plays = true
        options.loopFile = 1
        harness.open("short-sound.mp4", options: options, play: false)
        let all = events(of: harness, until: .end)
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
        #expect(all.count { $0 == .firstRenderedStart } == 1)
        #expect(all.last == .end)
    }

    @Test("ADV-04: SeekEnd is the end of the viewer's own seek")
    func seekEnd() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.open("counter.mp4", play: false)
        _ = try #require(harness.wait { $0.status == .ready })
        _ = harness.events()
        harness.session.send(.seek(.absolute(.seconds(3)), .exact))
        #expect(
            events(of: harness, until: .seekEnd) == [.playbackBufferEmpty, .playbackLikelyToKeepUp, .seekEnd])
    }

    @Test(
        "ADV-05: who listens to one thing only needs no more than that: lines and captures come to the same listeners")
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
        let harness = ControllerHarness()
        let lines = Lines()
        harness.controller.delegate = lines
        let nothing = Nothing()
        harness.controller.addSessionConsumer(nothing)
        harness.controller.report(.hide(track: 0, id: 1), at: .zero)
        #expect(lines.heard == [])
        harness.setVideos("counter.mp4")
        harness.controller.open(at: 0, plays: false)
        _ = try #require(harness.pump { $0.status == .ready })
        _ = try #require(harness.video.wait { !$0.isEmpty })
        harness.controller.report(.show(track: 0, id: 4, text: "a"), at: .seconds(1))
        harness.controller.report(.frame(try #require(harness.controller.shownFrame)), at: .seconds(2))
        #expect(lines.heard == ["\(SubtitleChange.show(track: 0, id: 4, text: "a"))", "captured at 2.0"])
    }
}
