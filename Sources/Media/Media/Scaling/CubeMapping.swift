import Foundation
import PlayCore

/// Where the pixels of a view of a sphere lie in its cube map: six square faces, three across and two down (layout 0 of
/// Spherical Video V2: right, left, up; down, front, back). Pure.
enum CubeMapping {
    /// To the right, up, and ahead.
    private struct Direction {
        var right: Double
        var up: Double
        var ahead: Double

        /// How far it reaches along `axis`.
        func along(_ axis: Direction) -> Double { right * axis.right + up * axis.up + ahead * axis.ahead }
    }

    /// One side of the cube, and its axes: a point of it is `out + across × u + down × v`, with u and v from −1 to 1.
    private struct Face {
        let column: Double
        let row: Double
        let out: Direction
        let across: Direction
        let down: Direction
    }

    private static let faces = [
        face(0, 0, out: (1, 0, 0), across: (0, 0, -1), down: (0, -1, 0)),
        face(1, 0, out: (-1, 0, 0), across: (0, 0, 1), down: (0, -1, 0)),
        face(2, 0, out: (0, 1, 0), across: (1, 0, 0), down: (0, 0, 1)),
        face(0, 1, out: (0, -1, 0), across: (1, 0, 0), down: (0, 0, -1)),
        face(1, 1, out: (0, 0, 1), across: (1, 0, 0), down: (0, -1, 0)),
        face(2, 1, out: (0, 0, -1), across: (-1, 0, 0), down: (0, -1, 0)),
    ]

    /// Row by row. A pixel that lies on an edge of the cube is sampled from the face of its middle.
    ///
    /// - Parameters:
    ///   - padding: pixels around each face that repeat what lies beside it.
    ///   - width: of the picture, in pixels.
    ///   - aspect: width of the whole view divided by its height, as the eye sees it.
    static func footprints(
        _ view: SphereView, _ layout: SphereLayout, padding: Int, width: Int, columns: Int, rows: Int, aspect: Double
    ) -> [SphereMapping.Footprint] {
        let eye = Eye(view, layout)
        let margin = min(0.4, Double(padding) / max(1, Double(width) / 3))
        let (step, drop) = (2 / Double(columns) * eye.reach, 2 / Double(rows) * eye.reach / aspect)
        var result: [SphereMapping.Footprint] = []
        result.reserveCapacity(columns * rows)
        for row in 0..<rows {
            let y = (Double(rows) / 2 - Double(row) - 0.5) * drop
            for column in 0..<columns {
                let x = (Double(column) + 0.5 - Double(columns) / 2) * step
                let seen = [(x, y), (x - step / 2, y), (x + step / 2, y), (x, y + drop / 2), (x, y - drop / 2)]
                result.append(footprint(seen.map(eye.direction), margin))
            }
        }
        return result
    }

    /// From where, and in which direction.
    private struct Eye {
        /// Half of what is seen across, in units of the distance to a flat screen.
        let reach: Double
        private let turn: (sine: Double, cosine: Double)
        private let tilt: (sine: Double, cosine: Double)

        init(_ view: SphereView, _ layout: SphereLayout) {
            let radians = Double.pi / 180
            let (pan, rise) = ((view.pan + layout.yaw) * radians, (view.tilt + layout.pitch) * radians)
            reach = 1 / view.zoom
            (turn, tilt) = ((sin(pan), cos(pan)), (sin(rise), cos(rise)))
        }

        /// Through a point of the flat screen before the eye.
        func direction(_ x: Double, _ y: Double) -> Direction {
            let (up, ahead) = (y * tilt.cosine + tilt.sine, tilt.cosine - y * tilt.sine)
            return Direction(
                right: x * turn.cosine + ahead * turn.sine, up: up, ahead: ahead * turn.cosine - x * turn.sine)
        }
    }

    /// - Parameter seen: through the middle of a pixel, and through the middles of its left, right, upper and lower edge.
    private static func footprint(_ seen: [Direction], _ margin: Double) -> SphereMapping.Footprint {
        let face = faces.max { seen[0].along($0.out) < seen[0].along($1.out) } ?? faces[0]
        let points = seen.map { direction in
            let distance = max(1e-3, direction.along(face.out))
            return (u: direction.along(face.across) / distance, v: direction.along(face.down) / distance)
        }
        func spread(_ a: Double, _ b: Double) -> Double { (a * a + b * b).squareRoot() / 2 }
        let (left, right, upper, lower) = (points[1], points[2], points[3], points[4])
        let across = part(points[0].u, spread(right.u - left.u, lower.u - upper.u))
        let down = part(points[0].v, spread(right.v - left.v, lower.v - upper.v))
        let scale = (1 - 2 * margin) / 2
        return SphereMapping.Footprint(
            x: (face.column + 0.5 + scale * across.middle) / 3, y: (face.row + 0.5 + scale * down.middle) / 2,
            width: scale * across.size / 3, height: scale * down.size / 2)
    }

    /// What lies on the face of a range.
    private static func part(_ middle: Double, _ half: Double) -> (middle: Double, size: Double) {
        let (low, high) = (max(-1, middle - half), min(1, middle + half))
        return ((low + high) / 2, max(0, high - low))
    }

    private static func face(
        _ column: Double, _ row: Double, out: (Double, Double, Double), across: (Double, Double, Double),
        down: (Double, Double, Double)
    ) -> Face {
        func direction(_ axis: (Double, Double, Double)) -> Direction {
            Direction(right: axis.0, up: axis.1, ahead: axis.2)
        }
        return Face(
            column: column, row: row, out: direction(out), across: direction(across), down: direction(down))
    }
}
