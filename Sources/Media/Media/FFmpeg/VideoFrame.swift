internal import CFFmpeg
package import PlayCore

/// One decoded picture in its native pixel format, immutable after decoding.
package final class VideoFrame: @unchecked Sendable {
    // Sendable: immutable after `init`; FFmpeg's buffers inside are reference-counted atomically.
    let pointer: UnsafeMutablePointer<AVFrame>
    package let time: MediaTime
    /// Display time, at least 1 ns: from the container, the frame rate, or the distance to the previous frame.
    package let duration: MediaTime
    package let rotation: Rotation
    package let sphere: SphereLayout?

    init(
        moving source: UnsafeMutablePointer<AVFrame>, time: MediaTime, duration: MediaTime, rotation: Rotation,
        sphere: SphereLayout? = nil
    ) {
        pointer = allocated(av_frame_alloc(), "frame")
        av_frame_move_ref(pointer, source)
        self.time = time
        self.duration = duration
        self.rotation = rotation
        self.sphere = sphere
    }

    deinit {
        var frame: UnsafeMutablePointer<AVFrame>? = pointer
        av_frame_free(&frame)
    }

    /// Pixels as coded, before rotation.
    package var width: Int { Int(pointer.pointee.width) }
    package var height: Int { Int(pointer.pointee.height) }

    package var isKeyframe: Bool { tv_frame_is_key(pointer) != 0 }

    /// Width divided by height, with sample aspect ratio and rotation. Always above 0.
    package var displayAspect: Double {
        let sample = pointer.pointee.sample_aspect_ratio
        let pixel = sample.num > 0 && sample.den > 0 ? Double(sample.num) / Double(sample.den) : 1
        let aspect = Double(max(1, width)) * pixel / Double(max(1, height))
        return rotation.isQuarterTurn ? 1 / aspect : aspect
    }
}

extension VideoFrame {
    package func transparency(_ choice: AlphaChoice) -> Transparency? {
        if let side = choice.side { return .half(side) }
        return choice == .automatic && hasOpacity ? .pixels : nil
    }

    private var hasOpacity: Bool {
        guard let format = av_pix_fmt_desc_get(AVPixelFormat(rawValue: pointer.pointee.format)) else { return false }
        return format.pointee.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
    }

    package func displayAspect(_ choice: AlphaChoice) -> Double {
        guard let side = choice.side else { return displayAspect }
        return side.isBeside ? displayAspect / 2 : displayAspect * 2
    }
}

package enum Transparency: Sendable, Equatable {
    case pixels
    /// One half of the upright picture is the opacity.
    case half(AlphaSide)
}

package struct DisplaySize: Sendable, Equatable {
    package let width: Int
    package let height: Int
}

extension VideoFrame {
    /// In square pixels of the upright picture, without loss: the longer side of a pixel counts.
    package var displaySize: DisplaySize {
        let (upright, aspect) = (rotation.isQuarterTurn ? (height, width) : (width, height), displayAspect)
        let plain = Double(max(1, upright.0)) / Double(max(1, upright.1))
        return aspect >= plain
            ? DisplaySize(width: Int((Double(upright.1) * aspect).rounded()), height: upright.1)
            : DisplaySize(width: upright.0, height: Int((Double(upright.0) / aspect).rounded()))
    }
}

/// Clockwise, in steps of 90°, as in a display matrix.
package enum Rotation: Int, Sendable, CaseIterable {
    case none = 0
    case clockwise90 = 90
    case half = 180
    case clockwise270 = 270

    package var isQuarterTurn: Bool { self == .clockwise90 || self == .clockwise270 }

    package func followed(by other: Rotation) -> Rotation {
        Rotation(degreesClockwise: Double(rawValue + other.rawValue))
    }

    /// Chooses the nearest rotation.
    package init(degreesClockwise angle: Double) {
        guard angle.isFinite else {
            self = .none
            return
        }
        let quarter = Int((angle / 90).rounded().truncatingRemainder(dividingBy: 4))
        self = Rotation(rawValue: (quarter + 4) % 4 * 90) ?? .none
    }
}
