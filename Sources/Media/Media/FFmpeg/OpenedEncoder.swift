internal import CFFmpeg

/// An open encoder, with a packet for its output. Created and used on one thread.
final class OpenedEncoder {
    let pointer: UnsafeMutablePointer<AVCodecContext>
    let packet: UnsafeMutablePointer<AVPacket>
    let parameters: CodecParameters

    /// Takes ownership of a configured context, which it frees if opening fails.
    init(
        _ context: UnsafeMutablePointer<AVCodecContext>, _ codec: UnsafePointer<AVCodec>, _ options: [String: String]
    ) throws(MediaError) {
        pointer = context
        packet = allocated(av_packet_alloc(), "packet")
        var dictionary: OpaquePointer?
        defer { av_dict_free(&dictionary) }
        for (name, value) in options { av_dict_set(&dictionary, name, value, 0) }
        let opened = avcodec_open2(context, codec, &dictionary)
        var made = avcodec_parameters_alloc()
        defer { avcodec_parameters_free(&made) }
        let copied = made.map { avcodec_parameters_from_context($0, context) } ?? tv_averror(ENOMEM)
        guard opened >= 0, copied >= 0, let made else {
            let name = String(cString: codec.pointee.name)
            Self.free(context, packet)
            throw MediaError(.noDecoder, operation: "open the encoder \(name)", libraryCode: min(opened, copied))
        }
        parameters = CodecParameters(copying: made)
    }

    deinit { Self.free(pointer, packet) }

    private static func free(
        _ context: UnsafeMutablePointer<AVCodecContext>, _ packet: UnsafeMutablePointer<AVPacket>
    ) {
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        av_packet_free(&packet)
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&context)
    }
}
