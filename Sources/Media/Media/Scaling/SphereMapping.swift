import Foundation
import PlayCore

enum SphereMapping {
    /// The part of the picture under a pixel: its middle and its size, as shares of the picture's width and height. `x`
    /// may lie outside 0 ..< 1, because the picture wraps.
    struct Footprint {
        let x: Double
        let y: Double
        let width: Double
        let height: Double
    }

    fileprivate struct Point {
        var x: Double
        var y: Double
    }

    /// Returns rows of footprints. `aspect` is the whole view's width divided by its height, as seen by the viewer.
    static func footprints(
        _ view: SphereView, _ layout: SphereLayout, columns: Int, rows: Int, aspect: Double
    ) -> [Footprint] {
        var result: [Footprint] = []
        result.reserveCapacity(columns * rows)
        let eye = Eye(view, layout)
        var above = corners(0, columns, rows, aspect, eye)
        for row in 1...rows {
            let below = corners(row, columns, rows, aspect, eye)
            for column in 0..<columns {
                result.append(footprint(above[column], above[column + 1], below[column], below[column + 1]))
            }
            above = below
        }
        return result
    }

    struct Eye {
        /// Half of the visible width, in units of the distance to a flat screen.
        let reach: Double
        /// In radians, to the right.
        let pan: Double
        private let sine: Double
        private let cosine: Double

        init(_ view: SphereView, _ layout: SphereLayout) {
            let radians = Double.pi / 180
            let tilt = (view.tilt + layout.pitch) * radians
            reach = 1 / view.zoom
            pan = (view.pan + layout.yaw) * radians
            (sine, cosine) = (sin(tilt), cos(tilt))
        }

        /// Rotates a point of the flat screen by the tilt.
        @inline(__always)
        func raised(_ y: Double) -> (up: Double, ahead: Double) { (y * cosine + sine, cosine - y * sine) }

        /// Returns the place in the equirectangular picture that is seen through a point of the flat screen.
        fileprivate func point(_ x: Double, _ y: Double) -> Point {
            let (up, ahead) = raised(y)
            let longitude = atan2(x, ahead) + pan
            let latitude = atan2(up, (x * x + ahead * ahead).squareRoot())
            return Point(x: longitude / (2 * .pi) + 0.5, y: 0.5 - latitude / .pi)
        }
    }

    private static func corners(_ row: Int, _ columns: Int, _ rows: Int, _ aspect: Double, _ eye: Eye) -> [Point] {
        let y = (1 - 2 * Double(row) / Double(rows)) * eye.reach / aspect
        return (0...columns).map { eye.point((2 * Double($0) / Double(columns) - 1) * eye.reach, y) }
    }

    /// Approximates the quadrilateral by an upright rectangle of the same extent.
    private static func footprint(_ a: Point, _ b: Point, _ c: Point, _ d: Point) -> Footprint {
        // Moves the corners to the same side of the picture's edge.
        func near(_ point: Point) -> Double { point.x - (point.x - a.x).rounded() }
        let (bx, cx, dx) = (near(b), near(c), near(d))
        let (acrossX, acrossY) = ((bx + dx - a.x - cx) / 2, (b.y + d.y - a.y - c.y) / 2)
        let (downX, downY) = ((cx + dx - a.x - bx) / 2, (c.y + d.y - a.y - b.y) / 2)
        return Footprint(
            x: (a.x + bx + cx + dx) / 4, y: (a.y + b.y + c.y + d.y) / 4,
            width: (acrossX * acrossX + downX * downX).squareRoot(),
            height: (acrossY * acrossY + downY * downY).squareRoot())
    }
}

extension SphereLayout.Eye {
    var crop: Crop {
        switch self {
        case .both: .none
        case .leftHalf: Crop(left: 0, top: 0, right: 0.5, bottom: 0)
        case .upperHalf: Crop(left: 0, top: 0, right: 0, bottom: 0.5)
        }
    }
}
