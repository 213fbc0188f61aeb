import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

/// A clip over a network that counts its reads and does not answer for a range of bytes.
final class CountingNetworkSource: NetworkByteSource {
    private let clip: MemoryByteSource
    private let silence: Range<Int64>
    private let cancel: CancelToken
    private let count: Monitor<(reads: Int, isSilent: Bool)>
    private let registration: CancelRegistration

    init(_ fixture: String, silence: Range<Int64> = 0..<0, cancel: CancelToken) {
        clip = Fixtures.source(fixture)
        self.silence = silence
        self.cancel = cancel
        let count = Monitor((reads: 0, isSilent: false))
        self.count = count
        registration = cancel.onCancel { count.update { _ in } }
    }

    var size: Int64? { clip.size }
    let canSeek = true
    let network = NetworkStatus(bitsPerSecond: 8_000_000)
    var reads: Int { count.withLock { $0.reads } }
    /// Whether a reader waits for bytes that never arrive.
    var isSilent: Bool { count.withLock { $0.isSilent } }
    func setAwaited(_ isAwaited: Bool) {}
    func reload() {}
    func hurry() {}

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        count.withLock { $0.reads += 1 }
        // Small pieces, so that nothing is read ahead of the silent range.
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(4096))
        if silence.contains(offset) {
            count.withLock { $0.isSilent = true }
            count.wait { _ in self.cancel.isCancelled ? () : nil }
            throw ByteSourceError(.cancelled, operation: "read", context: "test")
        }
        return try clip.read(at: offset, into: part)
    }
}

/// All sound of a clip, decoded from its beginning.
private struct WholeSound {
    private var samples: [Float] = []
    private let rate: Int

    init(_ fixture: String, _ format: AudioFormat) throws {
        rate = format.sampleRate
        let demuxer = try Demuxer(source: Fixtures.source(fixture), nameHint: fixture, cancel: CancelToken())
        let track = try #require(demuxer.tracks.first { if case .audio = $0.kind { true } else { false } }).id
        demuxer.select([track])
        let decoder = try AudioDecoder(parameters: try #require(demuxer.parameters(of: track)), format: format)
        var samples: [Float] = []
        func append(_ block: [Float], _ start: MediaTime) -> Bool {
            // Only the first time stamp counts; rounded ones would tear contiguous samples apart.
            if samples.isEmpty {
                let place = Int((start.inSeconds * Double(format.sampleRate)).rounded())
                samples = [Float](repeating: 0, count: max(0, place)) + block.dropFirst(max(0, -place))
            } else {
                samples += block
            }
            return true
        }
        while let packet = try demuxer.read() { try decoder.decode(packet, append) }
        try decoder.decode(nil, append)
        self.samples = samples
    }

    /// Returns the largest difference to the sound from `start` on. A container's rounded times may shift it by 2 ms.
    func difference(_ heard: [Float], from start: MediaTime) -> Float {
        let place = Int((start.inSeconds * Double(rate)).rounded())
        let rounding = rate / 500
        return (-rounding...rounding).map { shift in
            heard.prefix(2048).enumerated().reduce(Float.zero) { most, item in
                let index = place + shift + item.offset
                return samples.indices.contains(index) ? max(most, abs(samples[index] - item.element)) : most
            }
        }.min() ?? 1
    }
}

@Suite("Jumps within held data", .timeLimit(.minutes(10)))
struct HeldJumpTests {
    /// A session, paused at the start, that has read all it may.
    private struct Held {
        let harness = SessionHarness()
        let source: CountingNetworkSource

        init(_ fixture: String, kept: Int = 50 << 20, silence: Range<Int64> = 0..<0) throws {
            let box = Monitor<CountingNetworkSource?>(nil)
            var options = SessionOptions()
            options.buffer = .none
            options.keptBytes = kept
            let input = SessionInput(name: fixture) { cancel throws(ByteSourceError) in
                let source = CountingNetworkSource(fixture, silence: silence, cancel: cancel)
                box.update { $0 = source }
                return source
            }
            harness.session.setUp(input, options: options)
            let ready = harness.wait { snapshot in
                guard snapshot.status == .ready else { return false }
                // The buffer also counts as full before the session knows that the clip comes over a network.
                let isReadToEnd = snapshot.duration.map { snapshot.buffered?.end == $0 } ?? false
                return isReadToEnd || box.withLock { $0?.isSilent == true }
            }
            _ = try #require(ready)
            source = try #require(box.withLock { $0 })
        }

        func jump(to target: SeekTarget, _ mode: SeekMode) throws -> PlaybackSnapshot {
            let number = harness.session.snapshot.seekCount
            harness.session.send(.seek(target, mode))
            return try #require(harness.wait { $0.seekCount > number && !$0.isSeeking })
        }

        /// Returns whether the clip shows this counter in time.
        func shows(_ counter: Int) -> Bool { harness.video.wait { $0.last?.counter == counter } != nil }
    }

    /// Returns the times of a clip's pictures; the first is number 0.
    private static func pictureTimes(_ fixture: String) throws -> [MediaTime] {
        let demuxer = try Demuxer(source: Fixtures.source(fixture), nameHint: fixture, cancel: CancelToken())
        demuxer.select([0])
        var times: [MediaTime] = []
        while let packet = try demuxer.read() { times += [packet.time].compactMap { $0 } }
        return times
    }

    @Test(
        "CTRL-03: ten jumps within held data show the right time, picture and sound, and read nothing",
        arguments: ["counter.mp4", "counter.mkv"])
    func tenJumps(fixture: String) throws {
        let held = try Held(fixture)
        defer { held.harness.session.destroy() }
        let sink = try #require(held.harness.audio)
        let sound = try WholeSound(fixture, sink.format)
        let times = try Self.pictureTimes(fixture)
        let reads = held.source.reads
        var generator = SeededGenerator(seed: 3)
        for _ in 0..<10 {
            let target = MediaTime.milliseconds(Int.random(in: 0..<9800, using: &generator))
            let done = try held.jump(to: .absolute(target), .exact)
            expect(done.clock.position, is: target)
            #expect(held.shows(times.count { $0 <= target } - 1), "at \(target.inSeconds)")
            _ = try #require(held.harness.wait { _ in sink.blocks.reduce(0) { $0 + $1.samples.count } >= 2048 })
            let blocks = sink.blocks
            #expect(abs((try #require(blocks.first).start - target).nanoseconds) < 100_000)
            #expect(sound.difference(blocks.flatMap(\.samples), from: target) < 0.001, "at \(target.inSeconds)")
        }
        expect(held.source.reads, is: reads)
        let statistics = held.harness.session.snapshot.statistics
        #expect(statistics.keptBytes > 0)
        #expect(statistics.keptBytes < 50 << 20)
    }

    @Test("CTRL-03: packets decoded before the first round of the playback thread are kept, too")
    func beforeFirstRound() throws {
        let bell = Doorbell()
        let input = SessionInput(name: "counter.mp4") { cancel throws(ByteSourceError) in
            CountingNetworkSource("counter.mp4", cancel: cancel)
        }
        let pipeline = ItemPipeline(input: input, options: SessionOptions(), rate: .normal, doorbell: bell)
        defer { pipeline.close() }
        var isOpen = false
        var rings: UInt64 = 0
        while !isOpen {
            rings = bell.wait(after: rings, until: nil)
            for case .opened in pipeline.events.receive() { isOpen = true }
        }
        let start = DemuxRequest(
            generation: Generation(1), target: .here, mode: .exact, floor: nil, videoTrack: 0)
        pipeline.submit(start)
        while pipeline.frames.isEmpty { rings = bell.wait(after: rings, until: nil) }
        #expect(pipeline.packets.fill.keptBytes > 0)
        var jump = start
        jump.generation = start.generation.next
        jump.target = .time(.zero)
        expect(pipeline.packets.submit(jump), is: .zero)
    }

    @Test(
        "CTRL-03, ADV-48: key-frame jumps within held data end where they do in the container and read nothing",
        arguments: [
            (SeekTarget.absolute(.milliseconds(3500)), 50), (.relative(.seconds(3)), 200), (.relative(.seconds(-5)), 0),
            (.percent(50), 100), (.absolute(.milliseconds(9990)), 200), (.absolute(.zero), 0),
            (.relative(.milliseconds(-300)), 115), (.relative(.milliseconds(520)), 135),
        ])
    func keyframes(target: SeekTarget, counter: Int) throws {
        let held = try Held("counter.mp4")
        defer { held.harness.session.destroy() }
        let reads = held.source.reads
        _ = try held.jump(to: .absolute(.milliseconds(4900)), .exact)
        let done = try held.jump(to: target, .keyframe)
        let isExact = !counter.isMultiple(of: 50)
        #expect(isExact || done.clock.position == .milliseconds(counter * 40))
        #expect(held.shows(counter))
        expect(held.source.reads, is: reads)
    }

    @Test("CTRL-03: steps back through held data read nothing, and playback then continues to the end")
    func stepsBack() throws {
        let held = try Held("counter.mp4")
        defer { held.harness.session.destroy() }
        let reads = held.source.reads
        _ = try held.jump(to: .absolute(.seconds(8)), .exact)
        #expect(held.shows(200))
        for counter in [199, 198] {
            held.harness.session.send(.step(-1))
            #expect(held.shows(counter))
        }
        expect(held.source.reads, is: reads)
        held.harness.session.send(.play)
        _ = try #require(held.harness.wait { $0.status == .reachEnd })
        // From the end, too.
        let done = try held.jump(to: .absolute(.seconds(1)), .exact)
        #expect(done.clock.position >= .seconds(1))
        expect(held.source.reads, is: reads)
        _ = try #require(held.harness.video.wait { $0.last.map { (25..<200).contains($0.counter) } ?? false })
    }

    @Test("CTRL-03: a jump back works while reading waits for a silent network, and does not disturb it")
    func silentNetwork() throws {
        // The index at the end arrives, but only the pictures of the first seconds do.
        let held = try Held("counter.mp4", silence: 20_000..<50_000)
        defer { held.harness.session.destroy() }
        let reads = held.source.reads
        for (milliseconds, counter) in [(1500, 37), (100, 2), (1900, 47)] {
            _ = try held.jump(to: .absolute(.milliseconds(milliseconds)), .exact)
            #expect(held.shows(counter))
        }
        #expect(held.source.isSilent)
        expect(held.source.reads, is: reads)
    }

    @Test("CTRL-03: kept data stays within its bound, and discarded data is read again", arguments: [0, 8000])
    func bound(kept: Int) throws {
        let held = try Held("counter.mp4", kept: kept)
        defer { held.harness.session.destroy() }
        _ = try held.jump(to: .absolute(.seconds(9)), .exact)
        #expect(held.shows(225))
        #expect(held.harness.session.snapshot.statistics.keptBytes <= kept)
        let reads = held.source.reads
        let done = try held.jump(to: .absolute(.milliseconds(400)), .exact)
        expect(done.clock.position, is: .milliseconds(400))
        #expect(held.shows(10))
        #expect(held.source.reads > reads)
    }

    @Test("CTRL-03: nothing is kept of a local file")
    func file() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.open("counter.mp4")
        _ = try #require(harness.wait { $0.clock.position(at: SystemClock().now) > .milliseconds(500) })
        expect(harness.session.snapshot.statistics.keptBytes, is: 0)
    }

    @Test("CTRL-03: after a change of tracks, jumps show and play the newly selected tracks")
    func trackChange() throws {
        let held = try Held("counter.mp4")
        defer { held.harness.session.destroy() }
        let audio = try #require(held.harness.session.snapshot.audioTrack)
        _ = try held.jump(to: .absolute(.seconds(6)), .exact)
        held.harness.session.send(.selectTrack(.audio, id: nil))
        _ = try held.jump(to: .absolute(.seconds(2)), .exact)
        #expect(held.shows(50))
        held.harness.session.send(.selectTrack(.audio, id: audio))
        let done = try held.jump(to: .absolute(.seconds(1)), .exact)
        expect(done.clock.position, is: .seconds(1))
        #expect(held.shows(25))
        let sink = try #require(held.harness.audio)
        _ = try #require(held.harness.wait { _ in !sink.blocks.isEmpty })
        #expect(abs((try #require(sink.blocks.first).start - .seconds(1)).nanoseconds) < 100_000)
    }
}
