/// Converts rows of averaged samples to pixels of the screen. Immutable.
final class PixelConversion {
    let color: PictureColor
    private let matrix: LumaChromaMatrix
    private let mapping: ToneMapping?

    init(_ color: PictureColor) {
        self.color = color
        matrix = LumaChromaMatrix(color)
        mapping = color.needsMapping ? ToneMapping(color) : nil
    }

    /// Reads means of the samples, in blocks of eight pixels. `out` has the form of ``PlayCore/PixelBuffer``.
    func convert(
        y: UnsafePointer<Float>, u: UnsafePointer<Float>, v: UnsafePointer<Float>, blocks: Int,
        into out: UnsafeMutablePointer<UInt32>
    ) {
        let matrix = matrix
        let tables = mapping?.tables
        var at = 0
        while at < 8 &* blocks {
            let (red, green, blue) = matrix.convert(Self.eight(y + at), Self.eight(u + at), Self.eight(v + at))
            if let tables {
                Self.map(red, green, blue, tables, into: out + at)
            } else {
                let pixels = Self.rounded(red) | Self.rounded(green) &<< 8 | Self.rounded(blue) &<< 16
                UnsafeMutableRawPointer(out + at).storeBytes(of: pixels, as: SIMD8<UInt32>.self)
            }
            at &+= 8
        }
    }

    @inline(__always)
    private static func map(
        _ red: SIMD8<Float>, _ green: SIMD8<Float>, _ blue: SIMD8<Float>, _ tables: ToneTables,
        into out: UnsafeMutablePointer<UInt32>
    ) {
        let unit: Float = 1 / 255
        var lane = 0
        while lane < 8 {
            out[lane] = tables.pixel(red[lane] * unit, green[lane] * unit, blue[lane] * unit)
            lane &+= 1
        }
    }

    /// Converts 8-bit RGB of another converter in place.
    func map(_ pixels: UnsafeMutableBufferPointer<UInt8>) {
        guard let tables = mapping?.tables else { return }
        for at in stride(from: 0, to: pixels.count - 3, by: 4) {
            let pixel = tables.pixel(
                Float(pixels[at]) / 255, Float(pixels[at + 1]) / 255, Float(pixels[at + 2]) / 255)
            for byte in 0..<3 { pixels[at + byte] = UInt8(truncatingIfNeeded: pixel >> (8 * UInt32(byte))) }
        }
    }

    @inline(__always)
    private static func eight(_ values: UnsafePointer<Float>) -> SIMD8<Float> {
        UnsafeRawPointer(values).loadUnaligned(as: SIMD8<Float>.self)
    }

    /// Rounds to 0 … 255: adding 1.5 · 2²³ moves the number to the lowest bits of a `Float`.
    @inline(__always)
    private static func rounded(_ value: SIMD8<Float>) -> SIMD8<UInt32> {
        unsafeBitCast(value + 12_582_912, to: SIMD8<UInt32>.self) & 0xFF
    }
}
