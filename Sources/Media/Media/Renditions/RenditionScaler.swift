internal import CFFmpeg

/// Scales pictures for an encoder: 8 bits, 4:2:0, square pixels, with the same matrix and range. One thread.
final class RenditionScaler {
    private let picture: UnsafeMutablePointer<AVFrame>
    private let cropped = CroppedFrame()
    private var context: OpaquePointer?

    init(width: Int, height: Int) throws(MediaError) {
        picture = allocated(av_frame_alloc(), "frame")
        picture.pointee.width = Int32(width)
        picture.pointee.height = Int32(height)
        picture.pointee.format = AV_PIX_FMT_YUV420P.rawValue
        try check(av_frame_get_buffer(picture, 0), "allocate the picture")
    }

    deinit {
        tv_scaler_free(context)
        var frame: UnsafeMutablePointer<AVFrame>? = picture
        av_frame_free(&frame)
    }

    /// Returns the scaled picture; valid until the next one is scaled.
    func scale(_ frame: UnsafePointer<AVFrame>) throws(MediaError) -> UnsafeMutablePointer<AVFrame> {
        // An encoder may still use the previous picture.
        try check(av_frame_make_writable(picture), "allocate the picture")
        let (width, height) = (picture.pointee.width, picture.pointee.height)
        let window = FrameWindow(of: frame, crop: .none, rows: Int(height))
        let color = RenditionColor(of: frame)
        defer { cropped.release() }
        let source = try cropped.show(frame, window)
        let made = tv_scaler_make(
            context, Int32(window.width), Int32(window.height),
            PlainFormat.of(AVPixelFormat(rawValue: frame.pointee.format)), width, height, AV_PIX_FMT_YUV420P,
            tv_scale_area | tv_scale_accurate)
        context = made
        guard let made else { throw MediaError(.decode, operation: "scale this pixel format") }
        let range: Int32 = color.isFullRange ? 1 : 0
        tv_scaler_set_color(made, color.swscaleMatrix, color.isRGB ? 1 : range, color.swscaleMatrix, range)
        let planes = FramePlanes(source, isField: window.isField)
        let (data, lines) = (picture.pointee.data, picture.pointee.linesize)
        let target = [data.0, data.1, data.2, nil]
        let rows = tv_scaler_run(
            made, planes.data, planes.strides, Int32(window.height), target, [lines.0, lines.1, lines.2, 0])
        try check(rows, "scale the picture")
        try copyCaptions(of: frame)
        return picture
    }

    private func copyCaptions(of frame: UnsafePointer<AVFrame>) throws(MediaError) {
        av_frame_remove_side_data(picture, AV_FRAME_DATA_A53_CC)
        guard let captions = av_frame_get_side_data(frame, AV_FRAME_DATA_A53_CC),
            let buffer = av_buffer_ref(captions.pointee.buf)
        else { return }
        if av_frame_new_side_data_from_buf(picture, AV_FRAME_DATA_A53_CC, buffer) == nil {
            var buffer: UnsafeMutablePointer<AVBufferRef>? = buffer
            av_buffer_unref(&buffer)
            throw MediaError(.decode, operation: "copy the captions", libraryCode: tv_averror(ENOMEM))
        }
    }
}

/// The meaning of the colours: the source's, but explicit where a player would guess by the size.
struct RenditionColor {
    let swscaleMatrix: Int32
    let matrix: AVColorSpace
    let isFullRange: Bool
    let isRGB: Bool
    let transfer: AVColorTransferCharacteristic
    let primaries: AVColorPrimaries

    init(of frame: UnsafePointer<AVFrame>) {
        let format = AVPixelFormat(rawValue: frame.pointee.format)
        isRGB = av_pix_fmt_desc_get(format).map { $0.pointee.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0 } ?? false
        swscaleMatrix = isRGB ? SWS_CS_ITU709 : PictureColor.swscaleMatrix(of: frame)
        matrix =
            switch swscaleMatrix {
            case SWS_CS_ITU709: AVCOL_SPC_BT709
            case SWS_CS_BT2020: AVCOL_SPC_BT2020_NCL
            case SWS_CS_SMPTE240M: AVCOL_SPC_SMPTE240M
            case SWS_CS_FCC: AVCOL_SPC_FCC
            default: AVCOL_SPC_SMPTE170M
            }
        isFullRange = !isRGB && (frame.pointee.color_range == AVCOL_RANGE_JPEG || PlainFormat.isFullRange(format))
        (transfer, primaries) = (frame.pointee.color_trc, frame.pointee.color_primaries)
    }
}
