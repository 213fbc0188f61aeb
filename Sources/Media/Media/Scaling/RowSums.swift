/// The first half of averaging: the sums of the rows under one row of pixels, column by column. Sums are unsigned
/// 16-bit numbers, stored minus 32,768, so that the second half (``ColumnWeights``) can multiply them as signed
/// numbers, eight products per instruction (SSE2's `pmaddwd`). Measured for 1280×720 to 160×90, both halves and all
/// planes, from the cache: 0.09 ms (EPYC, November 2026); from memory, the memory's speed decides.
struct RowSums {
    enum Sample: Equatable {
        case byte
        /// A sample of 16 bits, right-aligned by a shift of this many bits.
        case word(shift: Int)
    }

    let sample: Sample
    /// Samples per row, of all components of an interleaved plane.
    let width: Int
    /// Least width of a row for processing eight or sixteen samples at a time.
    private static let blockWidth = 16
    private static let bias: UInt16 = 0x8000

    /// Adds the rows of `span`. `stride` is in bytes and may be negative.
    func add(
        _ rows: UnsafeRawPointer, stride: Int, span: AxisDivision.Span, shift: Int,
        into out: UnsafeMutablePointer<Int16>
    ) {
        switch (sample, width >= Self.blockWidth) {
        case (.byte, true): addBytes(rows, stride: stride, span: span, shift: shift, into: out)
        case (.word(let drop), true):
            addWords(rows, stride: stride, span: span, shift: shift, drop: drop, into: out)
        case (_, false): addOneByOne(rows, stride: stride, span: span, shift: shift, into: out)
        }
    }

    /// Adds rows of bytes. The last block ends with the row, so it may recompute some equal sums.
    private func addBytes(
        _ rows: UnsafeRawPointer, stride: Int, span: AxisDivision.Span, shift: Int,
        into out: UnsafeMutablePointer<Int16>
    ) {
        let head = UInt16(truncatingIfNeeded: span.head)
        let tail = UInt16(truncatingIfNeeded: span.tail)
        let whole = SIMD8<UInt16>(repeating: UInt16(truncatingIfNeeded: shift))
        var at = 0
        while true {
            at = min(at, width &- 16)
            var row = rows + at
            let top = row.loadUnaligned(as: SIMD16<UInt8>.self)
            var left = SIMD8<UInt16>(repeating: 0)
            var right = left
            var rest = span.full
            while rest > 0 {
                row += stride
                let line = row.loadUnaligned(as: SIMD16<UInt8>.self)
                left &+= SIMD8(truncatingIfNeeded: line.lowHalf)
                right &+= SIMD8(truncatingIfNeeded: line.highHalf)
                rest &-= 1
            }
            left = (left &<< whole) &+ SIMD8(truncatingIfNeeded: top.lowHalf) &* head
            right = (right &<< whole) &+ SIMD8(truncatingIfNeeded: top.highHalf) &* head
            if tail != 0 {
                let line = (row + stride).loadUnaligned(as: SIMD16<UInt8>.self)
                left &+= SIMD8(truncatingIfNeeded: line.lowHalf) &* tail
                right &+= SIMD8(truncatingIfNeeded: line.highHalf) &* tail
            }
            Self.store(left, to: out + at)
            Self.store(right, to: out + at + 8)
            at &+= 16
            if at >= width { return }
        }
    }

    private func addWords(
        _ rows: UnsafeRawPointer, stride: Int, span: AxisDivision.Span, shift: Int, drop: Int,
        into out: UnsafeMutablePointer<Int16>
    ) {
        let head = UInt16(truncatingIfNeeded: span.head)
        let tail = UInt16(truncatingIfNeeded: span.tail)
        let whole = SIMD8<UInt16>(repeating: UInt16(truncatingIfNeeded: shift))
        let unused = SIMD8<UInt16>(repeating: UInt16(truncatingIfNeeded: drop))
        var at = 0
        while true {
            at = min(at, width &- 8)
            var row = rows + 2 &* at
            let top = row.loadUnaligned(as: SIMD8<UInt16>.self) &>> unused
            var sum = SIMD8<UInt16>(repeating: 0)
            var rest = span.full
            while rest > 0 {
                row += stride
                sum &+= row.loadUnaligned(as: SIMD8<UInt16>.self) &>> unused
                rest &-= 1
            }
            sum = (sum &<< whole) &+ top &* head
            if tail != 0 { sum &+= ((row + stride).loadUnaligned(as: SIMD8<UInt16>.self) &>> unused) &* tail }
            Self.store(sum, to: out + at)
            at &+= 8
            if at >= width { return }
        }
    }

    @inline(__always)
    private static func store(_ sums: SIMD8<UInt16>, to out: UnsafeMutablePointer<Int16>) {
        UnsafeMutableRawPointer(out).storeBytes(of: sums ^ bias, as: SIMD8<UInt16>.self)
    }

    func addOneByOne(
        _ rows: UnsafeRawPointer, stride: Int, span: AxisDivision.Span, shift: Int,
        into out: UnsafeMutablePointer<Int16>
    ) {
        var at = 0
        while at < width {
            var sum = value(rows, at) &* span.head
            var line = 1
            while line <= span.full {
                sum &+= value(rows + line &* stride, at) &<< shift
                line &+= 1
            }
            if span.tail != 0 { sum &+= value(rows + line &* stride, at) &* span.tail }
            out[at] = Int16(truncatingIfNeeded: sum &- Int(Self.bias))
            at &+= 1
        }
    }

    @inline(__always)
    private func value(_ row: UnsafeRawPointer, _ at: Int) -> Int {
        switch sample {
        case .byte: Int(row.load(fromByteOffset: at, as: UInt8.self))
        case .word(let shift): Int(row.loadUnaligned(fromByteOffset: 2 &* at, as: UInt16.self) &>> UInt16(shift))
        }
    }
}
