internal import CFFmpeg
package import PlayCore

package enum PictureFileFormat: Sendable, Equatable {
    case png
    /// Quality 0 … 100; other values are clamped.
    case jpeg(quality: Int)
}

/// Encodes pixels as a picture file, in some 0.1 s for 1080p. Any thread.
package enum PictureWriter {
    /// - Parameter pixelAspect: width of a pixel divided by its height, above 0; stored in the file if it is not 1.
    package static func encode(
        _ picture: PixelBuffer, as format: PictureFileFormat, pixelAspect: Double = 1
    ) throws(MediaError) -> [UInt8] {
        let encoder = try StillEncoder(picture, format, pixelAspect: pixelAspect)
        return try encoder.encode(picture)
    }
}

private final class StillEncoder {
    private let format: PictureFileFormat
    private let context: UnsafeMutablePointer<AVCodecContext>
    private let frame: UnsafeMutablePointer<AVFrame>
    private let packet: UnsafeMutablePointer<AVPacket>

    init(_ picture: PixelBuffer, _ format: PictureFileFormat, pixelAspect: Double) throws(MediaError) {
        let (identifier, pixels) =
            switch format {
            case .png: (AV_CODEC_ID_PNG, AV_PIX_FMT_RGB24)
            case .jpeg: (AV_CODEC_ID_MJPEG, AV_PIX_FMT_YUVJ444P)
            }
        guard let codec = avcodec_find_encoder(identifier) else {
            throw MediaError(.noDecoder, operation: "find an encoder for the picture file")
        }
        self.format = format
        context = allocated(avcodec_alloc_context3(codec), "codec context")
        frame = allocated(av_frame_alloc(), "frame")
        packet = allocated(av_packet_alloc(), "packet")
        context.pointee.width = Int32(picture.width)
        context.pointee.height = Int32(picture.height)
        context.pointee.pix_fmt = pixels
        context.pointee.time_base = AVRational(num: 1, den: 1)
        context.pointee.sample_aspect_ratio =
            pixelAspect == 1 ? AVRational(num: 0, den: 1) : av_d2q(pixelAspect, 1000)
        if case .jpeg(let quality) = format {
            // FFmpeg's scale: 1 is the best, 31 the worst.
            context.pointee.flags |= AV_CODEC_FLAG_QSCALE
            let scale = 1 + (100 - min(max(quality, 0), 100)) * 30 / 100
            context.pointee.global_quality = Int32(scale) * FF_QP2LAMBDA
            frame.pointee.quality = context.pointee.global_quality
        }
        try check(avcodec_open2(context, codec, nil), "open the encoder of the picture file")
        frame.pointee.width = context.pointee.width
        frame.pointee.height = context.pointee.height
        frame.pointee.format = pixels.rawValue
        frame.pointee.sample_aspect_ratio = context.pointee.sample_aspect_ratio
        try check(av_frame_get_buffer(frame, 0), "allocate the picture")
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        var packet: UnsafeMutablePointer<AVPacket>? = packet
        avcodec_free_context(&context)
        av_frame_free(&frame)
        av_packet_free(&packet)
    }

    func encode(_ picture: PixelBuffer) throws(MediaError) -> [UInt8] {
        switch format {
        case .png: copy(picture)
        case .jpeg: try convert(picture)
        }
        try check(avcodec_send_frame(context, frame), "encode the picture file")
        try check(avcodec_send_frame(context, nil), "encode the picture file")
        try check(avcodec_receive_packet(context, packet), "encode the picture file")
        return Array(UnsafeBufferPointer(start: packet.pointee.data, count: Int(packet.pointee.size)))
    }

    private func copy(_ picture: PixelBuffer) {
        guard let target = frame.pointee.data.0 else { return }
        let line = Int(frame.pointee.linesize.0)
        picture.withBytes { source in
            for y in 0..<picture.height {
                for x in 0..<picture.width {
                    let from = (y &* picture.width &+ x) &* 4
                    let to = y &* line &+ x &* 3
                    for part in 0..<3 { target[to &+ part] = source[from &+ part] }
                }
            }
        }
    }

    /// Converts to JFIF: BT.601 in full range.
    private func convert(_ picture: PixelBuffer) throws(MediaError) {
        let (width, height) = (Int32(picture.width), Int32(picture.height))
        guard
            let scaler = tv_scaler_make(
                nil, width, height, AV_PIX_FMT_RGB0, width, height, AV_PIX_FMT_YUV444P,
                tv_scale_bicubic | tv_scale_accurate | tv_scale_full_chroma_in)
        else { throw MediaError(.decode, operation: "convert the picture for the file") }
        defer { tv_scaler_free(scaler) }
        tv_scaler_set_color(scaler, SWS_CS_ITU601, 1, SWS_CS_ITU601, 1)
        let data = frame.pointee.data
        let lines = frame.pointee.linesize
        let target = [data.0, data.1, data.2, nil]
        let strides = [lines.0, lines.1, lines.2, 0]
        let rows = picture.withBytes { source in
            tv_scaler_run(scaler, [source.baseAddress, nil, nil, nil], [width * 4, 0, 0, 0], height, target, strides)
        }
        try check(rows, "convert the picture for the file")
    }
}
