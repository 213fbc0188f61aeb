import PlayCore
import TestSupport
import Testing

@testable import Media

/// Compares our own scaler with swscale's area averaging with accurate rounding, on decoded pictures.
struct ScalerTests {
    /// The PSNR limit in decibels for synthetic pictures with hard edges, where rounded borders differ most.
    private static let edges = 40.0
    /// The PSNR limit in decibels for filmed pictures.
    private static let filmed = 48.0

    @Test(arguments: ["counter.mp4", "interlaced.ts", "rotated.mp4", "sar.mp4", "ten-bit.mkv", "odd-size.mkv"])
    func everyKindOfFixtureScalesLikeSwscale(name: String) throws {
        let frames = try ScalingPictures.frames(name, count: 3)
        try #require(!frames.isEmpty)
        let scaler = Scaler()
        for frame in frames {
            for (width, height) in [(16, 8), (13, 7), (8, 16), (5, 3)] {
                let made = try scaler.scale(frame, to: width, height, crop: .none)
                let reference = try ScalingPictures.reference(frame, to: width, height, crop: .none)
                #expect((made.width, made.height) == (width, height))
                #expect(ScalingPictures.psnr(made, reference) >= Self.edges)
            }
        }
    }

    @Test(arguments: [Crop(horizontal: 0.2, vertical: 0), Crop(horizontal: 0, vertical: 0.25)])
    func aCroppedPictureScalesLikeSwscale(crop: Crop) throws {
        let scaler = Scaler()
        for name in ["counter.mp4", "rotated.mp4", "ten-bit.mkv"] {
            let frame = try #require(try ScalingPictures.frames(name, count: 1).first)
            let made = try scaler.scale(frame, to: 12, 8, crop: crop)
            let reference = try ScalingPictures.reference(frame, to: 12, 8, crop: crop)
            #expect(ScalingPictures.psnr(made, reference) >= Self.edges)
        }
    }

    private func expectAsSwscale(_ source: any ByteSource, _ name: String, _ width: Int, _ height: Int) throws {
        let frame = try #require(try ScalingPictures.frames(of: source, name: name, count: 30).last)
        #expect(ScalingPictures.isOwn(frame, to: width, height))
        let made = try Scaler().scale(frame, to: width, height, crop: .none)
        let reference = try ScalingPictures.reference(frame, to: width, height, crop: .none)
        #expect(ScalingPictures.psnr(made, reference) >= Self.filmed)
    }

    /// In this order: 8 bits 4:2:0, full range, 4:4:4, VP9 of odd size, turned by 90°, small pictures whose chroma is
    /// enlarged.
    @Test(arguments: [
        ("soft.mp4", 160, 90), ("soft.mp4", 238, 134), ("soft-full.mp4", 160, 90), ("soft-444.mp4", 160, 90),
        ("soft.webm", 90, 90), ("soft-rotated.mp4", 50, 90), ("soft-small.mp4", 200, 150),
    ])
    func softPicturesScaleLikeSwscale(name: String, width: Int, height: Int) throws {
        try expectAsSwscale(Fixtures.source(name), name, width, height)
    }

    /// The same kinds, filmed or drawn.
    @Test(
        .enabled(if: SharedMedia.isPresent, "\(SharedMedia.absentReason)"),
        arguments: [
            ("bbb_720p30_36s_h264_aac.mp4", 160, 90), ("bbb_720p30_36s_h264_aac.mp4", 238, 134),
            ("h264_1080p25_full_range_aac_5s.mp4", 160, 90), ("cockatoo_720p20_h264_444_mp3.mp4", 160, 90),
            ("bbb_642x642_vp9.webm", 90, 90), ("rotated90_bbb_1080p24_51.mp4", 50, 90),
            ("timestamps_320x240.mp4", 200, 150), ("friday_480p_h264_aac.mp4", 160, 90),
        ])
    func filmedPicturesScaleLikeSwscale(name: String, width: Int, height: Int) throws {
        let source = try #require(SharedMedia.source(SharedMedia.path("video/" + name)))
        try expectAsSwscale(source, name, width, height)
    }

    @Test func enlargedPicturesAreScaledBySwscale() throws {
        let frame = try #require(try ScalingPictures.frames("counter.mp4", count: 1).first)
        #expect(!ScalingPictures.isOwn(frame, to: 200, 20))
        let made = try Scaler().scale(frame, to: 200, 50, crop: .none)
        #expect((made.width, made.height) == (200, 50))
    }

    @Test func aHeldPictureIsNotOverwrittenByTheNext() throws {
        let frames = try ScalingPictures.frames("counter.mp4", count: 6)
        let scaler = Scaler()
        let first = try scaler.scale(frames[1], to: 16, 4, crop: .none)
        let before = first.withBytes { [UInt8]($0) }
        for frame in frames { _ = try scaler.scale(frame, to: 16, 4, crop: .none) }
        expect(first.withBytes { [UInt8]($0) }, is: before)
    }
}
