internal import CFFmpeg

/// Makes a key frame available as soon as it is decoded. The decoder itself holds it back until it has decoded the
/// frames that might precede it: two or three more for H.264. FFmpeg reports each decoded band of a picture
/// (`draw_horiz_band`; for H.264 and the MPEG family, with one thread). The picture shares its memory with the decoder,
/// which only reads it from then on. Used on the decoder's thread.
final class EarlyPicture {
    private let frame = allocated(av_frame_alloc(), "frame")

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = frame
        av_frame_free(&frame)
    }

    /// Captures the decoder's next picture. The decoder must not outlive this object unless ``ignore(_:)`` follows.
    func watch(_ decoder: UnsafeMutablePointer<AVCodecContext>) {
        decoder.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
        decoder.pointee.slice_flags = SLICE_FLAG_CODED_ORDER
        decoder.pointee.draw_horiz_band = { decoder, picture, _, top, _, height in
            guard let decoder, let picture, let place = decoder.pointee.opaque else { return }
            guard top + height >= decoder.pointee.height else { return }
            Unmanaged<EarlyPicture>.fromOpaque(place).takeUnretainedValue().keep(picture)
        }
    }

    func ignore(_ decoder: UnsafeMutablePointer<AVCodecContext>) {
        decoder.pointee.draw_horiz_band = nil
        decoder.pointee.slice_flags = 0
        decoder.pointee.opaque = nil
        av_frame_unref(frame)
    }

    private func keep(_ picture: UnsafePointer<AVFrame>) {
        av_frame_unref(frame)
        // If memory runs out, the picture comes in its turn.
        guard av_frame_ref(frame, picture) >= 0 else { return }
        guard av_frame_apply_cropping(frame, Int32(AV_FRAME_CROP_UNALIGNED)) >= 0 else { return av_frame_unref(frame) }
        // The decoder sets these only when the picture's turn comes.
        frame.pointee.best_effort_timestamp = frame.pointee.pts
        tv_frame_mark_key(frame)
    }

    /// `nil` if the picture is incomplete, predicted from others, or without a time.
    var picture: UnsafeMutablePointer<AVFrame>? {
        let isThere =
            frame.pointee.width > 0 && frame.pointee.pict_type == AV_PICTURE_TYPE_I && frame.pointee.pts != tv_nopts
        return isThere ? frame : nil
    }
}
