internal import CFFmpeg

/// Whether a header suffices for playback, so that the first seconds need not be decoded just for probing: that takes
/// 20 to 80 ms, most of the time to the first picture of a local file. mpv skips probing for the same containers
/// (`demux/demux_lavf.c`, `skipinfo`); here a track with missing information still causes it.
enum HeaderKnowledge {
    /// FFmpeg's names: MP4 and its relatives, and Matroska with WebM.
    private static let containers = ["mov,mp4,m4a,3gp,3g2,mj2", "matroska,webm"]

    /// Codecs whose headers have the true sample rate and channels. MP4 files are often wrong about MP3 and AC-3.
    private static let sounds: [AVCodecID] = [
        AV_CODEC_ID_AAC, AV_CODEC_ID_OPUS, AV_CODEC_ID_VORBIS, AV_CODEC_ID_FLAC, AV_CODEC_ID_ALAC,
    ]

    /// Video codecs whose decoders can start from the header.
    private static let pictures: [AVCodecID] = [
        AV_CODEC_ID_H264, AV_CODEC_ID_HEVC, AV_CODEC_ID_VP8, AV_CODEC_ID_VP9, AV_CODEC_ID_AV1, AV_CODEC_ID_MPEG4,
    ]

    static func isComplete(
        _ context: UnsafeMutablePointer<AVFormatContext>, _ streams: [UnsafeMutablePointer<AVStream>]
    ) -> Bool {
        guard let name = context.pointee.iformat?.pointee.name, containers.contains(String(cString: name)),
            // Fragmented files and truncated recordings lack a duration.
            duration(context, streams) > 0, context.pointee.ctx_flags & AVFMTCTX_NOHEADER == 0
        else { return false }
        let playable = streams.filter(isPlayable)
        return !playable.isEmpty && playable.allSatisfy { isKnown($0, needsRate: true) }
    }

    /// Returns the duration (AV_TIME_BASE units), 0 if the header has none. From FFmpeg 7 on, that of an MP4 file is
    /// only in its tracks.
    static func duration(
        _ context: UnsafeMutablePointer<AVFormatContext>, _ streams: [UnsafeMutablePointer<AVStream>]
    ) -> Int64 {
        guard context.pointee.duration == tv_nopts else { return context.pointee.duration }
        let lengths = streams.filter(isPlayable).map { stream in
            max(stream.pointee.duration, 0).scaled(from: stream.pointee.time_base)
        }
        return lengths.contains(0) ? 0 : lengths.max() ?? 0
    }

    /// Returns whether the header is enough for a piece of a stream (fMP4: all but the length and the rate of
    /// pictures).
    static func isEnough(
        _ context: UnsafeMutablePointer<AVFormatContext>, _ streams: [UnsafeMutablePointer<AVStream>]
    ) -> Bool {
        guard let name = context.pointee.iformat?.pointee.name, containers.contains(String(cString: name)) else {
            return false
        }
        let playable = streams.filter(isPlayable)
        return !playable.isEmpty && playable.allSatisfy { isKnown($0, needsRate: false) }
    }

    static func isPlayable(_ stream: UnsafeMutablePointer<AVStream>) -> Bool {
        let type = stream.pointee.codecpar?.pointee.codec_type
        return type == AVMEDIA_TYPE_AUDIO
            || (type == AVMEDIA_TYPE_VIDEO && stream.pointee.disposition & AV_DISPOSITION_ATTACHED_PIC == 0)
    }

    private static func isKnown(_ stream: UnsafeMutablePointer<AVStream>, needsRate: Bool) -> Bool {
        guard let parameters = stream.pointee.codecpar?.pointee else { return false }
        if parameters.codec_type == AVMEDIA_TYPE_VIDEO {
            // H.264 and the like have parameter sets in the header. Without them (as in MPEG-TS) probing is needed.
            let needsSets = parameters.codec_id == AV_CODEC_ID_H264 || parameters.codec_id == AV_CODEC_ID_HEVC
            return pictures.contains(parameters.codec_id) && parameters.width > 0 && parameters.height > 0
                && (!needsRate || stream.pointee.avg_frame_rate.num > 0)
                && (!needsSets || parameters.extradata_size > 6)
        }
        guard sounds.contains(parameters.codec_id), parameters.sample_rate > 0, parameters.ch_layout.nb_channels > 0
        else { return false }
        // AAC of up to 24 kHz may carry undeclared SBR, which doubles the rate (ISO/IEC 14496-3, 1.6.5.3) and may turn
        // mono into stereo.
        return parameters.codec_id != AV_CODEC_ID_AAC
            || (parameters.sample_rate > 24_000 && parameters.extradata_size > 1)
    }
}

extension Int64 {
    /// Ticks of a time base in AV_TIME_BASE units.
    func scaled(from base: AVRational) -> Int64 { av_rescale_q(self, base, AVRational(num: 1, den: AV_TIME_BASE)) }
}
