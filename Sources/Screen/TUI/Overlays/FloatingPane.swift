package import Cells
import PlayCore

package enum PictureMode: Sendable, Equatable {
    case pane
    case floating(FloatingPane)
}

/// The small pane. It keeps its distance to the nearest edges, so that a resize leaves it in its corner.
package struct FloatingPane: Sendable, Equatable {
    /// The distance to an edge of the area, in cells.
    package enum Anchor: Sendable, Equatable {
        /// From the left or the top.
        case start(Int)
        /// From the right or the bottom.
        case end(Int)
    }

    package var horizontal = Anchor.end(0)
    package var vertical = Anchor.end(0)

    package init() {}

    /// The least size of a terminal with space for the pane.
    package static let minimum = (columns: 40, rows: 12)
    /// A step of the arrows. The pane snaps to an edge that is nearer.
    static let step = (columns: 4, rows: 2)

    /// Returns the pane with its border: a third of the columns wide, at most two thirds of the area high.
    ///
    /// - Parameters:
    ///   - area: without the controls.
    ///   - pictureAspect: width ÷ height as the eye sees it; `nil` is 16:9.
    ///   - cellAspect: width ÷ height.
    package func frame(in area: Rect, pictureAspect: Double?, cellAspect: Double) -> Rect {
        let aspect = min(max(pictureAspect ?? 16 / 9, 0.4), 4)
        var width = max(12, area.width / 3)
        var height = max(2, Int((Double(width) * cellAspect / aspect).rounded()))
        let highest = max(2, area.height * 2 / 3 - 2)
        if height > highest {
            height = highest
            width = min(width, max(6, Int((Double(height) * aspect / cellAspect).rounded())))
        }
        let outer = (width: min(area.width, width + 2), height: min(area.height, height + 2))
        return Rect(
            column: area.column + Self.start(horizontal, free: area.width - outer.width),
            row: area.row + Self.start(vertical, free: area.height - outer.height), width: outer.width,
            height: outer.height)
    }

    private static func start(_ anchor: Anchor, free: Int) -> Int {
        switch anchor {
        case .start(let distance): min(distance, max(0, free))
        case .end(let distance): max(0, free - distance)
        }
    }

    /// Moves one step in a direction (−1, 0 or 1 each) from `frame`, its current place in `area`.
    package mutating func move(columns: Int, rows: Int, frame: Rect, in area: Rect) {
        if columns != 0 {
            horizontal = Self.anchor(
                frame.column - area.column + columns * Self.step.columns, free: area.width - frame.width,
                step: Self.step.columns)
        }
        if rows != 0 {
            vertical = Self.anchor(
                frame.row - area.row + rows * Self.step.rows, free: area.height - frame.height, step: Self.step.rows)
        }
    }

    private static func anchor(_ start: Int, free: Int, step: Int) -> Anchor {
        let start = min(max(0, start), max(0, free))
        let isNearEnd = 2 * start > free
        let distance = isNearEnd ? free - start : start
        let snapped = distance < step ? 0 : distance
        return isNearEnd ? .end(snapped) : .start(snapped)
    }
}
