package import Cells

/// A drawn link with its glyphs, which show later whether something covers it.
package struct DrawnLink: Equatable {
    package let link: ScreenLink
    fileprivate let glyphs: [UInt32]

    package func isIntact(in screen: CellBuffer) -> Bool { screen.glyphs(under: link) == glyphs }
}

extension CellBuffer {
    /// Returns the link at text written just before, or `nil` if its address is invalid.
    package func link(_ address: String, _ column: Int, _ row: Int, _ width: Int) -> DrawnLink? {
        ScreenLink(column: column, row: row, width: width, address: address).map {
            DrawnLink(link: $0, glyphs: glyphs(under: $0))
        }
    }
}
