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
        // Reads ahead up to the load control's limit from the start.
        options.buffer = .none
        harness.session.setUp(
            .media(name: "stream") { _ throws(MediaError) in .packets(box.source) },
            options: options)
        if play { harness.session.send(.play) }
    }

    @Test(
        "CTRL-06: a parameter change within a run repeats no picture, keeps their order and leaves the sound gapless"
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

    @Test("CTRL-06: a choice takes effect at an edge not yet decoded, and position, speed and pause state stay")
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
        // The data read ahead beyond the edge is read again, and each picture is played once.
        harness.session.send(.play)
        _ = try #require(harness.wait { $0.clock.position(at: SystemClock().now) > .milliseconds(2600) })
        let counters = harness.video.pictures.map(\.counter)
        expect(Set(counters).count, is: counters.count)
        expect(counters, is: counters.sorted())
        #expect(counters.contains { $0 > 50 })
    }

    @Test(
        "CTRL-03, CTRL-06: a seek back over a parameter change shows its picture, and playback passes the change again"
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

    @Test("CTRL-06: a definition index out of range changes nothing")
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
    // Sendable: it is handed over before the thread starts and not used here again.
    let source: SplicedSource
    init(_ source: SplicedSource) { self.source = source }
}
