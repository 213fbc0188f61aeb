/// Pixels in memory that the caller keeps alive, and their place in the pane's grid. A pixel is a word with red in the
/// lowest byte (the machines are little-endian).
struct PixelRows {
    let first: UnsafePointer<UInt32>
    let width: Int
    let height: Int
    /// Words from row to row, at least `width`.
    let stride: Int
    let x: Int
    let y: Int

    @inline(__always)
    func forEachRow(_ body: (UnsafePointer<UInt32>, Int) -> Void) {
        for row in 0..<height { body(first + row * stride, row) }
    }

    /// Writes the pixels in grey to `out` and returns them. `out` may be their own memory.
    func greyed(into out: UnsafeMutablePointer<UInt32>) -> PixelRows {
        forEachRow { row, y in
            let target = out + y * width
            var at = 0
            while at < width {
                target[at] = Luma.grey(row[at])
                at &+= 1
            }
        }
        return PixelRows(first: UnsafePointer(out), width: width, height: height, stride: width, x: x, y: y)
    }

    func pairsAveraged(into out: UnsafeMutablePointer<UInt32>) -> PixelRows {
        let firstRow = y / 2
        let endRow = (y + height + 1) / 2
        for cellRow in firstRow..<endRow {
            let at = 2 * cellRow - y
            let upper = first + max(at, 0) * stride
            let lower = first + min(at + 1, height - 1) * stride
            let target = out + (cellRow - firstRow) * width
            for column in 0..<width { target[column] = Self.mean(upper[column], lower[column]) }
        }
        return PixelRows(
            first: UnsafePointer(out), width: width, height: endRow - firstRow, stride: width, x: x, y: firstRow)
    }

    /// Computes the mean of each byte, rounded down: the common bits plus half of the different ones.
    private static func mean(_ a: UInt32, _ b: UInt32) -> UInt32 { (a & b) &+ (((a ^ b) & 0xFEFE_FEFE) &>> 1) }
}
