import PlayCore
import TestSupport
import Testing

@testable import Media
@testable import Playback

/// The queue alone: packets of a clip are put in and taken out in this thread.
@Suite("Held packets", .timeLimit(.minutes(10)))
struct PacketReplayTests {
    private static let first = Generation().next

    private static func request(
        _ generation: Generation, _ seconds: Double, _ mode: StreamStart.Mode = .exact, audio: Int? = 1,
        subtitle: Int? = nil
    ) -> DemuxRequest {
        DemuxRequest(
            generation: generation, target: .time(MediaTime(seconds: seconds)), mode: mode, floor: nil, videoTrack: 0,
            audioTrack: audio, subtitleTrack: subtitle)
    }

    /// A queue and the formats of the packets that filled it.
    private struct Filled {
        let queue = PacketQueue()
        let formats: [StreamFormat]

        /// - Parameters:
        ///   - change: The key frame from which the pictures continue in another format.
        ///   - isMissing: Whether a packet of a lane at a time is left out.
        init(
            until end: MediaTime = .seconds(10), change: MediaTime? = nil,
            isMissing: (Lane, MediaTime) -> Bool = { _, _ in false }
        ) throws {
            let demuxer = try Demuxer(source: Fixtures.source("counter.mp4"), nameHint: "", cancel: CancelToken())
            demuxer.select([0, 1])
            formats = try [(0, 25.0), (1, 25), (0, 50)].map { track, rate in
                StreamFormat(
                    track: track, parameters: try #require(demuxer.parameters(of: track)), rotation: .none, sphere: nil,
                    framesPerSecond: rate)
            }
            queue.setKept(1 << 20)
            expect(queue.submit(PacketReplayTests.request(first, 0)), is: nil)
            guard case .request = queue.nextTask() else { throw CancellationError() }
            for (lane, format) in zip(Lane.allCases, formats) {
                let start = StreamStart(generation: first, position: .zero, mode: .exact, format: format)
                queue.put(.start(start), in: lane, generation: first)
            }
            while let packet = try demuxer.read(), let time = packet.time, time < end {
                if packet.track == 0, packet.isKeyframe, time == change {
                    queue.put(.format(formats[2]), in: .video, generation: first)
                }
                let lane = packet.track == 0 ? Lane.video : .audio
                if isMissing(lane, time) { continue }
                queue.put(.packet(packet), in: lane, generation: first)
            }
        }

        /// Dequeues everything up to a picture's time.
        func drain(until end: MediaTime) {
            while case .packet(let packet)? = next(.video), (packet.time ?? .zero) < end {}
            while case .packet(let packet)? = next(.audio), (packet.time ?? .zero) < end {}
        }

        /// Returns the next item that is neither a start nor a format, or `nil` if there is none.
        private func next(_ lane: Lane) -> LaneItem? {
            while let item = queue.next(lane) {
                switch item {
                case .start, .format: continue
                case .packet, .silence, .end: return item
                }
            }
            return nil
        }
    }

    @Test("a time without packets in any lane is a hole, and declared silence does not fill it")
    func holes() throws {
        let (long, short) = (2.0..<6, 3.0..<5)
        let whole = try Filled()
        #expect(whole.queue.fill.holes.isEmpty)
        let silent = try Filled { $0 == .audio && long.contains($1.inSeconds) }
        #expect(silent.queue.fill.holes.isEmpty)
        let found = try Filled { ($0 == .video ? long : short).contains($1.inSeconds) }.queue.fill.holes
        let hole = try #require(found.first)
        #expect(abs(hole.start.inSeconds - short.lowerBound) < 0.1)
        #expect(abs(hole.end.inSeconds - short.upperBound) < 0.1)
        let sparse = try Filled { $1.inSeconds.truncatingRemainder(dividingBy: 2) > 0.1 }
        #expect(sparse.queue.fill.holes.isEmpty, "a picture every few seconds")
        let filled = try Filled(until: .seconds(2))
        filled.queue.put(.silence(MediaRange(start: .seconds(2), end: .seconds(4))), in: .audio, generation: Self.first)
        #expect(filled.queue.fill.holes.isEmpty)
        let rest = try Demuxer(source: Fixtures.source("counter.mp4"), nameHint: "", cancel: CancelToken())
        rest.select([0, 1])
        while let packet = try rest.read(), let time = packet.time, time < .seconds(8) {
            if time >= .seconds(6) {
                filled.queue.put(.packet(packet), in: packet.track == 0 ? .video : .audio, generation: Self.first)
            }
        }
        expect(filled.queue.fill.holes.first.map { $0.length > .milliseconds(3800) }, is: true)
    }

    @Test("CTRL-03: a jump begins with the format valid there, and a later format change is replayed")
    func formats() throws {
        let filled = try Filled(change: .seconds(4))
        filled.drain(until: .seconds(7))
        let second = Self.first.next
        expect(filled.queue.submit(Self.request(second, 3)), is: .seconds(3))
        guard case .start(let start)? = filled.queue.next(.video) else { throw CancellationError() }
        expect(start.generation, is: second)
        expect(start.format.framesPerSecond, is: 25)
        var items: [LaneItem] = []
        while items.count < 51, let item = filled.queue.next(.video) { items.append(item) }
        guard case .packet(let packet)? = items.first, case .format(let format) = items[50] else {
            throw CancellationError()
        }
        #expect(packet.isKeyframe)
        expect(packet.time, is: .seconds(2))
        expect(format.framesPerSecond, is: 50)
        expect(filled.queue.submit(Self.request(second.next, 4.5)), is: .milliseconds(4500))
        guard case .start(let later)? = filled.queue.next(.video) else { throw CancellationError() }
        expect(later.format.framesPerSecond, is: 50)
        expect(later.position, is: .milliseconds(4500))
    }

    @Test(
        "CTRL-03: jumps within held data do not interrupt reading, and the end is delivered to the newest request")
    func readingGoesOn() throws {
        let filled = try Filled(until: .seconds(5))
        filled.drain(until: .seconds(3))
        let second = Self.first.next
        #expect(filled.queue.submit(Self.request(second, 1)) != nil)
        #expect(!filled.queue.isInterrupted)
        #expect(filled.queue.isStale(Self.first))
        #expect(!filled.queue.isStale(second))
        filled.queue.putEnd(generation: Self.first)
        var last: LaneItem?
        while let item = filled.queue.next(.video) {
            last = item
            if case .end = item { break }
        }
        guard case .end(let generation)? = last else { throw CancellationError() }
        expect(generation, is: second)
        #expect(filled.queue.fill.inputEnded)
        // Everything is read, so even a jump past the end is one within held data.
        expect(filled.queue.submit(Self.request(second.next, 9)), is: .seconds(9))
    }

    @Test("CTRL-03: a request for unread, dropped or other tracks' packets goes to the container")
    func notHeld() throws {
        func isHeld(_ request: DemuxRequest, _ change: (PacketQueue) -> Void = { _ in }) throws -> Bool {
            let filled = try Filled(until: .seconds(5))
            filled.drain(until: .seconds(3))
            change(filled.queue)
            let isHeld = filled.queue.submit(request) != nil
            expect(filled.queue.isInterrupted, is: !isHeld)
            return isHeld
        }
        let second = Self.first.next
        #expect(try isHeld(Self.request(second, 4.5)))
        #expect(try !isHeld(Self.request(second, 5.5)), "it is not read yet")
        #expect(try !isHeld(Self.request(second, 0, .before)), "nothing is before the first frame")
        #expect(try !isHeld(Self.request(second, 1, audio: nil)))
        #expect(try !isHeld(Self.request(second, 1, subtitle: 2)), "its packets were passed over")
        #expect(try !isHeld(Self.request(second, 1)) { $0.setKept(0) })
        #expect(try !isHeld(Self.request(second, 1)) { $0.switchOff(.video) })
        // The error that ended reading may be over by now.
        #expect(try !isHeld(Self.request(second, 1)) { $0.putEnd(generation: Self.first, isReal: false) })
        // A jump that has not begun has dropped everything.
        #expect(try !isHeld(Self.request(second.next, 1)) { _ = $0.submit(Self.request(second, 8)) })
    }

    @Test("CTRL-03: the oldest packets of both lanes are dropped first, but their formats are remembered")
    func trimming() throws {
        let filled = try Filled(change: .seconds(2))
        filled.drain(until: .seconds(9))
        let all = filled.queue.fill.keptBytes
        filled.queue.setKept(all / 2)
        #expect(filled.queue.fill.keptBytes <= all / 2)
        #expect(filled.queue.fill.keptBytes > all / 4)
        let second = Self.first.next
        expect(filled.queue.submit(Self.request(second, 8.5)), is: .milliseconds(8500))
        guard case .start(let start)? = filled.queue.next(.video) else { throw CancellationError() }
        expect(start.format.framesPerSecond, is: 50)
        expect(filled.queue.submit(Self.request(second.next, 1)), is: nil)
    }

    @Test("packets that are farther back than wanted are dropped, however small they are")
    func span() throws {
        let filled = try Filled(change: .seconds(2))
        filled.drain(until: .seconds(9))
        filled.queue.setKept(.max, .seconds(3))
        let held = try #require(filled.queue.fill.held)
        #expect(held.start >= .milliseconds(5900))
        #expect(held.start <= .milliseconds(7100))
        #expect(held.end > .seconds(9))
    }

    @Test("CTRL-03, CTRL-06: data cut off for another definition is no longer held, and data before it still is")
    func cutting() throws {
        let filled = try Filled()
        filled.drain(until: .seconds(3))
        #expect(filled.queue.cut([.video], at: .seconds(6), generation: Self.first))
        let second = Self.first.next
        expect(filled.queue.submit(Self.request(second, 1)), is: .seconds(1))
        // The first run is still being read.
        #expect(filled.queue.cut([.video], at: .seconds(4), generation: Self.first))
        expect(filled.queue.submit(Self.request(second.next, 5)), is: nil)
    }

    @Test("dropped subtitle bitmaps are read again by a jump to before them")
    func bitmaps() {
        let board = SubtitleBoard()
        board.pictureTrack = 2
        for second in 0..<70 {
            board.add(
                SubtitlePicture(
                    start: .seconds(second), end: nil, canvasWidth: 10, canvasHeight: 10, bitmaps: []))
        }
        #expect(!board.holdsPictures(of: Self.request(Self.first, 3, subtitle: 2)))
        #expect(board.holdsPictures(of: Self.request(Self.first, 30, subtitle: 2)))
        #expect(board.holdsPictures(of: Self.request(Self.first, 3)))
        board.dropPictures()
        #expect(board.holdsPictures(of: Self.request(Self.first, 3, subtitle: 2)))
    }
}
