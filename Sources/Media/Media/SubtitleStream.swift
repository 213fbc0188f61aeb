internal import CFFmpeg

package enum SubtitleTextForm: Sendable, Equatable {
    case subRip, webVTT, ass
    /// Whole documents, not cues: WebVTT, TTML, or either in MP4. A text's start is added to its document's times.
    case document(isTTML: Bool)
    /// Lines of ASS, each a screen that replaces the previous one. An empty payload clears it.
    case captions
}

extension CodecParameters {
    /// `nil` if the packets need a decoder to become text, or are bitmaps.
    package var subtitleTextForm: SubtitleTextForm? {
        switch pointer.pointee.codec_id {
        case AV_CODEC_ID_SUBRIP, AV_CODEC_ID_TEXT: .subRip
        case AV_CODEC_ID_WEBVTT: .webVTT
        case AV_CODEC_ID_ASS, AV_CODEC_ID_SSA: .ass
        default: nil
        }
    }

    /// The data that precedes the packets: styles, for ASS.
    package var privateData: [UInt8] {
        guard let bytes = pointer.pointee.extradata, pointer.pointee.extradata_size > 0 else { return [] }
        return Array(UnsafeBufferPointer(start: bytes, count: Int(pointer.pointee.extradata_size)))
    }
}

extension Packet {
    package func payload(limit: Int) -> [UInt8] {
        guard let bytes = pointer.pointee.data else { return [] }
        return Array(UnsafeBufferPointer(start: bytes, count: min(byteCount, limit)))
    }

    /// Stored beside the cue's text.
    package var cueSettings: String {
        var size = 0
        guard let bytes = av_packet_get_side_data(pointer, AV_PKT_DATA_WEBVTT_SETTINGS, &size), size > 0 else {
            return ""
        }
        return String(decoding: UnsafeBufferPointer(start: bytes, count: size), as: UTF8.self)
    }
}
