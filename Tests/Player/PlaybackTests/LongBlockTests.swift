import Foundation
import MediaSources
import PlayCore
import Playback
import PlaybackModel
import TestSupport
import Testing

/// Packets that last longer than a sink that stands still has space for.
@Suite(.timeLimit(.minutes(10))) struct LongBlockTests {
    /// 8 bits at 8 kHz: FFmpeg makes packets of 4096 samples of it, half a second each.
    private static func wave(seconds: Int) -> Data {
        func number(_ value: Int, _ count: Int) -> [UInt8] { (0..<count).map { UInt8(value >> (8 * $0) & 0xFF) } }
        let samples = (0..<8000 * seconds).map { UInt8(128 + 60 * ($0 / 8 % 2)) }
        let format = number(1, 2) + number(1, 2) + number(8000, 4) + number(8000, 4) + number(1, 2) + number(8, 2)
        let body =
            Array("WAVEfmt ".utf8) + number(format.count, 4) + format + Array("data".utf8) + number(samples.count, 4)
            + samples
        return Data(Array("RIFF".utf8) + number(body.count, 4) + body)
    }

    @Test("PLAY-24: sound in long packets reaches the sink in pieces that it has space for, and plays to its end")
    func pieces() throws {
        let harness = SessionHarness()
        let source = MemoryByteSource(Self.wave(seconds: 2))
        harness.session.setUp(
            SessionInput(name: "x.wav") { _ throws(ByteSourceError) in source }, options: SessionOptions())
        harness.session.send(.play)
        _ = try #require(harness.wait { $0.status == .playing && $0.clock.position > .milliseconds(300) })
        let blocks = try #require(harness.audio?.blocks)
        #expect(blocks.allSatisfy { $0.samples.count <= 800 }, "\(blocks.map(\.samples.count))")
        for (one, next) in zip(blocks, blocks.dropFirst()) {
            #expect(next.start - one.start == .microseconds(Int64(one.samples.count) * 125))
        }
        let end = try #require(harness.wait { $0.status == .reachEnd })
        #expect(end.clock.position >= .seconds(2))
        harness.session.destroy()
    }
}
