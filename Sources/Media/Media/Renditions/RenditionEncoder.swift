internal import CFFmpeg
internal import PlayCore

package struct RenditionCoding: Sendable, Equatable {
    package var width: Int
    package var height: Int
    /// Ticks per second.
    package var timescale: Int32
    package var framesPerSecond: Double?
    /// x264's scale: 0 … 51, lower is better.
    package var quality: Int
    package var mostBits: Int

    package init(
        width: Int, height: Int, timescale: Int32, framesPerSecond: Double?, quality: Int, mostBits: Int
    ) {
        (self.width, self.height, self.timescale) = (width, height, timescale)
        (self.framesPerSecond, self.quality, self.mostBits) = (framesPerSecond, quality, mostBits)
    }
}

/// Encodes frames as a smaller rendition: H.264 without frames that refer to later ones, so that each picture has its
/// source's time and decoding is cheap. One thread; the encoder has threads of its own.
package final class RenditionEncoder {
    package var parameters: CodecParameters { encoder.parameters }
    private let scaler: RenditionScaler
    private let encoder: OpenedEncoder
    private var lastTicks = Int64.min

    private static let operation = "encode a rendition"

    /// - Parameter first: defines the meaning of the colours.
    package init(_ coding: RenditionCoding, like first: VideoFrame) throws(MediaError) {
        scaler = try RenditionScaler(width: coding.width, height: coding.height)
        guard let codec = avcodec_find_encoder_by_name("libx264") else {
            throw MediaError(.noDecoder, operation: "find the encoder libx264")
        }
        let context = allocated(avcodec_alloc_context3(codec), "codec context")
        Self.set(coding, RenditionColor(of: first.pointer), of: context)
        encoder = try OpenedEncoder(context, codec, Self.options(coding))
    }

    private static func set(
        _ coding: RenditionCoding, _ color: RenditionColor, of context: UnsafeMutablePointer<AVCodecContext>
    ) {
        (context.pointee.width, context.pointee.height) = (Int32(coding.width), Int32(coding.height))
        context.pointee.pix_fmt = AV_PIX_FMT_YUV420P
        context.pointee.sample_aspect_ratio = AVRational(num: 1, den: 1)
        context.pointee.time_base = AVRational(num: 1, den: coding.timescale)
        context.pointee.framerate = av_d2q(coding.framesPerSecond ?? 25, 100_000)
        context.pointee.flags |= AV_CODEC_FLAG_GLOBAL_HEADER
        context.pointee.max_b_frames = 0
        // Key frames occur only on request.
        context.pointee.gop_size = 100_000
        context.pointee.rc_max_rate = Int64(coding.mostBits)
        context.pointee.rc_buffer_size = Int32(clamping: coding.mostBits * 2)
        context.pointee.thread_count = min(4, max(1, av_cpu_count()))
        context.pointee.colorspace = color.matrix
        context.pointee.color_range = color.isFullRange ? AVCOL_RANGE_JPEG : AVCOL_RANGE_MPEG
        (context.pointee.color_trc, context.pointee.color_primaries) = (color.transfer, color.primaries)
    }

    private static func options(_ coding: RenditionCoding) -> [String: String] {
        ["preset": "fast", "crf": "\(coding.quality)", "forced-idr": "1", "sc_threshold": "0"]
    }

    /// Drops a frame that is not later than the previous one. Frames after a key frame never refer to frames before it.
    /// `body` receives the ready packets in order of time.
    package func encode(
        _ frame: VideoFrame, isKey: Bool, _ body: (Packet) throws(MediaError) -> Void
    ) throws(MediaError) {
        let ticks = av_rescale_q(frame.time.nanoseconds, Ticks.base, encoder.pointer.pointee.time_base)
        guard ticks > lastTicks else { return }
        lastTicks = ticks
        let picture = try scaler.scale(frame.pointer)
        picture.pointee.pts = ticks
        picture.pointee.pict_type = isKey ? AV_PICTURE_TYPE_I : AV_PICTURE_TYPE_NONE
        try check(avcodec_send_frame(encoder.pointer, picture), Self.operation)
        try receive(body)
    }

    package func finish(_ body: (Packet) throws(MediaError) -> Void) throws(MediaError) {
        try check(avcodec_send_frame(encoder.pointer, nil), Self.operation)
        try receive(body)
    }

    private func receive(_ body: (Packet) throws(MediaError) -> Void) throws(MediaError) {
        while true {
            let got = avcodec_receive_packet(encoder.pointer, encoder.packet)
            if got == tv_averror_eagain || got == tv_averror_eof { return }
            try check(got, Self.operation)
            av_packet_rescale_ts(encoder.packet, encoder.pointer.pointee.time_base, Ticks.base)
            encoder.packet.pointee.stream_index = 0
            let time = MediaTime(nanoseconds: encoder.packet.pointee.pts)
            try body(Packet(moving: encoder.packet, time: time, duration: nil))
        }
    }
}

extension CodecParameters {
    /// RFC 6381: `avc1.64001F`. `nil` for another codec.
    package var playlistCodec: String? {
        guard pointer.pointee.codec_id == AV_CODEC_ID_H264, let data = pointer.pointee.extradata else { return nil }
        let bytes = UnsafeBufferPointer(start: data, count: Int(pointer.pointee.extradata_size))
        let start = bytes.indices.dropLast(7).first {
            bytes[$0] == 0 && bytes[$0 + 1] == 0 && bytes[$0 + 2] == 1 && bytes[$0 + 3] & 0x1F == 7
        }
        guard let start else { return nil }
        let digits = bytes[(start + 4)..<(start + 7)].map { byte in
            let text = String(byte, radix: 16, uppercase: true)
            return text.count == 1 ? "0" + text : text
        }
        return "avc1." + digits.joined()
    }
}
