import Media
import PlayCore
import TestSupport
import Testing

@Suite("The first picture of a run")
struct FirstPictureTests {
    /// What a decoder makes of a film's beginning.
    private struct Decoded {
        var times: [MediaTime] = []
        var pictures: [[UInt8]] = []
        /// Packets that had gone in when the first picture came.
        var packetsForFirst = 0
    }

    /// - Parameter isEarly: its first packet goes in as the first of a run.
    private func decode(_ name: String, isEarly: Bool) throws -> Decoded {
        let demuxer = try Demuxer(source: Fixtures.source(name), nameHint: name, cancel: CancelToken())
        demuxer.select([0])
        let decoder = try VideoDecoder(
            parameters: try #require(demuxer.parameters(of: 0)), framesPerSecond: nil, rotation: .none, hardware: .none)
        let scaler = Scaler()
        var decoded = Decoded()
        var count = 0
        let body = { (frame: VideoFrame) -> Bool in
            if decoded.times.isEmpty { decoded.packetsForFirst = count }
            decoded.times.append(frame.time)
            if let made = try? scaler.scale(frame, to: 32, 18, crop: .none) {
                decoded.pictures.append((0..<18).flatMap { y in (0..<32).map { made.rgb(x: $0, y: y).green } })
            }
            return true
        }
        while count < 60, let packet = try demuxer.read() {
            count += 1
            if count == 1, isEarly { try decoder.decodeFirst(packet, body) } else { try decoder.decode(packet, body) }
        }
        try decoder.decode(nil, body)
        return decoded
    }

    @Test(
        "comes with its own packet, and once; what follows is as without it",
        arguments: ["counter.mp4", "counter.ts", "vfr.mkv", "h265.mp4", "open-group.mkv"])
    func early(name: String) throws {
        let (plain, early) = (try decode(name, isEarly: false), try decode(name, isEarly: true))
        #expect(plain.packetsForFirst > 1)
        #expect(early.packetsForFirst == 1)
        #expect(early.times == plain.times)
        #expect(early.pictures == plain.pictures)
        #expect(early.pictures.count > 20)
    }

    @Test("of other codings comes when the decoder hands it out", arguments: ["interlaced.ts", "ten-bit.mkv"])
    func others(name: String) throws {
        let (plain, early) = (try decode(name, isEarly: false), try decode(name, isEarly: true))
        #expect(early.packetsForFirst == plain.packetsForFirst)
        #expect(early.times == plain.times)
        #expect(early.pictures == plain.pictures)
    }
}
