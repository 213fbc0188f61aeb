internal import CFFmpeg
package import PlayCore

/// Scales decoded pictures to the few pixels of a terminal: the right colour conversion, area averaging.
///
/// One thread (`picture`). Keeps its converter while size and format stay the same.
package final class Scaler {
    private var context: OpaquePointer?
    private let work: UnsafeMutablePointer<AVFrame>

    package init() {
        work = allocated(av_frame_alloc(), "frame")
    }

    deinit {
        sws_freeContext(context)
        var frame: UnsafeMutablePointer<AVFrame>? = work
        av_frame_free(&frame)
    }

    /// The part of `frame` that `crop` names, upright, as `width × height` RGB pixels (each at least 1).
    ///
    /// Cost: about 0.7 ms for 1080p to 240×134 (notes §5: area averaging with accurate rounding and full chroma).
    package func scale(_ frame: VideoFrame, to width: Int, _ height: Int, crop: Crop) throws(MediaError) -> PixelBuffer
    {
        av_frame_unref(work)
        try check(av_frame_ref(work, frame.pointer), "reference the picture")
        defer { av_frame_unref(work) }
        try apply(crop.turned(against: frame.rotation), to: work)
        let turned = frame.rotation.isQuarterTurn
        let scaled = try scaleUpright(to: turned ? height : width, turned ? width : height)
        return frame.rotation == .none ? scaled : scaled.turned(frame.rotation)
    }

    private func scaleUpright(to width: Int, _ height: Int) throws(MediaError) -> PixelBuffer {
        let field = Self.usesOneField(work, height: height)
        let sourceHeight = field ? work.pointee.height / 2 : work.pointee.height
        try prepare(sourceHeight: sourceHeight, width: Int32(width), height: Int32(height))
        var failure: Int32 = 0
        let result = PixelBuffer(width: width, height: height) { bytes in
            failure = convert(field: field, sourceHeight: sourceHeight, into: bytes, stride: Int32(width * 4))
        }
        try check(failure, "scale the picture")
        return result
    }

    /// An interlaced picture that is shrunk to half its height or less needs only one of its two fields: no combing,
    /// and half the work.
    private static func usesOneField(_ frame: UnsafeMutablePointer<AVFrame>, height: Int) -> Bool {
        frame.pointee.interlaced_frame != 0 && height <= Int(frame.pointee.height) / 2
    }

    private func prepare(sourceHeight: Int32, width: Int32, height: Int32) throws(MediaError) {
        let sourceWidth = work.pointee.width
        let shrinks = width <= sourceWidth && height <= sourceHeight
        let flags = (shrinks ? SWS_AREA : SWS_BICUBIC) | SWS_ACCURATE_RND | SWS_FULL_CHR_H_INT
        let format = Self.plainFormat(AVPixelFormat(rawValue: work.pointee.format))
        let updated = sws_getCachedContext(
            context, sourceWidth, sourceHeight, format, width, height, AV_PIX_FMT_RGB0, flags, nil, nil, nil)
        context = updated
        guard let updated else { throw MediaError(.decode, operation: "scale this pixel format") }
        setColors(updated)
    }

    /// BT.601 for what says so and for small pictures without a word, BT.709 for larger ones (as mpv and FFmpeg's
    /// players do); full range where the frame says so.
    private func setColors(_ context: OpaquePointer) {
        let space = work.pointee.colorspace
        let guessed = work.pointee.height >= 720 || work.pointee.width >= 1280 ? SWS_CS_ITU709 : SWS_CS_ITU601
        let matrix: Int32
        switch space {
        case AVCOL_SPC_BT709: matrix = SWS_CS_ITU709
        case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: matrix = SWS_CS_BT2020
        case AVCOL_SPC_SMPTE240M: matrix = SWS_CS_SMPTE240M
        case AVCOL_SPC_FCC: matrix = SWS_CS_FCC
        case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: matrix = SWS_CS_ITU601
        default: matrix = guessed
        }
        let isFull = work.pointee.color_range == AVCOL_RANGE_JPEG || Self.isFullRange(work.pointee.format)
        sws_setColorspaceDetails(
            context, sws_getCoefficients(matrix), isFull ? 1 : 0, sws_getCoefficients(SWS_CS_ITU709), 1, 0, 1 << 16,
            1 << 16)
    }

    private static func isFullRange(_ format: Int32) -> Bool {
        plainFormat(AVPixelFormat(rawValue: format)).rawValue != format
    }

    /// The old "full range" formats are their plain ones with the range said elsewhere.
    private static func plainFormat(_ format: AVPixelFormat) -> AVPixelFormat {
        switch format {
        case AV_PIX_FMT_YUVJ420P: AV_PIX_FMT_YUV420P
        case AV_PIX_FMT_YUVJ422P: AV_PIX_FMT_YUV422P
        case AV_PIX_FMT_YUVJ444P: AV_PIX_FMT_YUV444P
        case AV_PIX_FMT_YUVJ440P: AV_PIX_FMT_YUV440P
        case AV_PIX_FMT_YUVJ411P: AV_PIX_FMT_YUV411P
        default: format
        }
    }

    private func convert(
        field: Bool, sourceHeight: Int32, into bytes: UnsafeMutableBufferPointer<UInt8>, stride: Int32
    ) -> Int32 {
        let factor: Int32 = field ? 2 : 1
        var strides = [Int32](repeating: 0, count: 8)
        var planes = [UnsafePointer<UInt8>?](repeating: nil, count: 8)
        withUnsafePointer(to: &work.pointee.linesize) { tuple in
            tuple.withMemoryRebound(to: Int32.self, capacity: 8) { lines in
                for plane in 0..<8 { strides[plane] = lines[plane] &* factor }
            }
        }
        withUnsafePointer(to: &work.pointee.data) { tuple in
            tuple.withMemoryRebound(to: UnsafeMutablePointer<UInt8>?.self, capacity: 8) { data in
                for plane in 0..<8 { planes[plane] = data[plane].map { UnsafePointer($0) } }
            }
        }
        // A palette is a plane without lines.
        if work.pointee.format == AV_PIX_FMT_PAL8.rawValue { strides[1] = 0 }
        var target: [UnsafeMutablePointer<UInt8>?] = [bytes.baseAddress, nil, nil, nil]
        var targetStride: [Int32] = [stride, 0, 0, 0]
        return sws_scale(context, planes, strides, 0, sourceHeight, &target, &targetStride)
    }

    private func apply(_ crop: Crop, to frame: UnsafeMutablePointer<AVFrame>) throws(MediaError) {
        guard crop != .none else { return }
        let width = Int(frame.pointee.width)
        let height = Int(frame.pointee.height)
        // Even edges: chroma is subsampled by two.
        frame.pointee.crop_left = Int(Double(width) * crop.horizontal) & ~1
        frame.pointee.crop_right = frame.pointee.crop_left
        frame.pointee.crop_top = Int(Double(height) * crop.vertical) & ~1
        frame.pointee.crop_bottom = frame.pointee.crop_top
        try check(av_frame_apply_cropping(frame, Int32(AV_FRAME_CROP_UNALIGNED)), "crop the picture")
    }
}

/// What is cut off at each side of the upright picture, as a fraction of its width or height, 0 ..< 0.5.
package struct Crop: Sendable, Equatable {
    /// From the left and the same from the right.
    package let horizontal: Double
    /// From the top and the same from the bottom.
    package let vertical: Double

    package static let none = Crop(horizontal: 0, vertical: 0)

    package init(horizontal: Double, vertical: Double) {
        self.horizontal = min(max(0, horizontal), 0.49)
        self.vertical = min(max(0, vertical), 0.49)
    }

    func turned(against rotation: Rotation) -> Crop {
        rotation.isQuarterTurn ? Crop(horizontal: vertical, vertical: horizontal) : self
    }
}

extension PixelBuffer {
    /// This picture turned clockwise.
    func turned(_ rotation: Rotation) -> PixelBuffer {
        let (oldWidth, oldHeight) = (width, height)
        let isQuarter = rotation.isQuarterTurn
        let newWidth = isQuarter ? oldHeight : oldWidth
        let newHeight = isQuarter ? oldWidth : oldHeight
        return withBytes { source in
            PixelBuffer(width: newWidth, height: newHeight) { target in
                for y in 0..<newHeight {
                    for x in 0..<newWidth {
                        let (fromX, fromY) =
                            switch rotation {
                            case .none: (x, y)
                            case .clockwise90: (y, oldHeight - 1 - x)
                            case .half: (oldWidth - 1 - x, oldHeight - 1 - y)
                            case .clockwise270: (oldWidth - 1 - y, x)
                            }
                        let from = (fromY * oldWidth + fromX) * 4
                        let to = (y * newWidth + x) * 4
                        for byte in 0..<4 { target[to + byte] = source[from + byte] }
                    }
                }
            }
        }
    }
}
