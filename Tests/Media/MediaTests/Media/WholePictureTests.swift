import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Media

/// Pictures in full resolution, and picture files.
@Suite struct WholePictureTests {
    @Test(
        "CTRL-11: the whole picture has the stream's own size, upright and with its display proportions",
        arguments: [("counter.mp4", 128, 32), ("sar.mp4", 256, 32), ("rotated.mp4", 32, 64), ("odd-size.mkv", 62, 46)])
    func size(name: String, width: Int, height: Int) throws {
        let frame = try #require(try ScalingPictures.frames(name, count: 1).first)
        let picture = try Scaler().wholePicture(of: frame)
        expect(picture.width, is: width)
        expect(picture.height, is: height)
    }

    @Test("interlaced pictures keep all their rows")
    func interlaced() throws {
        let frame = try #require(try ScalingPictures.frames("interlaced.ts", count: 1).first)
        try expect(Scaler().wholePicture(of: frame).height, is: frame.height)
    }

    private func expectAllBits(_ source: any ByteSource, _ name: String) throws {
        let frame = try #require(try ScalingPictures.frames(of: source, name: name, count: 1).first)
        let isPQ = if case .perceptual = PictureColor(of: frame.pointer, bits: 10).transfer { true } else { false }
        #expect(isPQ)
        let (whole, screen) = (try Scaler().wholePicture(of: frame), Scaler())
        expect(whole.width, is: frame.width)
        expect(whole.height, is: frame.height)
        // Converted from all ten bits; the library's conversion has only eight when it maps colours.
        let shown = try screen.scale(frame, to: frame.width, frame.height, crop: .none)
        expect(ScalingPictures.psnr(whole, shown), is: .infinity)
    }

    @Test("CTRL-11: high dynamic range is mapped to standard range, as on the screen")
    func dynamicRange() throws { try expectAllBits(Fixtures.source("hdr10.mp4"), "hdr10.mp4") }

    @Test(
        "CTRL-11: high dynamic range of a film is mapped to standard range",
        .enabled(if: SharedMedia.isPresent, "\(SharedMedia.absentReason)"))
    func dynamicRangeOfAFilm() throws {
        let path = SharedMedia.path("video/av1_hdr10.mp4")
        try expectAllBits(try #require(SharedMedia.source(path)), path)
    }

    @Test("CTRL-11: a PNG file has exactly the same pixels, and a JPEG file nearly the same")
    func files() throws {
        let frame = try #require(try ScalingPictures.frames("odd-size.mkv", count: 1).first)
        let picture = try Scaler().wholePicture(of: frame)
        let png = try Self.read(try PictureWriter.encode(picture, as: .png), "x.png")
        expect(ScalingPictures.psnr(picture, png), is: .infinity)
        let best = try PictureWriter.encode(picture, as: .jpeg(quality: 100))
        let worst = try PictureWriter.encode(picture, as: .jpeg(quality: 0))
        #expect(ScalingPictures.psnr(picture, try Self.read(best, "x.jpg")) > 35)
        #expect(worst.count < best.count)
    }

    @Test(
        "INFO-16: a picture with more pixels than allowed is not decoded", arguments: ["still.png", "still.jpg"])
    func tooLarge(name: String) throws {
        func decode(_ mostPixels: Int) throws -> VideoFrame? {
            try StillPicture.decode(
                Fixtures.source(name), name: name, cancel: CancelToken(), mostPixels: mostPixels)
        }
        let whole = try #require(try decode(1 << 16))
        expect(whole.width, is: 64)
        expect(whole.height, is: 32)
        // Some formats fail during probing, others during decoding.
        let refused: VideoFrame?
        do { refused = try decode(64 * 32 - 1) } catch is MediaError { refused = nil }
        #expect(refused == nil)
    }

    @Test("CTRL-12: the exact picture at a time is extracted from the source again, and no other one")
    func extracting() throws {
        for name in ["counter.mp4", "counter.mkv", "counter.ts"] {
            let frames = try ScalingPictures.frames(name, count: 80)
            for index in [0, 1, 37, 50, 79] {
                let found = try FrameExtractor.frame(
                    at: frames[index].time, track: 0, of: Fixtures.source(name), name: name, cancel: CancelToken())
                try expect(Self.number(try #require(found, "\(name) \(index)")), is: index)
            }
            #expect(
                try FrameExtractor.frame(
                    at: frames[3].time + .milliseconds(20), track: 0, of: Fixtures.source(name), name: name,
                    cancel: CancelToken()) == nil)
        }
        let piped = try FrameExtractor.frame(
            at: .zero, track: 0, of: Fixtures.source("counter.ts").unseekable(), name: "-", cancel: CancelToken())
        #expect(piped == nil)
    }

    private static func number(_ frame: VideoFrame) throws -> Int {
        let picture = try Scaler().wholePicture(of: frame)
        return (0..<16).reduce(0) { $0 | (picture.rgb(x: $1 * 8 + 4, y: 16).red > 128 ? 1 << $1 : 0) }
    }

    private static func read(_ bytes: [UInt8], _ name: String) throws -> PixelBuffer {
        let source = MemoryByteSource(Data(bytes))
        let frame = try #require(try ScalingPictures.frames(of: source, name: name, count: 1).first)
        return try Scaler().wholePicture(of: frame)
    }
}
