internal import CFFmpeg
package import PlayCore

/// Converts one caption channel's bytes to text with FFmpeg's decoder for CEA-608. Created and used on one thread.
package final class CaptionDecoder {
    private let codec: CodecContext
    private let packet: UnsafeMutablePointer<AVPacket>

    package init() throws(MediaError) {
        // Reports the screen when it changes, not when it is cleared.
        codec = try CodecContext(
            parameters: .captions, threads: 1, hardware: nil,
            options: ["real_time": "1", "real_time_latency_msec": "0", "data_field": "first"])
        packet = allocated(av_packet_alloc(), "packet")
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
    }

    /// Returns ASS text, or `nil` if the screen is unchanged.
    ///
    /// - Parameter triplets: of one picture; ``CaptionChannels/silence`` if it has none.
    package func text(_ triplets: [UInt8], at time: MediaTime) -> String? {
        av_packet_unref(packet)
        guard !triplets.isEmpty, av_new_packet(packet, Int32(triplets.count)) >= 0, let data = packet.pointee.data
        else {
            return nil
        }
        data.update(from: triplets, count: triplets.count)
        packet.pointee.pts = time.nanoseconds
        var subtitle = AVSubtitle()
        var isComplete: Int32 = 0
        guard avcodec_decode_subtitle2(codec.pointer, &subtitle, &isComplete, packet) >= 0, isComplete != 0 else {
            return nil
        }
        defer { avsubtitle_free(&subtitle) }
        guard subtitle.num_rects > 0, let last = subtitle.rects[Int(subtitle.num_rects) - 1],
            let line = last.pointee.ass
        else { return nil }
        // `ReadOrder,Layer,Style,Name,MarginL,MarginR,MarginV,Effect,Text`
        return String(cString: line).split(separator: ",", maxSplits: 8, omittingEmptySubsequences: false)
            .dropFirst(8).first.map(String.init)
    }
}

extension CodecParameters {
    fileprivate static var captions: CodecParameters {
        var parameters: UnsafeMutablePointer<AVCodecParameters>? = allocated(
            avcodec_parameters_alloc(), "codec parameters")
        defer { avcodec_parameters_free(&parameters) }
        guard let parameters else { preconditionFailure("allocated() returned nil") }
        parameters.pointee.codec_type = AVMEDIA_TYPE_SUBTITLE
        parameters.pointee.codec_id = AV_CODEC_ID_EIA_608
        return CodecParameters(copying: parameters)
    }

    package var captionCarrier: CaptionCarrier? {
        switch pointer.pointee.codec_id {
        case AV_CODEC_ID_H264: .h264(lengthSize: lengthSize(at: 4))
        case AV_CODEC_ID_HEVC: .hevc(lengthSize: lengthSize(at: 21))
        case AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MPEG2VIDEO: .mpeg2
        default: nil
        }
    }

    /// Returns the size of the lengths in `avcC` and `hvcC`, or `nil` for start codes.
    private func lengthSize(at offset: Int) -> Int? {
        let bytes = privateData
        return bytes.count > offset && bytes[0] == 1 ? Int(bytes[offset] & 3) + 1 : nil
    }
}

extension Packet {
    package func captions(_ carrier: CaptionCarrier) -> [UInt8] {
        guard let bytes = pointer.pointee.data, byteCount > 0 else { return [] }
        return carrier.triplets(in: UnsafeRawBufferPointer(start: bytes, count: byteCount))
    }

    /// The container's decoding time. If `nil`, the order of pictures is unknown.
    package var ownDecodingTime: MediaTime? {
        pointer.pointee.dts == tv_nopts ? nil : MediaTime(nanoseconds: pointer.pointee.dts)
    }
}
