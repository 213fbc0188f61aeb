import Cells
import Mosaic
import PlayCore

enum EncodeCases {
    static let all: [BenchCase] =
        Pattern.allCases.map { pattern in
            BenchCase("encode-" + pattern.rawValue, "cells to bytes, successive pictures of the pattern") { _ in
                figures(pictures: ScreenSize.large.pictures(pattern, count: 60), of: "synthetic")
            }
        } + [
            BenchCase("encode-clip", "cells to bytes, successive frames of the clip") { context in
                try context.clips.flatMap { clip in
                    figures(pictures: try ScreenSize.large.pictures(clip, count: 120), of: clip.name)
                }
            }
        ]

    private static func figures(pictures: [ScaledPicture], of name: String) -> [Figure] {
        let size = ScreenSize.large
        let result = encode(pictures, size)
        let subject = "\(name) \(size.text)"
        return [
            Figure(subject: subject, name: "CPU", unit: "ns/frame", value: result.nanoseconds),
            Figure(subject: subject, name: "bytes", unit: "B/frame", value: result.bytes),
        ]
    }

    /// Returns the bytes for each frame after the first, in true colour: a count that is the same on every machine.
    package static func bytesPerFrame(_ pattern: Pattern, frames: Int) -> Double {
        encode(ScreenSize.large.pictures(pattern, count: frames), .large).bytes
    }

    /// Encodes all pictures. The first frame, which is written in full, does not count.
    private static func encode(_ pictures: [ScaledPicture], _ size: ScreenSize) -> (nanoseconds: Double, bytes: Double)
    {
        var renderer = MosaicRenderer()
        let frames = pictures.map {
            size.frame(renderer.render($0, columns: size.columns, rows: size.rows, look: MosaicLook()))
        }
        let encoder = FrameEncoder(
            columns: size.columns, rows: size.rows, profile: EncoderProfile(hasBackColorErase: true))
        let output = UnsafeMutablePointer<UInt8>.allocate(capacity: encoder.maximumRowBytes * size.rows)
        defer { output.deallocate() }
        guard let first = frames.first else { return (0, 0) }
        _ = encoder.encode(first, into: output)
        var bytes = 0
        let cost = CPUClock.measure {
            for frame in frames.dropFirst() { bytes += encoder.encode(frame, into: output) }
        }
        let count = Double(max(1, frames.count - 1))
        return (Double(cost.nanoseconds) / count, Double(bytes) / count)
    }
}
