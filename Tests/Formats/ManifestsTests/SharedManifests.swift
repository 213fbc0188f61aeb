/// The expected ``Summary`` of each manifest in `../shared/media`. They were recorded from a run and reviewed line by
/// line, the odd ones against their files.
enum SharedManifests {
    static let table = hls + dash

    static let hls: [(String, String)] = [
        ("hls/bbb_abr/360p/index.m3u8", "media: 6 35.600 ended"),
        ("hls/bbb_abr/720p/index.m3u8", "media: 6 35.600 ended"),
        ("hls/bbb_abr/master.m3u8", "variants: muxed; muxed"),
        ("hls/bbb_abr/master_original_broken_refs.m3u8", "variants: muxed; muxed; muxed"),
        ("hls/bee_aes128/encrypted_bee_original.m3u8", "media: 3 4.037 ended ranges keys 1"),
        ("hls/bee_aes128/index.m3u8", "media: 3 4.037 ended keys 1"),
        ("hls/bee_byterange/bee.m3u8", "media: 3 4.037 ended ranges"),
        ("hls/bee_byterange/bee_audio_only.m3u8", "media: 1 4.077 ended"),
        ("hls/media3_cea608/manifest.m3u8", "variants: muxed"),
        ("hls/media3_cea608/sd-hls.m3u8", "media: 1 2.458 ended ranges"),
        ("hls/media3_live_playlists/live_low_latency_media_can_block_reload.m3u8", "media: 4 16.000 live from 10"),
        (
            "hls/media3_live_playlists/live_low_latency_media_can_block_reload_low_latency.m3u8",
            "media: 4 16.000 live from 10"
        ),
        (
            "hls/media3_live_playlists/live_low_latency_media_can_block_reload_low_latency_full_segment.m3u8",
            "media: 4 16.000 live from 10 parts 4"
        ),
        (
            "hls/media3_live_playlists/live_low_latency_media_can_block_reload_low_latency_full_segment_audio.m3u8",
            "media: 4 16.000 live from 10 parts 4"
        ),
        (
            "hls/media3_live_playlists/live_low_latency_media_can_block_reload_low_latency_full_segment_audio_next.m3u8",
            "media: 4 16.000 live from 10 parts 4"
        ),
        (
            "hls/media3_live_playlists/live_low_latency_media_can_block_reload_low_latency_full_segment_audio_next2.m3u8",
            "media: 4 16.000 live from 10 parts 4"
        ),
        (
            "hls/media3_live_playlists/live_low_latency_media_can_block_reload_low_latency_full_segment_next.m3u8",
            "media: 4 16.000 live from 10 parts 4"
        ),
        (
            "hls/media3_live_playlists/live_low_latency_media_can_block_reload_low_latency_full_segment_next2.m3u8",
            "media: 4 16.000 live from 10 parts 4"
        ),
        (
            "hls/media3_live_playlists/live_low_latency_media_can_block_reload_low_latency_full_segment_preload.m3u8",
            "media: 4 16.000 live from 10 parts 4"
        ),
        (
            "hls/media3_live_playlists/live_low_latency_media_can_block_reload_low_latency_full_segment_preload_next.m3u8",
            "media: 4 16.000 live from 10 parts 4"
        ),
        (
            "hls/media3_live_playlists/live_low_latency_media_can_block_reload_low_latency_next.m3u8",
            "media: 4 16.000 live from 10"
        ),
        ("hls/media3_live_playlists/live_low_latency_media_can_block_reload_next.m3u8", "media: 4 16.000 live from 11"),
        ("hls/media3_live_playlists/live_low_latency_media_can_not_skip.m3u8", "media: 6 24.000 live from 10"),
        ("hls/media3_live_playlists/live_low_latency_media_can_not_skip_next.m3u8", "media: 6 24.000 live from 11"),
        ("hls/media3_live_playlists/live_low_latency_media_can_skip_dateranges.m3u8", "media: 6 24.000 live from 10"),
        ("hls/media3_live_playlists/live_low_latency_media_can_skip_skipped.m3u8", "media: 4 16.000 live from 13"),
        (
            "hls/media3_live_playlists/live_low_latency_media_can_skip_skipped_media_sequence_no_overlapping.m3u8",
            "media: 4 16.000 live from 22"
        ),
        ("hls/media3_live_playlists/live_low_latency_media_can_skip_until.m3u8", "media: 6 24.000 live from 10"),
        (
            "hls/media3_live_playlists/live_low_latency_media_can_skip_until_and_block_reload.m3u8",
            "media: 6 24.000 live from 10"
        ),
        (
            "hls/media3_live_playlists/live_low_latency_media_can_skip_until_and_block_reload_next.m3u8",
            "media: 6 24.000 live from 11"
        ),
        (
            "hls/media3_live_playlists/live_low_latency_media_can_skip_until_and_block_reload_next_skipped.m3u8",
            "media: 4 16.000 live from 14"
        ),
        (
            "hls/media3_live_playlists/live_low_latency_media_can_skip_until_full_reload_after_error.m3u8",
            "media: 6 24.000 live from 20"
        ),
        ("hls/media3_live_playlists/live_low_latency_multivariant.m3u8", "variants: muxed; muxed"),
        ("hls/media3_live_playlists/live_low_latency_multivariant_media_uri_with_param.m3u8", "variants: muxed"),
        (
            "hls/media3_live_playlists/live_low_latency_multivariant_with_audio_renditions.m3u8",
            "variants: video; video; audio; audio"
        ),
        ("hls/media3_live_playlists/live_low_latency_parts_only.m3u8", "media: 0 0.000 live"),
        ("hls/media3_live_playlists/live_low_latency_segments_and_parts.m3u8", "media: 6 24.000 live from 10 parts 8"),
        (
            "hls/media3_live_playlists/live_low_latency_segments_and_single_preload_part.m3u8",
            "media: 6 24.000 live from 10 parts 8"
        ),
        ("hls/media3_live_playlists/live_low_latency_segments_only.m3u8", "media: 6 24.000 live from 10"),
        ("hls/media3_live_playlists/media_playlist.m3u8", "media: 6 24.000 ended from 2 init"),
        ("hls/media3_live_playlists/media_playlist_empty.m3u8", "media: 0 0.000 live"),
        ("hls/media3_live_playlists/media_playlist_independent_segments.m3u8", "media: 6 24.000 ended from 2 init"),
        ("hls/media3_live_playlists/media_playlist_live_empty.m3u8", "media: 0 0.000 live"),
        ("hls/media3_live_playlists/media_playlist_vod_empty.m3u8", "media: 0 0.000 ended"),
        ("hls/media3_live_playlists/multivariant_with_content_steering.m3u8", "variants: muxed ×2; muxed ×2"),
        (
            "hls/media3_live_playlists/multivariant_with_redundant_variants_and_renditions.m3u8",
            "variants: video ×2; video ×2; text ×2; audio ×2"
        ),
        ("hls/media3_multi-segment/playlist.m3u8", "media: 2 1.050 ended init"),
        ("hls/media3_standalone-webvtt/media_playlist.m3u8", "media: 1 1.001 ended"),
        ("hls/media3_standalone-webvtt/multivariant_playlist.m3u8", "variants: muxed; text"),
        ("hls/media3_standalone-webvtt/playlist_vtt.m3u8", "media: 1 1.001 ended"),
        ("hls/shaka_hls-chapters/index.m3u8", "variants: muxed"),
        ("hls/shaka_hls-chapters/media.m3u8", "media: 1 4.000 ended init"),
        ("hls/shaka_hls-gap/playlist.m3u8", "media: 8 32.032 ended gaps 2"),
        ("hls/shaka_hls-iframe-only/media.m3u8", "media: 2 4.004 ended init"),
        ("hls/shaka_hls-interstitial/ad.m3u8", "media: 1 4.000 ended init"),
        ("hls/shaka_hls-interstitial/ad1.m3u8", "media: 1 2.000 ended"),
        ("hls/shaka_hls-interstitial/list.m3u8", "media: 5 20.000 ended init"),
        ("hls/shaka_hls-interstitial/main.m3u8", "media: 5 20.000 ended init"),
        ("hls/shaka_hls-mp4-muxed-aac-h264/hls.m3u8", "media: 1 1.001 ended from 11 init"),
        ("hls/shaka_hls-raw-aac/manifest.m3u8", "variants: audio"),
        ("hls/shaka_hls-raw-aac/stream.m4a.m3u8", "media: 4 39.985 ended"),
        ("hls/shaka_hls-text-offset/index.m3u8", "variants: muxed; text"),
        ("hls/shaka_hls-text-offset/playlist-video.m3u8", "media: 5 8.500 ended discontinuities 1"),
        ("hls/shaka_hls-text-offset/playlist-vtt.m3u8", "media: 5 8.917 ended discontinuities 1"),
        ("hls/shaka_hls-ts-audio-muxed-in-video/master.m3u8", "variants: muxed; audio ×0"),
        ("hls/shaka_hls-ts-audio-muxed-in-video/video.m3u8", "media: 6 59.860 ended ranges"),
        ("hls/shaka_hls-ts-rollover/playlist.m3u8", "media: 10 20.000 ended"),
        ("hls/vhs_manifests/absoluteUris.m3u8", "media: 4 40.000 ended"),
        ("hls/vhs_manifests/allowCache.m3u8", "media: 17 161.417 ended ranges"),
        ("hls/vhs_manifests/allowCacheInvalid.m3u8", "media: 1 10.000 ended ranges"),
        ("hls/vhs_manifests/alternate-audio-accessibility.m3u8", "variants: video; video; audio; audio; audio; audio"),
        (
            "hls/vhs_manifests/alternate-audio-multiple-groups.m3u8",
            "variants: video; video; audio; audio; audio; audio"
        ),
        ("hls/vhs_manifests/alternateAudio.m3u8", "variants: video; video; audio; audio; audio"),
        ("hls/vhs_manifests/alternateVideo.m3u8", "variants: video; video ×0; video; video; audio"),
        ("hls/vhs_manifests/audioOnlyAlternateAudio.m3u8", "variants: audio; audio ×0; audio; audio"),
        ("hls/vhs_manifests/brightcove.m3u8", "variants: muxed; muxed; muxed; muxed"),
        ("hls/vhs_manifests/byteRange.m3u8", "media: 17 161.417 ended ranges"),
        ("hls/vhs_manifests/demuxed-two.m3u8", "variants: video; audio"),
        ("hls/vhs_manifests/demuxed.m3u8", "variants: video; audio"),
        ("hls/vhs_manifests/disallowCache.m3u8", "media: 1 10.000 ended ranges"),
        ("hls/vhs_manifests/disc-sequence.m3u8", "media: 4 50.000 ended discontinuities 1"),
        ("hls/vhs_manifests/discontinuity.m3u8", "media: 9 106.000 ended discontinuities 3"),
        ("hls/vhs_manifests/domainUris.m3u8", "media: 4 40.000 ended"),
        ("hls/vhs_manifests/emptyAllowCache.m3u8", "media: 1 10.000 ended ranges"),
        ("hls/vhs_manifests/emptyMediaSequence.m3u8", "media: 4 24.320 ended"),
        ("hls/vhs_manifests/emptyPlaylistType.m3u8", "media: 6 58.000 ended"),
        ("hls/vhs_manifests/emptyTargetDuration.m3u8", "variants: muxed; muxed; muxed; muxed"),
        ("hls/vhs_manifests/encrypted.m3u8", "media: 6 75.166 live from 7794 keys 3"),
        ("hls/vhs_manifests/event.m3u8", "media: 6 58.000 ended"),
        ("hls/vhs_manifests/extXPlaylistTypeInvalidPlaylist.m3u8", "media: 1 6.640 ended"),
        ("hls/vhs_manifests/extinf.m3u8", "media: 17 164.700 ended ranges"),
        ("hls/vhs_manifests/invalidAllowCache.m3u8", "media: 1 10.000 ended ranges"),
        ("hls/vhs_manifests/invalidMediaSequence.m3u8", "media: 4 24.320 ended"),
        ("hls/vhs_manifests/invalidPlaylistType.m3u8", "media: 6 58.000 ended"),
        ("hls/vhs_manifests/invalidTargetDuration.m3u8", "media: 17 161.417 ended ranges"),
        ("hls/vhs_manifests/liveMissingSegmentDuration.m3u8", "media: 3 22.640 ended"),
        ("hls/vhs_manifests/liveStart30sBefore.m3u8", "media: 9 106.000 live"),
        ("hls/vhs_manifests/main-captions.m3u8", "variants: muxed; muxed; muxed; muxed"),
        ("hls/vhs_manifests/main-subtitles.m3u8", "variants: muxed; muxed; muxed; muxed; text; text; text; text"),
        ("hls/vhs_manifests/main.m3u8", "variants: muxed; muxed; muxed; muxed"),
        ("hls/vhs_manifests/manifestExtTTargetdurationNegative.m3u8", "media: 1 10.000 ended"),
        ("hls/vhs_manifests/manifestExtXEndlistEarly.m3u8", "media: 5 50.000 ended"),
        ("hls/vhs_manifests/manifestNoExtM3u.m3u8", "media: 1 10.000 ended"),
        ("hls/vhs_manifests/media.m3u8", "media: 4 40.000 ended"),
        ("hls/vhs_manifests/media1.m3u8", "media: 4 40.000 ended"),
        ("hls/vhs_manifests/media2.m3u8", "media: 4 40.000 ended"),
        ("hls/vhs_manifests/media3.m3u8", "media: 4 40.000 ended"),
        ("hls/vhs_manifests/mediaSequence.m3u8", "media: 4 24.320 ended"),
        ("hls/vhs_manifests/missingEndlist.m3u8", "media: 2 20.000 live"),
        ("hls/vhs_manifests/missingExtinf.m3u8", "media: 3 30.000 ended"),
        ("hls/vhs_manifests/missingMediaSequence.m3u8", "media: 4 24.320 ended"),
        ("hls/vhs_manifests/missingSegmentDuration.m3u8", "media: 4 30.640 ended"),
        (
            "hls/vhs_manifests/multipleAudioGroups.m3u8",
            "variants: audio; video; video; video; audio; audio; audio; audio; audio; audio"
        ),
        (
            "hls/vhs_manifests/multipleAudioGroupsCombinedMain.m3u8",
            "variants: muxed; muxed; video; video; audio ×0; audio; audio; audio; audio; audio"
        ),
        ("hls/vhs_manifests/multipleTargetDurations.m3u8", "media: 4 25.000 live"),
        (
            "hls/vhs_manifests/multipleVideo.m3u8",
            "variants: video; video; video ×0; video; video; video ×0; video; video; audio"
        ),
        ("hls/vhs_manifests/negativeMediaSequence.m3u8", "media: 4 24.320 ended"),
        ("hls/vhs_manifests/one-rendition.m3u8", "variants: muxed"),
        ("hls/vhs_manifests/playlist.m3u8", "media: 17 161.417 ended ranges"),
        ("hls/vhs_manifests/playlistMediaSequenceHigher.m3u8", "media: 1 6.640 ended from 17"),
        ("hls/vhs_manifests/playlist_allow_cache_template.m3u8", "media: 18 171.417 ended ranges"),
        ("hls/vhs_manifests/playlist_byte_range_template.m3u8", "forbiddenReference in line 8"),
        ("hls/vhs_manifests/playlist_extinf_template.m3u8", "media: 20 200.000 ended ranges"),
        ("hls/vhs_manifests/playlist_media_sequence_template.m3u8", "media: 6 24.320 ended"),
        ("hls/vhs_manifests/playlist_target_duration_template.m3u8", "media: 5 24.320 ended"),
        ("hls/vhs_manifests/playlist_type_template.m3u8", "media: 7 58.000 ended"),
        ("hls/vhs_manifests/prog_index.m3u8", "media: 101 600.598 ended ranges init"),
        ("hls/vhs_manifests/program-date-time.m3u8", "media: 4 8.000 live"),
        ("hls/vhs_manifests/startLive.m3u8", "media: 6 60.000 live"),
        ("hls/vhs_manifests/startLiveNegative.m3u8", "media: 6 60.000 live"),
        ("hls/vhs_manifests/startNegative.m3u8", "media: 4 40.000 ended"),
        ("hls/vhs_manifests/startVod.m3u8", "media: 4 40.000 ended"),
        ("hls/vhs_manifests/streamInfInvalid.m3u8", "variants: muxed; muxed"),
        ("hls/vhs_manifests/subtitles.m3u8", "media: 3 30.000 ended"),
        ("hls/vhs_manifests/two-renditions.m3u8", "variants: muxed; muxed"),
        ("hls/vhs_manifests/twoMediaSequences.m3u8", "media: 4 24.320 ended from 11"),
        ("hls/vhs_manifests/versionInvalid.m3u8", "media: 1 10.000 ended"),
        ("hls/vhs_manifests/whiteSpace.m3u8", "media: 4 40.000 ended"),
        ("hls/vhs_manifests/zeroDuration.m3u8", "media: 1 0.000 ended"),
        ("hls/vhs_manifests/zeroLength.m3u8", "media: 2 10.000 ended"),
    ]

    static let dash: [(String, String)] = [
        ("dash/cmaf_multi_segment/manifest.mpd", "1 3.000: video 12 3.000 ended init; audio 12 3.000 ended init"),
        ("dash/livesim2_testpic_2s/Manifest.mpd", "1 8.000: audio 4 8.000 ended init; video 4 8.000 ended init"),
        (
            "dash/livesim2_testpic_2s/Manifest_endNumber.mpd",
            "1 8.000: audio 4 8.000 ended init; video 4 8.000 ended init"
        ),
        (
            "dash/livesim2_testpic_2s/Manifest_imsc1.mpd",
            "1 8.000: audio 4 8.000 ended init; video 4 8.000 ended init; text 4 8.000 ended init; "
                + "text 4 8.000 ended init"
        ),
        (
            "dash/livesim2_testpic_2s/Manifest_thumbs.mpd",
            "1 8.000: audio 4 8.000 ended init; video 4 8.000 ended init; thumbnails 4 8.000 ended"
        ),
        (
            "dash/livesim2_testpic_2s/cea608.mpd",
            "1 3600.000: audio 1800 3600.000 ended init; video 1800 3600.000 ended init"
        ),
        (
            "dash/livesim2_testpic_2s_av1/Manifest.mpd",
            "1 10.000: video 5 10.000 ended init; video 5 10.000 ended init; audio 5 10.000 ended init"
        ),
        ("dash/media3_empty-segment-timeline/sample.mpd", "1 10.000: video 0 0.000 ended"),
        (
            "dash/media3_mpd/sample_mpd_event_stream.mpd",
            "1 live: audio 3 6.006 live at 6.009; video 3 6.006 live at 6.009"
        ),
        (
            "dash/media3_mpd/sample_mpd_images.mpd",
            "1 1000.000: thumbnails 10 1000.000 ended; thumbnails 10 1000.000 ended"
        ),
        ("dash/media3_mpd/sample_mpd_inband_event_stream.mpd", "1 live: "),
        ("dash/media3_mpd/sample_mpd_live.mpd", "1 live: audio 0 0.000 live; video 0 0.000 live; text 0 0.000 live"),
        ("dash/media3_mpd/sample_mpd_live_known_duration_ended.mpd", "1 live: video 2 8.000 live"),
        ("dash/media3_mpd/sample_mpd_live_known_duration_not_ended.mpd", "1 live: video 1 4.000 live"),
        ("dash/media3_mpd/sample_mpd_live_location_redirect_absolute.mpd", "1 live: video 0 0.000 live"),
        ("dash/media3_mpd/sample_mpd_live_location_redirect_relative.mpd", "1 live: video 0 0.000 live"),
        ("dash/media3_mpd/sample_mpd_live_with_complete_service_description.mpd", "1 live: video 0 0.000 live"),
        (
            "dash/media3_mpd/sample_mpd_live_with_offset_inside_window.mpd",
            "1 live: video 4 8.000 live from 1798 at 3594.000"
        ),
        ("dash/media3_mpd/sample_mpd_live_with_offset_too_long.mpd", "1 live: video 0 0.000 live"),
        ("dash/media3_mpd/sample_mpd_live_with_offset_too_short.mpd", "1 live: video 0 0.000 live"),
        (
            "dash/media3_mpd/sample_mpd_live_with_suggested_presentation_delay_2s_min_buffer_time_500ms.mpd",
            "1 live: video 0 0.000 live"
        ),
        (
            "dash/media3_mpd/sample_mpd_live_with_time_shift_buffer_16_secs.mpd",
            "1 live: video 9 18.000 live from 1793 at 3584.000"
        ),
        (
            "dash/media3_mpd/sample_mpd_live_with_time_shift_buffer_60_secs.mpd",
            "1 live: video 31 62.000 live from 1771 at 3540.000"
        ),
        ("dash/media3_mpd/sample_mpd_live_without_live_configuration.mpd", "1 live: video 0 0.000 live"),
        (
            "dash/media3_mpd/sample_mpd_multiple_baseUrls.mpd",
            "1 live: audio ×6 0 0.000 live; video ×7 0 0.000 live; text 0 0.000 live"
        ),
        (
            "dash/media3_mpd/sample_mpd_segment_template.mpd",
            "1 live: audio 5 9.991 live at 6.009; video 5 9.991 live at 6.009; video 5 9.991 live at 6.009; "
                + "video 5 9.991 live at 6.009; video 5 9.991 live at 6.009; video 5 9.991 live at 6.009"
        ),
        ("dash/media3_mpd/sample_mpd_text.mpd", "1 1.000: text 1 1.000 ended; text 1 1.000 ended; text 1 1.000 ended"),
        (
            "dash/media3_mpd/sample_mpd_unknown_mime_type.mpd",
            "1 live: audio 0 0.000 live; video 0 0.000 live; text 0 0.000 live"
        ),
        (
            "dash/media3_mpd/sample_mpd_vod.mpd",
            "1 904.000: video 226 904.000 ended; video 226 904.000 ended; video 226 904.000 ended; "
                + "video 226 904.000 ended; video 226 904.000 ended; audio 283 904.000 ended"
        ),
        (
            "dash/media3_mpd/sample_mpd_vod_location_fallback.mpd",
            "1 904.000: video ×3 226 904.000 ended; video ×3 226 904.000 ended; video ×3 226 904.000 ended; "
                + "video ×3 226 904.000 ended; video ×3 226 904.000 ended; audio ×3 283 904.000 ended"
        ),
        ("dash/media3_multi-track/sample.mpd", "1 1.000: video 1 1.001 ended init; video 1 1.001 ended init"),
        ("dash/media3_standalone-ttml/sample.mpd", "1 1.000: text 1 1.000 ended; video indexed"),
        ("dash/media3_standalone-webvtt/sample.mpd", "1 1.001: text 1 1.001 ended; video indexed"),
        ("dash/media3_thumbnails/sample.mpd", "1 60.000: thumbnails 1 60.000 ended"),
        (
            "dash/media3_webvtt-in-mp4-multiple-segments/manifest.mpd",
            "1 5.000: video 5 5.000 ended init; text 5 5.000 ended init"
        ),
        ("dash/media3_webvtt-in-mp4/sample.mpd", "1 1.001: text indexed; video indexed"),
        ("dash/shaka_3675/dash_0.mpd", "1 live: video 1 2.000 live at 10.000 init"),
        ("dash/shaka_3675/dash_1.mpd", "1 live: video 2 4.000 live at 10.000 init"),
        ("dash/shaka_3675/dash_2.mpd", "1 live: video 4 8.000 live at 10.000 init"),
        ("dash/shaka_3675/dash_3.mpd", "1 live: video 5 10.000 live at 10.000 init"),
        ("dash/shaka_3675/dash_4.mpd", "1 live: video 5 10.000 live from 3 at 14.000 init"),
        ("dash/shaka_3675/dash_5.mpd", "1 14.000: video 5 10.000 ended from 3 at 4.000 init"),
        (
            "dash/shaka_clear-encrypted/manifest.mpd",
            "2 16.000: video 4 16.000 ended discontinuities 1 init; audio 4 16.000 ended discontinuities 1 init"
        ),
        ("dash/shaka_dash-clearkey/dash.mpd", "1 20.000: video (PlayReady, Widevine (cenc)) 5 20.000 ended init"),
        ("dash/shaka_dash-mpd-alternate/dash.mpd", "2 20.000: video 5 20.000 ended discontinuities 1 init"),
        ("dash/shaka_dash-multi-codec/dash.mpd", "1 60.000: video indexed; audio indexed; audio indexed"),
        ("dash/vhs_manifests/dash-live.mpd", "1 live: video 0 0.000 live; video 0 0.000 live; audio 0 0.000 live"),
        (
            "dash/vhs_manifests/dash-many-codecs.mpd",
            "1 634.566: video 159 634.566 ended init; video 159 634.566 ended init; "
                + "video 159 634.566 ended init; video 159 634.566 ended init; audio 159 634.566 ended init"
        ),
        ("dash/vhs_manifests/dash-sidx.mpd", "1 4.000: video indexed; audio indexed; audio indexed"),
        (
            "dash/vhs_manifests/dash.mpd",
            "1 4.000: video 4 4.000 ended init; video 4 4.000 ended init; audio 4 4.000 ended init"
        ),
        ("dash/vhs_manifests/dashByterange.mpd", "1 596.460: video 40 596.460 ended ranges"),
        (
            "dash/vhs_manifests/eventStream.mpd",
            "1 live: audio 5 9.977 live at 63857834.156 init; audio 5 9.977 live at 63857834.156 init; "
                + "video 5 9.977 live at 63857834.156 init; video 5 9.977 live at 63857834.156 init"
        ),
        (
            "dash/vhs_manifests/eventStreamMessageData.mpd",
            "1 live: audio 5 9.977 live at 63857834.156 init; audio 5 9.977 live at 63857834.156 init; "
                + "video 5 9.977 live at 63857834.156 init; video 5 9.977 live at 63857834.156 init"
        ),
        (
            "dash/vhs_manifests/location.mpd",
            "1 4.000: video 4 4.000 ended init; video 4 4.000 ended init; audio 4 4.000 ended init"
        ),
    ]
}
