import Foundation
import Media
import MediaSources
import PlayCore
import Playback
import TestSupport
import Testing

@testable import Streaming

/// Real streams, which must show the right picture after any seek.
@Suite(
    "Real streams", .enabled(if: SharedMedia.isPresent, "\(SharedMedia.absentReason)"), .timeLimit(.minutes(10)))
struct SharedStreamTests {
    static let playable = [
        "hls/bbb_abr/master.m3u8", "hls/bee_aes128/index.m3u8", "hls/bee_byterange/bee.m3u8",
        "hls/media3_cea608/manifest.m3u8", "hls/media3_multi-segment/playlist.m3u8",
        "hls/media3_standalone-webvtt/multivariant_playlist.m3u8", "hls/shaka_hls-chapters/index.m3u8",
        "hls/shaka_hls-gap/playlist.m3u8", "hls/shaka_hls-interstitial/main.m3u8",
        "hls/shaka_hls-mp4-muxed-aac-h264/hls.m3u8", "hls/shaka_hls-text-offset/index.m3u8",
        "hls/shaka_hls-ts-rollover/playlist.m3u8",
        "hls/shaka_hls-ts-audio-muxed-in-video/master.m3u8",
        "dash/livesim2_testpic_2s/Manifest.mpd", "dash/livesim2_testpic_2s/Manifest_endNumber.mpd",
        "dash/livesim2_testpic_2s/Manifest_thumbs.mpd", "dash/livesim2_testpic_2s/Manifest_imsc1.mpd",
        "dash/media3_webvtt-in-mp4/sample.mpd", "dash/media3_webvtt-in-mp4-multiple-segments/manifest.mpd",
        "dash/media3_standalone-ttml/sample.mpd", "dash/cmaf_multi_segment/manifest.mpd",
        "dash/cmaf_multi_segment/playlist.m3u8",
        "dash/livesim2_testpic_2s_av1/Manifest.mpd", "dash/media3_standalone-webvtt/sample.mpd",
        "dash/media3_multi-track/sample.mpd", "dash/shaka_dash-mpd-alternate/dash.mpd",
        "dash/shaka_dash-multi-codec/dash.mpd", "dash/cmaf_multi_segment/stream_1.m3u8",
        "dash/shaka_3675/dash_5.mpd", "hls/bbb_abr/360p/index.m3u8",
        "hls/bbb_abr/720p/index.m3u8", "hls/media3_cea608/sd-hls.m3u8",
        "hls/media3_standalone-webvtt/media_playlist.m3u8", "hls/shaka_hls-chapters/media.m3u8",
        "hls/shaka_hls-interstitial/ad.m3u8", "hls/shaka_hls-interstitial/ad1.m3u8",
        "hls/shaka_hls-interstitial/list.m3u8", "hls/shaka_hls-text-offset/playlist-video.m3u8",
        "hls/shaka_hls-ts-audio-muxed-in-video/video.m3u8",
    ]

    /// One live stream at five instants, each of which begins and then waits for segments that never arrive.
    static let live = (0...4).map { "dash/shaka_3675/dash_\($0).mpd" }
    /// A stream of which most segments are listed but absent.
    static let cutOff = "dash/livesim2_testpic_2s/cea608.mpd"
    /// A stream whose second period is encrypted, and the seconds of the first.
    static let partlyProtected = ("dash/shaka_clear-encrypted/manifest.mpd", 8.0)

    @Test(
        "PLAY-34: ten jumps show the picture that playing from the beginning shows at that time",
        arguments: playable)
    func seeks(_ name: String) throws {
        let path = SharedMedia.path(name)
        try #require(FileManager.default.fileExists(atPath: path), "\(name) is not there")
        let film = try PlayedFilm(StreamPlayer(path: path))
        try #require(!film.pictures.isEmpty)
        let player = try StreamPlayer(path: path)
        let duration = try #require(player.source.duration)
        #expect(duration + .milliseconds(700) >= film.end, "all of it can be sought")
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<10 {
            let target = MediaTime(
                seconds: Double.random(in: 0..<max(0.1, duration.inSeconds - 0.3), using: &generator))
            let frame = try #require(try player.frame(at: target), "\(name): nothing at \(target.inSeconds)")
            let expected = film.expected(at: target)
            let near = try expected.contains { picture in
                let fingerprint = try PlayedFilm.fingerprint(frame)
                return abs((picture.time - frame.time).inSeconds) < 0.002
                    && PlayedFilm.distance(picture.fingerprint, fingerprint) < 4
            }
            #expect(
                near,
                "\(name): \(frame.time.inSeconds) at \(target.inSeconds), not \(expected.map(\.time.inSeconds))")
        }
    }

    @Test("ADV-81: the clear periods before a protected one play")
    func clearPeriod() throws {
        let player = try StreamPlayer(path: SharedMedia.path(Self.partlyProtected.0))
        for tenth in [0, 7, 31, 12, 58, 74] {
            let target = MediaTime.milliseconds(tenth * 100)
            #expect(target.inSeconds < Self.partlyProtected.1)
            let picture = try #require(try player.shown(at: target), "nothing at \(target.inSeconds)")
            #expect((-0.001...0.1).contains(target.inSeconds - picture.inSeconds), "\(picture.inSeconds)")
        }
    }

    /// The manifests in the folder that yield packets must be the ones listed here.
    @Test("every playable manifest in the folder is listed")
    func complete() throws {
        let folder = try #require(SharedMedia.folder)
        let listed = Set(Self.playable + Self.live + [Self.partlyProtected.0, Self.cutOff] + Self.sounds.map(\.0))
        var found: Set<String> = []
        for kind in ["hls", "dash"] {
            let files = try FileManager.default.subpathsOfDirectory(atPath: folder.appendingPathComponent(kind).path)
            for file in files where file.hasSuffix(".m3u8") || file.hasSuffix(".mpd") {
                let name = kind + "/" + file
                guard let player = try? StreamPlayer(path: SharedMedia.path(name)) else { continue }
                if (try? player.packets(1))?.isEmpty == false { found.insert(name) }
            }
        }
        expect(found.subtracting(listed).sorted(), is: [])
        expect(listed.subtracting(found).sorted(), is: [])
    }

    static let sounds = [
        ("hls/shaka_hls-raw-aac/manifest.m3u8", 39.9), ("hls/bee_byterange/bee_audio_only.m3u8", 4.0),
        ("hls/shaka_hls-raw-aac/stream.m4a.m3u8", 39.9), ("dash/cmaf_multi_segment/stream_0.m3u8", 3.0),
    ]

    @Test("an audio-only stream plays from end to end", arguments: sounds)
    func sound(_ name: String, _ seconds: Double) throws {
        let player = try StreamPlayer(path: SharedMedia.path(name))
        let times = try player.packets().compactMap(\.time)
        expect(times.first, is: .zero)
        #expect((times.last?.inSeconds ?? 0) > seconds - 0.2)
        #expect(player.source.seek(to: .seconds(2), direction: .atOrBefore))
        let first = try #require(try player.packets(1).first?.time)
        #expect(abs(first.inSeconds - 2) < 0.3)
    }

    @Test(
        "ADV-81: an unplayable stream reports the reason",
        arguments: [
            ("dash/shaka_dash-clearkey/dash.mpd", "protected"),
            ("hls/media3_live_playlists/media_playlist_vod_empty.m3u8", "no segments"),
            ("dash/media3_thumbnails/sample.mpd", "nothing to play"),
            ("hls/shaka_hls-iframe-only/media.m3u8", "nothing to play"),
        ])
    func refused(_ name: String, _ word: String) throws {
        let path = SharedMedia.path(name)
        let error = #expect(throws: MediaError.self) { _ = try StreamPlayer(path: path) }
        expect(error?.reason.contains(word), is: true, "\(String(describing: error))")
    }
}
