/// The share cut off each side of the upright picture, 0 ..< 1 of its width or height.
package struct Crop: Sendable, Equatable {
    package let left: Double
    package let top: Double
    package let right: Double
    package let bottom: Double

    package static let none = Crop(horizontal: 0, vertical: 0)
    private static let least = 1e-6

    package init(left: Double, top: Double, right: Double, bottom: Double) {
        self.left = min(max(0, left), 1 - Self.least)
        self.top = min(max(0, top), 1 - Self.least)
        self.right = min(max(0, right), 1 - Self.least - self.left)
        self.bottom = min(max(0, bottom), 1 - Self.least - self.top)
    }

    /// Equal shares, below 0.5, for opposite sides.
    package init(horizontal: Double, vertical: Double) {
        let (x, y) = (min(max(0, horizontal), 0.49), min(max(0, vertical), 0.49))
        self.init(left: x, top: y, right: x, bottom: y)
    }

    func turned(against rotation: Rotation) -> Crop {
        switch rotation {
        case .none: self
        case .clockwise90: Crop(left: top, top: right, right: bottom, bottom: left)
        case .half: Crop(left: right, top: bottom, right: left, bottom: top)
        case .clockwise270: Crop(left: bottom, top: left, right: top, bottom: right)
        }
    }
}

package enum FieldChoice: Sendable, Equatable {
    case both
    case one
    /// One field if the picture is interlaced and a field has at least as many rows as are shown.
    case asMarked
}
