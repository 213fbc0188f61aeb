package struct EncoderProfile: Sendable, Equatable {
    package var colorDepth: ColorDepth
    /// Whether `38;2;r;g;b` may be sent. Used where ``colorDepth`` is `grey`; `trueColor` implies it.
    package var hasDirectColor: Bool
    package var isUTF8: Bool
    /// Whether East Asian ambiguous characters are two columns wide. Then only ASCII and wide characters can be placed.
    package var hasWideAmbiguous: Bool
    /// Whether erasing fills with the current background colour (terminfo `bce`).
    package var hasBackColorErase: Bool
    /// Whether `CSI n b` repeats the last character n times (terminfo `rep`).
    package var hasRepeat: Bool

    package init(
        colorDepth: ColorDepth = .trueColor, hasDirectColor: Bool = false, isUTF8: Bool = true,
        hasWideAmbiguous: Bool = false, hasBackColorErase: Bool = false, hasRepeat: Bool = false
    ) {
        self.colorDepth = colorDepth
        self.hasDirectColor = hasDirectColor || colorDepth == .trueColor
        self.isUTF8 = isUTF8
        self.hasWideAmbiguous = hasWideAmbiguous
        self.hasBackColorErase = hasBackColorErase
        self.hasRepeat = hasRepeat
    }

    package func sent(_ color: Color) -> Color {
        if color.isDefault { return color }
        switch colorDepth {
        case .trueColor: return color
        case .palette256: return color.paletteIndex == nil ? PaletteMatch.nearest256(color) : color
        case .palette16: return PaletteMatch.nearest(color, among: 16)
        case .palette8: return PaletteMatch.nearest(color, among: 8)
        case .grey: return PaletteMatch.grey(color, direct: hasDirectColor)
        case .mono: return .terminalDefault
        }
    }
}
