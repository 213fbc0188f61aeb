import Cells
import Media
import Mosaic
import PlayCore

/// The whole cost of a frame from the file to the bytes, on one thread and without a clock.
enum PipelineCase {
    static let pipeline = BenchCase("pipeline", "decode, scale, mosaic, encode: the first ten seconds, one thread") {
        context in try context.clips.flatMap(measure)
    }

    private static func measure(_ clip: Clip) throws -> [Figure] {
        let size = ScreenSize.medium
        let scaler = Scaler()
        var renderer = MosaicRenderer()
        let encoder = FrameEncoder(
            columns: size.columns, rows: size.rows, profile: EncoderProfile(hasBackColorErase: true))
        let output = UnsafeMutablePointer<UInt8>.allocate(capacity: encoder.maximumRowBytes * size.rows)
        defer { output.deallocate() }
        var bytes = 0
        var count = 0
        let cost = try CPUClock.measure {
            try clip.decode(shownHeight: size.grid.height) { frame in
                let pixels = try scaler.scale(frame, to: size.grid.width, size.grid.height, crop: .none)
                let cells = renderer.render(
                    size.picture(pixels, number: count), columns: size.columns, rows: size.rows, look: MosaicLook())
                bytes += encoder.encode(size.frame(cells), into: output)
                count += 1
                return count < Clip.frameCount
            }
        }
        let subject = "\(clip.name) \(size.text)"
        let frames = Double(max(1, count))
        return [
            Figure(subject: subject, name: "CPU", unit: "ms/frame", value: cost.inMilliseconds / frames),
            Figure(subject: subject, name: "bytes", unit: "B/frame", value: Double(bytes) / frames),
        ]
    }
}
