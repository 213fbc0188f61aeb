import Foundation
import PlayCore
import Playback
import TestSupport
import Testing

@testable import Streaming

/// Real streams: what plays has to show the right time wherever it is sought.
@Suite(
    "Real streams", .enabled(if: SharedMedia.isPresent, "\(SharedMedia.absentReason)"), .timeLimit(.minutes(4)))
struct SharedStreamTests {
    static let playable = [
        "hls/bbb_abr/master.m3u8", "hls/bee_aes128/index.m3u8", "hls/bee_byterange/bee.m3u8",
        "hls/media3_cea608/manifest.m3u8", "hls/media3_multi-segment/playlist.m3u8",
        "hls/media3_standalone-webvtt/multivariant_playlist.m3u8", "hls/shaka_hls-chapters/index.m3u8",
        "hls/shaka_hls-gap/playlist.m3u8", "hls/shaka_hls-interstitial/main.m3u8",
        "hls/shaka_hls-mp4-muxed-aac-h264/hls.m3u8", "hls/shaka_hls-text-offset/index.m3u8", "hls/shaka_hls-ts-rollover/playlist.m3u8",
        "hls/shaka_hls-ts-audio-muxed-in-video/master.m3u8",
        "dash/cmaf_multi_segment/manifest.mpd", "dash/cmaf_multi_segment/playlist.m3u8",
        "dash/livesim2_testpic_2s_av1/Manifest.mpd", "dash/media3_standalone-webvtt/sample.mpd",
        "dash/media3_multi-track/sample.mpd", "dash/shaka_dash-mpd-alternate/dash.mpd",
        "dash/shaka_dash-multi-codec/dash.mpd",
    ]

    /// Gaps and pictures that are shown long apart.
    private static let longestPicture = 1.0

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
                (-0.2...Self.longestPicture).contains(distance), "\(name): \(picture.inSeconds) at \(target.inSeconds)")
        }
    }

    @Test(
        "ADV-81: what cannot be played says why",
        arguments: ["dash/shaka_dash-clearkey/dash.mpd", "hls/media3_live_playlists/media_playlist_vod_empty.m3u8"])
    func refused(_ name: String) throws {
        let path = SharedMedia.path(name)
        guard FileManager.default.fileExists(atPath: path) else { return }
        #expect(throws: (any Error).self) { _ = try StreamPlayer(path: path) }
    }
}
