/// The palette of a sixel image: six even levels of each component. The terminal's cube (``MosaicPalette/xterm256``)
/// has only greys between 0 and 95, so that dark colours became grey in motion.
enum EvenCube {
    private static let top: UInt32 = 5
    private static let step: UInt32 = 51

    static let palette = MosaicPalette(
        indexes: Array(0..<216),
        colors: (0..<216 as Range<UInt32>).map { (($0 / 36) << 16 | ($0 / 6 % 6) << 8 | $0 % 6) * step },
        isXtermCube: false
    )

    /// Turns pixels into palette entries. In motion the place on the screen decides the dither, so that still parts
    /// stay the same. Greys stay grey.
    static func run(
        _ pixels: PixelRows, isStill: Bool, diffusion: inout ErrorDiffusion, into inks: UnsafeMutablePointer<UInt32>
    ) {
        if isStill {
            diffusion.run(
                pixels.first, width: pixels.width, height: pixels.height, stride: pixels.stride,
                quantizer: Quantizer(), into: inks)
        } else {
            pixels.forEachRow { row, y in
                order(
                    row, count: pixels.width, x: pixels.x, thresholds: BayerMatrix.row8(pixels.y + y),
                    into: inks + y * pixels.width)
            }
        }
    }

    private static func order(
        _ pixels: UnsafePointer<UInt32>, count: Int, x: Int, thresholds: UInt64,
        into inks: UnsafeMutablePointer<UInt32>
    ) {
        var at = 0
        while at < count {
            let pixel = pixels[at]
            let column = UInt64(truncatingIfNeeded: x &+ at)
            let threshold = UInt32(truncatingIfNeeded: (thresholds &>> ((column & 7) &* 8)) & 0xFF)
            // In 255ths of a level; the thresholds are the centres of 64 equal parts.
            let part = (threshold &* 255 &+ 127) / 64
            let red = ((pixel & 0xFF) &* top &+ part) / 255
            let green = ((pixel &>> 8 & 0xFF) &* top &+ part) / 255
            let blue = ((pixel &>> 16 & 0xFF) &* top &+ part) / 255
            inks[at] = red &* 36 &+ green &* 6 &+ blue
            at &+= 1
        }
    }

    private struct Quantizer: InkQuantizer {
        @inline(__always)
        func quantize(_ red: Int32, _ green: Int32, _ blue: Int32) -> (ink: UInt32, color: SIMD4<Int32>) {
            let levels = SIMD4(level(red), level(green), level(blue), 0)
            let entry = levels[0] &* 36 &+ levels[1] &* 6 &+ levels[2]
            return (UInt32(truncatingIfNeeded: entry), levels &* Int32(EvenCube.step))
        }

        @inline(__always)
        private func level(_ component: Int32) -> Int32 {
            min(max((component &* Int32(EvenCube.top) &+ 127) / 255, 0), Int32(EvenCube.top))
        }
    }
}
