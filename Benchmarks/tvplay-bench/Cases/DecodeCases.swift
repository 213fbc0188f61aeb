import Media
import PlayCore

/// FFmpeg's share of the work: packets to frames, frames to the few pixels of a terminal.
enum DecodeCases {
    static let all = [
        BenchCase("decode", "demux and decode the first ten seconds") { try decode($0, grid: nil) },
        BenchCase("decode+scale-160x90", "and scale each frame") { try decode($0, grid: (160, 90)) },
        BenchCase("decode+scale-240x134", "and scale each frame") { try decode($0, grid: (240, 134)) },
        BenchCase("scale", "scale decoded frames", run: scale),
        BenchCase("sphere", "decoded frames as views of a whole sphere, still and turned by each frame", run: sphere),
    ]

    private static func decode(_ context: BenchContext, grid: (width: Int, height: Int)?) throws -> [Figure] {
        try context.clips.map { clip in
            let scaler = Scaler()
            var count = 0
            let cost = try CPUClock.measure {
                try clip.decode(shownHeight: grid?.height) { frame in
                    if let grid { _ = try scaler.scale(frame, to: grid.width, grid.height, crop: .none) }
                    count += 1
                    return count < Clip.frameCount
                }
            }
            return Figure(
                subject: clip.name, name: "CPU", unit: "ms/frame", value: cost.inMilliseconds / Double(max(1, count)))
        }
    }

    private static func scale(_ context: BenchContext) throws -> [Figure] {
        try context.clips.flatMap { clip in
            let frames = try clip.sampleFrames()
            return try [(80, 45), (160, 90), (240, 134)].map { width, height in
                let scaler = Scaler()
                let cost = try CPUClock.measure {
                    for frame in frames { _ = try scaler.scale(frame, to: width, height, crop: .none) }
                }
                return Figure(
                    subject: "\(clip.name) \(width)x\(height)", name: "CPU", unit: "ms/frame",
                    value: cost.inMilliseconds / Double(max(1, frames.count)))
            }
        }
    }

    private static func sphere(_ context: BenchContext) throws -> [Figure] {
        try context.clips.flatMap { clip in
            let frames = try clip.sampleFrames()
            return try [("flat", nil), ("still", 0.0), ("turned", 0.2)].map { name, step in
                let scaler = Scaler()
                let cost = try CPUClock.measure {
                    for (number, frame) in frames.enumerated() {
                        guard let step else {
                            _ = try scaler.scale(frame, to: 160, 90, crop: .none)
                            continue
                        }
                        let view = SphereView(pan: step * Double(number), tilt: -10)
                        _ = try scaler.scale(frame, of: SphereLayout(), seen: view, to: 160, 90, pixelAspect: 1)
                    }
                }
                return Figure(
                    subject: "\(clip.name) 160x90", name: name, unit: "ms/frame",
                    value: cost.inMilliseconds / Double(max(1, frames.count)))
            }
        }
    }
}
