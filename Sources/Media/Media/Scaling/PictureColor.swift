struct PictureColor: Equatable {
    enum Transfer: Equatable {
        /// BT.1886, the transfer function of ordinary screens: a power of 2.4.
        case standard
        /// SMPTE ST 2084: each code value is an absolute luminance, here up to `peak` cd/m².
        case perceptual(peak: Float)
        /// ARIB STD-B67.
        case hybridLogGamma
    }

    /// Share of red and blue in luma (Kr and Kb of the standards).
    var red: Float
    var blue: Float
    /// Whether black and white are 0 and the largest value. Otherwise they are 16 and 235 (in 8 bits).
    var isFullRange: Bool
    var bits: Int
    var transfer = Transfer.standard
    /// Whether the primaries are BT.2020's. Otherwise they are the screen's (BT.709).
    var isWide = false

    /// Whether a matrix alone does not suffice to convert to the screen's colours.
    var needsMapping: Bool { isWide || transfer != .standard }
}

struct LumaChromaMatrix {
    private let luma: Float
    private let offsets: SIMD3<Float>
    private let redOfV: Float
    private let greenOfU: Float
    private let greenOfV: Float
    private let blueOfU: Float

    /// Creates the matrix from stored samples to 0 … 255, unclamped.
    init(_ color: PictureColor) {
        let unit = Float(1 << (color.bits - 8))
        let largest = Float(1 << color.bits - 1)
        // BT.709 §4 and related standards: 219 steps of luma and 224 of colour difference.
        let lumaScale = 255 / (color.isFullRange ? largest : 219 * unit)
        let chromaScale = 255 / (color.isFullRange ? largest : 224 * unit)
        let black = color.isFullRange ? 0 : 16 * unit
        let green = 1 - color.red - color.blue
        luma = lumaScale
        redOfV = 2 * (1 - color.red) * chromaScale
        blueOfU = 2 * (1 - color.blue) * chromaScale
        greenOfU = -blueOfU * color.blue / green
        greenOfV = -redOfV * color.red / green
        let zero = 128 * unit
        offsets =
            SIMD3(repeating: -black * lumaScale) - SIMD3(redOfV, greenOfU + greenOfV, blueOfU) * zero
    }

    @inline(__always)
    func convert(
        _ y: SIMD8<Float>, _ u: SIMD8<Float>, _ v: SIMD8<Float>
    ) -> (red: SIMD8<Float>, green: SIMD8<Float>, blue: SIMD8<Float>) {
        let base = y * luma
        return (
            Self.limited(base + v * redOfV + offsets.x),
            Self.limited(base + u * greenOfU + v * greenOfV + offsets.y),
            Self.limited(base + u * blueOfU + offsets.z)
        )
    }

    @inline(__always)
    private static func limited(_ value: SIMD8<Float>) -> SIMD8<Float> {
        let floor = value.replacing(with: 0, where: value .< 0)
        return floor.replacing(with: 255, where: floor .> 255)
    }
}
