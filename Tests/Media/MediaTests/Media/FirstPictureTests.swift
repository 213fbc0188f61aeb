import PlayCore
import TestSupport
import Testing

@testable import Media

@Suite("The first picture")
struct FirstPictureTests {
    private struct Decoded {
        var frame: VideoFrame
        /// The number of packets that the decoder had received.
        var packets: Int
    }

    /// Returns the pictures of two runs through the first ten seconds, with a jump back between them.
    private func decode(_ name: String, hastensFirst: Bool) throws -> [[Decoded]] {
        let demuxer = try Demuxer(source: Fixtures.source(name), nameHint: name, cancel: CancelToken())
        let track = try #require(demuxer.tracks.first { if case .video = $0.kind { true } else { false } })
        let parameters = try #require(demuxer.parameters(of: track.id))
        demuxer.select([track.id])
        let decoder = try VideoDecoder(
            parameters: parameters, framesPerSecond: nil, rotation: demuxer.rotation(of: track.id), hardware: .none,
            hastensFirst: hastensFirst)
        return try (0..<2).map { _ in
            _ = demuxer.seek(to: .zero, direction: .atOrBefore)
            decoder.flush()
            var (decoded, packets, isAtEnd) = ([Decoded](), 0, false)
            while !isAtEnd, packets < 250 {
                let packet = try demuxer.read()
                isAtEnd = packet == nil
                packets += isAtEnd ? 0 : 1
                try decoder.decode(packet) {
                    decoded.append(Decoded(frame: $0, packets: packets))
                    return true
                }
            }
            return decoded
        }
    }

    @Test(
        "a hastened first picture comes with its key frame's packet, although the decoder usually delays it",
        arguments: ["counter.mp4", "counter.ts", "cropped.mp4", "captions-mpeg2.ts", "interlaced.ts"])
    func first(_ name: String) throws {
        for run in try decode(name, hastensFirst: true) { expect(run.first?.packets, is: 1) }
        for run in try decode(name, hastensFirst: false) { #expect(try #require(run.first).packets > 1) }
    }

    @Test(
        "a hastened first picture is the same as without haste, and comes once",
        arguments: [
            "counter.mp4", "counter.ts", "cropped.mp4", "rotated.mp4", "captions-mpeg2.ts", "interlaced.ts", "h265.mp4",
            "vfr.mkv", "open-group.mkv", "odd-size.mkv",
        ])
    func same(_ name: String) throws {
        let scaler = Scaler()
        for (hastened, inTurn) in zip(
            try decode(name, hastensFirst: true), try decode(name, hastensFirst: false))
        {
            #expect(!inTurn.isEmpty)
            expect(hastened.map(\.frame.time), is: inTurn.map(\.frame.time))
            let (one, other) = (try #require(hastened.first).frame, try #require(inTurn.first).frame)
            #expect(one.duration == other.duration && one.isKeyframe == other.isKeyframe)
            expect(one.displaySize, is: other.displaySize)
            let pictures = try [one, other].map { try scaler.scale($0, to: $0.width, $0.height, crop: .none) }
            expect(ScalingPictures.psnr(pictures[0], pictures[1]), is: .infinity)
        }
    }
}
