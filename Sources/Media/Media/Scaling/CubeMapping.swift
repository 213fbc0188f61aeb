import Foundation
import PlayCore

/// Six square faces, three across and two down (layout 0 of Spherical Video V2: right, left, up; down, front, back).
enum CubeMapping {
    private struct Direction {
        var right: Double
        var up: Double
        var ahead: Double

        func along(_ axis: Direction) -> Double { right * axis.right + up * axis.up + ahead * axis.ahead }
    }

    /// One side of the cube with its axes. A point is `out + across × u + down × v`, u and v from −1 to 1.
    private struct Face {
        let column: Double
        let row: Double
        let out: Direction
        let across: Direction
        let down: Direction

        func point(_ direction: Direction) -> SIMD2<Double> {
            let distance = max(1e-3, direction.along(out))
            return SIMD2(direction.along(across), direction.along(down)) / distance
        }
    }

    private static let faces = [
        face(0, 0, out: (1, 0, 0), across: (0, 0, -1), down: (0, -1, 0)),
        face(1, 0, out: (-1, 0, 0), across: (0, 0, 1), down: (0, -1, 0)),
        face(2, 0, out: (0, 1, 0), across: (1, 0, 0), down: (0, 0, 1)),
        face(0, 1, out: (0, -1, 0), across: (1, 0, 0), down: (0, 0, -1)),
        face(1, 1, out: (0, 0, 1), across: (1, 0, 0), down: (0, -1, 0)),
        face(2, 1, out: (0, 0, -1), across: (-1, 0, 0), down: (0, -1, 0)),
    ]

    /// A pixel across an edge of the cube takes all samples from the face of its middle.
    ///
    /// - Parameters:
    ///   - padding: pixels around each face that repeat neighbouring pixels.
    ///   - width: the picture's, in pixels.
    ///   - aspect: width of the whole view divided by its height, as seen by the eye.
    static func footprints(
        _ view: SphereView, _ layout: SphereLayout, padding: Int, width: Int, columns: Int, rows: Int, aspect: Double
    ) -> [SphereMapping.Footprint] {
        let eye = SphereMapping.Eye(view, layout)
        let turn = (sine: sin(eye.pan), cosine: cos(eye.pan))
        func direction(_ x: Double, _ y: Double) -> Direction {
            let (up, ahead) = eye.raised(y)
            return Direction(
                right: x * turn.cosine + ahead * turn.sine, up: up, ahead: ahead * turn.cosine - x * turn.sine)
        }
        let margin = min(0.4, Double(padding) / max(1, Double(width) / 3))
        let (step, drop) = (2 / Double(columns) * eye.reach, 2 / Double(rows) * eye.reach / aspect)
        var result: [SphereMapping.Footprint] = []
        result.reserveCapacity(columns * rows)
        for row in 0..<rows {
            let y = (Double(rows) / 2 - Double(row) - 0.5) * drop
            for column in 0..<columns {
                let x = (Double(column) + 0.5 - Double(columns) / 2) * step
                let middle = direction(x, y)
                let face = face(before: middle)
                let (left, right) = (face.point(direction(x - step / 2, y)), face.point(direction(x + step / 2, y)))
                let (upper, lower) = (face.point(direction(x, y + drop / 2)), face.point(direction(x, y - drop / 2)))
                result.append(
                    footprint(on: face, face.point(middle), right - left, lower - upper, margin: margin))
            }
        }
        return result
    }

    private static func face(before direction: Direction) -> Face {
        var best = faces[0]
        var reach = direction.along(best.out)
        for face in faces.dropFirst() {
            let other = direction.along(face.out)
            if other > reach { (best, reach) = (face, other) }
        }
        return best
    }

    /// Takes vectors on the face, between the middles of a pixel's edges: left to right, and upper to lower.
    private static func footprint(
        on face: Face, _ middle: SIMD2<Double>, _ across: SIMD2<Double>, _ down: SIMD2<Double>, margin: Double
    ) -> SphereMapping.Footprint {
        let half = (across * across + down * down).squareRoot() / 2
        let one = SIMD2<Double>(repeating: 1)
        let low = (middle - half).clamped(lowerBound: -one, upperBound: one)
        let high = (middle + half).clamped(lowerBound: -one, upperBound: one)
        let scale = (1 - 2 * margin) / 2
        let (place, size) = ((low + high) / 2 * scale, (high - low) * scale)
        return SphereMapping.Footprint(
            x: (face.column + 0.5 + place.x) / 3, y: (face.row + 0.5 + place.y) / 2, width: size.x / 3,
            height: size.y / 2)
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
