import Foundation
import Media
import MediaSources
import PlayCore
import Playback
import PlaybackModel
import TestSupport
import Testing

/// Captions inside the pictures of H.264, HEVC and MPEG-2.
@Suite("Captions inside pictures", .timeLimit(.minutes(10)))
struct CaptionReadingTests {
    private static let screens: [(Int, String)] = [
        (1000, "{\\an2}HELLO CAPTIONS"), (3000, ""), (4000, "{\\an2}- What is this?\\N- The second.\\h\\h"), (6000, ""),
        (7000, "{\\an2}♪{\\i1} cafÉ"),
    ]

    private static func text(_ text: SubtitleText) -> String {
        String(decoding: text.payload, as: UTF8.self).split(
            separator: ",", maxSplits: 8, omittingEmptySubsequences: false
        )
        .dropFirst(8).joined()
    }

    private func texts(_ harness: SessionHarness, of title: String) -> [SubtitleText] {
        let news = harness.session.subtitles(from: 0)
        guard let track = news.tracks.first(where: { $0.info.title == title }) else { return [] }
        return news.texts.filter { $0.track == track.track }
    }

    @Test(
        "INFO-07: captions in any container become tracks when first read, with their texts in display order",
        arguments: ["captions.ts", "captions.mp4", "captions-hevc.mkv", "captions-mpeg2.ts"])
    func carriers(_ file: String) throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.open(file)
        let ready = try #require(harness.wait { $0.tracks.count(where: \.isSubtitle) == 2 })
        let tracks = ready.tracks.filter(\.isSubtitle)
        expect(tracks.map(\.title), is: ["CC1", "CC3"])
        #expect(tracks.allSatisfy { $0.language == nil && !$0.isDefault && $0.codec == "eia_608" })
        _ = try #require(harness.wait { _ in texts(harness, of: "CC1").count >= Self.screens.count })
        let found = texts(harness, of: "CC1")
        expect(found.map(Self.text), is: Self.screens.map(\.1), "neither the weather nor the programme's name")
        for (text, screen) in zip(found, Self.screens) {
            // Containers round to their own ticks.
            #expect(abs(text.start.nanoseconds - Int64(screen.0) * 1_000_000) <= 41_000_000, "\(text.start)")
        }
        let rolling = texts(harness, of: "CC3").map(Self.text)
        #expect(rolling.contains("{\\an1}Rolling one"))
        expect(rolling.last, is: "{\\an1}Rolling one\\Nand two")
    }

    @Test(
        "a caption that began before the position of a start or a seek is shown at once",
        arguments: ["captions.ts", "captions.mp4"])
    func preroll(_ file: String) throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        _ = try #require(harness.ready(file, at: .milliseconds(8500)))
        #expect(texts(harness, of: "CC1").map(Self.text).contains(Self.screens[4].1))
        harness.session.send(.seek(.absolute(.milliseconds(5000)), .exact))
        _ = try #require(harness.wait { !$0.isSeeking && $0.clock.position == .milliseconds(5000) })
        let shown = texts(harness, of: "CC1").last { $0.start <= .milliseconds(5000) }
        expect(shown.map(Self.text), is: Self.screens[2].1)
    }

    @Test("a film without captions has no caption tracks")
    func none() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        harness.open("counter.ts")
        _ = try #require(harness.wait { $0.status == .reachEnd })
        #expect(harness.session.snapshot.tracks.filter(\.isSubtitle).isEmpty)
        #expect(harness.session.subtitles(from: 0).tracks.isEmpty)
    }
}
