/// Measures the structural similarity of two planes of luma, in windows of 8 × 8 pixels four apart (as x264's `ssim`).
///
/// SSIM = (2 μa μb + C₁)(2 σab + C₂) / ((μa² + μb² + C₁)(σa² + σb² + C₂)), C₁ = (0.01 · 255)², C₂ = (0.03 · 255)²
/// (Wang et al., IEEE TIP 2004).
enum SimilarityMeter {
    /// - Parameters:
    ///   - rows: rows of blocks; windows lie wholly within them.
    ///   - products: space for Σ a·b of every block.
    static func measure(
        _ a: UnsafePointer<UInt8>, _ b: UnsafePointer<UInt8>, stride: Int, rows: Range<Int>, columns: Range<Int>,
        sumsA: BlockSums, sumsB: BlockSums, products: UnsafeMutablePointer<Int32>
    ) -> (total: Double, count: Int) {
        let width = sumsA.width
        for y in rows {
            for x in columns {
                var total: Int32 = 0
                var offset = 4 &* y &* stride &+ 4 &* x
                var row = 0
                while row < 4 {
                    total &+=
                        Int32(a[offset]) &* Int32(b[offset]) &+ Int32(a[offset &+ 1]) &* Int32(b[offset &+ 1])
                        &+ Int32(a[offset &+ 2]) &* Int32(b[offset &+ 2])
                        &+ Int32(a[offset &+ 3]) &* Int32(b[offset &+ 3])
                    offset &+= stride
                    row &+= 1
                }
                products[y &* width &+ x] = total
            }
        }
        var total = 0.0
        var count = 0
        for y in rows.dropLast() {
            for x in columns.dropLast() {
                let at = y &* width &+ x
                total += Double(
                    window(
                        sum(sumsA.sums, at, width), sum(sumsB.sums, at, width),
                        sum(sumsA.squares, at, width) + sum(sumsB.squares, at, width), sum(products, at, width)))
                count &+= 1
            }
        }
        return (total, count)
    }

    @inline(__always)
    private static func sum(_ values: UnsafePointer<Int32>, _ at: Int, _ width: Int) -> Float {
        Float(values[at] &+ values[at &+ 1] &+ values[at &+ width] &+ values[at &+ width &+ 1])
    }

    @inline(__always)
    private static func window(_ sumA: Float, _ sumB: Float, _ squares: Float, _ product: Float) -> Float {
        let (meanA, meanB) = (sumA / 64, sumB / 64)
        let means = meanA * meanB
        let squaredMeans = meanA * meanA + meanB * meanB
        let variances = squares / 64 - squaredMeans
        let covariance = product / 64 - means
        return (2 * means + 6.5025) * (2 * covariance + 58.5225)
            / ((squaredMeans + 6.5025) * (variances + 58.5225))
    }
}
