package import Cells

/// A picture beside a list as the screen wants it.
package protocol CoverWish: Sendable, Equatable {
    /// Absolute.
    var path: String { get }
    var space: CellSpace { get }
}

/// What became of a wish for a picture. A value.
package struct WishedPicture<Wish: Sendable & Equatable>: Sendable, Equatable {
    package let wish: Wish
    /// No larger than was wished; nil: there is none.
    package let cells: CellBuffer?

    package init(_ wish: Wish, _ cells: CellBuffer?) {
        self.wish = wish
        self.cells = cells
    }
}
