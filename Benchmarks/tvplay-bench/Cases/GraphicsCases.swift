import Cells
import Mosaic
import PlayCore

enum GraphicsCases {
    static let all = [item("sixel", .sixel), item("kitty", .kitty)]

    private static func item(_ name: String, _ format: GraphicsFrame.Format) -> BenchCase {
        BenchCase("graphics-" + name, "pixels to \(name), 640 x 360") { context in
            let sink = MosaicVideoSink()
            sink.setPane(columns: 80, rows: 24, cellAspect: 0.5)
            sink.setGraphics(GraphicsOutput(format: format, cellWidth: 8, cellHeight: 16, usableRows: 23))
            guard let grid = sink.grid else { return [] }
            var inputs = [("mandelbrot", (0..<20).map { Pattern.mandelbrot.picture($0, width: 640, height: 360) })]
            var size = ScreenSize(columns: 640, rows: 180)
            size.symbols = .halfBlocks
            inputs += try context.clips.map { ($0.name, try size.pictures($0, count: 20).map(\.pixels)) }
            return inputs.flatMap { name, pixels in
                figures(
                    pixels.map {
                        ScaledPicture(pixels: $0, grid: grid, x: 0, y: 0, time: .zero, due: nil, isStill: false)
                    }, sink, subject: "\(name) 640x360")
            }
        }
    }

    private static func figures(_ pictures: [ScaledPicture], _ sink: MosaicVideoSink, subject: String) -> [Figure] {
        // The first picture creates tables and buffers.
        sink.present(pictures[0])
        var bytes = 0
        let cost = CPUClock.measure {
            for picture in pictures {
                sink.present(picture)
                let frame = sink.takeNewest()?.graphics
                bytes += frame.map { $0.bytes.count + 4 * $0.pixels.count } ?? 0
            }
        }
        let count = Double(pictures.count)
        return [
            Figure(subject: subject, name: "CPU", unit: "ns/frame", value: Double(cost.nanoseconds) / count),
            Figure(subject: subject, name: "bytes", unit: "bytes/frame", value: Double(bytes) / count),
        ]
    }
}
