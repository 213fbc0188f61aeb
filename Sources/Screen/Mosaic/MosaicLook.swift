package import Cells

package struct MosaicLook: Sendable, Equatable {
    package var depth: ColorDepth
    /// Used only with ``ColorDepth/grey``; the other depths imply it.
    package var hasDirectColor: Bool
    package var symbols: MosaicSymbols
    /// The colour outside the picture, 0xAARRGGBB with alpha ignored, or `nil` for the terminal's own background.
    package var background: UInt32?

    package init(
        depth: ColorDepth = .trueColor, hasDirectColor: Bool = true, symbols: MosaicSymbols = .halfBlocks,
        background: UInt32? = nil
    ) {
        self.depth = depth
        self.hasDirectColor = hasDirectColor
        self.symbols = symbols
        self.background = background
    }

    package var letterbox: Color {
        guard let background, depth != .mono else { return .terminalDefault }
        let red = UInt8(truncatingIfNeeded: background >> 16)
        let green = UInt8(truncatingIfNeeded: background >> 8)
        let blue = UInt8(truncatingIfNeeded: background)
        let luma = UInt8(truncatingIfNeeded: Luma.of(red: UInt32(red), green: UInt32(green), blue: UInt32(blue)))
        guard let palette = MosaicPalette.of(self) else {
            return depth == .grey ? .rgb(luma, luma, luma) : .rgb(red, green, blue)
        }
        return depth == .grey
            ? palette.nearest(red: luma, green: luma, blue: luma) : palette.nearest(red: red, green: green, blue: blue)
    }
}
