import Commands
import Encoding
import Foundation
import ListPlayer
import PlayCore
import PlaybackModel
import TestSupport
import Testing

/// Tests of read-ahead properties that a client sets, with the engine that reads.
@Suite("Read-ahead set over the socket", .timeLimit(.minutes(10)))
struct ReadAheadPropertyTests {
    /// Sets a property as a client of the socket does.
    private func set(_ name: String, _ value: Double, _ harness: PlayerHarness) throws {
        let snapshot = harness.player.snapshot
        let context = PropertyContext(
            snapshot: snapshot, position: snapshot.clock.position, playlist: harness.player.contents)
        let change = try PropertyTable.set(name, .number(value), context)
        guard case .session(let command) = change else {
            Issue.record("\(name) is not the session's")
            return
        }
        harness.player.send(command)
    }

    @Test(
        "ARCH-38: demuxer-readahead-secs and cache-secs apply to this and the next item, and 0 restores the default",
        arguments: ["demuxer-readahead-secs", "cache-secs"])
    func readAhead(name: String) throws {
        let harness = try PlayerHarness(typed: ["--pause", Fixtures.path("counter.mp4"), Fixtures.path("counter.mkv")])
        func end(_ isRight: (Double) -> Bool) -> Bool {
            harness.wait { snapshot, _ in isRight(snapshot.buffered?.end.inSeconds ?? 0) && !snapshot.isSeeking }
        }
        #expect(harness.waitUntilReady())
        #expect(end { $0 > 0.5 && $0 < 9 })
        try set(name, 30, harness)
        #expect(end { $0 > 9.5 }, "all ten seconds of it")
        expect(harness.player.snapshot.forwardBuffer, is: .seconds(30))
        #expect(harness.player.move(by: 1))
        #expect(
            harness.wait { snapshot, _ in
                snapshot.item?.hasSuffix(".mkv") == true && (snapshot.buffered?.end.inSeconds ?? 0) > 9.5
            })
        try set(name, 0, harness)
        #expect(harness.wait { snapshot, _ in snapshot.forwardBuffer == .zero })
    }
}
