/// A run of cells in one row with an address that the terminal may offer to open (OSC 8).
package struct ScreenLink: Sendable, Hashable {
    package let column: Int
    package let row: Int
    /// In cells, at least 1.
    package let width: Int
    /// Printable ASCII without blanks, because the address is written to the terminal unchanged.
    package let address: String

    /// VTE's limit.
    package static let addressLimit = 2083

    /// Returns `nil` without cells, or if the address could end the sequence.
    package init?(column: Int, row: Int, width: Int, address: String) {
        guard width > 0, column >= 0, row >= 0, Self.isSafe(address) else { return nil }
        (self.column, self.row, self.width, self.address) = (column, row, width, address)
    }

    /// Returns whether no byte of the address can end the escape sequence around it.
    package static func isSafe(_ address: String) -> Bool {
        !address.isEmpty && address.utf8.count <= addressLimit && address.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

extension CellBuffer {
    /// Returns the glyphs under a link. A change shows that something was drawn over it.
    package func glyphs(under link: ScreenLink) -> [UInt32] {
        guard link.row < rows else { return [] }
        return (link.column..<min(columns, link.column + link.width)).map { self[$0, link.row].glyph }
    }
}
