import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

/// A connection that delivers the first two seconds of a clip and then nothing.
private final class SilentSource: NetworkByteSource {
    /// The events of all connections, oldest first.
    struct Journal {
        var tokens: [CancelToken] = []
        /// Whether the first connection was open when the second one was requested.
        var wasFirstOpen: Bool?
        var words: [String] = []
        /// The numbers of the connections that are retried sooner.
        var hurried: [Int] = []
        /// Returns whether playback is interrupted. If set, the first connection breaks rather than falling silent.
        var isInterrupted: (@Sendable () -> Bool)?
        /// The same when the second connection was requested.
        var wasInterrupted: Bool?
    }

    static let limit: Int64 = 20_000
    private let clip = Fixtures.source("counter.mkv")
    private let journal: Monitor<Journal>
    private let cancel: CancelToken
    private let registration: CancelRegistration
    private let number: Int

    init(_ journal: Monitor<Journal>, cancel: CancelToken) {
        (self.journal, self.cancel) = (journal, cancel)
        number = journal.update {
            if let first = $0.tokens.first { $0.wasFirstOpen = !first.isCancelled }
            if !$0.tokens.isEmpty { $0.wasInterrupted = $0.isInterrupted?() }
            $0.tokens.append(cancel)
            return $0.tokens.count
        }
        registration = cancel.onCancel { journal.update { _ in } }
    }

    deinit { journal.update { $0.words.append("freed") } }

    var size: Int64? { nil }
    var canSeek: Bool { false }
    let network = NetworkStatus()
    func setAwaited(_ isAwaited: Bool) {}
    func reload() {}
    func hurry() { journal.update { $0.hurried.append(number) } }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        if offset >= Self.limit, number == 1, journal.withLock({ $0.isInterrupted != nil }) {
            throw ByteSourceError(.truncated, operation: "read", context: "test")
        }
        let isOpen = journal.wait { journal -> Bool? in
            self.cancel.isCancelled ? false : offset < Self.limit ? true : nil
        }
        guard isOpen == true else { throw ByteSourceError(.cancelled, operation: "read", context: "test") }
        return try clip.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(2048)))
    }
}

/// A watch of a line that carries again as soon as it is probed.
private final class CarryingLine: LineWatch {
    private let probes = Monitor(0)
    private let doorbell: Doorbell

    init(_ doorbell: Doorbell) { self.doorbell = doorbell }

    var arrivals: Int { probes.withLock { $0 } }

    func setActive(_ isActive: Bool) {
        guard isActive else { return }
        probes.update { $0 += 1 }
        doorbell.ring()
    }
}

@Suite("A transmission that falls silent", .timeLimit(.minutes(10)))
struct SilentTransmissionTests {
    private let journal = Monitor(SilentSource.Journal())

    private var input: SessionInput {
        var input = SessionInput(name: "counter.mkv") { [journal] cancel throws(ByteSourceError) in
            SilentSource(journal, cancel: cancel)
        }
        input.isTransmission = true
        input.watchLine = { CarryingLine($0) }
        return input
    }

    @Test("its connection stays open until it is opened again, with requests that are retried sooner")
    func overlaps() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        var options = SessionOptions()
        (options.plays, options.buffer, options.reconnects) = (true, .none, ReconnectRule(tries: 1))
        harness.session.setUp(input, options: options)
        #expect(eventually { journal.withLock { $0.tokens.first?.isCancelled == true } })
        let (count, wasFirstOpen) = journal.withLock { ($0.tokens.count, $0.wasFirstOpen) }
        expect(count, is: 2)
        expect(wasFirstOpen, is: true)
        #expect(journal.withLock { $0.tokens.last?.isCancelled == false })
        expect(journal.withLock { $0.hurried }, is: [2])
    }

    @Test("if its connection breaks, it is opened again while the rest plays, and continues in that connection")
    func ahead() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        journal.withLock { $0.isInterrupted = { harness.session.snapshot.reconnection != nil } }
        var input = input
        input.watchLine = nil
        var options = SessionOptions()
        (options.plays, options.buffer, options.reconnects) = (true, .none, ReconnectRule(tries: 1))
        harness.session.setUp(input, options: options)
        var events: [LifecycleEvent] = []
        let hasResumed = eventually {
            events += harness.events()
            return events.contains(.resumeComplete)
        }
        #expect(hasResumed)
        expect(journal.withLock { $0.wasInterrupted }, is: false)
        expect(journal.withLock { $0.tokens.map(\.isCancelled) }, is: [true, false])
        expect(journal.withLock { $0.hurried }, is: [2])
    }

    @Test("a connection that is only kept is closed with its pipeline")
    func keeps() {
        let pipeline = ItemPipeline(input: input, options: SessionOptions(), rate: .normal, doorbell: Doorbell())
        #expect(eventually { pipeline.events.receive().contains { $0.endsOpening } })
        #expect(pipeline.leave(keepsConnection: true) == nil)
        journal.update { $0.words.append("closing") }
        pipeline.close()
        let words = journal.withLock { $0.words }
        expect(words, is: ["closing", "freed"])
    }
}
