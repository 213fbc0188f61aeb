/// The horizontal half of averaging: each output pixel is a weighted mean of sums from ``RowSums``. All pixels read the
/// same number of blocks of eight sums, in which sums outside the pixel weigh 0.
final class ColumnWeights {
    private let pixels: Int
    private let blocks: Int
    /// `pixels × blocks × 8`.
    private let weights: [Int16]
    private let starts: [Int32]
    /// Necessary because ``RowSums`` stores its sums minus 32,768.
    private let offsets: [Float]
    /// 1 ÷ the sum of each pixel's weights.
    private let scales: [Float]

    /// Weighs the samples of one component. `step` components, 1 or 2, are interleaved in the row.
    init(_ division: AxisDivision, step: Int, component: Int) {
        pixels = division.spans.count
        let longest = division.spans.reduce(1) { max($0, $1.count) }
        let blocks = (longest * step + 7) / 8
        self.blocks = blocks
        var weights = [Int16](repeating: 0, count: pixels * blocks * 8)
        for (pixel, span) in division.spans.enumerated() {
            for at in 0..<span.count {
                let isTail = span.tail > 0 && at == span.count - 1
                let weight = at == 0 ? span.head : isTail ? span.tail : 1 << division.shift
                weights[pixel * blocks * 8 + at * step + component] = Int16(weight)
            }
        }
        self.weights = weights
        starts = division.spans.map { Int32($0.first * step) }
        offsets = division.spans.map { Float($0.total(shift: division.shift)) * 32_768 }
        scales = division.spans.map { 1 / Float($0.total(shift: division.shift)) }
    }

    var reach: Int { blocks * 8 }

    /// Reads sums as ``RowSums`` stores them. `factor` is 1 ÷ the sum of the rows' weights.
    func reduce(_ sums: UnsafePointer<Int16>, factor: Float, into out: UnsafeMutablePointer<Float>) {
        weights.withUnsafeBufferPointer { weights in
            starts.withUnsafeBufferPointer { starts in
                offsets.withUnsafeBufferPointer { offsets in
                    scales.withUnsafeBufferPointer { scales in
                        guard let weight = weights.baseAddress, let start = starts.baseAddress,
                            let offset = offsets.baseAddress, let scale = scales.baseAddress
                        else { return }
                        Self.run(
                            sums, start, UnsafeRawPointer(weight), blocks: blocks, offset, scale, factor, pixels, out)
                    }
                }
            }
        }
    }

    private static func run(
        _ sums: UnsafePointer<Int16>, _ starts: UnsafePointer<Int32>, _ weights: UnsafeRawPointer, blocks: Int,
        _ offsets: UnsafePointer<Float>, _ scales: UnsafePointer<Float>, _ factor: Float, _ pixels: Int,
        _ out: UnsafeMutablePointer<Float>
    ) {
        var weight = weights
        var at = 0
        while at < pixels {
            var from = UnsafeRawPointer(sums + Int(starts[at]))
            var total = SIMD4<Int32>(repeating: 0)
            var rest = blocks
            while rest > 0 {
                let products =
                    SIMD8<Int32>(truncatingIfNeeded: from.loadUnaligned(as: SIMD8<Int16>.self))
                    &* SIMD8<Int32>(truncatingIfNeeded: weight.loadUnaligned(as: SIMD8<Int16>.self))
                // The compiler recognises this even–odd pattern as `pmaddwd`.
                total &+= products.evenHalf &+ products.oddHalf
                from += 16
                weight += 16
                rest &-= 1
            }
            let half = total.lowHalf &+ total.highHalf
            out[at] = (Float(half.x &+ half.y) + offsets[at]) * (scales[at] * factor)
            at &+= 1
        }
    }
}
