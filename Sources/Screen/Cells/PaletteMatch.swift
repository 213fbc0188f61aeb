/// Finds the entry of xterm's 256-colour palette nearest to a colour of a style. Not for pictures: `Mosaic` chooses and
/// dithers their colours itself.
enum PaletteMatch {
    /// xterm's defaults for the first sixteen entries; a theme may change them.
    private static let basic: [UInt32] = [
        0x000000, 0xCD0000, 0x00CD00, 0xCDCD00, 0x0000EE, 0xCD00CD, 0x00CDCD, 0xE5E5E5,
        0x7F7F7F, 0xFF0000, 0x00FF00, 0xFFFF00, 0x5C5CFF, 0xFF00FF, 0x00FFFF, 0xFFFFFF,
    ]

    static func components(_ index: UInt8) -> Color {
        let n = Int(index)
        if n < 16 { return Color(rawValue: basic[n]) }
        if n >= 232 {
            let level = UInt8(8 + 10 * (n - 232))
            return .rgb(level, level, level)
        }
        func level(_ step: Int) -> UInt8 { step == 0 ? 0 : UInt8(55 + 40 * step) }
        let cube = n - 16
        return .rgb(level(cube / 36), level(cube / 6 % 6), level(cube % 6))
    }

    static func nearest256(_ color: Color) -> Color {
        var best: UInt8 = 16
        var bestDistance = Int.max
        for index in UInt8(16)...255 {
            let d = distance(color, components(index))
            if d < bestDistance { (best, bestDistance) = (index, d) }
        }
        return .palette(best)
    }

    /// - Parameter count: 16 or 8. With 8, a bright theme colour becomes its normal form.
    static func nearest(_ color: Color, among count: Int) -> Color {
        if let index = color.paletteIndex, index < 16 { return .palette(count == 8 ? index & 7 : index) }
        let wanted = color.paletteIndex.map(components) ?? color
        var best: UInt8 = 0
        var bestDistance = Int.max
        for index in 0..<UInt8(count) {
            let d = distance(wanted, components(index))
            if d < bestDistance { (best, bestDistance) = (index, d) }
        }
        return .palette(best)
    }

    /// Keeps the theme's black, white and greys. Its other colours, of unknown values, become the default.
    static func grey(_ color: Color, direct: Bool) -> Color {
        if let index = color.paletteIndex {
            if index < 16 { return [0, 7, 8, 15].contains(index) ? color : .terminalDefault }
            if index >= 232 { return color }
        }
        let wanted = color.paletteIndex.map(components) ?? color
        // Rec. 709 luma in 16-bit fixed point.
        let luma = (13933 * Int(wanted.red) + 46871 * Int(wanted.green) + 4732 * Int(wanted.blue) + 32768) >> 16
        let level = UInt8(clamping: luma)
        if direct { return .rgb(level, level, level) }
        if level < 4 { return .palette(16) }
        if level > 246 { return .palette(231) }
        return .palette(UInt8(232 + min(23, max(0, (Int(level) - 3) / 10))))
    }

    static func distance(_ a: Color, _ b: Color) -> Int {
        let red = Int(a.red) - Int(b.red)
        let green = Int(a.green) - Int(b.green)
        let blue = Int(a.blue) - Int(b.blue)
        return 2 * red * red + 4 * green * green + 3 * blue * blue
    }
}

extension Color {
    /// Components if the palette is xterm's. The default is unchanged.
    package var direct: Color { paletteIndex.map(PaletteMatch.components) ?? self }
}
