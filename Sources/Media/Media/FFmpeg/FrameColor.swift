internal import CFFmpeg

extension PictureColor {
    /// Without a description, assumes BT.601 for small pictures, BT.709 for larger ones (as mpv and FFmpeg's players
    /// do). Full range if the frame says so or its format implies it.
    init(of frame: UnsafePointer<AVFrame>, bits: Int) {
        let description = frame.pointee
        let (red, blue) = Self.shares(Self.swscaleMatrix(of: frame))
        let transfer: Transfer =
            switch description.color_trc {
            case AVCOL_TRC_SMPTE2084: .perceptual(peak: Self.peak(of: frame))
            case AVCOL_TRC_ARIB_STD_B67: .hybridLogGamma
            default: .standard
            }
        self.init(
            red: red, blue: blue,
            isFullRange: description.color_range == AVCOL_RANGE_JPEG
                || PlainFormat.isFullRange(AVPixelFormat(rawValue: description.format)),
            bits: bits, transfer: transfer, isWide: description.color_primaries == AVCOL_PRI_BT2020)
    }

    static func swscaleMatrix(of frame: UnsafePointer<AVFrame>) -> Int32 {
        switch frame.pointee.colorspace {
        case AVCOL_SPC_BT709: return SWS_CS_ITU709
        case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: return SWS_CS_BT2020
        case AVCOL_SPC_SMPTE240M: return SWS_CS_SMPTE240M
        case AVCOL_SPC_FCC: return SWS_CS_FCC
        case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: return SWS_CS_ITU601
        default:
            return frame.pointee.height >= 720 || frame.pointee.width >= 1280 ? SWS_CS_ITU709 : SWS_CS_ITU601
        }
    }

    /// Returns Kr and Kb, from BT.709, BT.2020, SMPTE 240M, FCC 73.682 and BT.601.
    private static func shares(_ matrix: Int32) -> (red: Float, blue: Float) {
        switch matrix {
        case SWS_CS_ITU709: (0.2126, 0.0722)
        case SWS_CS_BT2020: (0.2627, 0.0593)
        case SWS_CS_SMPTE240M: (0.212, 0.087)
        case SWS_CS_FCC: (0.30, 0.11)
        default: (0.299, 0.114)
        }
    }

    /// Returns the luminance in cd/m² of the brightest pixel if known, else of the mastering display.
    private static func peak(of frame: UnsafePointer<AVFrame>) -> Float {
        if let data = av_frame_get_side_data(frame, AV_FRAME_DATA_CONTENT_LIGHT_LEVEL)?.pointee.data {
            let level = UnsafeRawPointer(data).loadUnaligned(as: AVContentLightMetadata.self).MaxCLL
            if level > 0 { return Float(level) }
        }
        if let data = av_frame_get_side_data(frame, AV_FRAME_DATA_MASTERING_DISPLAY_METADATA)?.pointee.data {
            let display = UnsafeRawPointer(data).loadUnaligned(as: AVMasteringDisplayMetadata.self)
            if display.has_luminance != 0, display.max_luminance.den > 0 {
                return Float(display.max_luminance.num) / Float(display.max_luminance.den)
            }
        }
        return ToneMapping.usualPeak
    }
}

/// The old "full range" formats are plain formats whose range is now stored separately.
enum PlainFormat {
    static func of(_ format: AVPixelFormat) -> AVPixelFormat {
        switch format {
        case AV_PIX_FMT_YUVJ420P: AV_PIX_FMT_YUV420P
        case AV_PIX_FMT_YUVJ422P: AV_PIX_FMT_YUV422P
        case AV_PIX_FMT_YUVJ444P: AV_PIX_FMT_YUV444P
        case AV_PIX_FMT_YUVJ440P: AV_PIX_FMT_YUV440P
        case AV_PIX_FMT_YUVJ411P: AV_PIX_FMT_YUV411P
        default: format
        }
    }

    static func isFullRange(_ format: AVPixelFormat) -> Bool { of(format).rawValue != format.rawValue }
}
