import Media
import PlayCore
import TestSupport
import Testing

@Suite("Skipped deblocking")
struct SkippedDeblockingTests {
    @Test("deblocking of B frames is skipped where a film is shown at a quarter of its height or less")
    func rule() {
        for (source, shown, skipped) in [
            (720, 90, SkippedDeblocking.inBFrames), (720, 180, .inBFrames), (720, 181, .none), (1080, 270, .inBFrames),
            (1080, 480, .none), (32, 90, .none),
        ] {
            expect(SkippedDeblocking(sourceHeight: source, shownHeight: shown), is: skipped)
        }
        expect(SkippedDeblocking(sourceHeight: 0, shownHeight: 90), is: .none)
    }

    @Test(
        "without deblocking of B frames a film has other pictures, but at a fifth of the height they match within 48 dB"
    )
    func film() throws {
        let pictures = try [SkippedDeblocking.none, .inBFrames].map { skipped in
            try ScalingPictures.frames(of: Fixtures.source("film.mp4"), name: "film.mp4", count: 60) {
                $0.skipDeblocking(skipped)
            }
        }
        expect(pictures[1].map(\.time), is: pictures[0].map(\.time))
        #expect(try worst(pictures[0], pictures[1], width: 854, height: 480) < .infinity)
        #expect(try worst(pictures[0], pictures[1], width: 160, height: 90) >= 48)
    }

    @Test("a preview is a key frame without deblocking, and at its size matches the whole one within 48 dB")
    func preview() throws {
        let previews = try #require(
            try KeyframePictures(Fixtures.source("film.mp4"), name: "film.mp4", track: 0, cancel: CancelToken()))
        let keyframe = try #require(try previews.keyframe(at: MediaTime(seconds: 12)))
        let preview = try #require(try previews.frame(of: keyframe))
        let whole = try #require(
            try Thumbnail.frame(of: Fixtures.source("film.mp4"), name: "film.mp4", share: 0.5, cancel: CancelToken()))
        expect(preview.time, is: whole.time)
        #expect(try worst([whole], [preview], width: 854, height: 480) < .infinity)
        #expect(try worst([whole], [preview], width: 80, height: 45) >= 48)
    }

    /// Returns the least peak signal-to-noise ratio of the pictures at a size, in decibels.
    private func worst(_ some: [VideoFrame], _ others: [VideoFrame], width: Int, height: Int) throws -> Double {
        let scaler = Scaler()
        return try zip(some, others).map { one, other in
            let (one, other) = (
                try scaler.scale(one, to: width, height, crop: .none),
                try scaler.scale(other, to: width, height, crop: .none)
            )
            return ScalingPictures.psnr(one, other)
        }.min() ?? 0
    }
}
