import MediaSources
import PlayCore
import Playback
import PlaybackModel
import TestSupport
import Testing

/// Packets that last longer than a paused sink has space for.
@Suite(.timeLimit(.minutes(10))) struct LongBlockTests {
    @Test("PLAY-24: sound in long packets reaches the sink in pieces that fit, and plays to its end")
    func pieces() throws {
        let harness = SessionHarness()
        harness.session.setUp(SessionInput.wave(seconds: 2), options: SessionOptions())
        harness.session.send(.play)
        _ = try #require(harness.wait { $0.status == .playing && $0.clock.position > .milliseconds(300) })
        let blocks = try #require(harness.audio?.blocks)
        #expect(blocks.allSatisfy { $0.samples.count <= 800 }, "\(blocks.map(\.samples.count))")
        for (one, next) in zip(blocks, blocks.dropFirst()) {
            expect(next.start - one.start, is: .microseconds(Int64(one.samples.count) * 125))
        }
        let end = try #require(harness.wait { $0.status == .reachEnd })
        #expect(end.clock.position >= .seconds(2))
        harness.session.destroy()
    }
}
