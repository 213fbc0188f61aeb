import Foundation
import PlayCore
import TestSupport

@testable import Media

/// Decoded frames, and the difference of two pictures.
enum ScalingPictures {
    /// Returns the first `count` frames of a clip of `Tests/Fixtures/media`.
    static func frames(_ name: String, count: Int) throws -> [VideoFrame] {
        try frames(of: Fixtures.source(name), name: name, count: count)
    }

    /// - Parameter prepare: Called before each packet.
    static func frames(
        of source: any ByteSource, name: String, count: Int, prepare: (VideoDecoder) -> Void = { _ in }
    ) throws -> [VideoFrame] {
        let demuxer = try Demuxer(source: source, nameHint: name, cancel: CancelToken())
        for track in demuxer.tracks {
            guard case .video = track.kind, let parameters = demuxer.parameters(of: track.id) else { continue }
            demuxer.select([track.id])
            let decoder = try VideoDecoder(
                parameters: parameters, framesPerSecond: nil, rotation: demuxer.rotation(of: track.id),
                hardware: .none)
            var frames: [VideoFrame] = []
            while frames.count < count {
                let packet = try demuxer.read()
                prepare(decoder)
                try decoder.decode(packet) {
                    frames.append($0)
                    return frames.count < count
                }
                if packet == nil { break }
            }
            return frames
        }
        return []
    }

    /// Returns the picture that FFmpeg's swscale makes with area averaging.
    static func reference(_ frame: VideoFrame, to width: Int, _ height: Int, crop: Crop) throws -> PixelBuffer {
        let turned = frame.rotation.isQuarterTurn
        let (columns, rows) = turned ? (height, width) : (width, height)
        let window = FrameWindow(of: frame.pointer, crop: crop.turned(against: frame.rotation), rows: rows)
        return try Scaler().scaleByLibrary(frame, window, columns, rows, turn: frame.rotation)
    }

    /// Whether our own scaler handles the frame in this size.
    static func isOwn(_ frame: VideoFrame, to width: Int, _ height: Int) -> Bool {
        let turned = frame.rotation.isQuarterTurn
        let (columns, rows) = turned ? (height, width) : (width, height)
        let window = FrameWindow(of: frame.pointer, crop: .none, rows: rows)
        guard let picture = PlanarPicture(frame.pointer, window) else { return false }
        return AreaScaler(picture.layout, columns: columns, rows: rows) != nil
    }

    /// Returns the peak signal-to-noise ratio in decibels, over red, green and blue.
    static func psnr(_ one: PixelBuffer, _ other: PixelBuffer) -> Double {
        var sum = 0.0
        one.withBytes { first in
            other.withBytes { second in
                for at in 0..<min(first.count, second.count) where at % 4 != 3 {
                    let difference = Double(first[at]) - Double(second[at])
                    sum += difference * difference
                }
            }
        }
        let mean = sum / Double(one.width * one.height * 3)
        return mean == 0 ? .infinity : 10 * log10(255 * 255 / mean)
    }
}
