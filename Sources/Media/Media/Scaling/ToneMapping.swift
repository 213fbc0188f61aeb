internal import Glibc

/// Maps high dynamic range and BT.2020's colours to those of a terminal: BT.709 with a gamma of 2.4. Uses tables for
/// one kind of picture. Immutable. White of an ordinary picture is 203 cd/m² (BT.2408 §2). Brighter light is compressed
/// by the curve of BT.2390 §5.4 (EETF), applied to the largest of the three components, so that hues stay.
final class ToneMapping {
    /// In cd/m².
    static let white: Float = 203
    /// The peak in cd/m² if the picture declares none. Also the screen that HLG assumes (BT.2100 table 5).
    static let usualPeak: Float = 1000

    let tables: ToneTables
    private let storage: UnsafeMutablePointer<Float>

    init(_ color: PictureColor) {
        let length = ToneTables.steps + 1
        storage = .allocate(capacity: ToneTables.lightSteps + 1 + 3 * length)
        let (gains, systemGains) = (storage, storage + length)
        let (codes, light) = (storage + 2 * length, storage + 3 * length)
        func fill(
            _ table: UnsafeMutablePointer<Float>, steps: Int = ToneTables.steps, _ value: (Double) -> Double
        ) {
            for step in 0...steps {
                (table + step).initialize(to: Float(value(Double(step) / Double(steps))))
            }
        }
        let peak: Float
        switch color.transfer {
        case .standard:
            peak = Self.white
            fill(light, steps: ToneTables.lightSteps) { pow($0, 2.4) }
        case .perceptual(let brightest):
            peak = min(max(brightest, Self.white), 10_000)
            fill(light, steps: ToneTables.lightSteps) { Perceptual.luminance($0) / Double(Self.white) }
        case .hybridLogGamma:
            peak = Self.usualPeak
            fill(light, steps: ToneTables.lightSteps, Self.sceneLight)
        }
        let top = Double(peak / Self.white)
        fill(gains) { share in
            let light = share * share * top
            return light <= 0 ? 1 : Self.compressed(light, top: top) / light
        }
        // BT.2100 table 5: the system gamma is 1.2 for a screen of 1000 cd/m².
        fill(systemGains) { top * pow(max($0 * $0, 1e-9), 0.2) }
        fill(codes) { (pow($0, 2 / 2.4) * 255).rounded() }
        tables = ToneTables(
            light: light, gains: gains, systemGains: systemGains, codes: codes, top: Float(top),
            isScene: color.transfer == .hybridLogGamma, isWide: color.isWide)
    }

    deinit { storage.deallocate() }

    /// Returns the scene's light of a code value, both 0 … 1: the inverse of HLG's OETF (BT.2100 table 5).
    static func sceneLight(_ code: Double) -> Double {
        let a = 0.178_832_77
        let b = 1 - 4 * a
        let c = 0.5 - a * log(4 * a)
        return code <= 0.5 ? code * code / 3 : (exp((code - c) / a) + b) / 12
    }

    /// Compresses light by BT.2390 §5.4.1 from `top` to 1 (both with black at 0), in units of `white`.
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
