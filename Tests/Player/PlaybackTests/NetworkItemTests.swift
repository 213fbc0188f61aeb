import Adaptation
import MediaSources
import PlayCore
import Playback
import PlaybackModel
import TestSupport
import Testing

/// A film of which the pictures beyond a place do not come, as over a network that breaks. Its index, at the end, does.
final class BrokenNetworkSource: NetworkByteSource {
    enum Trouble: Sendable {
        /// Waits, and is asked again.
        case asks
        case fails(ByteSourceError.Code)
        /// Waits and says nothing.
        case silent
    }

    private struct State {
        var status = NetworkStatus(bitsPerSecond: 8_000_000)
        var awaited: [Bool] = []
        var isWhole = false
    }

    private let film = Fixtures.source("counter.mp4")
    static let index: Int64 = 50_328
    private let limit: Int64
    private let trouble: Trouble
    private let cancel: CancelToken
    private let state: Monitor<State>
    private let registration: CancelRegistration

    init(limit: Int64, _ trouble: Trouble, cancel: CancelToken) {
        self.limit = limit
        self.trouble = trouble
        self.cancel = cancel
        let state = Monitor(State())
        self.state = state
        registration = cancel.onCancel { state.update { _ in } }
    }

    var size: Int64? { film.size }
    let canSeek = true
    var network: NetworkStatus { state.withLock { $0.status } }
    /// What it was told, without repetitions.
    var awaited: [Bool] { state.withLock { $0.awaited } }
    func setAwaited(_ isAwaited: Bool) {
        state.withLock { if $0.awaited.last != isAwaited { $0.awaited.append(isAwaited) } }
    }

    func reload() {
        state.update {
            $0.isWhole = true
            $0.status.state = .flowing
        }
    }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        // In small pieces, so that nothing is read ahead of the break.
        let room = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(4096))
        let isWhole = state.withLock { $0.isWhole }
        guard !isWhole, (limit..<Self.index).contains(offset) else { return try film.read(at: offset, into: room) }
        if case .fails(let code) = trouble { throw ByteSourceError(code, operation: "read", context: "test") }
        state.withLock { if case .asks = trouble { $0.status.state = .asking } }
        state.wait { $0.isWhole || self.cancel.isCancelled ? () : nil }
        if cancel.isCancelled { throw ByteSourceError(.cancelled, operation: "read", context: "test") }
        return try film.read(at: offset, into: room)
    }
}

@Suite("An item over a network", .timeLimit(.minutes(10)))
struct NetworkItemTests {
    /// Some seconds of pictures are before it.
    private static let place: Int64 = 15_000

    private func open(
        _ trouble: BrokenNetworkSource.Trouble, limit: Int64 = place, _ answer: SessionOptions.RetryAnswer = .ask
    ) -> (SessionHarness, Monitor<BrokenNetworkSource?>) {
        let harness = SessionHarness()
        var options = SessionOptions()
        options.retryAnswer = answer
        options.plays = true
        let source = Monitor<BrokenNetworkSource?>(nil)
        let input = SessionInput(name: "http://host/film.mp4") { cancel throws(ByteSourceError) in
            let broken = BrokenNetworkSource(limit: limit, trouble, cancel: cancel)
            source.update { $0 = broken }
            return broken
        }
        harness.session.setUp(input, options: options)
        return (harness, source)
    }

    @Test("ADV-37: what gives up asks, once; the answer lets it go on to the end")
    func asks() throws {
        let (harness, _) = open(.asks)
        defer { harness.session.destroy() }
        let asking = try #require(harness.wait { $0.network?.state == .asking })
        #expect(asking.status != .failed)
        harness.session.send(.reload)
        _ = try #require(harness.wait { $0.network?.state == .flowing })
        harness.session.send(.seek(.absolute(.seconds(9)), .exact))
        _ = try #require(harness.wait { $0.status == .reachEnd })
        #expect(harness.events().filter { $0 == .networkRetry }.count == 1)
    }

    @Test("ADV-37: auto-reload answers by itself, also while it is opened")
    func answersItself() throws {
        let (harness, _) = open(.asks, limit: 0, .reload)
        defer { harness.session.destroy() }
        _ = try #require(harness.wait { $0.status == .playing })
        #expect(harness.events().contains(.networkRetry))
    }

    @Test("ADV-37: the answer stop, by the viewer or because nobody is there, is a time-out", arguments: [true, false])
    func stops(byViewer: Bool) throws {
        let (harness, _) = open(.asks, limit: 0, byViewer ? .ask : .stop)
        defer { harness.session.destroy() }
        if byViewer {
            _ = try #require(harness.wait { $0.network?.state == .asking })
            harness.session.send(.stopLoading)
        }
        let failed = try #require(harness.wait { $0.status == .failed })
        #expect(failed.error?.code == .requestFailed)
        #expect(failed.error?.reason.contains("time-out") == true)
    }

    @Test("ADV-36, ARCH-20: retries over, what is there is played, then it fails with 1000 and not with an end")
    func exhausted() throws {
        let (harness, _) = open(.fails(.timedOut))
        defer { harness.session.destroy() }
        let failed = try #require(harness.wait { $0.status == .failed })
        #expect(failed.error?.code == .requestFailed)
        #expect(failed.clock.position >= .seconds(1), "it ended before what was there had played")
        let events = harness.events()
        #expect(events.contains(.failedToPlayToEndTime))
        #expect(events.contains(.loadingTimeout))
        #expect(events.contains(.fail))
        #expect(!events.contains(.end))
    }

    @Test("ADV-36, ARCH-23, ARCH-24: the source is told when it is waited for, and when it is not")
    func awaited() throws {
        let (harness, source) = open(.silent)
        defer { harness.session.destroy() }
        let stalled = try #require(harness.wait { $0.status == .stalled })
        #expect(stalled.waitingSince != nil)
        #expect(stalled.statistics.stallCount == 1)
        _ = try #require(harness.wait { _ in source.withLock { $0?.awaited } == [true, false, true] })
        source.withLock { $0 }?.reload()
        _ = try #require(harness.wait { $0.status == .playing })
        let events = harness.events()
        for event in [LifecycleEvent.playbackStalled, .playbackRecovered, .playbackBufferEmpty] {
            #expect(events.contains(event), "\(event)")
        }
    }

    @Test(
        "PLAY-32: the code says what is wrong",
        arguments: [
            (ByteSourceError.Code.httpStatus(404), PlayErrorCode.invalidVideoURL), (.httpStatus(410), .invalidVideoURL),
            (.httpStatus(401), .invalidToken), (.httpStatus(403), .invalidToken), (.httpStatus(500), .requestFailed),
            (.unresolved, .requestFailed), (.unreachable, .requestFailed), (.tls, .requestFailed),
            (.timedOut, .requestFailed), (.changed, .requestFailed), (.tooManyRedirects, .requestFailed),
            (.forbiddenScheme, .invalidVideoURL), (.notFound, .fileLost), (.io, .playFailed),
        ])
    func codes(code: ByteSourceError.Code, expected: PlayErrorCode) throws {
        let (harness, _) = open(.fails(code), limit: 0)
        defer { harness.session.destroy() }
        #expect(try #require(harness.wait { $0.status == .failed }).error?.code == expected)
    }

    /// One that comes over a network up to a place, and a harness that opens it.
    private func open(
        limit: Int64, _ change: (inout SessionOptions) -> Void
    ) -> SessionHarness {
        let harness = SessionHarness()
        var options = SessionOptions()
        options.plays = true
        change(&options)
        let input = SessionInput(name: "http://host/film.mp4") { cancel throws(ByteSourceError) in
            BrokenNetworkSource(limit: limit, .silent, cancel: cancel)
        }
        harness.session.setUp(input, options: options)
        return harness
    }

    @Test("ADV-38: playing waits until as much is there as it needs to start", arguments: [true, false])
    func startBuffer(isEnough: Bool) throws {
        let rules = try BufferRules(start: isEnough ? .milliseconds(500) : .seconds(9), high: .seconds(9))
        let harness = open(limit: Self.place) { $0.networkBuffer = rules }
        defer { harness.session.destroy() }
        if isEnough {
            _ = try #require(harness.wait { $0.status == .playing })
        } else {
            let waiting = try #require(
                harness.wait { $0.showsFirstPicture && $0.buffered.map { $0.end >= .seconds(1) } == true })
            #expect(waiting.status == .loading)
        }
    }

    @Test("ADV-63, ADV-64: the next one is opened when what plays over a network has enough; without balance at once")
    func fairness() throws {
        for isBalanced in [true, false] {
            let opened = Monitor(0)
            let next = SessionInput(name: "next") { _ throws(ByteSourceError) in
                opened.update { $0 += 1 }
                return Fixtures.source("counter.ts")
            }
            // What there is never becomes so much.
            let rules = try BufferRules(start: .zero, high: .seconds(9))
            let harness = open(limit: Self.place) {
                $0.networkBuffer = rules
                $0.balancesNetwork = isBalanced
            }
            defer { harness.session.destroy() }
            harness.session.preload([(next, SessionOptions())])
            _ = try #require(harness.wait { $0.status == .stalled || opened.withLock { $0 } > 0 })
            #expect(opened.withLock { $0 } == (isBalanced ? 0 : 1))
        }
        let opened = Monitor(0)
        let next = SessionInput(name: "next") { _ throws(ByteSourceError) in
            opened.update { $0 += 1 }
            return Fixtures.source("counter.ts")
        }
        let harness = open(limit: BrokenNetworkSource.index) { _ in }
        defer { harness.session.destroy() }
        harness.session.preload([(next, SessionOptions())])
        _ = try #require(harness.wait { _ in opened.withLock { $0 } == 1 })
    }
}
