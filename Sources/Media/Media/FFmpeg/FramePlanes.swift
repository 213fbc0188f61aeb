internal import CFFmpeg

/// The visible part of a frame, in pixels as coded.
struct FrameWindow: Equatable {
    var x: Int
    var y: Int
    var width: Int
    var height: Int
    var right: Int
    var bottom: Int
    /// Whether only every second row is used: one field of an interlaced picture.
    var isField: Bool

    /// Applies `crop` with even edges, because chroma is subsampled by two. An interlaced picture that is shrunk to
    /// half its height or less uses only one of its two fields, which avoids combing and half the work.
    ///
    /// - Parameter rows: the output's, in the frame's own direction.
    init(of frame: UnsafePointer<AVFrame>, crop: Crop, rows: Int, fields: FieldChoice = .asMarked) {
        let (fullWidth, fullHeight) = (Int(frame.pointee.width), Int(frame.pointee.height))
        // Keeps at least two pixels in each direction.
        x = min(Int(Double(fullWidth) * crop.left), max(0, fullWidth - 2)) & ~1
        y = min(Int(Double(fullHeight) * crop.top), max(0, fullHeight - 2)) & ~1
        right = min(Int(Double(fullWidth) * crop.right), max(0, fullWidth - x - 2)) & ~1
        bottom = min(Int(Double(fullHeight) * crop.bottom), max(0, fullHeight - y - 2)) & ~1
        width = fullWidth - x - right
        height = fullHeight - y - bottom
        isField =
            switch fields {
            case .both: false
            case .one: height >= 2
            case .asMarked: tv_frame_is_interlaced(frame) != 0 && rows <= height / 2
            }
        if isField { height /= 2 }
    }
}

extension PlanarPicture {
    /// Returns `nil` for formats that ``AreaScaler`` does not read. Valid while the frame is.
    init?(_ frame: UnsafePointer<AVFrame>, _ window: FrameWindow) {
        guard let layout = Self.layout(frame.pointee.format, window) else { return nil }
        let data = frame.pointee.data
        let lines = frame.pointee.linesize
        let (x, y) = (window.x >> layout.chromaX, window.y >> layout.chromaY)
        let components = layout.isInterleaved ? 2 : 1
        guard let luma = Self.plane(data.0, lines.0, x: window.x, y: window.y, layout, window),
            let chroma = Self.plane(data.1, lines.1, x: x * components, y: y, layout, window)
        else { return nil }
        let second = layout.isInterleaved ? nil : Self.plane(data.2, lines.2, x: x, y: y, layout, window)
        guard layout.isInterleaved || second != nil else { return nil }
        self.init(layout: layout, luma: luma, chroma: chroma, secondChroma: second)
    }

    private static func plane(
        _ data: UnsafeMutablePointer<UInt8>?, _ line: Int32, x: Int, y: Int, _ layout: Layout, _ window: FrameWindow
    ) -> PicturePlane? {
        guard let data else { return nil }
        return PicturePlane(
            base: UnsafeRawPointer(data) + y * Int(line) + x * layout.bytesPerSample,
            stride: window.isField ? 2 * Int(line) : Int(line))
    }

    private static func layout(_ format: Int32, _ window: FrameWindow) -> Layout? {
        func layout(_ x: Int, _ y: Int, _ sample: RowSums.Sample, bits: Int, interleaved: Bool = false) -> Layout {
            Layout(
                width: window.width, height: window.height, chromaX: x, chromaY: y, sample: sample, bits: bits,
                isInterleaved: interleaved)
        }
        // Only little-endian formats, like all supported machines.
        switch PlainFormat.of(AVPixelFormat(rawValue: format)) {
        case AV_PIX_FMT_YUV420P: return layout(1, 1, .byte, bits: 8)
        case AV_PIX_FMT_YUV422P: return layout(1, 0, .byte, bits: 8)
        case AV_PIX_FMT_YUV444P: return layout(0, 0, .byte, bits: 8)
        case AV_PIX_FMT_NV12: return layout(1, 1, .byte, bits: 8, interleaved: true)
        case AV_PIX_FMT_YUV420P10LE: return layout(1, 1, .word(shift: 0), bits: 10)
        case AV_PIX_FMT_YUV422P10LE: return layout(1, 0, .word(shift: 0), bits: 10)
        case AV_PIX_FMT_YUV444P10LE: return layout(0, 0, .word(shift: 0), bits: 10)
        case AV_PIX_FMT_P010LE: return layout(1, 1, .word(shift: 6), bits: 10, interleaved: true)
        default: return nil
        }
    }
}
