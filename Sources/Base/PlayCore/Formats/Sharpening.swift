/// An unsharp mask for small pictures: restores the edges that averaging many pixels into one has softened.
package struct Sharpening: Sendable, Equatable {
    /// 0 keeps the picture; 1 doubles each pixel's difference to its neighbours.
    package let amount: Double

    package static let none = Sharpening(amount: 0)

    package init(amount: Double) { self.amount = min(max(amount, 0), 1) }

    /// Weighs neighbours 1 2 1 in both directions. Repeats the edge beyond the edge.
    package func applied(to picture: PixelBuffer, pool: inout PixelPool) -> PixelBuffer {
        guard amount > 0 else { return picture }
        // 8.8 fixed point.
        let strength = Int32((amount * 256).rounded())
        return picture.withBytes { source in
            pool.make(width: picture.width, height: picture.height) { target in
                Self.sharpen(source, target, width: picture.width, height: picture.height, strength: strength)
            }
        }
    }

    private static func sharpen(
        _ source: UnsafeBufferPointer<UInt8>, _ target: UnsafeMutableBufferPointer<UInt8>, width: Int, height: Int,
        strength: Int32
    ) {
        guard let source = source.baseAddress, let target = target.baseAddress else { return }
        let stride = 4 * width
        var y = 0
        while y < height {
            let row = source + y &* stride
            let above = y > 0 ? row - stride : row
            let below = y < height &- 1 ? row + stride : row
            let out = target + y &* stride
            var x = 0
            while x < stride {
                let left = x >= 4 ? x &- 4 : x
                let right = x < stride &- 4 ? x &+ 4 : x
                let blurred =
                    line(above, left, x, right) &+ 2 &* line(row, left, x, right) &+ line(below, left, x, right)
                let own = Int32(row[x])
                // `blurred` is 16 times the mean: 4 bits more.
                let value = own &+ ((16 &* own &- blurred) &* strength &+ 2048) >> 12
                out[x] = UInt8(truncatingIfNeeded: min(max(value, 0), 255))
                x &+= 1
            }
            y &+= 1
        }
    }

    @inline(__always)
    private static func line(_ row: UnsafePointer<UInt8>, _ left: Int, _ at: Int, _ right: Int) -> Int32 {
        Int32(row[left]) &+ 2 &* Int32(row[at]) &+ Int32(row[right])
    }
}
