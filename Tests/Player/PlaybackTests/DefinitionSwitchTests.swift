import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

@Suite("Switching the definition of a stream", .timeLimit(.minutes(10)))
struct DefinitionSwitchTests {
    private func open(_ harness: SessionHarness, _ source: SplicedSource, play: Bool = true) {
        let box = SourceBox(source)
        var options = SessionOptions()
        // Read ahead as far as the load control has it, from the start.
        options.buffer = .none
        harness.session.setUp(
            .media(name: "stream") { _ throws(MediaError) in .packets(box.source) },
            options: options)
        if play { harness.session.send(.play) }
    }

    @Test(
        "CTRL-06: a change of parameters within a run shows no picture twice, keeps their order and leaves the sound whole"
    )
    func changeWithinRun() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        open(harness, try SplicedSource("counter.mp4", edge: .seconds(2)))
        _ = try #require(harness.wait { $0.clock.position(at: SystemClock().now) > .milliseconds(3000) })
        let counters = harness.video.pictures.map(\.counter)
        expect(Set(counters).count, is: counters.count)
        expect(counters, is: counters.sorted())
        // Both sides of the edge, which is picture 50.
        #expect(counters.contains { (45..<50).contains($0) })
        #expect(counters.contains { (50..<55).contains($0) })
        let sink = try #require(harness.audio)
        #expect(!harness.events().contains(.playbackStalled))
        let blocks = sink.blocks
        for (block, next) in zip(blocks, blocks.dropFirst()) {
            let length = sink.format.duration(frames: block.samples.count / sink.format.channelCount)
            let end = block.start + block.rate.media(in: length)
            #expect(abs((next.start - end).nanoseconds) < 1_000_000)
        }
        expect(harness.session.snapshot.stream?.definition, is: 1)
    }

    @Test("CTRL-06: a choice takes effect at an edge that is not decoded yet; position, speed and pause state stay")
    func choiceCutsWhatIsReadAhead() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        open(harness, try SplicedSource("counter.mp4", edges: [.seconds(2), .seconds(4), .seconds(6)]), play: false)
        _ = try #require(harness.wait { $0.status == .ready && ($0.buffered?.end ?? .zero) >= .milliseconds(4500) })
        harness.session.send(.selectDefinition(1))
        let switched = try #require(harness.wait { $0.stream?.definition == 1 })
        expect(switched.stream?.chosenDefinition, is: 1)
        expect(switched.status, is: .ready)
        expect(switched.clock.position, is: .zero)
        expect(switched.rate, is: .normal)
        #expect(!harness.events().contains(.play))
        // What was read ahead behind the edge comes anew, and everything is played once.
        harness.session.send(.play)
        _ = try #require(harness.wait { $0.clock.position(at: SystemClock().now) > .milliseconds(2600) })
        let counters = harness.video.pictures.map(\.counter)
        expect(Set(counters).count, is: counters.count)
        expect(counters, is: counters.sorted())
        #expect(counters.contains { $0 > 50 })
    }

    @Test(
        "CTRL-03, CTRL-06: a jump back to before a change of parameters shows its place, and playing on goes through it again"
    )
    func jumpAcrossChange() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        let network = CountingNetworkSource("counter.mp4", cancel: CancelToken())
        let source = try SplicedSource("counter.mp4", edge: .seconds(2), network: network)
        open(harness, source, play: false)
        _ = try #require(harness.wait { $0.status == .ready && $0.hasFullBuffer })
        func jump(to time: MediaTime, _ counter: Int) throws {
            harness.session.send(.seek(.absolute(time), .exact))
            _ = try #require(harness.wait { !$0.isSeeking && $0.clock.position == time })
            #expect(harness.video.wait { $0.last?.counter == counter } != nil)
        }
        try jump(to: .seconds(5), 125)
        try jump(to: .seconds(1), 25)
        let first = harness.video.pictures.count
        harness.session.send(.play)
        _ = try #require(harness.wait { $0.clock.position(at: SystemClock().now) > .milliseconds(2600) })
        let counters = harness.video.pictures.dropFirst(first).map(\.counter).filter { $0 != 25 }
        expect(Set(counters).count, is: counters.count)
        expect(counters, is: counters.sorted())
        #expect(counters.contains { $0 > 50 })
    }

    @Test("CTRL-06: an index out of range changes nothing")
    func outOfRange() {
        var talk = MachineConversation()
        talk.play()
        let before = talk.snapshot
        #expect(talk.when(.command(.selectDefinition(7))).isEmpty)
        expect(talk.snapshot.videoTrack, is: before.videoTrack)
        expect(talk.snapshot.seekCount, is: before.seekCount)
    }
}

/// Carries a source to the thread that uses it.
final class SourceBox: @unchecked Sendable {
    // Sendable: handed over before the thread begins, not used here again.
    let source: SplicedSource
    init(_ source: SplicedSource) { self.source = source }
}
