import Foundation
import Media
import PlayCore
import Playback
import TestSupport
import Testing

@testable import Streaming

/// Real streams: what plays has to show the right time wherever it is sought.
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
        "dash/shaka_dash-multi-codec/dash.mpd",
    ]

    /// Seconds between a time and the picture that is shown at it: pictures that stay long, and gaps.
    private static func distances(_ name: String) -> ClosedRange<Double> {
        name.contains("gap") ? -4...4 : -0.2...1
    }

    @Test("PLAY-34: ten jumps each, to the picture of that time", arguments: playable)
    func seeks(_ name: String) throws {
        let path = SharedMedia.path(name)
        try #require(FileManager.default.fileExists(atPath: path), "\(name) is not there")
        let player = try StreamPlayer(path: path)
        let duration = try #require(player.source.duration)
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<10 {
            let target = MediaTime(
                seconds: Double.random(in: 0..<max(0.1, duration.inSeconds - 0.3), using: &generator))
            let picture = try #require(try player.shown(at: target), "\(name): nothing at \(target.inSeconds)")
            let distance = target.inSeconds - picture.inSeconds
            #expect(
                Self.distances(name).contains(distance), "\(name): \(picture.inSeconds) at \(target.inSeconds)")
        }
    }

    @Test(
        "sound alone plays from end to end",
        arguments: [("hls/shaka_hls-raw-aac/manifest.m3u8", 39.9), ("hls/bee_byterange/bee_audio_only.m3u8", 4.0)])
    func sound(_ name: String, _ seconds: Double) throws {
        let player = try StreamPlayer(path: SharedMedia.path(name))
        let times = try player.packets().compactMap(\.time)
        #expect(times.first == .zero && (times.last?.inSeconds ?? 0) > seconds - 0.2)
        #expect(player.source.seek(to: .seconds(3), direction: .atOrBefore))
        let first = try #require(try player.packets(1).first?.time)
        #expect(abs(first.inSeconds - 3) < 0.3)
    }

    @Test(
        "ADV-81: what cannot be played says why",
        arguments: [
            ("dash/shaka_dash-clearkey/dash.mpd", "protected"),
            ("hls/media3_live_playlists/media_playlist_vod_empty.m3u8", "no segments"),
            ("dash/media3_thumbnails/sample.mpd", "nothing to play"),
            ("hls/shaka_hls-iframe-only/media.m3u8", "nothing to play"),
        ])
    func refused(_ name: String, _ word: String) throws {
        let path = SharedMedia.path(name)
        let error = #expect(throws: MediaError.self) { _ = try StreamPlayer(path: path) }
        #expect(error?.reason.contains(word) == true, "\(String(describing: error))")
    }
}
