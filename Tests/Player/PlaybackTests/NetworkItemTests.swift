import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

/// A film over a network that breaks: the pictures beyond a limit never arrive, but its index at the end does.
final class BrokenNetworkSource: NetworkByteSource {
    enum Trouble: Sendable {
        case fails(ByteSourceError.Code)
        /// Waits without an answer.
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
    /// The values of `setAwaited`, without repetitions.
    var awaited: [Bool] { state.withLock { $0.awaited } }
    func setAwaited(_ isAwaited: Bool) {
        state.withLock { if $0.awaited.last != isAwaited { $0.awaited.append(isAwaited) } }
    }

    func hurry() {}

    func reload() {
        state.update {
            $0.isWhole = true
            $0.status.state = .flowing
        }
    }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        // Small pieces, so that nothing is read ahead of the break.
        let part = UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(4096))
        let isWhole = state.withLock { $0.isWhole }
        guard !isWhole, (limit..<Self.index).contains(offset) else { return try film.read(at: offset, into: part) }
        if case .fails(let code) = trouble { throw ByteSourceError(code, operation: "read", context: "test") }
        state.wait { $0.isWhole || self.cancel.isCancelled ? () : nil }
        if cancel.isCancelled { throw ByteSourceError(.cancelled, operation: "read", context: "test") }
        return try film.read(at: offset, into: part)
    }
}

@Suite("An item over a network", .timeLimit(.minutes(10)))
struct NetworkItemTests {
    @Test("ADV-37: a source that gives up asks once, and a reload makes it continue")
    func asks() {
        var talk = MachineConversation()
        talk.play(.remote)
        for _ in 1...3 { #expect(!talk.when(.network(.asking)).reloadsNetwork) }
        expect(talk.state.status, is: .playing)
        expect(talk.snapshot.network?.state, is: .asking)
        #expect(talk.when(.command(.reload)).reloadsNetwork)
        talk.when(.network(.flowing))
        expect(talk.snapshot.network?.state, is: .flowing)
        expect(talk.takeEvents().filter { $0 == .networkRetry }.count, is: 1)
    }

    @Test("ADV-37: auto-reload answers by itself, even while the item is being opened")
    func answersItself() {
        var talk = MachineConversation()
        talk.setUp { $0.retryAnswer = .reload }
        talk.when(.worker(.network(QuietLink())))
        #expect(talk.when(.network(.asking)).reloadsNetwork)
        #expect(talk.takeEvents().contains(.networkRetry))
    }

    @Test("ADV-37: a stop, by the viewer or the settings, fails the item with a time-out", arguments: [true, false])
    func stops(byViewer: Bool) {
        var talk = MachineConversation()
        talk.setUp { $0.retryAnswer = byViewer ? .ask : .stop }
        talk.when(.worker(.network(QuietLink())))
        if byViewer {
            talk.when(.command(.stopLoading))
            expect(talk.state.status, is: .loading, "nobody has asked")
        }
        talk.when(.network(.asking))
        if byViewer {
            expect(talk.state.status, is: .loading)
            talk.when(.command(.stopLoading))
        }
        expect(talk.state.status, is: .failed)
        expect(talk.snapshot.error?.code, is: .requestFailed)
        expect(talk.snapshot.error?.reason.contains("time-out"), is: true)
    }

    @Test("a redirect from https to http is reported once")
    func unencrypted() {
        var talk = MachineConversation()
        talk.play(.remote)
        for isUnencrypted in [false, true, true] {
            talk.when(.network(.flowing, isUnencrypted: isUnencrypted))
            expect(talk.notices.filter { $0 == .unencrypted }.count, is: (isUnencrypted ? 1 : 0))
        }
    }

    @Test("ADV-36, ARCH-20: after the last retry the buffered data plays, then the item fails with 1000")
    func exhausted() {
        var talk = MachineConversation()
        talk.play(.remote)
        talk.at(.seconds(1))
        talk.when(.worker(.readFailed(MachineConversation.failure(.timedOut))))
        talk.when(.round(Queues(ended: true), sound: .running))
        expect(talk.state.status, is: .playing, "what is there has not played")
        #expect(talk.notices.contains { if case .readFailed = $0 { true } else { false } })
        talk.at(.seconds(4))
        talk.when(.round(.playedOut, sound: .ended))
        expect(talk.state.status, is: .failed)
        expect(talk.snapshot.error?.code, is: .requestFailed)
        expect(talk.position, is: .seconds(4))
        let events = talk.takeEvents()
        expect(events.suffix(4), is: [.failedToPlayToEndTime, .loadingTimeout, .error, .fail])
        #expect(!events.contains(.end))
    }

    @Test("ADV-36: an item that cannot be opened in time reports the time-out, and a refused one does not")
    func openingTimesOut() {
        for (code, isTimeOut) in [(ByteSourceError.Code.timedOut, true), (.httpStatus(404), false)] {
            var talk = MachineConversation()
            talk.setUp()
            talk.when(.worker(.network(QuietLink())))
            talk.when(.worker(.openFailed(MachineConversation.failure(code))))
            let events = talk.takeEvents()
            expect(events.suffix(2), is: [.error, .fail])
            expect(events.contains(.loadingTimeout), is: isTimeOut)
        }
    }

    @Test("a file that cannot be read further plays as far as it goes and ends early")
    func damagedFile() {
        var talk = MachineConversation()
        talk.play(to: .seconds(4))
        talk.when(.worker(.readFailed(MediaError(.unreadable, operation: "read"))))
        talk.when(.round(.playedOut, sound: .ended))
        expect(talk.state.status, is: .reachEnd)
        let end = EarlyEnd(item: "film", position: .seconds(4), promised: .seconds(100))
        expect(talk.notices.count, is: 2)
        expect(talk.notices.last, is: .endedEarly(end))
    }

    @Test(
        "PLAY-32: the error code names the cause of the failure",
        arguments: [
            (ByteSourceError.Code.httpStatus(404), PlayErrorCode.invalidVideoURL), (.httpStatus(410), .invalidVideoURL),
            (.httpStatus(401), .invalidToken), (.httpStatus(403), .invalidToken), (.httpStatus(500), .requestFailed),
            (.unresolved, .requestFailed), (.unreachable, .requestFailed), (.tls, .requestFailed),
            (.timedOut, .requestFailed), (.changed, .requestFailed), (.tooManyRedirects, .requestFailed),
            (.forbiddenScheme, .invalidVideoURL), (.notFound, .fileLost), (.io, .playFailed),
        ])
    func codes(code: ByteSourceError.Code, expected: PlayErrorCode) {
        var talk = MachineConversation()
        talk.setUp()
        talk.when(.worker(.network(QuietLink())))
        talk.when(.worker(.openFailed(MachineConversation.failure(code))))
        expect(talk.state.status, is: .failed)
        expect(talk.snapshot.error?.code, is: expected)
        expect(talk.snapshot.error?.item, is: "film")
        expect(talk.snapshot.error?.reason.isEmpty, is: false)
    }

    @Test("ADV-38: playback waits for its start buffer and shows the first picture meanwhile")
    func startBuffer() throws {
        let rules = try BufferRules(start: .milliseconds(600), high: .seconds(9))
        var talk = MachineConversation()
        talk.setUp {
            $0.plays = true
            $0.networkBuffer = rules
        }
        let thresholds = talk.open(.remote).thresholds
        expect(thresholds, is: [[.milliseconds(600), .seconds(9)]])
        let generation = talk.run.generation
        talk.when(.worker(.started(generation, .zero)))
        talk.when(.round(Queues(canStart: false)))
        #expect(talk.snapshot.showsFirstPicture)
        expect(talk.state.status, is: .loading)
        #expect(talk.when(.round).playsSound)
        expect(talk.state.status, is: .playing)
    }

    @Test(
        "ADV-63, ADV-64: the next item is opened when the playing one has buffered enough, or at once without balance",
        arguments: [true, false])
    func fairness(isBalanced: Bool) throws {
        let rules = try BufferRules(start: .zero, high: .seconds(9))
        var talk = MachineConversation()
        func admits(_ queues: Queues) -> Bool {
            talk.tell { _ in }
            return talk.machine.admitsPreload(queues.fill)
        }
        #expect(talk.machine.admitsPreload(nil), "nothing plays")
        talk.setUp {
            $0.plays = true
            $0.networkBuffer = rules
            $0.balancesNetwork = isBalanced
        }
        #expect(!admits(.flowing), "it is not open")
        talk.open(.remote)
        #expect(admits(Queues(end: .seconds(20))) != isBalanced, "its first picture is awaited")
        talk.answerRequest()
        talk.hear(.running, at: .zero)
        talk.at(.seconds(2))
        #expect(admits(Queues(end: .seconds(2) + .milliseconds(8999))) != isBalanced)
        #expect(admits(Queues(end: .seconds(11))))
        #expect(admits(Queues(ended: true, end: .seconds(3))), "there is no more of it")
        talk.play { $0.balancesNetwork = isBalanced }
        #expect(admits(Queues(end: .zero)), "a file needs no line")
    }

    /// A film that stands in for a slow line; real threads wait for it.
    @Test("ADV-36, ARCH-23, ARCH-24: the source learns when the session waits for it, and a reload ends the stall")
    func awaited() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        var options = SessionOptions()
        options.plays = true
        let source = Monitor<BrokenNetworkSource?>(nil)
        let input = SessionInput(name: "http://host/film.mp4") { cancel throws(ByteSourceError) in
            // Some seconds of pictures precede the limit.
            let broken = BrokenNetworkSource(limit: 15_000, .silent, cancel: cancel)
            source.update { $0 = broken }
            return broken
        }
        harness.session.setUp(input, options: options)
        let stalled = try #require(harness.wait { $0.status == .stalled })
        #expect(stalled.waitingSince != nil)
        expect(stalled.statistics.stallCount, is: 1)
        _ = try #require(harness.wait { _ in source.withLock { $0?.awaited } == [true, false, true] })
        harness.session.send(.reload)
        _ = try #require(harness.wait { $0.status == .playing })
        let events = harness.events()
        for event in [LifecycleEvent.playbackStalled, .playbackRecovered, .playbackBufferEmpty] {
            #expect(events.contains(event), "\(event)")
        }
    }
}
