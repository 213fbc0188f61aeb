package import Cells

/// The screen's request for a picture beside a list.
package protocol CoverWish: Sendable, Equatable {
    /// Absolute.
    var path: String { get }
    var space: CellSpace { get }
}

package struct WishedPicture<Wish: Sendable & Equatable>: Sendable, Equatable {
    package let wish: Wish
    /// No larger than requested.
    package let cells: CellBuffer?

    package init(_ wish: Wish, _ cells: CellBuffer?) {
        self.wish = wish
        self.cells = cells
    }
}
