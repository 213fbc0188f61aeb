/// Sums of luma over blocks of 4 × 4 pixels, for variance and similarity. Reuses its memory from frame to frame.
struct BlockSums {
    /// In blocks. Pixels that do not fill a block are omitted.
    let width: Int
    let height: Int
    /// Per block: Σ x, Σ x²; 16 · 255² fits.
    let sums: UnsafeMutablePointer<Int32>
    let squares: UnsafeMutablePointer<Int32>

    init(pixelWidth: Int, pixelHeight: Int) {
        width = pixelWidth / 4
        height = pixelHeight / 4
        sums = .allocate(capacity: max(1, width * height))
        squares = .allocate(capacity: max(1, width * height))
        sums.initialize(repeating: 0, count: max(1, width * height))
        squares.initialize(repeating: 0, count: max(1, width * height))
    }

    func deallocate() {
        sums.deallocate()
        squares.deallocate()
    }

    func measure(_ plane: UnsafePointer<UInt8>, stride: Int, rows: Range<Int>) {
        for y in rows {
            let at = y * width
            var x = 0
            while x < width {
                var total: Int32 = 0
                var square: Int32 = 0
                var line = plane + (4 &* y &* stride &+ 4 &* x)
                var row = 0
                while row < 4 {
                    let (a, b, c, d) = (Int32(line[0]), Int32(line[1]), Int32(line[2]), Int32(line[3]))
                    total &+= a &+ b &+ c &+ d
                    square &+= a &* a &+ b &* b &+ c &* c &+ d &* d
                    line += stride
                    row &+= 1
                }
                sums[at &+ x] = total
                squares[at &+ x] = square
                x &+= 1
            }
        }
    }
}
