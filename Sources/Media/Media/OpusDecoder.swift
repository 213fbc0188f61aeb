internal import CFFmpeg
package import PlayCore

/// Decodes Opus packets, valid or not, to interleaved sound. One thread.
package final class OpusDecoder {
    private let context: UnsafeMutablePointer<AVCodecContext>
    private let packet: UnsafeMutablePointer<AVPacket>
    private let frame: UnsafeMutablePointer<AVFrame>
    private let resampler: Resampler

    package init(format: AudioFormat) throws(MediaError) {
        guard let codec = CodecContext.opusDecoder else {
            throw MediaError(.noDecoder, operation: "find a decoder for opus")
        }
        context = allocated(avcodec_alloc_context3(codec), "codec context")
        packet = allocated(av_packet_alloc(), "packet")
        frame = allocated(av_frame_alloc(), "frame")
        resampler = Resampler(format: format)
        context.pointee.sample_rate = Int32(OpusEncoder.sampleRate)
        context.pointee.request_sample_fmt = AV_SAMPLE_FMT_FLT
        av_channel_layout_default(&context.pointee.ch_layout, 2)
        try check(avcodec_open2(context, codec, nil), "open the decoder for opus", as: .noDecoder)
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        avcodec_free_context(&context)
        av_packet_free(&packet)
        av_frame_free(&frame)
    }

    /// - Returns: the sound of the packet. Empty if it is damaged, or the decoder has just started.
    package func decode(_ data: [UInt8]) throws(MediaError) -> [Float] {
        try check(av_new_packet(packet, Int32(data.count)), "allocate a packet")
        defer { av_packet_unref(packet) }
        UnsafeMutableRawPointer(packet.pointee.data)?.copyMemory(from: data, byteCount: data.count)
        var samples: [Float] = []
        guard avcodec_send_packet(context, packet) >= 0 else { return [] }
        while avcodec_receive_frame(context, frame) >= 0 {
            defer { av_frame_unref(frame) }
            samples += try resampler.convert(frame)
        }
        return samples
    }

    package func reset() {
        avcodec_flush_buffers(context)
        resampler.reset()
    }
}
