/// One character position in 16 bytes, without padding.
package struct Cell: Sendable, Hashable {
    /// A Unicode scalar. 0 is the right half of the wide glyph to the left; ``transparentGlyph`` shows the layer below.
    package var glyph: UInt32
    package var foreground: Color
    package var background: Color
    package var attributes: Attributes
    /// Always 0; fills the 16 bytes.
    package var reserved: UInt16

    package struct Attributes: OptionSet, Sendable, Hashable {
        package let rawValue: UInt16
        @inlinable package init(rawValue: UInt16) { self.rawValue = rawValue }
        package static let bold = Attributes(rawValue: 1)
        package static let dim = Attributes(rawValue: 2)
        package static let italic = Attributes(rawValue: 4)
        package static let underline = Attributes(rawValue: 8)
        package static let reverse = Attributes(rawValue: 16)
    }

    package static let transparentGlyph: UInt32 = 0xFFFF_FFFF
    package static let transparent = Cell(
        glyph: transparentGlyph, foreground: .terminalDefault, background: .terminalDefault, attributes: [])
    package static let blank = Cell(
        glyph: 0x20, foreground: .terminalDefault, background: .terminalDefault, attributes: [])

    @inlinable
    package init(glyph: UInt32, foreground: Color, background: Color, attributes: Attributes) {
        self.glyph = glyph
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
        reserved = 0
    }

    @inlinable package var isTransparent: Bool { glyph == 0xFFFF_FFFF }
}

package struct Style: Sendable, Hashable {
    package var foreground: Color
    package var background: Color
    package var attributes: Cell.Attributes

    package init(
        foreground: Color = .terminalDefault, background: Color = .terminalDefault, attributes: Cell.Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }
}
