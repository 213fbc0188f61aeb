/// Tables of ``ToneMapping``, which owns them and must live longer.
struct ToneTables {
    /// Steps of the table of light. Two steps differ by less than a 10-bit step of PQ.
    static let lightSteps = 4096
    /// Steps of the smooth tables. All tables together fit into a first-level cache of 32 kB.
    static let steps = 1024
    /// `lightSteps + 1` values, from code 0 … 1 to light; 1 is ``ToneMapping/white`` (HLG: the scene's brightest).
    let light: UnsafePointer<Float>
    /// `steps + 1` values, as in the next tables: from the square root of the share of `top` to a factor for the light.
    let gains: UnsafePointer<Float>
    /// HLG: from the square root of the scene's luminance to a factor that yields the light of the screen.
    let systemGains: UnsafePointer<Float>
    /// From the square root of light 0 … 1 to a code value of the screen, 0 … 255.
    let codes: UnsafePointer<Float>
    /// 1 ÷ the brightest light, in units of white.
    let share: Float
    let isScene: Bool
    let isWide: Bool

    init(
        light: UnsafeMutablePointer<Float>, gains: UnsafeMutablePointer<Float>,
        systemGains: UnsafeMutablePointer<Float>, codes: UnsafeMutablePointer<Float>, top: Float, isScene: Bool,
        isWide: Bool
    ) {
        self.light = UnsafePointer(light)
        self.gains = UnsafePointer(gains)
        self.systemGains = UnsafePointer(systemGains)
        self.codes = UnsafePointer(codes)
        share = 1 / top
        self.isScene = isScene
        self.isWide = isWide
    }

    /// Takes code values 0 … 1. Returns a pixel as in ``PlayCore/PixelBuffer``.
    @inline(__always)
    func pixel(_ red: Float, _ green: Float, _ blue: Float) -> UInt32 {
        var (r, g, b) = (light[Self.fine(red)], light[Self.fine(green)], light[Self.fine(blue)])
        var gain: Float = 1
        if isScene {
            // BT.2100 table 5: the luminance of the scene.
            gain = systemGains[Self.index((0.2627 * r + 0.6780 * g + 0.0593 * b).squareRoot())]
        }
        gain *= gains[Self.index((max(max(r, g), b) * gain * share).squareRoot())]
        (r, g, b) = (r * gain, g * gain, b * gain)
        if isWide {
            // BT.2087 §2, inverted. Colours outside BT.709's triangle are clamped with the code values.
            (r, g, b) = (
                1.6605 * r - 0.5876 * g - 0.0728 * b, 1.1329 * g - 0.1246 * r - 0.0083 * b,
                1.1187 * b - 0.0182 * r - 0.1006 * g
            )
        }
        return code(r) | code(g) &<< 8 | code(b) &<< 16
    }

    @inline(__always)
    private func code(_ light: Float) -> UInt32 {
        UInt32(truncatingIfNeeded: Int(codes[Self.index(max(0, light).squareRoot())]))
    }

    @inline(__always)
    private static func index(_ value: Float) -> Int { Int(min(max(value, 0), 1) * Float(steps) + 0.5) }
    @inline(__always)
    private static func fine(_ value: Float) -> Int { Int(min(max(value, 0), 1) * Float(lightSteps) + 0.5) }
}
