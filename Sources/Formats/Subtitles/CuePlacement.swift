/// A cue's place on the picture: by default at the bottom, in the middle. ASS positions are reduced to thirds of the
/// picture, because cells are too coarse for signs that move with the camera. WebVTT's vertical text exchanges the
/// axes: lines are columns, `left` and `width` are the top and the height of their area, and `horizontal` is the place
/// of text within a column.
package struct CuePlacement: Sendable, Hashable {
    package enum Horizontal: Sendable, Hashable { case left, centre, right }
    package enum Vertical: Sendable, Hashable { case top, middle, bottom }
    package enum ColumnOrder: Sendable, Hashable { case rightToLeft, leftToRight }

    package enum Line: Sendable, Hashable {
        /// Rows from the top (0 is the first), or if negative from the bottom (−1 is the last).
        case row(Int)
        /// Per cent of the height, 0 … 100.
        case percent(Double)
    }

    package var horizontal = Horizontal.centre
    package var vertical = Vertical.bottom
    /// `nil` for the first free rows at the `vertical` edge.
    package var line: Line?
    /// The part of the text that touches a line given in per cent.
    package var lineAnchor = Vertical.top
    /// The left edge of the text's area, in per cent of the picture's width, 0 … 100.
    package var left = 0.0
    /// The width of the area in the same unit.
    package var width = 100.0
    /// `nil` for horizontal text.
    package var columns: ColumnOrder?

    package init() {}

    /// Reads ASS's numbers, as on a number pad: 1 lower left … 9 upper right.
    init?(keypad number: Int) {
        guard (1...9).contains(number) else { return nil }
        horizontal = [.left, .centre, .right][(number - 1) % 3]
        vertical = [.bottom, .middle, .top][(number - 1) / 3]
    }

    /// Reads SSA's older numbers: 1 left, 2 centre, 3 right; plus 4 for the top, plus 8 for the middle.
    init?(legacy number: Int) {
        guard (1...3).contains(number & 3), number & ~15 == 0 else { return nil }
        horizontal = [.left, .centre, .right][(number & 3) - 1]
        vertical = number & 4 != 0 ? .top : number & 8 != 0 ? .middle : .bottom
    }

    /// Selects the third of the picture that contains a point. Clamps both coordinates to 0 … 1.
    init(thirdAtX x: Double, y: Double) {
        horizontal = x < 1 / 3 ? .left : x > 2 / 3 ? .right : .centre
        vertical = y < 1 / 3 ? .top : y > 2 / 3 ? .bottom : .middle
    }
}
