/// In fractions of the page's width and height, 0 to 1. Other values are outside of the page.
package struct BoardPoint: Sendable, Hashable, Codable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// Rounds to ten-thousandths of the page. That is finer than any screen, and has four digits instead of sixteen.
    fileprivate var rounded: BoardPoint { BoardPoint(x: Self.rounded(x), y: Self.rounded(y)) }

    private static func rounded(_ value: Double) -> Double { (value * 10_000).rounded() / 10_000 }
}

/// A drawing on a page. Immutable, so that copies of a state share it.
package final class Shape: Sendable, Codable {
    package enum Kind: String, Sendable, Hashable, Codable {
        /// A line through all points.
        case pencil, marker, polyline
        /// A line from the first point to the last.
        case line, arrow
        /// A figure within the box of its points.
        case rectangle, ellipse, triangle
        /// Placed at the first point, as wide as the box of its points.
        case text, picture
        /// A shape that this version cannot draw, shown as a box.
        case other
    }

    /// Unique within the page. A shape with the same ID replaces this one.
    package let id: String
    package let key: PageKey
    package let kind: Kind
    package let points: [BoardPoint]
    /// 0xRRGGBB.
    package let color: UInt32?
    /// 0xRRGGBB; `nil` for none.
    package let fill: UInt32?
    /// A fraction of the page's width.
    package let thickness: Double?
    package let text: String?
    /// Per line, as a fraction of the page's height.
    package let textHeight: Double?
    package let picture: String?

    package init(
        id: String, on key: PageKey, _ kind: Kind, _ points: [BoardPoint], color: UInt32? = nil, fill: UInt32? = nil,
        thickness: Double? = nil, text: String? = nil, textHeight: Double? = nil, picture: String? = nil
    ) {
        self.id = id
        self.key = key
        self.kind = kind
        self.points = points
        self.color = color
        self.fill = fill
        self.thickness = thickness
        self.text = text
        self.textHeight = textHeight
        self.picture = picture
    }
}

extension Shape {
    /// The shape with coordinates in ten-thousandths of the page. That keeps the state small for everyone who joins.
    package var rounded: Shape {
        Shape(
            id: id, on: key, kind, points.map(\.rounded), color: color, fill: fill, thickness: thickness, text: text,
            textHeight: textHeight, picture: picture)
    }
}

extension Shape: Equatable {
    package static func == (a: Shape, b: Shape) -> Bool {
        a === b
            || a.id == b.id && a.key == b.key && a.kind == b.kind && a.points == b.points && a.color == b.color
                && a.fill == b.fill && a.thickness == b.thickness && a.text == b.text && a.textHeight == b.textHeight
                && a.picture == b.picture
    }
}
