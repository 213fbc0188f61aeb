/// The mean of a rectangle in a plane whose right edge continues at its left edge. Samples at edges count partly.
struct BoxMean {
    /// In 256ths of a sample, from the plane's upper left corner. Only the right edge may lie outside the plane.
    struct Box {
        let x: Int32
        let y: Int32
        let width: Int32
        let height: Int32

        /// The box wraps at most once and covers at least one sample, which then interpolates. `turn` moves it to the
        /// right, as a share of the plane's width.
        init(_ footprint: SphereMapping.Footprint, turnedBy turn: Double = 0, columns: Int, rows: Int) {
            let (across, down) = (Double(columns) * 256, Double(rows) * 256)
            let width = min(max(256, footprint.width * across), across)
            let height = min(max(256, footprint.height * down), down)
            let middle = footprint.x + turn
            let left = (middle - middle.rounded(.down)) * across - width / 2
            self.width = Int32(width)
            self.height = Int32(height)
            x = Int32(left < 0 ? left + across : left)
            y = Int32(min(max(0, footprint.y * down - height / 2), down - height))
        }
    }

    /// Samples per direction. Larger boxes, at the poles, are sampled sparsely.
    private static let most = 32

    let columns: Int
    let step: Int
    let drop: Int

    @inline(__always)
    func mean<Sample: FixedWidthInteger & UnsignedInteger>(
        _ plane: PicturePlane, _ box: Box, component: Int, _: Sample.Type
    ) -> Float {
        let (x, y, width, height) = (Int(box.x), Int(box.y), Int(box.width), Int(box.height))
        let (first, last) = (x &>> 8, (x &+ width &- 1) &>> 8)
        let (top, bottom) = (y &>> 8, (y &+ height &- 1) &>> 8)
        if last &- first > Self.most || bottom &- top > Self.most {
            return coarse(plane, (first, last), (top, bottom), component, Sample.self)
        }
        let head = min(256 &- x & 255, width)
        let tail = (x &+ width &- 1) & 255 &+ 1
        let upper = min(256 &- y & 255, height)
        let lower = (y &+ height &- 1) & 255 &+ 1
        if Sample.self == UInt8.self, step == 1, last &- first < 16, first &+ 16 <= columns {
            let rows = ByteRows(
                base: plane.base + (top &* plane.stride &+ first), stride: plane.stride, count: bottom &- top,
                upper: Int32(truncatingIfNeeded: upper), lower: Int32(truncatingIfNeeded: lower))
            return Float(rows.total(last &- first, head, tail)) / Float(width &* height)
        }
        var total = 0
        var row = top
        while row <= bottom {
            let line = plane.base + row &* plane.stride
            var sum = sample(line, first, component, Sample.self) &* head
            var column = first &+ 1
            var middle = 0
            while column < last {
                middle &+= sample(line, column, component, Sample.self)
                column &+= 1
            }
            sum &+= middle &<< 8
            if last > first { sum &+= sample(line, last, component, Sample.self) &* tail }
            total &+= sum &* (row == top ? upper : row == bottom ? lower : 256)
            row &+= 1
        }
        return Float(total) / Float(width &* height)
    }

    @inline(__always)
    private func sample<Sample: FixedWidthInteger & UnsignedInteger>(
        _ line: UnsafeRawPointer, _ column: Int, _ component: Int, _: Sample.Type
    ) -> Int {
        let inside = column >= columns ? column &- columns : column
        let at = (inside &* step &+ component) &* MemoryLayout<Sample>.size
        return Int(line.loadUnaligned(fromByteOffset: at, as: Sample.self)) &>> drop
    }

    private func coarse<Sample: FixedWidthInteger & UnsignedInteger>(
        _ plane: PicturePlane, _ across: (first: Int, last: Int), _ down: (first: Int, last: Int), _ component: Int,
        _: Sample.Type
    ) -> Float {
        var (total, count) = (0, 0)
        let (rows, columns) = (max(1, (down.last - down.first) / 16), max(1, (across.last - across.first) / 16))
        for row in stride(from: down.first, through: down.last, by: rows) {
            let line = plane.base + row * plane.stride
            for column in stride(from: across.first, through: across.last, by: columns) {
                total += sample(line, column, component, Sample.self)
                count += 1
            }
        }
        return Float(total) / Float(count)
    }
}
