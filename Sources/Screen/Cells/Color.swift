/// A colour of a cell, in 32 bits. `0x00RRGGBB` is a direct colour. `0x0100_00nn` is entry nn of the terminal's
/// 256-colour palette, in which 0 … 15 are the colours of the terminal's theme. `0x0200_0000` is the terminal's
/// default.
package struct Color: RawRepresentable, Sendable, Hashable {
    package var rawValue: UInt32

    @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }

    package static let terminalDefault = Color(rawValue: 0x0200_0000)

    @inlinable package static func rgb(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Color {
        Color(rawValue: UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue))
    }

    @inlinable package static func palette(_ index: UInt8) -> Color { Color(rawValue: 0x0100_0000 | UInt32(index)) }

    @inlinable package var isDefault: Bool { rawValue == 0x0200_0000 }
    @inlinable package var paletteIndex: UInt8? { rawValue >> 24 == 1 ? UInt8(truncatingIfNeeded: rawValue) : nil }
    /// Only for a direct colour.
    @inlinable package var red: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 16) }
    @inlinable package var green: UInt8 { UInt8(truncatingIfNeeded: rawValue >> 8) }
    @inlinable package var blue: UInt8 { UInt8(truncatingIfNeeded: rawValue) }
}
