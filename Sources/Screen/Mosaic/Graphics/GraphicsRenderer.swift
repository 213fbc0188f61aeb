import Cells
import PlayCore

/// Turns pictures into graphics. Keeps only its buffers for the next picture; one thread at a time.
struct GraphicsRenderer {
    private var prepared: [UInt32] = []
    private var inks: [UInt32] = []
    private var diffusion = ErrorDiffusion()
    private var sixel = SixelEncoder()

    mutating func render(
        _ picture: ScaledPicture, pane: GraphicsPane, output: GraphicsOutput, look: MosaicLook
    ) -> GraphicsFrame? {
        guard
            let place = PicturePlacement(
                x: picture.x, y: picture.y, width: picture.pixels.width, height: picture.pixels.height,
                gridWidth: pane.width, gridHeight: pane.height)
        else { return nil }
        let size = place.width * place.height
        if prepared.count < size {
            prepared = [UInt32](repeating: 0, count: size)
            inks = [UInt32](repeating: 0, count: size)
        }
        return picture.pixels.withBytes { bytes in
            bytes.withMemoryRebound(to: UInt32.self) { pixels -> GraphicsFrame? in
                guard let first = pixels.baseAddress else { return nil }
                let stride = picture.pixels.width
                let source = PixelRows(
                    first: first + place.sourceY * stride + place.sourceX, width: place.width, height: place.height,
                    stride: stride, x: place.x, y: place.y)
                return frame(source, isStill: picture.isStill, pane: pane, output: output, look: look)
            }
        }
    }

    private mutating func frame(
        _ source: PixelRows, isStill: Bool, pane: GraphicsPane, output: GraphicsOutput, look: MosaicLook
    ) -> GraphicsFrame? {
        let isGrey = look.depth == .grey || look.depth == .mono
        return prepared.withUnsafeMutableBufferPointer { prepared -> GraphicsFrame? in
            inks.withUnsafeMutableBufferPointer { inks -> GraphicsFrame? in
                guard let prepared = prepared.baseAddress, let inks = inks.baseAddress else { return nil }
                let pixels = isGrey ? source.greyed(into: prepared) : source
                switch output.format {
                case .kitty:
                    return Self.kitty(pixels, pane: pane, output: output)
                case .sixel:
                    let palette: MosaicPalette
                    if output.colorCount >= EvenCube.palette.colors.count {
                        palette = EvenCube.palette
                        EvenCube.run(pixels, isStill: isStill, diffusion: &diffusion, into: inks)
                    } else {
                        palette = .xterm16
                        InkPass(look: MosaicLook(depth: .palette16), isStill: isStill)
                            .run(pixels, diffusion: &diffusion, into: inks)
                    }
                    let result = sixel.encode(inks, width: pixels.width, height: pixels.height, palette: palette)
                    return Self.sixel(result, of: pixels, pane: pane, output: output)
                }
            }
        }
    }

    private static func kitty(_ pixels: PixelRows, pane: GraphicsPane, output: GraphicsOutput) -> GraphicsFrame {
        func cells(_ length: Int, _ cell: Int) -> Int {
            let pixels = length * pane.scale
            return max(1, pane.scale > 1 ? (pixels + cell / 2) / cell : (pixels + cell - 1) / cell)
        }
        return GraphicsFrame(
            format: .kitty, pixels: opaque(pixels), width: pixels.width, height: pixels.height,
            column: pixels.x * pane.scale / output.cellWidth, row: pixels.y * pane.scale / output.cellHeight,
            columns: cells(pixels.width, output.cellWidth), rows: cells(pixels.height, output.cellHeight),
            pixelsInRow: Double(output.cellHeight) / Double(pane.scale),
            pixelsInColumn: Double(output.cellWidth) / Double(pane.scale), isStretched: pane.scale > 1)
    }

    private static func opaque(_ pixels: PixelRows) -> [UInt32] {
        let count = pixels.width * pixels.height
        return [UInt32](unsafeUninitializedCapacity: count) { buffer, size in
            pixels.forEachRow { row, y in
                let start = y * pixels.width
                for x in 0..<pixels.width { buffer[start + x] = row[x] | 0xFF00_0000 }
            }
            size = count
        }
    }

    private static func sixel(
        _ result: SixelEncoder.Result, of pixels: PixelRows, pane: GraphicsPane, output: GraphicsOutput
    ) -> GraphicsFrame {
        let bandHeight = (pixels.height + 5) / 6 * 6
        return GraphicsFrame(
            format: .sixel, bytes: result.bytes, bandStarts: result.bandStarts, width: pixels.width,
            height: pixels.height, column: pane.firstColumn + pixels.x / output.cellWidth,
            row: pane.firstRow + pixels.y / output.cellHeight,
            columns: (pixels.width + output.cellWidth - 1) / output.cellWidth,
            rows: (bandHeight + output.cellHeight - 1) / output.cellHeight, pixelsInRow: Double(output.cellHeight))
    }
}
