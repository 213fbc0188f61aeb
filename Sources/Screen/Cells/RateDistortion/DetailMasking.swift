/// Weights of errors for ``RowOptimizer``: an error is less visible where a picture has much detail. In a window of
/// variance v, an uncorrelated error of mean square e lowers the structural similarity by about e / (2 v + C₂), with C₂
/// = (0.03 · 255)² (Wang et al., "Image quality assessment", IEEE TIP 2004). The weight is therefore 1 / (2 v + C₂),
/// scaled to ``flat``.
enum DetailMasking {
    private static let c2 = 58.5225
    /// The weight in flat areas, in 256ths (the optimizer's unit).
    private static let flat = 1024.0
    private static let least = 12.0

    /// Fills `masking` (`columns × rows`) for all rows. A block's weight is the mean of its 8 × 8 windows.
    static func fill(
        _ masking: UnsafeMutablePointer<UInt16>, columns: Int, rows: Int, blocks: BlockSums, windows: inout [Float]
    ) {
        let (across, down) = (blocks.width - 1, blocks.height - 1)
        guard across > 0, down > 0 else { return }
        if windows.count < across * down { windows = [Float](repeating: 0, count: across * down) }
        windows.withUnsafeMutableBufferPointer { windows in
            guard let windows = windows.baseAddress else { return }
            for y in 0..<down {
                for x in 0..<across {
                    let at = y &* blocks.width &+ x
                    windows[y &* across &+ x] = weight(blocks, at)
                }
            }
            for row in 0..<rows {
                let y = min(row / 2, blocks.height - 1)
                let (above, below) = (max(0, y - 1), min(down - 1, y))
                for block in 0..<blocks.width {
                    let (left, right) = (max(0, block - 1), min(across - 1, block))
                    let mean =
                        (windows[above &* across &+ left] + windows[above &* across &+ right]
                            + windows[below &* across &+ left] + windows[below &* across &+ right]) / 4
                    let weight = UInt16(mean)
                    let first = masking + (row &* columns &+ 4 &* block)
                    first[0] = weight
                    first[1] = weight
                    first[2] = weight
                    first[3] = weight
                }
                for column in (4 * blocks.width)..<columns {
                    masking[row * columns + column] = masking[row * columns + 4 * blocks.width - 1]
                }
            }
        }
    }

    @inline(__always)
    private static func weight(_ blocks: BlockSums, _ at: Int) -> Float {
        let below = at &+ blocks.width
        let sum = blocks.sums[at] &+ blocks.sums[at &+ 1] &+ blocks.sums[below] &+ blocks.sums[below &+ 1]
        let square =
            blocks.squares[at] &+ blocks.squares[at &+ 1] &+ blocks.squares[below] &+ blocks.squares[below &+ 1]
        let mean = Float(sum) / 64
        let variance = max(0, Float(square) / 64 - mean * mean)
        return max(Float(least), Float(flat * c2) / (2 * variance + Float(c2)))
    }
}
