import CPlatform

/// The target and the known properties of every cell of the screen. Main thread. Rows are composed from the frame once,
/// then weighed, then encoded one by one.
final class PictureField {
    let columns: Int
    let rows: Int
    /// Row by row; without transparent cells.
    let target: UnsafeMutablePointer<Cell>
    let kinds: UnsafeMutablePointer<CellKind>
    /// See ``PictureRow``.
    let keepErrors: UnsafeMutablePointer<UInt32>
    let weights: UnsafeMutablePointer<UInt32>
    /// The weight of an error in a moving cell.
    let masking: UnsafeMutablePointer<UInt16>
    /// The luma of the two pixels of each cell: `columns × (2 · rows)`, row by row.
    let luma: UnsafeMutablePointer<UInt8>
    /// Whether a cell in error can take the colour of its left neighbour.
    private let flats: UnsafeMutablePointer<Bool>
    /// How many frames a cell's target has been the same, 0 … ``oldest``.
    private let ages: UnsafeMutablePointer<UInt8>
    private let scratch: UnsafeMutablePointer<Cell>
    private(set) var hasPicture: [Bool]
    /// From the first to the last cell of picture, by row.
    fileprivate var blockColumns: [Range<Int>]
    fileprivate let inks = InkTable.shared

    /// The age in frames from which the skipped cells of a still part are written: half a second at 30 frames a second.
    /// From then on an error counts double with every fourth frame. Written at once, they would cost a fifth of all
    /// bytes.
    private static let repaymentStart: UInt8 = 16
    private static let oldest: UInt8 = 48
    static let mostUrgent = 8
    /// The error of a cell whose place shows something other than picture: more than any colour error.
    private static let foreign: UInt32 = 1 << 26

    init(columns: Int, rows: Int) {
        self.columns = columns
        self.rows = rows
        let count = columns * rows
        target = .allocate(capacity: count)
        kinds = .allocate(capacity: count)
        keepErrors = .allocate(capacity: count)
        weights = .allocate(capacity: count)
        masking = .allocate(capacity: count)
        luma = .allocate(capacity: 2 * count)
        ages = .allocate(capacity: count)
        flats = .allocate(capacity: count)
        scratch = .allocate(capacity: columns)
        target.initialize(repeating: .transparent, count: count)
        kinds.initialize(repeating: .exact, count: count)
        keepErrors.initialize(repeating: 0, count: count)
        weights.initialize(repeating: UInt32(RowOptimizer.unitWeight), count: count)
        masking.initialize(repeating: RowOptimizer.unitWeight, count: count)
        luma.initialize(repeating: 0, count: 2 * count)
        ages.initialize(repeating: 0, count: count)
        flats.initialize(repeating: false, count: count)
        scratch.initialize(repeating: .blank, count: columns)
        hasPicture = [Bool](repeating: false, count: rows)
        blockColumns = [Range<Int>](repeating: 0..<0, count: rows)
    }

    deinit {
        target.deallocate()
        kinds.deallocate()
        keepErrors.deallocate()
        weights.deallocate()
        masking.deallocate()
        luma.deallocate()
        ages.deallocate()
        flats.deallocate()
        scratch.deallocate()
    }

    // MARK: - Composing

    /// Returns whether the row differs from its previous contents.
    @discardableResult
    func compose(_ frame: ScreenFrame, row: Int, isUTF8: Bool) -> Bool {
        let covered = RowComposer.compose(frame, row: row, columns: columns, into: scratch)
        GlyphRules.sanitize(scratch, count: columns, isUTF8: isUTF8)
        let wanted = target + row * columns
        let isSame = memcmp(scratch, wanted, columns * MemoryLayout<Cell>.stride) == 0
        hasPicture[row] = !covered.isEmpty
        age(row, isSame: isSame)
        classify(frame, row, covered)
        if !isSame { wanted.update(from: scratch, count: columns) }
        return !isSame
    }

    func leaveOut(row: Int) { hasPicture[row] = false }

    private func age(_ row: Int, isSame: Bool) {
        guard hasPicture[row] else { return }
        let ages = ages + row * columns
        let wanted = UnsafeRawPointer(target + row * columns)
        let new = UnsafeRawPointer(scratch)
        var x = 0
        while x < columns {
            let isOld =
                isSame
                || (wanted.load(fromByteOffset: x &* 16, as: UInt64.self)
                    == new.load(fromByteOffset: x &* 16, as: UInt64.self)
                    && wanted.load(fromByteOffset: x &* 16 &+ 8, as: UInt64.self)
                        == new.load(fromByteOffset: x &* 16 &+ 8, as: UInt64.self))
            ages[x] = isOld ? min(Self.oldest, ages[x] &+ 1) : 0
            x &+= 1
        }
    }

    private func classify(_ frame: ScreenFrame, _ row: Int, _ covered: Range<Int>) {
        let kinds = kinds + row * columns
        kinds.update(repeating: .exact, count: columns)
        blockColumns[row] = 0..<0
        guard !covered.isEmpty else { return }
        frame.chrome.withCells { chrome in
            let hasChrome = row < frame.chrome.rows
            let width = hasChrome ? frame.chrome.columns : 0
            let above = chrome.baseAddress.map { $0 + (hasChrome ? row * width : 0) }
            var x = covered.lowerBound
            while x < covered.upperBound {
                if x >= width || above?[x].glyph == Cell.transparentGlyph { kinds[x] = Self.kind(scratch[x]) }
                x &+= 1
            }
        }
        noteBlocks(row, covered)
    }

    private func noteBlocks(_ row: Int, _ covered: Range<Int>) {
        let kinds = kinds + row * columns
        guard let first = covered.first(where: { kinds[$0] == .block }),
            let last = covered.last(where: { kinds[$0] == .block })
        else { return }
        blockColumns[row] = first..<last + 1
    }

    @inline(__always)
    private static func kind(_ cell: Cell) -> CellKind {
        if cell.attributes.rawValue == 0, InkTable.isKnown(cell.background.rawValue),
            cell.glyph == 0x20 || (cell.glyph == 0x2580 && InkTable.isKnown(cell.foreground.rawValue))
        {
            return .block
        }
        return GlyphMask.of(glyph: cell.glyph) == nil ? .exact : .glyph
    }

    // MARK: - Weighing

    struct Metric: Equatable {
        var lumaWeight: Int32
        var masksDetail: Bool
    }

    func measureLuma(row: Int, of cells: UnsafePointer<Cell>, into plane: UnsafeMutablePointer<UInt8>) {
        let inks = inks
        let upper = plane + 2 * row * columns
        let lower = upper + columns
        var x = 0
        while x < columns {
            let cell = cells + x
            let background = cell.pointee.background.rawValue
            let bottom = InkTable.isKnown(background) ? Self.luma(inks.rgb(background)) : 0
            lower[x] = bottom
            let foreground = cell.pointee.foreground.rawValue
            upper[x] =
                cell.pointee.glyph != 0x20 && InkTable.isKnown(foreground) ? Self.luma(inks.rgb(foreground)) : bottom
            x &+= 1
        }
    }

    /// Rec. 709, in 8-bit fixed point.
    @inline(__always)
    private static func luma(_ rgb: UInt32) -> UInt8 {
        UInt8(truncatingIfNeeded: (54 &* (rgb &>> 16 & 0xFF) &+ 183 &* (rgb &>> 8 & 0xFF) &+ 19 &* (rgb & 0xFF)) &>> 8)
    }

    /// - Parameter urgency: 0 … ``mostUrgent``; errors are multiplied by 2 to this power.
    func weigh(
        row: Int, shown: UnsafePointer<Cell>, metric: Metric, urgency: Int, histogram: inout ErrorHistogram
    ) {
        // A specialized copy for exact pictures, which computes neither luma nor masks.
        metric == .plain
            ? count(row: row, shown: shown, metric: .plain, urgency: urgency, histogram: &histogram)
            : count(row: row, shown: shown, metric: metric, urgency: urgency, histogram: &histogram)
    }

    @inline(__always)
    private func count(
        row: Int, shown: UnsafePointer<Cell>, metric: Metric, urgency: Int, histogram: inout ErrorHistogram
    ) {
        let first = row * columns
        let (inks, target, kinds, errors) = (inks, target + first, kinds + first, keepErrors + first)
        let (weights, masking, ages, flats) = (weights + first, masking + first, ages + first, flats + first)
        var x = 0
        while x < columns {
            if kinds[x] == .exact || Self.isEqual(target + x, shown + x) {
                errors[x] = 0
                x &+= 1
                continue
            }
            let age = Int(ages[x])
            let shift = max(urgency, age > Self.repaymentStart ? (age &- Int(Self.repaymentStart)) / 4 : 0)
            let weight = UInt32(metric.masksDetail ? masking[x] : RowOptimizer.unitWeight) &<< UInt32(shift)
            weights[x] = weight
            guard let error = Self.error(target[x], shown[x], inks, metric.lumaWeight) else {
                errors[x] = Self.foreign
                flats[x] = false
                histogram.addForeign()
                x &+= 1
                continue
            }
            let weighted = min((Int(error) &* Int(weight)) &>> 4, Int(Self.foreign) - 1)
            errors[x] = UInt32(truncatingIfNeeded: weighted)
            let isFlat = x > 0 && Self.isNear(target[x], target[x &- 1], weight: Int(weight), error: weighted)
            flats[x] = isFlat
            histogram.add(errors[x], isFlat: isFlat)
            x &+= 1
        }
    }

    /// Compares green, the greatest part of luma, and includes the error.
    @inline(__always)
    private static func isNear(_ cell: Cell, _ left: Cell, weight: Int, error: Int) -> Bool {
        let bottom = cell.background.rawValue
        let top = cell.glyph == 0x20 ? bottom : cell.foreground.rawValue
        let leftTop = left.glyph == 0x20 ? left.background.rawValue : left.foreground.rawValue
        let down = Int(bottom &>> 8 & 0xFF) &- Int(left.background.rawValue &>> 8 & 0xFF)
        let up = Int(top &>> 8 & 0xFF) &- Int(leftTop &>> 8 & 0xFF)
        let across = Int(top &>> 8 & 0xFF) &- Int(bottom &>> 8 & 0xFF)
        return (down &* down &+ up &* up &+ across &* across) &* weight &* 2 < error
    }

    @inline(__always)
    private static func isEqual(_ a: UnsafePointer<Cell>, _ b: UnsafePointer<Cell>) -> Bool {
        let (a, b) = (UnsafeRawPointer(a), UnsafeRawPointer(b))
        return a.load(as: UInt64.self) == b.load(as: UInt64.self)
            && a.load(fromByteOffset: 8, as: UInt64.self) == b.load(fromByteOffset: 8, as: UInt64.self)
    }

    /// Returns nil if `now` is no picture, or if its colour is unknown where that of `cell` is known.
    @inline(__always)
    fileprivate static func error(_ cell: Cell, _ now: Cell, _ inks: InkTable, _ lumaWeight: Int32) -> Int32? {
        if isBlock(cell), isBlock(now) {
            let bottom = inks.rgb(cell.background.rawValue)
            let shownBottom = inks.rgb(now.background.rawValue)
            let top = cell.glyph == 0x20 ? bottom : inks.rgb(cell.foreground.rawValue)
            let shownTop = now.glyph == 0x20 ? shownBottom : inks.rgb(now.foreground.rawValue)
            return ColorError.squared(top, shownTop, lumaWeight: lumaWeight)
                &+ ColorError.squared(bottom, shownBottom, lumaWeight: lumaWeight)
        }
        return GlyphError.of(cell, now, inks, lumaWeight)
    }

    @inline(__always)
    private static func isBlock(_ cell: Cell) -> Bool {
        cell.attributes.rawValue == 0 && InkTable.isKnown(cell.background.rawValue)
            && (cell.glyph == 0x20 || (cell.glyph == 0x2580 && InkTable.isKnown(cell.foreground.rawValue)))
    }
}

// MARK: - After a frame

extension PictureField {
    /// Counts units (``ErrorHistogram``) and foreign cells.
    func units(row: Int, above threshold: Int) -> (units: Int, foreign: Int) {
        let (errors, flats) = (keepErrors + row * columns, flats + row * columns)
        let threshold = UInt32(clamping: threshold)
        var units: Int32 = 0
        var foreign = 0
        for x in 0..<columns where errors[x] > threshold {
            if errors[x] == Self.foreign {
                foreign &+= 1
            } else {
                units &+= flats[x] ? ErrorHistogram.flatUnits : ErrorHistogram.fullUnits
            }
        }
        return (Int(units), foreign)
    }

    func isApproximate(_ shown: UnsafePointer<Cell>) -> Bool {
        for row in 0..<rows where hasPicture[row] {
            let first = row * columns
            if memcmp(target + first, shown + first, columns * MemoryLayout<Cell>.stride) == 0 { continue }
            // The palette's entry counts as equal to its direct colour.
            for at in first..<first + columns where target[at] != shown[at] {
                if kinds[at] == .exact || Self.error(target[at], shown[at], inks, 0) != 0 { return true }
            }
        }
        return false
    }

    /// Returns the mean squared error of a component, from every fourth row; nil without cells of picture.
    func meanError(_ shown: UnsafePointer<Cell>, phase: Int) -> Double? {
        var total = 0
        var count = 0
        for row in stride(from: phase & 3, to: rows, by: 4) where hasPicture[row] {
            for x in blockColumns[row] {
                let at = row * columns + x
                guard kinds[at] == .block, let error = Self.error(target[at], shown[at], inks, 0) else { continue }
                total &+= Int(error)
                count &+= 6
            }
        }
        return count > 0 ? Double(total) / Double(count) : nil
    }

    /// The blocks of 4 × 4 pixels that lie wholly in the picture, or nil if there are fewer than two in a direction.
    var pictureBlocks: (rows: Range<Int>, columns: Range<Int>)? {
        guard let top = blockColumns.firstIndex(where: { !$0.isEmpty }),
            let bottom = blockColumns.lastIndex(where: { !$0.isEmpty })
        else { return nil }
        var (left, right) = (columns, 0)
        for row in top...bottom where !blockColumns[row].isEmpty {
            left = min(left, blockColumns[row].lowerBound)
            right = max(right, blockColumns[row].upperBound)
        }
        let (firstRow, endRow) = ((top + 1) / 2, (bottom + 1) / 2)
        let (firstColumn, endColumn) = ((left + 3) / 4, right / 4)
        guard endRow - firstRow > 1, endColumn - firstColumn > 1 else { return nil }
        return (firstRow..<endRow, firstColumn..<endColumn)
    }
}
