import Cells
import Mosaic
import PlayCore

/// Pixels to cells, in each depth of colour.
enum MosaicCases {
    static let all = [
        item("truecolor", .trueColor), item("256", .palette256), item("256-still", .palette256, isStill: true),
        item("16", .palette16), item("mono", .mono),
    ]

    private static func item(_ name: String, _ depth: ColorDepth, isStill: Bool = false) -> BenchCase {
        let summary = "pixels to cells, \(depth.rawValue), dithered as \(isStill ? "a still" : "moving") pictures are"
        return BenchCase("mosaic-" + name, summary) { context in
            let size = ScreenSize.large
            var inputs = [("mandelbrot", size.pictures(.mandelbrot, count: 20, isStill: isStill))]
            inputs += try context.clips.map { clip in
                (
                    clip.name,
                    try size.pictures(clip, count: 60).enumerated().map {
                        size.picture($1.pixels, number: $0, isStill: isStill)
                    }
                )
            }
            return inputs.map { name, pictures in
                Figure(
                    subject: "\(name) \(size.text)", name: "CPU", unit: "ns/frame",
                    value: render(pictures, size, MosaicLook(depth: depth)))
            }
        }
    }

    /// Nanoseconds for each picture.
    private static func render(_ pictures: [ScaledPicture], _ size: ScreenSize, _ look: MosaicLook) -> Double {
        var renderer = MosaicRenderer()
        // Tables and buffers are made for the first one.
        _ = renderer.render(pictures[0], columns: size.columns, rows: size.rows, look: look)
        let rounds = 5
        let cost = CPUClock.measure {
            for _ in 0..<rounds {
                for picture in pictures {
                    _ = renderer.render(picture, columns: size.columns, rows: size.rows, look: look)
                }
            }
        }
        return Double(cost.nanoseconds) / Double(rounds * pictures.count)
    }
}
