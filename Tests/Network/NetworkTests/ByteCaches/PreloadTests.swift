import PlayCore
import TestSupport
import Testing

@testable import ByteCaches
@testable import CacheHarness

@Suite struct PreloadQueueTests {
    private func request(_ address: String, _ seconds: Int = 1) -> PreloadQueue.Request {
        PreloadQueue.Request(address: address, amount: .seconds(seconds))
    }

    @Test("ADV-63: requests wait while an item is opened, and start when it is prepared or nothing plays")
    func preparing() {
        var queue = PreloadQueue()
        queue.isBalanced = false
        queue.playing = .preparing
        expect(queue.add(request("a")), is: true)
        expect(queue.next(), is: nil)
        queue.playing = .prepared(isComfortable: false)
        expect(queue.next(), is: request("a"))
        queue = PreloadQueue()
        expect(queue.add(request("b")), is: true)
        expect(queue.next(), is: request("b"))
    }

    @Test("ADV-64: preloading starts only when the buffer is full enough, unless balancing is off")
    func balance() {
        var queue = PreloadQueue()
        queue.playing = .prepared(isComfortable: false)
        expect(queue.add(request("a")), is: true)
        expect(queue.next(), is: nil)
        queue.playing = .prepared(isComfortable: true)
        expect(queue.next(), is: request("a"))
        expect(queue.add(request("b")), is: true)
        expect(queue.finished(nil), is: .completed("a"))
        queue.playing = .prepared(isComfortable: false)
        expect(queue.next(), is: nil)
        queue.isBalanced = false
        expect(queue.next(), is: request("b"))
    }

    @Test("ADV-62: requests run one at a time in their order, and each ends with one event")
    func order() {
        var queue = PreloadQueue()
        for address in ["a", "b", "c", "d"] {
            let isTaken = queue.add(request(address))
            #expect(isTaken)
        }
        var next = queue.next()
        expect(next?.address, is: "a")
        expect(queue.next(), is: nil)
        let error = ByteSourceError(.io, operation: "read", context: "")
        expect(queue.finished(error), is: .failed("a", error))
        expect(queue.finished(nil), is: nil)
        expect(queue.cancel("c"), is: .done(.cancelled("c")))
        next = queue.next()
        expect(next?.address, is: "b")
        expect(queue.cancel("b"), is: .interrupt)
        expect(
            queue.finished(ByteSourceError(.cancelled, operation: "read", context: "")), is: .cancelled("b"))
        expect(queue.cancel("z"), is: .unknown)
        next = queue.next()
        expect(next?.address, is: "d")
    }

    @Test("repeated requests for an address are merged to the larger amount, and too many are refused")
    func twice() {
        var queue = PreloadQueue()
        for seconds in [2, 5, 3] {
            let isTaken = queue.add(request("a", seconds))
            #expect(isTaken)
        }
        expect(queue.waiting, is: [request("a", 5)])
        expect(queue.next(), is: request("a", 5))
        expect(queue.add(request("a", 4)), is: true)
        #expect(queue.waiting.isEmpty)
        expect(queue.add(request("a", 6)), is: true)
        expect(queue.waiting.count, is: 1)
        for number in 1..<PreloadQueue.limit {
            let isTaken = queue.add(request("\(number)"))
            #expect(isTaken)
        }
        expect(queue.add(request("too many")), is: false)
    }

    @Test("a duration becomes bytes by the resource's own or an assumed rate, up to its size")
    func extents() {
        let header = PreloadExtent.header
        expect(
            PreloadExtent.bytes(of: .seconds(10), size: 100_000_000, duration: .seconds(100)), is: 10_000_000 + header)
        expect(PreloadExtent.bytes(of: .seconds(8), size: nil, duration: nil), is: 5_000_000 + header)
        expect(PreloadExtent.bytes(of: .seconds(8), size: 1000, duration: nil), is: 1000)
        expect(PreloadExtent.bytes(of: .seconds(-8), size: nil, duration: nil), is: header)
    }
}

@Suite struct PreloaderTests {
    /// The events of a preloader, with a wait for the next ones.
    private final class Events: Sendable {
        private let rings = Monitor(0)
        private let seen = Monitor(0)

        func ring() { rings.update { $0 += 1 } }

        func next(_ preloader: Preloader) -> [PreloadQueue.Event] {
            while true {
                let seen = seen.withLock { $0 }
                let events = preloader.takeEvents()
                if !events.isEmpty { return events }
                let now = rings.wait { $0 > seen ? $0 : nil }
                self.seen.withLock { $0 = now ?? 0 }
            }
        }
    }

    @Test("ADV-61, ADV-62: preloaded bytes are not fetched again; failed and cancelled requests are reported")
    func loading() throws {
        let folder = try TemporaryCache()
        let cache = folder.open()
        defer { cache.close() }
        let size: Int64 = 2 << 20
        let upstreams = (0..<3).map { PatternUpstream($0, size: size) }
        let error = ByteSourceError(.io, operation: "connect", context: "1")
        upstreams[1].setFailure(error)
        upstreams[2].setStall(100_000)
        let events = Events()
        let preloader = Preloader(onEvent: { events.ring() }) { request, cancel in
            let number = Int(request.address) ?? 0
            return CachedByteSource(
                PatternUpstream.key(number), cache: cache, upstream: upstreams[number], cancel: cancel)
        }
        for number in 0..<3 { preloader.load("\(number)", amount: .seconds(1)) }
        var told = events.next(preloader)
        if told.count < 2 { told += events.next(preloader) }
        expect(told, is: [.completed("0"), .failed("1", error)])
        upstreams[2].waitUntilStalled()
        preloader.cancel("2")
        upstreams[2].setStall(nil)
        expect(events.next(preloader), is: [.cancelled("2")])
        preloader.close()

        let loaded = PreloadExtent.bytes(of: .seconds(1), size: size, duration: nil)
        expect(upstreams[0].log.bytes, is: loaded)
        let source = folder.source(upstreams[0], cache)
        try expect(source.bytes(0..<loaded), is: PatternUpstream.bytes(0, 0..<loaded))
        expect(upstreams[0].log.bytes, is: loaded)
        expect(source.use, is: CacheUse(hits: loaded))
    }

    @Test("ADV-64: preloading pauses while playback lacks data, and continues afterwards")
    func pauses() throws {
        let folder = try TemporaryCache()
        let cache = folder.open()
        defer { cache.close() }
        let upstream = PatternUpstream(0, size: 2 << 20)
        let events = Events()
        let asked = Monitor(0)
        let holder = Monitor<Preloader?>(nil)
        let preloader = Preloader(onEvent: { events.ring() }) { _, cancel in
            // Playback runs out of data right after preloading has started.
            holder.withLock { $0 }?.setPlaying(.prepared(isComfortable: false))
            asked.update { $0 += 1 }
            return CachedByteSource(PatternUpstream.key(0), cache: cache, upstream: upstream, cancel: cancel)
        }
        holder.update { $0 = preloader }
        preloader.load("0", amount: .seconds(1))
        asked.wait { $0 == 1 ? () : nil }
        expect(upstream.log.bytes, is: 0)
        #expect(preloader.takeEvents().isEmpty)
        preloader.setPlaying(.prepared(isComfortable: true))
        expect(events.next(preloader), is: [.completed("0")])
        preloader.setPlaying(.prepared(isComfortable: false))
        preloader.load("1", amount: .seconds(1))
        preloader.cancel("1")
        holder.update { $0 = nil }
        preloader.close()
    }

    @Test("ADV-61: a server without ranges is not preloaded")
    func withoutRanges() throws {
        let folder = try TemporaryCache()
        let cache = folder.open()
        defer { cache.close() }
        let upstream = PatternUpstream(0, size: 2 << 20, canSeek: false)
        #expect(try !folder.source(upstream, cache).preload(.seconds(1)) { _ in true })
        expect(upstream.log.bytes, is: 0)
    }
}
