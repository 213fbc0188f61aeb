/// Rows of averaged samples to pixels of the screen. Immutable once made.
final class PixelConversion {
    let color: PictureColor
    private let matrix: LumaChromaMatrix
    private let mapping: ToneMapping?

    init(_ color: PictureColor) {
        self.color = color
        matrix = LumaChromaMatrix(color)
        mapping = color.needsMapping ? ToneMapping(color) : nil
    }

    /// - Parameters:
    ///   - y, u, v: means of the samples.
    ///   - blocks: of eight pixels.
    ///   - out: words as ``PlayCore/PixelBuffer`` has them.
    func convert(
        y: UnsafePointer<Float>, u: UnsafePointer<Float>, v: UnsafePointer<Float>, blocks: Int,
        into out: UnsafeMutablePointer<UInt32>
    ) {
        let matrix = matrix
        var at = 0
        while at < 8 &* blocks {
            let (red, green, blue) = matrix.convert(Self.eight(y + at), Self.eight(u + at), Self.eight(v + at))
            if let mapping {
                for lane in 0..<8 {
                    out[at + lane] = mapping.pixel(red[lane] / 255, green[lane] / 255, blue[lane] / 255)
                }
            } else {
                let pixels = Self.rounded(red) | Self.rounded(green) &<< 8 | Self.rounded(blue) &<< 16
                UnsafeMutableRawPointer(out + at).storeBytes(of: pixels, as: SIMD8<UInt32>.self)
            }
            at &+= 8
        }
    }

    /// The same for pixels that another converter has brought to 8 bits of red, green and blue, in place.
    func map(_ pixels: UnsafeMutableBufferPointer<UInt8>) {
        guard let mapping else { return }
        for at in stride(from: 0, to: pixels.count - 3, by: 4) {
            let pixel = mapping.pixel(
                Float(pixels[at]) / 255, Float(pixels[at + 1]) / 255, Float(pixels[at + 2]) / 255)
            for byte in 0..<3 { pixels[at + byte] = UInt8(truncatingIfNeeded: pixel >> (8 * UInt32(byte))) }
        }
    }

    @inline(__always)
    private static func eight(_ values: UnsafePointer<Float>) -> SIMD8<Float> {
        UnsafeRawPointer(values).loadUnaligned(as: SIMD8<Float>.self)
    }

    /// To the nearest of 0 … 255: with 1.5 · 2²³ added, the number is in the lowest bits of a `Float`.
    @inline(__always)
    private static func rounded(_ value: SIMD8<Float>) -> SIMD8<UInt32> {
        unsafeBitCast(value + 12_582_912, to: SIMD8<UInt32>.self) & 0xFF
    }
}
