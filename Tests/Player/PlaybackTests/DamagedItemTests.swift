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

    @Test("PLAY-31: a decoder that cannot be opened fails the item, and nothing is freed twice")
    func decoderRefuses() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        // IMA ADPCM of seven bits a sample, which the decoder does not take.
        let format: [UInt8] = [
            0x11, 0, 1, 0, 0x40, 0x1F, 0, 0, 0xD7, 0x0F, 0, 0, 0, 1, 7, 0, 2, 0, 0xF9, 1,
        ]
        var data = Data("RIFF".utf8) + [0x24, 0x14, 0, 0] + Data("WAVEfmt ".utf8)
        data += [UInt8(format.count), 0, 0, 0] + format + Data("data".utf8) + [0, 0x14, 0, 0]
        data += Data(count: 5120)
        open(data, "refused.wav", in: harness)
        let failed = try #require(harness.wait { $0.status == .failed })
        #expect(failed.error?.code == .playFailed)
    }

    @Test("A transport stream whose times begin anew half way is played to its real end")
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

    @Test("ADV-30: what the service gave as a preview ends with that word; an item that is longer than it does not")
    func preview() throws {
        for (preview, isTold) in [(MediaTime.seconds(10), true), (.seconds(5), false)] {
            let harness = SessionHarness()
            defer { harness.session.destroy() }
            let source = Fixtures.source("counter.mp4")
            var input = SessionInput(name: "counter.mp4") { _ throws(ByteSourceError) in source }
            input.preview = preview
            var options = SessionOptions()
            options.start = .absolute(.milliseconds(9500))
            harness.session.setUp(input, options: options)
            harness.session.send(.play)
            let end = try #require(harness.wait { $0.status == .reachEnd })
            #expect(end.notices.contains { $0.notice == .previewEnded } == isTold)
        }
    }

    @Test("With all tracks off the clock goes on to the end")
    func allTracksOff() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.open("short-sound.mp4")
        _ = try #require(harness.wait { $0.status == .playing })
        harness.session.send(.selectTrack(.audio, id: nil))
        harness.session.send(.selectTrack(.video, id: nil))
        #expect(harness.wait { $0.status == .reachEnd } != nil)
    }

    @Test("A pipe keeps the tracks it began with, and says so")
    func pipeTracks() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.open("counter.ts", canSeek: false)
        let before = try #require(harness.wait { $0.status == .playing })
        harness.session.send(.selectTrack(.audio, id: nil))
        let after = try #require(harness.wait { !$0.notices.isEmpty })
        #expect(after.notices.map(\.notice) == [.cannotSeek])
        #expect(after.audioTrack == before.audioTrack)
    }
}
