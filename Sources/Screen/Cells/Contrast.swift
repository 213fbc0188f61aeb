import Glibc

/// WCAG 2.2, "contrast ratio": 1 … 21.
package enum Contrast {
    /// WCAG's level AA for text.
    package static let readable = 4.5
    /// The luminance whose contrast to white and to black is equal.
    private static let middle = 0.1791
    /// The steps of the bisection; the last one changes less than one level of a component.
    private static let steps = 12

    /// Treats palette colours as xterm's.
    package static func ratio(_ a: Color, _ b: Color) -> Double {
        let (first, second) = (luminance(a), luminance(b))
        return (max(first, second) + 0.05) / (min(first, second) + 0.05)
    }

    /// Returns 0 … 1.
    package static func luminance(_ color: Color) -> Double {
        let direct = color.direct
        func linear(_ level: UInt8) -> Double {
            let value = Double(level) / 255
            return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * linear(direct.red) + 0.7152 * linear(direct.green) + 0.0722 * linear(direct.blue)
    }

    package static func isLight(_ color: Color) -> Bool { luminance(color) > middle }

    /// Returns the nearest readable colour of the same hue: brighter, then paler on a dark ground, else darker.
    package static func lifted(_ color: Color, on ground: Color) -> Color {
        let direct = color.direct
        guard ratio(direct, ground) < readable else { return color }
        let reads = { (color: Color) in ratio(color, ground) >= readable }
        if isLight(ground) { return least({ scaled(direct, by: 1 - $0) }, reads: reads) }
        let top = Double(max(direct.red, direct.green, direct.blue))
        // Black has no hue.
        let brightest = top == 0 ? Color.rgb(255, 255, 255) : scaled(direct, by: 255 / top)
        let white = Color.rgb(255, 255, 255)
        guard reads(brightest) else { return least({ mixed(brightest, with: white, share: $0) }, reads: reads) }
        return least({ mixed(direct, with: brightest, share: $0) }, reads: reads)
    }

    /// Returns the readable colour nearest to `color` in xterm's palette, without the theme's sixteen.
    package static func nearestReadable(_ color: Color, on ground: Color) -> Color {
        let entries = (UInt8(16)...255).map { Color.palette($0) }.filter { ratio($0, ground) >= readable }
        return entries.min {
            PaletteMatch.distance($0.direct, color.direct) < PaletteMatch.distance($1.direct, color.direct)
        }
            ?? (isLight(ground) ? .palette(16) : .palette(231))
    }

    /// Returns the first readable colour of a sequence, by bisection. If any colour is readable, the last one is.
    private static func least(_ color: (Double) -> Color, reads: (Color) -> Bool) -> Color {
        var (low, high) = (0.0, 1.0)
        for _ in 0..<steps {
            let middle = (low + high) / 2
            if reads(color(middle)) { high = middle } else { low = middle }
        }
        return color(high)
    }

    private static func scaled(_ color: Color, by factor: Double) -> Color {
        func level(_ value: UInt8) -> UInt8 { UInt8(min(255, (Double(value) * factor).rounded())) }
        return .rgb(level(color.red), level(color.green), level(color.blue))
    }

    private static func mixed(_ color: Color, with other: Color, share: Double) -> Color {
        func level(_ a: UInt8, _ b: UInt8) -> UInt8 { UInt8((Double(a) + (Double(b) - Double(a)) * share).rounded()) }
        return .rgb(level(color.red, other.red), level(color.green, other.green), level(color.blue, other.blue))
    }
}
