import Foundation
import Media
import MediaSources
import PlayCore
import Playback
import PlaybackModel
import TestSupport
import Testing

@Suite("Subtitles of the container", .timeLimit(.minutes(10)))
struct ContainerSubtitleTests {
    private func news(_ fixture: String, count: Int) throws -> SubtitleNews {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.open(fixture, play: true)
        _ = try #require(harness.wait { $0.subtitleTextCount >= count })
        return harness.session.subtitles(from: 0)
    }

    @Test("text tracks report their form and header, and packets of all tracks arrive with text and times")
    func matroska() throws {
        let news = try news("subtitles.mkv", count: 3)
        expect(news.tracks.map(\.form), is: [.subRip, .ass])
        let header = String(decoding: try #require(news.tracks.last).header, as: UTF8.self)
        #expect(header.contains("[V4+ Styles]"))
        #expect(header.contains("Style: Default"))
        let lines = news.texts.sorted { $0.start < $1.start }
        expect(lines.map(\.start), is: [.seconds(1), .seconds(2), .seconds(4)])
        expect(lines.map(\.end), is: [.seconds(2), .seconds(3), .milliseconds(6500)])
        expect(String(decoding: lines[0].payload, as: UTF8.self), is: "first <i>line</i>")
        #expect(String(decoding: lines[1].payload, as: UTF8.self).hasSuffix(",第一行"))
        expect(lines.map(\.track), is: [news.tracks[0].track, news.tracks[1].track, news.tracks[0].track])
    }

    @Test(
        "a line that began before the start position is delivered at once, and only the start picture is presented",
        arguments: ["subtitles.mkv", "timed-text.mp4"])
    func preroll(_ file: String) throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        let ready = try #require(harness.ready(file, at: .milliseconds(6200)))
        expect(ready.clock.position, is: .milliseconds(6200))
        let lines = harness.session.subtitles(from: 0).texts
        #expect(lines.contains { $0.start <= .milliseconds(6200) && $0.end.map { $0 > .milliseconds(6200) } ?? true })
        expect(ready.statistics.presentedFrames, is: 1)
    }

    @Test("text that is not stored as plain text is decoded to ASS lines")
    func timedText() throws {
        let news = try news("timed-text.mp4", count: 2)
        #expect(news.tracks.map(\.form) == [.ass] && !news.tracks[0].header.isEmpty)
        let texts = news.texts.map { String(decoding: $0.payload, as: UTF8.self) }
        #expect(texts.contains { $0.contains("second line") })
        expect(news.texts.first?.start, is: .seconds(1))
    }

    @Test("a reader gets only new texts, and another item starts with an empty list")
    func increments() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.open("subtitles.mkv")
        _ = try #require(harness.wait { $0.subtitleTextCount == 3 })
        expect(harness.session.subtitles(from: 2).texts.count, is: 1)
        #expect(harness.session.subtitles(from: 3).texts.isEmpty)
        harness.open("counter.mp4")
        #expect(harness.session.subtitles(from: 0).tracks.isEmpty)
    }

    @Test(
        "a real track of bitmap subtitles is drawn on the picture while it is selected, and only then",
        .enabled(if: SharedMedia.isPresent, "\(SharedMedia.absentReason)"))
    func bitmaps() throws {
        // The letters are in the lower part.
        try bitmaps(
            of: #require(SharedMedia.source(SharedMedia.path("video/mkv_pgs_track.mkv"))), at: .milliseconds(500),
            untouched: 0..<80)
    }

    @Test("a made track of bitmap subtitles is drawn on the picture while it is selected, and only then")
    func madeBitmaps() throws {
        try bitmaps(of: Fixtures.source("bitmaps.mkv"), at: .milliseconds(480), untouched: 0..<140)
    }

    /// - Parameter untouched: The rows of the picture that no letter reaches.
    private func bitmaps(of source: MemoryByteSource, at time: MediaTime, untouched: Range<Int>) throws {
        let harness = SessionHarness(video: CapturingVideoSink(width: 320, height: 180))
        defer { harness.session.destroy() }
        harness.session.setUp(
            SessionInput(name: "pgs.mkv") { _ throws(ByteSourceError) in source }, options: SessionOptions())
        let ready = try #require(harness.wait { $0.status == .ready })
        let track = try #require(ready.tracks.first { $0.kind == .subtitle(isPicture: true) })
        harness.session.send(.seek(.absolute(time), .exact))
        _ = try #require(harness.wait { !$0.isSeeking && $0.clock.position == time })
        let plain = try #require(harness.video.wait { $0.last?.time == time || $0.count >= 2 }?.last)
        harness.session.send(.selectTrack(.subtitle, id: track.id))
        let shown = try #require(
            harness.video.wait { $0.last.map { Self.difference($0, plain) > 500 } ?? false }?.last)
        expect(Self.difference(shown, plain, rows: untouched), is: 0)
        expect(harness.session.snapshot.subtitleTrack, is: track.id)
        harness.session.send(.selectTrack(.subtitle, id: nil))
        #expect(harness.video.wait { $0.last.map { Self.difference($0, plain) == 0 } ?? false } != nil)
    }

    /// Returns the number of pixels that differ.
    private static func difference(_ a: ScaledPicture, _ b: ScaledPicture, rows: Range<Int>? = nil) -> Int {
        guard a.pixels.width == b.pixels.width, a.pixels.height == b.pixels.height else { return .max }
        return (rows ?? 0..<a.pixels.height).reduce(0) { sum, y in
            sum + (0..<a.pixels.width).count { a.pixels.rgb(x: $0, y: y) != b.pixels.rgb(x: $0, y: y) }
        }
    }
}
