/// Where a cue stands on the picture; the defaults are those of a cue that says nothing: below, in the middle.
///
/// ASS positions are kept as thirds of the picture: cells are too coarse for signs that follow a camera. WebVTT's
/// vertical text has the same measures with the axes exchanged: its lines are columns, `left` and `width` are the top and
/// the height of their area, `line` counts columns, and `horizontal` says where in its area a column lies: at the top,
/// in the middle, at the bottom.
package struct CuePlacement: Sendable, Hashable {
    package enum Horizontal: Sendable, Hashable { case left, centre, right }
    package enum Vertical: Sendable, Hashable { case top, middle, bottom }
    /// In which direction columns of text follow one another.
    package enum ColumnOrder: Sendable, Hashable { case rightToLeft, leftToRight }

    /// A line of the picture that the author chose.
    package enum Line: Sendable, Hashable {
        /// Rows of text from the top (0 is the first one); negative: from the bottom (−1 is the last one).
        case row(Int)
        /// Per cent of the height, 0 … 100.
        case percent(Double)
    }

    package var horizontal = Horizontal.centre
    package var vertical = Vertical.bottom
    /// Nil: the first free rows at the `vertical` edge.
    package var line: Line?
    /// Which part of the text lies on a line given in per cent.
    package var lineAnchor = Vertical.top
    /// Left edge of the text's area, per cent of the width, 0 … 100.
    package var left = 0.0
    /// Width of the text's area, per cent of the width, 0 … 100.
    package var width = 100.0
    /// Nil: the text stands in rows.
    package var columns: ColumnOrder?

    package init() {}

    /// ASS's numbers, which lie like the keys of a number pad: 1 lower left … 9 upper right. Others: nil.
    init?(keypad number: Int) {
        guard (1...9).contains(number) else { return nil }
        horizontal = [.left, .centre, .right][(number - 1) % 3]
        vertical = [.bottom, .middle, .top][(number - 1) / 3]
    }

    /// SSA's older numbers: 1 left, 2 centre, 3 right; 4 more above, 8 more in the middle. Others: nil.
    init?(legacy number: Int) {
        guard (1...3).contains(number & 3), number & ~15 == 0 else { return nil }
        horizontal = [.left, .centre, .right][(number & 3) - 1]
        vertical = number & 4 != 0 ? .top : number & 8 != 0 ? .middle : .bottom
    }

    /// The third of the picture in which a point lies; both 0 … 1, other values are clamped.
    init(thirdAtX x: Double, y: Double) {
        horizontal = x < 1 / 3 ? .left : x > 2 / 3 ? .right : .centre
        vertical = y < 1 / 3 ? .top : y > 2 / 3 ? .bottom : .middle
    }
}
