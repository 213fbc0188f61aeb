import Cells

/// Turns inks into cells of 2 × 2 or 2 × 3 pixels, with two colours each or without colours. Always chooses the same of
/// several cells that look the same: the upper left pixel belongs to the foreground, and a single colour is a blank. So
/// ▀ is chosen as for half-blocks.
struct SymbolPass {
    enum Kind {
        /// Inks are 0x00RRGGBB.
        case direct
        /// Inks are palette colours; 256 entries of 0x00RRGGBB.
        case palette(UnsafePointer<UInt32>)
        /// Inks are 0 and 1.
        case mono
    }

    let kind: Kind
    let letterbox: Color
    let columns: Int
    let cells: UnsafeMutablePointer<Cell>

    private static let defaultColor: UInt32 = 0x0200_0000
    private static let space: UInt32 = 0x20

    /// - Parameter x: the place of the first ink in the pane's grid; the picture lies inside the pane.
    func run(
        _ inks: UnsafePointer<UInt32>, width: Int, height: Int, x: Int, y: Int, rowsInCell: Int
    ) {
        // Constants shorten the inner loops.
        if rowsInCell == 2 {
            rows(inks, width: width, height: height, x: x, y: y, rowsInCell: 2)
        } else {
            rows(inks, width: width, height: height, x: x, y: y, rowsInCell: 3)
        }
    }

    @inline(__always)
    private func rows(
        _ inks: UnsafePointer<UInt32>, width: Int, height: Int, x: Int, y: Int, rowsInCell: Int
    ) {
        withUnsafeTemporaryAllocation(of: Int32.self, capacity: TwoColorSplit.workCapacity) { work in
            withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 6) { pixels in
                guard let work = work.baseAddress, let pixels = pixels.baseAddress else { return }
                for row in (y / rowsInCell)..<((y &+ height &+ rowsInCell &- 1) / rowsInCell) {
                    let top = row &* rowsInCell &- y
                    for column in (x / 2)..<((x &+ width &+ 1) / 2) {
                        let left = column &* 2 &- x
                        let cell = cells + (row &* columns &+ column)
                        let isWhole =
                            top >= 0 && top &+ rowsInCell <= height && left >= 0 && left &+ 2 <= width
                        if isWhole {
                            Self.gather(inks + (top &* width &+ left), width: width, rowsInCell, into: pixels)
                            whole(pixels, count: 2 &* rowsInCell, work: work, to: cell)
                        } else {
                            let covered = Self.gatherCovered(
                                inks, width: width, height: height, left: left, top: top, rowsInCell, into: pixels)
                            part(pixels, covered: covered, count: 2 &* rowsInCell, to: cell)
                        }
                    }
                }
            }
        }
    }

    @inline(__always)
    private static func gather(
        _ inks: UnsafePointer<UInt32>, width: Int, _ rowsInCell: Int, into pixels: UnsafeMutablePointer<UInt32>
    ) {
        var row = 0
        while row < rowsInCell {
            pixels[2 &* row] = inks[row &* width]
            pixels[2 &* row &+ 1] = inks[row &* width &+ 1]
            row &+= 1
        }
    }

    private static func gatherCovered(
        _ inks: UnsafePointer<UInt32>, width: Int, height: Int, left: Int, top: Int, _ rowsInCell: Int,
        into pixels: UnsafeMutablePointer<UInt32>
    ) -> UInt32 {
        var covered: UInt32 = 0
        for row in 0..<rowsInCell {
            for column in 0..<2 {
                let (pixelX, pixelY) = (left + column, top + row)
                let isInside = pixelX >= 0 && pixelX < width && pixelY >= 0 && pixelY < height
                pixels[2 * row + column] = isInside ? inks[pixelY * width + pixelX] : 0
                if isInside { covered |= 1 << UInt32(2 * row + column) }
            }
        }
        return covered
    }

    @inline(__always)
    private func whole(
        _ pixels: UnsafePointer<UInt32>, count: Int, work: UnsafeMutablePointer<Int32>,
        to cell: UnsafeMutablePointer<Cell>
    ) {
        switch kind {
        case .direct:
            let split = TwoColorSplit(pixels, count: count, work: work)
            Self.store(split.mask, count, split.foreground, split.background, to: cell)
        case .palette(let colors):
            let pair = InkPair(pixels, count: count, colors: colors)
            Self.store(pair.mask, count, pair.foreground, pair.background, to: cell)
        case .mono: mono(pixels, count: count, to: cell)
        }
    }

    private func part(
        _ pixels: UnsafePointer<UInt32>, covered: UInt32, count: Int, to cell: UnsafeMutablePointer<Cell>
    ) {
        let ink: UInt32
        switch kind {
        case .direct: ink = TwoColorSplit.mean(pixels, of: covered, count: count)
        // Takes one of the dithered inks: over many cells their mean is right.
        case .palette: ink = pixels[covered.trailingZeroBitCount]
        case .mono:
            mono(pixels, count: count, to: cell)
            return
        }
        if covered & 1 == 1 || letterbox.isDefault {
            Self.store(covered, count, ink, letterbox.rawValue, to: cell)
        } else {
            Self.store(~covered & ((1 << UInt32(count)) - 1), count, letterbox.rawValue, ink, to: cell)
        }
    }

    @inline(__always)
    private func mono(_ pixels: UnsafePointer<UInt32>, count: Int, to cell: UnsafeMutablePointer<Cell>) {
        var mask: UInt32 = 0
        var at = 0
        while at < count {
            mask |= pixels[at] &<< UInt32(truncatingIfNeeded: at)
            at &+= 1
        }
        CellAssembly.store(Self.glyph(mask, count), Self.defaultColor, Self.defaultColor, to: cell)
    }

    @inline(__always)
    private static func store(
        _ mask: UInt32, _ count: Int, _ foreground: UInt32, _ background: UInt32, to cell: UnsafeMutablePointer<Cell>
    ) {
        let isWhole = mask == (UInt32(1) &<< UInt32(truncatingIfNeeded: count)) &- 1
        if isWhole || foreground == background {
            CellAssembly.store(space, defaultColor, foreground, to: cell)
        } else {
            CellAssembly.store(glyph(mask, count), foreground, background, to: cell)
        }
    }

    @inline(__always)
    private static func glyph(_ mask: UInt32, _ count: Int) -> UInt32 {
        count == 4 ? BlockGlyphs.quadrant(mask) : BlockGlyphs.sextant(mask)
    }
}
