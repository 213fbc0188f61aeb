/// A run of cells in one row that a terminal may offer to be opened (OSC 8). A value.
package struct ScreenLink: Sendable, Hashable {
    package let column: Int
    package let row: Int
    /// In cells, at least 1.
    package let width: Int
    /// Printable ASCII without blanks: it is written to the terminal as it is.
    package let address: String

    /// What terminals take at most (VTE's limit).
    package static let addressLimit = 2083

    /// Nil: no cells, or an address that a terminal could take for something else.
    package init?(column: Int, row: Int, width: Int, address: String) {
        guard width > 0, column >= 0, row >= 0, Self.isSafe(address) else { return nil }
        (self.column, self.row, self.width, self.address) = (column, row, width, address)
    }

    /// Whether nothing in it could end the sequence that carries it.
    package static func isSafe(_ address: String) -> Bool {
        !address.isEmpty && address.utf8.count <= addressLimit && address.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

extension CellBuffer {
    /// The glyphs under a link: whether something was drawn over it since.
    package func glyphs(under link: ScreenLink) -> [UInt32] {
        guard link.row < rows else { return [] }
        return (link.column..<min(columns, link.column + link.width)).map { self[$0, link.row].glyph }
    }
}
