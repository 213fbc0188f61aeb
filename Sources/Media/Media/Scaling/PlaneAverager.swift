/// Averages one plane of a picture to the pixels of the output, row by row. Keeps its tables. One thread.
final class PlaneAverager {
    struct Shape: Equatable {
        /// The input's size in samples of one component.
        var width: Int
        var height: Int
        var sample: RowSums.Sample
        var maximum: Int
        /// Interleaved components, 1 or 2.
        var components: Int
        var columns: Int
        var rows: Int
    }

    private let rowSums: RowSums
    private let division: AxisDivision
    private let columns: [ColumnWeights]
    private let sums: UnsafeMutablePointer<Int16>

    /// - Returns: `nil` for pictures too large for the sums: more than 257 rows of 8 bits or 64 of 10 bits per pixel.
    init?(_ shape: Shape) {
        // Limited by the range of 16-bit sums, and by the 32-bit range of their products.
        guard
            let down = AxisDivision(
                sources: shape.height, pixels: shape.rows, limit: Int(UInt16.max) / shape.maximum),
            let across = AxisDivision(sources: shape.width, pixels: shape.columns, limit: 65_535)
        else { return nil }
        division = down
        rowSums = RowSums(sample: shape.sample, width: shape.width * shape.components)
        columns = (0..<shape.components).map {
            ColumnWeights(across, step: shape.components, component: $0)
        }
        let capacity = rowSums.width + (columns.first?.reach ?? 0)
        sums = .allocate(capacity: capacity)
        sums.initialize(repeating: 0, count: capacity)
    }

    deinit { sums.deallocate() }

    /// Computes a value for each component and column; 0 … the largest sample.
    func average(
        row: Int, of plane: PicturePlane, into first: UnsafeMutablePointer<Float>,
        _ second: UnsafeMutablePointer<Float>?
    ) {
        let span = division.spans[row]
        rowSums.add(
            plane.base + span.first * plane.stride, stride: plane.stride, span: span, shift: division.shift, into: sums)
        let factor = 1 / Float(span.total(shift: division.shift))
        columns[0].reduce(sums, factor: factor, into: first)
        if let second, columns.count > 1 { columns[1].reduce(sums, factor: factor, into: second) }
    }
}

/// Rows of samples in memory that another object owns.
struct PicturePlane {
    let base: UnsafeRawPointer
    /// Bytes from row to row. Negative if the rows are upside down.
    let stride: Int
}
