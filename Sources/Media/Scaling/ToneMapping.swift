internal import Glibc

/// Brings high dynamic range and BT.2020's colours to what a terminal shows: BT.709 with a gamma of 2.4. By tables;
/// about 10 ns a pixel. One for each kind of picture; immutable.
///
/// White of an ordinary picture is 203 cd/m² (BT.2408 §2). What is brighter is compressed by the curve of BT.2390 §5.4
/// (EETF), applied to the largest of the three components, so that hues stay.
final class ToneMapping {
    /// cd/m².
    static let white: Float = 203
    /// Where the picture does not say how bright it gets; also what HLG is shown for (BT.2100 table 5).
    static let usualPeak: Float = 1000

    private static let steps = 4096
    /// Code value 0 … 1 to light; 1 is `white` (HLG: the brightest of the scene).
    private let light: [Float]
    /// Square root of the share of `top` to a factor for the light.
    private let gains: [Float]
    /// HLG: square root of the scene's luminance to a factor that gives the light of the screen.
    private let systemGains: [Float]
    /// Square root of light 0 … 1 to a code value of the screen.
    private let codes: [UInt8]
    /// The brightest light, in units of `white`.
    private let top: Float
    private let isScene: Bool
    private let isWide: Bool

    init(_ color: PictureColor) {
        isWide = color.isWide
        isScene = color.transfer == .hybridLogGamma
        let steps = Self.steps
        func table(_ value: (Double) -> Double) -> [Float] {
            (0...steps).map { Float(value(Double($0) / Double(steps))) }
        }
        let peak: Float
        switch color.transfer {
        case .standard:
            peak = Self.white
            light = table { pow($0, 2.4) }
        case .perceptual(let brightest):
            peak = min(max(brightest, Self.white), 10_000)
            light = table { Perceptual.luminance($0) / Double(Self.white) }
        case .hybridLogGamma:
            peak = Self.usualPeak
            light = table(Self.sceneLight)
        }
        let top = peak / Self.white
        self.top = top
        gains = table { share in
            let light = share * share * Double(top)
            return light <= 0 ? 1 : Self.compressed(light, top: Double(top)) / light
        }
        // BT.2100 table 5: the system gamma is 1.2 for a screen of 1000 cd/m².
        systemGains = table { Double(top) * pow(max($0 * $0, 1e-9), 0.2) }
        codes = (0...steps).map { UInt8((pow(Double($0) / Double(steps), 2 / 2.4) * 255).rounded()) }
    }

    /// - Parameters: red, green, blue: code values, 0 … 1.
    /// - Returns: a pixel as ``PlayCore/PixelBuffer`` has it.
    func pixel(_ red: Float, _ green: Float, _ blue: Float) -> UInt32 {
        var color = SIMD3(light[Self.index(red)], light[Self.index(green)], light[Self.index(blue)])
        if isScene {
            let luminance = 0.2627 * color.x + 0.6780 * color.y + 0.0593 * color.z
            color *= systemGains[Self.index(luminance.squareRoot())]
        }
        color *= gains[Self.index((color.max() / top).squareRoot())]
        if isWide { color = Self.narrowed(color) }
        return code(color.x) | code(color.y) << 8 | code(color.z) << 16
    }

    private func code(_ light: Float) -> UInt32 { UInt32(codes[Self.index(max(0, light).squareRoot())]) }

    /// Of a value 0 … 1; others are clamped.
    private static func index(_ value: Float) -> Int { Int(min(max(value, 0), 1) * Float(steps) + 0.5) }

    /// BT.2087 §2 and its inverse: what lies outside BT.709's triangle is clamped later.
    private static func narrowed(_ color: SIMD3<Float>) -> SIMD3<Float> {
        SIMD3<Float>(1.6605, -0.1246, -0.0182) * color.x + SIMD3<Float>(-0.5876, 1.1329, -0.1006) * color.y
            + SIMD3<Float>(-0.0728, -0.0083, 1.1187) * color.z
    }

    /// The inverse of HLG's OETF (BT.2100 table 5): code value to the scene's light, both 0 … 1.
    static func sceneLight(_ code: Double) -> Double {
        let a = 0.178_832_77
        let b = 1 - 4 * a
        let c = 0.5 - a * log(4 * a)
        return code <= 0.5 ? code * code / 3 : (exp((code - c) / a) + b) / 12
    }

    /// BT.2390 §5.4.1 from `top` down to 1 (both black at 0); all in units of `white`.
    static func compressed(_ light: Double, top: Double) -> Double {
        let unit = Double(white)
        let brightest = Perceptual.code(top * unit)
        let target = Perceptual.code(unit) / brightest
        let knee = 1.5 * target - 0.5
        let code = Perceptual.code(light * unit) / brightest
        guard code > knee, knee < 1 else { return min(light, 1) }
        let t = (min(code, 1) - knee) / (1 - knee)
        let bent =
            (2 * t * t * t - 3 * t * t + 1) * knee + (t * t * t - 2 * t * t + t) * (1 - knee)
            + (3 * t * t - 2 * t * t * t) * target
        return Perceptual.luminance(bent * brightest) / unit
    }
}

/// SMPTE ST 2084: code values 0 … 1 and luminance 0 … 10,000 cd/m².
enum Perceptual {
    private static let m1 = 2610.0 / 16_384
    private static let m2 = 2523.0 / 4096 * 128
    private static let c1 = 3424.0 / 4096
    private static let c2 = 2413.0 / 4096 * 32
    private static let c3 = 2392.0 / 4096 * 32

    static func luminance(_ code: Double) -> Double {
        let root = pow(min(max(code, 0), 1), 1 / m2)
        return 10_000 * pow(max(root - c1, 0) / (c2 - c3 * root), 1 / m1)
    }

    static func code(_ luminance: Double) -> Double {
        let root = pow(min(max(luminance, 0), 10_000) / 10_000, m1)
        return pow((c1 + c2 * root) / (1 + c3 * root), m2)
    }
}
