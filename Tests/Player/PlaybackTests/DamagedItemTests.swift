import Foundation
import MediaSources
import PlayCore
import Playback
import PlaybackModel
import TestSupport
import Testing

@Suite struct DamagedItemTests {
    private func open(_ data: Data, _ name: String, in harness: SessionHarness) {
        let source = MemoryByteSource(data)
        var options = SessionOptions()
        options.plays = true
        harness.session.setUp(SessionInput(name: name) { _ throws(ByteSourceError) in source }, options: options)
    }

    @Test("PLAY-31: a decoder that cannot be opened fails the item and frees nothing twice")
    func decoderRefuses() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        // IMA ADPCM with seven bits a sample, which the decoder rejects.
        let format: [UInt8] = [
            0x11, 0, 1, 0, 0x40, 0x1F, 0, 0, 0xD7, 0x0F, 0, 0, 0, 1, 7, 0, 2, 0, 0xF9, 1,
        ]
        var data = Data("RIFF".utf8) + [0x24, 0x14, 0, 0] + Data("WAVEfmt ".utf8)
        data += [UInt8(format.count), 0, 0, 0] + format + Data("data".utf8) + [0, 0x14, 0, 0]
        data += Data(count: 5120)
        open(data, "refused.wav", in: harness)
        let failed = try #require(harness.wait { $0.status == .failed })
        expect(failed.error?.code, is: .playFailed)
    }

    @Test("A transport stream whose time stamps restart half way plays to its real end")
    func gluedStream() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        let once = try #require(FileManager.default.contents(atPath: Fixtures.path("interlaced.ts")))
        open(once + once + once, "glued.ts", in: harness)
        _ = try #require(harness.wait { $0.status == .playing })
        let length = try #require(harness.session.snapshot.duration)
        let end = try #require(harness.wait { $0.status == .reachEnd })
        #expect(end.clock.position > length + length)
    }
}
