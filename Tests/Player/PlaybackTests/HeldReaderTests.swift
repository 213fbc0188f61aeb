import Foundation
import MediaSources
import PlayCore
import Playback
import PlaybackModel
import TestSupport
import Testing

/// A drive may hold a read forever, even after it is cancelled.
@Suite(.timeLimit(.minutes(10))) struct HeldReaderTests {
    private func source(heldAt share: Double) throws -> ScriptedByteSource {
        let bytes = try #require(FileManager.default.contents(atPath: Fixtures.path("counter.mp4")))
        var script = ScriptedByteSource.Script()
        script.stall = Int64(Double(bytes.count) * share)
        return ScriptedByteSource(Array(bytes), script: script)
    }

    @Test("an engine ends although its reader is blocked, during opening or in the middle", arguments: [0, 0.5])
    func end(share: Double) throws {
        let source = try source(heldAt: share)
        defer { source.release() }
        let harness = SessionHarness()
        harness.session.setUp(
            SessionInput(name: "held") { _ throws(ByteSourceError) in source }, options: SessionOptions())
        source.waitUntilStalled()
        let hasEnded = Monitor(false)
        WorkerThread(name: "test-end") {
            harness.session.destroy()
            hasEnded.update { $0 = true }
        }.detach()
        #expect(eventually { hasEnded.withLock { $0 } })
    }

    @Test("another item plays while the reader of the previous one is blocked")
    func next() throws {
        let source = try source(heldAt: 0)
        defer { source.release() }
        let harness = SessionHarness()
        harness.session.setUp(
            SessionInput(name: "held") { _ throws(ByteSourceError) in source }, options: SessionOptions())
        source.waitUntilStalled()
        harness.open("counter.mp4", play: false)
        #expect(harness.wait { $0.status == .ready } != nil)
        harness.session.destroy()
    }
}
