/// Rows of eight or sixteen bytes, whose first and last may count partly. Adds the rows before it separates columns.
struct ByteRows {
    let base: UnsafeRawPointer
    let stride: Int
    /// The number of rows after the upper one.
    let count: Int
    /// The weight of the upper row, in 256ths.
    let upper: Int32
    let lower: Int32

    /// - Parameters:
    ///   - last: the last column, below 16.
    ///   - head: the first column's weight, in 256ths. Columns in between count fully.
    ///   - tail: the last column's weight, unless it is the first.
    /// - Returns: the sum in 65,536ths.
    @inline(__always)
    func total(_ last: Int, _ head: Int, _ tail: Int) -> Int {
        last < 8
            ? withUnsafeBytes(of: eight()) { Self.total($0, last, head, tail) }
            : withUnsafeBytes(of: sixteen()) { Self.total($0, last, head, tail) }
    }

    @inline(__always)
    private static func total(_ sums: UnsafeRawBufferPointer, _ last: Int, _ head: Int, _ tail: Int) -> Int {
        guard let sums = sums.baseAddress?.assumingMemoryBound(to: Int32.self) else { return 0 }
        var inner = 0
        var at = 1
        while at < last {
            inner &+= Int(sums[at])
            at &+= 1
        }
        let edges = Int(sums[0]) &* head &+ (last > 0 ? Int(sums[last]) &* tail : 0)
        return inner &<< 8 &+ edges
    }

    @inline(__always)
    private func eight() -> SIMD8<Int32> {
        let top = base.loadUnaligned(as: SIMD8<UInt8>.self)
        guard count > 0 else { return weighted(SIMD8(repeating: 0), top, SIMD8(repeating: 0)) }
        var middle = SIMD8<UInt16>(repeating: 0)
        var line = base + stride
        var row = 1
        while row < count {
            middle &+= SIMD8<UInt16>(truncatingIfNeeded: line.loadUnaligned(as: SIMD8<UInt8>.self))
            line += stride
            row &+= 1
        }
        return weighted(middle, top, line.loadUnaligned(as: SIMD8<UInt8>.self))
    }

    @inline(__always)
    private func sixteen() -> (SIMD8<Int32>, SIMD8<Int32>) {
        let top = base.loadUnaligned(as: SIMD16<UInt8>.self)
        var (left, right) = (SIMD8<UInt16>(repeating: 0), SIMD8<UInt16>(repeating: 0))
        guard count > 0 else {
            let none = SIMD8<UInt8>(repeating: 0)
            return (weighted(left, top.lowHalf, none), weighted(right, top.highHalf, none))
        }
        var line = base + stride
        var row = 1
        while row < count {
            let samples = line.loadUnaligned(as: SIMD16<UInt8>.self)
            left &+= SIMD8<UInt16>(truncatingIfNeeded: samples.lowHalf)
            right &+= SIMD8<UInt16>(truncatingIfNeeded: samples.highHalf)
            line += stride
            row &+= 1
        }
        let bottom = line.loadUnaligned(as: SIMD16<UInt8>.self)
        return (weighted(left, top.lowHalf, bottom.lowHalf), weighted(right, top.highHalf, bottom.highHalf))
    }

    @inline(__always)
    private func weighted(_ middle: SIMD8<UInt16>, _ top: SIMD8<UInt8>, _ bottom: SIMD8<UInt8>) -> SIMD8<Int32> {
        let whole = SIMD8<Int32>(truncatingIfNeeded: middle) &<< SIMD8<Int32>(repeating: 8)
        return whole &+ SIMD8<Int32>(truncatingIfNeeded: top) &* SIMD8<Int32>(repeating: upper)
            &+ SIMD8<Int32>(truncatingIfNeeded: bottom) &* SIMD8<Int32>(repeating: lower)
    }
}
