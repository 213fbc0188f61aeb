internal import CFFmpeg
internal import PlayCore

/// Scales formats and sizes that ``AreaScaler`` does not support. Keeps its swscale converter. One thread.
final class LibraryScaler {
    private var context: OpaquePointer?

    deinit { tv_scaler_free(context) }

    /// - Parameters:
    ///   - bytes: `width × height × 4`, as in ``PlayCore/PixelBuffer``, before any turn.
    ///   - hasOpacity: whether the fourth byte is the opacity; otherwise it is unused.
    func scale(
        _ frame: UnsafePointer<AVFrame>, _ window: FrameWindow, to width: Int, _ height: Int,
        into bytes: UnsafeMutableBufferPointer<UInt8>, hasOpacity: Bool = false
    ) throws(MediaError) {
        try prepare(
            frame, window, width: Int32(width), height: Int32(height),
            as: hasOpacity ? AV_PIX_FMT_RGBA : AV_PIX_FMT_RGB0)
        try check(
            convert(frame, window, into: bytes, stride: Int32(width * 4)), "scale the picture")
    }

    private func prepare(
        _ frame: UnsafePointer<AVFrame>, _ window: FrameWindow, width: Int32, height: Int32, as target: AVPixelFormat
    ) throws(MediaError) {
        let (sourceWidth, sourceHeight) = (Int32(window.width), Int32(window.height))
        let shrinks = width <= sourceWidth && height <= sourceHeight
        let flags = (shrinks ? tv_scale_area : tv_scale_bicubic) | tv_scale_accurate | tv_scale_full_chroma_out
        let stored = AVPixelFormat(rawValue: frame.pointee.format)
        let updated = tv_scaler_make(
            context, sourceWidth, sourceHeight, PlainFormat.of(stored), width, height, target, flags)
        context = updated
        guard let updated else { throw MediaError(.decode, operation: "scale this pixel format") }
        let isFull = frame.pointee.color_range == AVCOL_RANGE_JPEG || PlainFormat.isFullRange(stored)
        tv_scaler_set_color(
            updated, PictureColor.swscaleMatrix(of: frame), isFull ? 1 : 0, SWS_CS_ITU709, 1)
    }

    private func convert(
        _ frame: UnsafePointer<AVFrame>, _ window: FrameWindow, into bytes: UnsafeMutableBufferPointer<UInt8>,
        stride: Int32
    ) -> Int32 {
        let planes = FramePlanes(frame, isField: window.isField)
        var target: [UnsafeMutablePointer<UInt8>?] = [bytes.baseAddress, nil, nil, nil]
        var targetStride: [Int32] = [stride, 0, 0, 0]
        return tv_scaler_run(context, planes.data, planes.strides, Int32(window.height), &target, &targetStride)
    }
}

/// In swscale's form. Valid while the frame is.
struct FramePlanes {
    private(set) var data = [UnsafePointer<UInt8>?](repeating: nil, count: 8)
    private(set) var strides = [Int32](repeating: 0, count: 8)

    init(_ frame: UnsafePointer<AVFrame>, isField: Bool) {
        let factor: Int32 = isField ? 2 : 1
        withUnsafePointer(to: frame.pointee.linesize) { tuple in
            tuple.withMemoryRebound(to: Int32.self, capacity: 8) { lines in
                for plane in 0..<8 { strides[plane] = lines[plane] &* factor }
            }
        }
        withUnsafePointer(to: frame.pointee.data) { tuple in
            tuple.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 8) { planes in
                for plane in 0..<8 { data[plane] = planes[plane].map { UnsafePointer($0) } }
            }
        }
        // A palette is a plane without rows.
        if frame.pointee.format == AV_PIX_FMT_PAL8.rawValue { strides[1] = 0 }
    }
}

/// A reference to a frame with its edges cropped; the pixels are shared. One thread.
final class CroppedFrame {
    private let pointer: UnsafeMutablePointer<AVFrame>

    init() { pointer = allocated(av_frame_alloc(), "frame") }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = pointer
        av_frame_free(&frame)
    }

    /// Returns the part of `source` inside `window`; valid until `release()`.
    func show(_ source: UnsafePointer<AVFrame>, _ window: FrameWindow) throws(MediaError) -> UnsafePointer<AVFrame> {
        release()
        try check(av_frame_ref(pointer, source), "reference the picture")
        pointer.pointee.crop_left = window.x
        pointer.pointee.crop_right = window.right
        pointer.pointee.crop_top = window.y
        pointer.pointee.crop_bottom = window.bottom
        try check(av_frame_apply_cropping(pointer, Int32(AV_FRAME_CROP_UNALIGNED)), "crop the picture")
        return UnsafePointer(pointer)
    }

    func release() { av_frame_unref(pointer) }
}
