import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

@Suite("Hand-over of the sound output between items")
struct SoundHandOverTests {
    private static func isPlaying(_ snapshot: PlaybackSnapshot) -> Bool { snapshot.clock.isRunning }

    @Test("an item whose sound has the same format uses the open output")
    func sameFormat() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.open("audio-only.m4a")
        _ = try #require(harness.wait(Self.isPlaying))
        harness.open("audio-only.m4a")
        _ = try #require(harness.wait { Self.isPlaying($0) && $0.clock.position > .milliseconds(100) })
        expect(harness.outputs.count, is: 1)
        expect(harness.outputs.first?.leftItemCount, is: 1)
        expect(harness.outputs.first?.isClosed, is: false)
        harness.session.stop()
        _ = try #require(harness.wait { _ in harness.outputs.allSatisfy(\.isClosed) })
    }

    @Test(
        "an advert's sound is converted for the content's output, and another item gets its own output",
        arguments: [true, false])
    func otherFormat(isGuest: Bool) throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.open("counter.mp4")
        _ = try #require(harness.wait(Self.isPlaying))
        var options = SessionOptions()
        options.isGuest = isGuest
        options.plays = true
        harness.session.setUp(SessionInput.wave(seconds: 2), options: options)
        _ = try #require(harness.wait { Self.isPlaying($0) && $0.clock.position > .milliseconds(100) })
        expect(harness.outputs.map(\.isClosed), is: (isGuest ? [false] : [true, false]))
        expect(harness.audio?.writtenSamples.isEmpty, is: false)
    }

    @Test("an output that the next item does not need, because it has no sound or fails, is closed")
    func unused() throws {
        for next in ["video-only.mp4", "still.png"] {
            let harness = SessionHarness()
            defer { harness.session.destroy() }
            harness.open("audio-only.m4a")
            _ = try #require(harness.wait(Self.isPlaying))
            harness.open(next)
            _ = try #require(harness.wait { _ in harness.outputs.map(\.isClosed) == [true] })
        }
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.open("audio-only.m4a")
        _ = try #require(harness.wait(Self.isPlaying))
        harness.session.setUp(MachineConversation.input(), options: SessionOptions())
        _ = try #require(harness.wait { $0.status == .failed })
        _ = try #require(harness.wait { _ in harness.outputs.map(\.isClosed) == [true] })
    }

    private static func reading(_ untilEnd: Int, isFollowed: Bool, in talk: MachineConversation) -> PipelineReading {
        var reading = Queues.playedOut.reading(
            sound: AudioClockReading(
                state: .running, generation: talk.run.generation, position: talk.position, hostTime: talk.clock.now,
                rate: .normal, untilEnd: .milliseconds(untilEnd)))
        reading.isFollowed = isFollowed
        return reading
    }

    @Test(
        "an item followed by another one ends 40 ms before its sound does, without pausing the sound",
        arguments: [(41, true, false), (40, true, true), (40, false, false), (1, false, false)])
    func leftEarly(untilEnd: Int, isFollowed: Bool, isLeft: Bool) {
        var talk = MachineConversation()
        talk.play(.soundOnly, to: .seconds(99))
        _ = talk.takeDone()
        let reading = Self.reading(untilEnd, isFollowed: isFollowed, in: talk)
        talk.tell { $0.checkLoopAndEnd(reading) }
        expect((talk.state.status == .reachEnd), is: isLeft)
        #expect(!talk.takeDone().contains { if case .pauseSound = $0 { true } else { false } })
    }

    @Test("an item that loops is heard to its end")
    func loops() {
        var talk = MachineConversation()
        talk.play(.soundOnly) { $0.loopFile = nil }
        talk.at(.seconds(99))
        let reading = Self.reading(20, isFollowed: true, in: talk)
        talk.tell { $0.checkLoopAndEnd(reading) }
        expect(talk.position, is: .seconds(99))
    }

    @Test("the thread wakes when the end is due, not up to 50 ms later", arguments: [(90, 50), (30, 30)])
    func lookAtEnd(untilEnd: Int, look: Int) {
        var talk = MachineConversation()
        talk.play(.soundOnly, to: .seconds(99))
        let reading = Self.reading(untilEnd, isFollowed: false, in: talk)
        talk.tell { _ in }
        expect(
            talk.machine.deadline(nil, reading, hasWaiting: false).map { $0 - talk.clock.now }, is: .milliseconds(look))
    }
}
