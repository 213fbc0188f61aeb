import Cells
import Mosaic
import PlayCore

enum RateCases {
    struct Setting {
        let name: String
        let quality: QualityTarget
        /// Megabits per second, or `nil` for no limit.
        let rate: Double?

        static let all = [
            Setting(name: "lossless", quality: .lossless, rate: nil),
            Setting(name: "exact", quality: .exact, rate: nil),
            Setting(name: "high", quality: .high, rate: nil),
            Setting(name: "low", quality: .low, rate: nil),
            Setting(name: "20", quality: .automatic, rate: 20),
            Setting(name: "5", quality: .automatic, rate: 5),
            Setting(name: "2", quality: .automatic, rate: 2),
            Setting(name: "1", quality: .automatic, rate: 1),
            Setting(name: "0.5", quality: .automatic, rate: 0.5),
        ]
    }

    /// The result for a clip in a setting; the first half second does not count, as in termbench.
    struct Result {
        var bytesPerFrame = 0.0
        var nanoseconds = 0.0
        var largest = 0
        var comparison = PictureComparison()
    }

    static let all = Setting.all.map { setting in
        BenchCase("rate-" + setting.name, "bytes and quality of half-blocks, 160x45") { context in
            try context.clips.flatMap { clip in
                let size = ScreenSize.medium
                let result = encode(cells(try size.pictures(clip, count: 240), size), size, setting)
                let subject = "\(clip.name) \(size.text)"
                return [
                    Figure(subject: subject, name: "CPU", unit: "µs/frame", value: result.nanoseconds / 1000),
                    Figure(subject: subject, name: "bytes", unit: "B/frame", value: result.bytesPerFrame),
                    Figure(subject: subject, name: "largest", unit: "B", value: Double(result.largest)),
                    Figure(subject: subject, name: "PSNR", unit: "dB", value: result.comparison.peakSignalToNoise),
                    Figure(subject: subject, name: "SSIM", unit: "", value: result.comparison.similarity),
                    Figure(subject: subject, name: "least", unit: "", value: result.comparison.leastSimilarity),
                ]
            }
        }
    }

    static func cells(_ pictures: [ScaledPicture], _ size: ScreenSize) -> [CellBuffer] {
        var renderer = MosaicRenderer()
        return pictures.map {
            renderer.render($0, columns: size.columns, rows: size.rows, look: MosaicLook())
        }
    }

    /// Encodes thirty frames a second, each with the bytes that the link carries in its time and those unused before.
    static func encode(_ pictures: [CellBuffer], _ size: ScreenSize, _ setting: Setting) -> Result {
        let encoder = FrameEncoder(
            columns: size.columns, rows: size.rows, profile: EncoderProfile(hasBackColorErase: true))
        encoder.quality = setting.quality
        let output = UnsafeMutablePointer<UInt8>.allocate(capacity: encoder.maximumRowBytes * size.rows)
        defer { output.deallocate() }
        var result = Result()
        let share = setting.rate.map { $0 * 125_000 / 30 }
        var credit = 0.0
        var counted = 0
        for (number, picture) in pictures.enumerated() {
            let frame = size.frame(picture)
            if let share { credit = min(credit + share, 2 * share) }
            let allowance =
                share.map { LinkAllowance(bytes: max(1, Int(credit)), sustainedBytes: Int($0)) } ?? .unlimited
            var bytes = 0
            let cost = CPUClock.measure { bytes = encoder.encode(frame, allowance: allowance, into: output).count }
            credit -= Double(bytes)
            guard number >= 15 else { continue }
            counted += 1
            result.bytesPerFrame += Double(bytes)
            result.nanoseconds += Double(cost.nanoseconds)
            result.largest = max(result.largest, bytes)
            encoder.withShown { result.comparison.add(wanted: picture, shown: $0) }
        }
        result.bytesPerFrame /= Double(max(1, counted))
        result.nanoseconds /= Double(max(1, counted))
        return result
    }
}
