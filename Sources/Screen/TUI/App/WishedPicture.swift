package import Cells

/// The screen's request for a picture beside a list.
package protocol CoverWish: Sendable, Equatable {
    /// The absolute path.
    var path: String { get }
    var space: CellSpace { get }
}

/// The result of a request for a picture.
package struct WishedPicture<Wish: Sendable & Equatable>: Sendable, Equatable {
    package let wish: Wish
    /// The picture, no larger than requested, or `nil` if there is none.
    package let cells: CellBuffer?

    package init(_ wish: Wish, _ cells: CellBuffer?) {
        self.wish = wish
        self.cells = cells
    }
}
