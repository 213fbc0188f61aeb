import Media
import MediaSources
import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

/// A clip that can be read only once, from its beginning, up to a byte that the test moves.
private final class PipeSource: ByteSource {
    private let clip: MemoryByteSource
    private let limit: Monitor<Int64>
    private let cancel: CancelToken
    private let registration: CancelRegistration

    init(_ fixture: String, limit: Monitor<Int64>, cancel: CancelToken) {
        clip = Fixtures.source(fixture)
        (self.limit, self.cancel) = (limit, cancel)
        registration = cancel.onCancel { limit.update { _ in } }
    }

    var size: Int64? { nil }
    var canSeek: Bool { false }

    func read(at offset: Int64, into buffer: UnsafeMutableRawBufferPointer) throws(ByteSourceError) -> Int {
        let isOpen = limit.wait { limit -> Bool? in self.cancel.isCancelled ? false : offset < limit ? true : nil }
        guard isOpen == true else { throw ByteSourceError(.cancelled, operation: "read", context: "test") }
        return try clip.read(at: offset, into: UnsafeMutableRawBufferPointer(rebasing: buffer.prefix(2048)))
    }
}

@Suite("Inputs that can be read only once", .timeLimit(.minutes(10)))
struct ReadOnceTests {
    private let harness = SessionHarness()
    private let limit = Monitor<Int64>(0)

    /// Opens the clip, whose pictures begin at 21 ms, paused, and returns once it holds this many milliseconds.
    private func open(bytes: Int64, until milliseconds: Int, isLive: Bool = false) throws {
        limit.update { $0 = bytes }
        var input = SessionInput(name: "counter.mkv") { [limit] cancel throws(ByteSourceError) in
            PipeSource("counter.mkv", limit: limit, cancel: cancel)
        }
        input.isTransmission = isLive
        var options = SessionOptions()
        options.buffer = .none
        harness.session.setUp(input, options: options)
        _ = try #require(
            harness.wait { $0.status == .ready && ($0.held?.end ?? .zero) >= .milliseconds(milliseconds) })
    }

    private func seek(to target: SeekTarget) throws -> PlaybackSnapshot {
        let number = harness.session.snapshot.seekCount
        harness.session.send(.seek(target, .keyframe))
        return try #require(harness.wait { $0.seekCount > number && !$0.isSeeking })
    }

    private func shows(_ counter: Int) -> Bool { harness.video.wait { $0.last?.counter == counter } != nil }

    @Test("CTRL-03: seeks within the held part of a pipe show the picture of their target")
    func withinWhatIsHeld() throws {
        defer { harness.session.destroy() }
        try open(bytes: .max, until: 5000)
        for (milliseconds, counter) in [(4930, 122), (1030, 25), (3030, 75)] {
            let done = try seek(to: .absolute(.milliseconds(milliseconds)))
            expect(done.clock.position, is: .milliseconds(milliseconds))
            #expect(shows(counter))
        }
        #expect(try seek(to: .relative(.seconds(-20))).clock.position < .milliseconds(40))
        try expect(seek(to: .percent(20)).clock.position.inSeconds.rounded(), is: 2)
        #expect(!harness.session.snapshot.canSeek)
    }

    @Test("CTRL-03: a seek beyond the received part of a pipe reads ahead to its target")
    func readsOn() throws {
        defer { harness.session.destroy() }
        try open(bytes: 20_000, until: 1000)
        #expect((harness.session.snapshot.held?.end ?? .zero) < .seconds(7))
        harness.session.send(.seek(.absolute(.milliseconds(8030)), .exact))
        limit.update { $0 = .max }
        #expect(shows(200))
        _ = try #require(harness.wait { !$0.isSeeking && $0.clock.position == .milliseconds(8030) })
        harness.session.send(.play)
        _ = try #require(harness.wait { $0.status == .reachEnd })
    }

    @Test("a seek beyond the received part of a live stream ends at once, before the edge")
    func liveEdge() throws {
        defer { harness.session.destroy() }
        try open(bytes: 50_000, until: 5000, isLive: true)
        let end = try #require(harness.session.snapshot.held?.end)
        let done = try seek(to: .relative(.seconds(60)))
        #expect(done.clock.position > .seconds(1))
        #expect(done.clock.position < end)
    }
}
