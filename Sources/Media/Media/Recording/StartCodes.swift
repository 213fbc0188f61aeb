internal import CFFmpeg
internal import PlayCore

/// Converts H.264 packets to the form of transport streams: start codes instead of lengths, and the decoder's
/// parameters before each key frame. One thread.
final class StartCodes {
    private var filter: UnsafeMutablePointer<AVBSFContext>?
    private let scratch: UnsafeMutablePointer<AVPacket>

    init(_ parameters: CodecParameters) throws(MediaError) {
        scratch = allocated(av_packet_alloc(), "packet")
        guard parameters.pointer.pointee.codec_id == AV_CODEC_ID_H264,
            let found = av_bsf_get_by_name("h264_mp4toannexb")
        else { throw MediaError(.noDecoder, operation: "record \(parameters.codecName)") }
        try check(av_bsf_alloc(found, &filter), "set up start codes")
        try check(avcodec_parameters_copy(filter?.pointee.par_in, parameters.pointer), "copy codec parameters")
        filter?.pointee.time_base_in = Ticks.base
        try check(av_bsf_init(filter), "set up start codes")
    }

    deinit {
        var packet: UnsafeMutablePointer<AVPacket>? = scratch
        av_packet_free(&packet)
        av_bsf_free(&filter)
    }

    /// Converts a packet without changing it. Returns `nil` if it produces no output.
    func convert(_ packet: Packet) throws(MediaError) -> Packet? {
        try check(av_packet_ref(scratch, packet.pointer), "copy a packet")
        let sent = av_bsf_send_packet(filter, scratch)
        if sent < 0 {
            av_packet_unref(scratch)
            try check(sent, "write start codes")
        }
        let received = av_bsf_receive_packet(filter, scratch)
        if received == tv_averror_eagain { return nil }
        try check(received, "write start codes")
        return Packet(moving: scratch, time: packet.time, duration: packet.duration)
    }
}
