import Cells
import Mosaic
import PlayCore

enum MosaicCases {
    static let all = [
        item("truecolor", .trueColor), item("256", .palette256), item("256-still", .palette256, isStill: true),
        item("16", .palette16), item("mono", .mono),
        item("quadrant", .trueColor, symbols: .quadrants), item("quadrant-256", .palette256, symbols: .quadrants),
        item("sextant", .trueColor, symbols: .sextants), item("sextant-256", .palette256, symbols: .sextants),
        item("braille", .trueColor, symbols: .braille),
    ]

    private static func item(
        _ name: String, _ depth: ColorDepth, symbols: MosaicSymbols = .halfBlocks, isStill: Bool = false
    ) -> BenchCase {
        let summary =
            "pixels to \(symbols), \(depth.rawValue), dithered as \(isStill ? "a still" : "moving") pictures are"
        return BenchCase("mosaic-" + name, summary) { context in
            var size = ScreenSize.large
            size.symbols = symbols
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
                    value: render(pictures, size, MosaicLook(depth: depth, symbols: symbols)))
            }
        }
    }

    /// Returns the nanoseconds for each picture.
    private static func render(_ pictures: [ScaledPicture], _ size: ScreenSize, _ look: MosaicLook) -> Double {
        var renderer = MosaicRenderer()
        // The first picture creates tables and buffers.
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
