import Foundation
import Media
import MediaSources
import PlayCore
import Playback
import PlaybackModel
import TestSupport
import Testing

@Suite("PlaybackEngine: kinds of items", .timeLimit(.minutes(10)))
struct EngineItemKindTests {
    @Test("PLAY-34: an item without video plays its sound, and cover art is shown as a still picture")
    func audioOnly() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.open("cover.mp3")
        let playing = try #require(harness.wait { $0.status == .playing })
        #expect(playing.hasPicture)
        let pictures = try #require(harness.video.wait { !$0.isEmpty })
        #expect(pictures[0].isStill && pictures[0].pixels.rgb(x: 5, y: 5).blue > 200)
        #expect(harness.wait { $0.status == .reachEnd } != nil)
    }

    @Test("A picture file is opened and shown for the set duration", arguments: ["still.png", "still.jpg"])
    func stillImage(name: String) throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        var options = SessionOptions()
        options.imageDisplayDuration = .milliseconds(100)
        harness.open(name, options: options)
        #expect(harness.wait { $0.status == .reachEnd } != nil)
        #expect(harness.video.wait { !$0.isEmpty } != nil)
    }

    @Test(
        "a pipe without kept data plays without seeking and reports that it cannot seek",
        arguments: ["counter.ts", "counter.mkv"])
    func pipe(name: String) throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        var options = SessionOptions()
        options.keptBytes = 0
        harness.open(name, options: options, canSeek: false)
        let playing = try #require(harness.wait { $0.status == .playing })
        #expect(!playing.canSeek)
        harness.session.send(.seek(.relative(.seconds(1)), .keyframe))
        let told = try #require(harness.wait { !$0.notices.isEmpty })
        expect(told.notices.map(\.notice), is: [.cannotSeek])
    }

    @Test(
        "the length of raw AAC is counted, and a start position beyond FFmpeg's estimate is valid", arguments: [0, 6])
    func countedLength(seconds: Int) throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        var options = SessionOptions()
        options.start = seconds == 0 ? nil : .absolute(.seconds(seconds))
        // Opened twice: by the player and by the counter.
        let input = SessionInput(name: "guessed.aac") { _ throws(ByteSourceError) in Fixtures.source("guessed.aac") }
        #expect(
            try #require(
                Demuxer(source: Fixtures.source("guessed.aac"), nameHint: "guessed.aac", cancel: CancelToken()).duration
            ) < .seconds(4))
        harness.session.setUp(input, options: options)
        let ready = try #require(harness.wait { $0.status == .ready && ($0.duration ?? .zero) > .seconds(9) })
        #expect(try #require(ready.duration) < .seconds(11))
        #expect(!ready.isDurationGuessed)
        expect(ready.clock.position, is: .seconds(seconds))
    }

    @Test(
        "Unusual videos play", arguments: ["odd-size.mkv", "ten-bit.mkv", "interlaced.ts", "vfr.mkv", "raw.h264"])
    func oddKinds(name: String) throws {
        let harness = SessionHarness(video: CapturingVideoSink(width: 40, height: 20))
        defer { harness.session.destroy() }
        harness.open(name)
        let count = try #require(harness.wait { $0.status == .reachEnd }).statistics
        // A slow machine drops some of them.
        #expect(count.presentedFrames + count.droppedFrames > 5)
        #expect(!harness.video.pictures.isEmpty)
    }

    @Test("A display matrix rotates the picture upright")
    func rotated() throws {
        let harness = SessionHarness(video: CapturingVideoSink(width: 64, height: 64))
        defer { harness.session.destroy() }
        harness.open("rotated.mp4", play: false)
        let picture = try #require(harness.video.wait { !$0.isEmpty }?.first)
        expect(picture.pixels.width, is: 32)
        expect(picture.pixels.height, is: 64)
        let (top, bottom) = (picture.pixels.rgb(x: 16, y: 8), picture.pixels.rgb(x: 16, y: 56))
        #expect((top.red > 150) != (bottom.red > 150))
        #expect((top.blue > 150) != (bottom.blue > 150))
        let shown = try #require(harness.wait { $0.statistics.displayWidth > 0 }).statistics
        expect(shown.displayHeight, is: 2 * shown.displayWidth)
        #expect(shown.videoWidth > shown.videoHeight)
    }

    /// Returns the first picture of a file whose display matrix is replaced.
    private func picture(_ matrix: [Int32]) throws -> PixelBuffer {
        var data = try #require(FileManager.default.contents(atPath: Fixtures.path("rotated.mp4")))
        let head = try #require(data.range(of: Data("tkhd".utf8))).upperBound
        for (index, value) in matrix.enumerated() {
            for byte in 0..<4 {
                data[head + 40 + index * 4 + byte] = UInt8(truncatingIfNeeded: value >> (24 - 8 * byte))
            }
        }
        let source = MemoryByteSource(data)
        let harness = SessionHarness(video: CapturingVideoSink(width: 64, height: 64))
        defer { harness.session.destroy() }
        harness.session.setUp(
            SessionInput(name: "matrix.mp4") { _ throws(ByteSourceError) in source }, options: SessionOptions())
        return try #require(harness.video.wait { !$0.isEmpty }?.first).pixels
    }

    @Test("a mirroring display matrix mirrors the picture, with or without rotation")
    func mirrored() throws {
        let one: Int32 = 0x10000
        func matrix(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) -> [Int32] {
            [a, b, 0, c, d, 0, 0, 0, 0x4000_0000]
        }
        let plain = try picture(matrix(one, 0, 0, one))
        let (left, right) = (plain.rgb(x: 8, y: 8).red > 150, plain.rgb(x: 56, y: 8).red > 150)
        #expect(left != right)
        let sideways = try picture(matrix(-one, 0, 0, one))
        #expect((sideways.rgb(x: 8, y: 8).red > 150) == right && (sideways.rgb(x: 56, y: 8).red > 150) == left)
        let upsideDown = try picture(matrix(one, 0, 0, -one))
        #expect((upsideDown.rgb(x: 8, y: 8).red > 150) == left && (upsideDown.rgb(x: 56, y: 8).red > 150) == right)
        let transposed = try picture(matrix(0, one, one, 0))
        expect(transposed.height, is: 2 * transposed.width)
        #expect((transposed.rgb(x: 16, y: 8).red > 150) == left && (transposed.rgb(x: 16, y: 56).red > 150) == right)
    }

    @Test("The sample aspect ratio widens the picture")
    func sampleAspect() throws {
        let harness = SessionHarness(video: CapturingVideoSink(width: 128, height: 128))
        defer { harness.session.destroy() }
        harness.open("sar.mp4", play: false)
        let picture = try #require(harness.video.wait { !$0.isEmpty }?.first)
        expect(picture.pixels.width, is: 128)
        expect(picture.pixels.height, is: 16)
        let shown = try #require(harness.wait { $0.statistics.displayWidth > 0 }).statistics
        #expect(shown.displayWidth == 2 * shown.videoWidth && shown.displayHeight == shown.videoHeight)
    }

    @Test("PLAY-30: a new grid redraws the picture while paused")
    func newGrid() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.open("counter.mp4", play: false)
        _ = try #require(harness.video.wait { !$0.isEmpty })
        harness.video.setGrid(PixelGrid(width: 64, height: 32, pixelAspect: 1))
        harness.session.send(.refreshPicture)
        let pictures = try #require(harness.video.wait { $0.last?.pixels.width == 64 })
        expect(pictures.last?.pixels.height, is: 16)
    }

    @Test("ADV-23, ADV-24: hardware that cannot be opened falls back to software and raises the event")
    func hardwareFallback() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        var options = SessionOptions()
        options.hardware = .named("no-such-device")
        harness.open("counter.mp4", options: options)
        let playing = try #require(harness.wait { $0.status == .playing && !$0.notices.isEmpty })
        guard case .switchedToSoftwareDecoder(let device, _)? = playing.notices.first?.notice else {
            Issue.record("no notice of the fallback: \(playing.notices)")
            return
        }
        expect(device, is: "no-such-device")
        expect(playing.statistics.videoDecoder, is: "h264")
        #expect(harness.events().contains(.switchToSoftwareDecoder))
    }
}
