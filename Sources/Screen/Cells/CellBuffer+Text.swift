import PlayCore

extension CellBuffer {
    /// Writes a line of text from `column` on and returns the number of columns it took. Cleans the text (``SafeText``)
    /// and cuts it at `maxColumns` and at the buffer's right edge. A wide glyph of which only half fits becomes a
    /// space. Text left of the buffer (`column` < 0) is skipped but counted. Outside the rows nothing is written and 0
    /// returned. One scalar shows a cluster (``GlyphReduction``); characters without width are omitted. If the text
    /// covers one half of a wide glyph, the other half becomes a space. If ``reordersText`` is set, right-to-left text
    /// is cut at `maxColumns` and then reordered.
    @discardableResult
    package mutating func write(
        _ text: String, column: Int, row: Int, style: Style = Style(), maxColumns: Int = .max
    ) -> Int {
        guard row >= 0, row < rows, column < columns, maxColumns > 0 else { return 0 }
        let available = min(maxColumns, columns - max(column, -columns - 4096))
        if reordersText, TextOrder.isNeeded(for: text) {
            // The whole text is needed, because the part beyond the edge may be shown first.
            let text = SafeText.clean(text, limit: max(64, min(maxColumns, columns) * 2))
            let line = TextWidth.prefix(of: text, columns: maxColumns).filter { TextWidth.columns(of: $0) > 0 }
            return write(TextOrder.glyphs(Array(line)).map(\.scalar), available, column: column, row: row, style: style)
        }
        let text = SafeText.clean(text, limit: max(64, available * 2))
        return write(
            text.lazy.map(GlyphReduction.scalar), available, column: column, row: row, style: style)
    }

    private mutating func write(
        _ scalars: some Sequence<Unicode.Scalar>, _ available: Int, column: Int, row: Int, style: Style
    ) -> Int {
        var used = 0
        for scalar in scalars {
            let width = TextWidth.columns(of: scalar)
            guard width > 0 else { continue }
            guard used + width <= available else {
                if used < available { put(0x20, width: 1, column: column + used, row: row, style: style) }
                used = available
                break
            }
            put(scalar.value, width: width, column: column + used, row: row, style: style)
            used += width
            if used == available { break }
        }
        return used
    }

    /// Ignores cells outside the buffer. The cell's glyph must be one column wide.
    package mutating func fill(_ rect: Rect, with cell: Cell) {
        let left = max(0, rect.column)
        let right = min(columns, end(rect.column, rect.width))
        let top = max(0, rect.row)
        let bottom = min(rows, end(rect.row, rect.height))
        guard left < right, top < bottom else { return }
        for row in top..<bottom { splitWideGlyphs(from: left, to: right, row: row) }
        let columns = columns
        withMutableCells { cells in
            for row in top..<bottom { cells[row * columns + left..<row * columns + right].update(repeating: cell) }
        }
    }

    private func end(_ start: Int, _ length: Int) -> Int {
        let (sum, isTooLarge) = start.addingReportingOverflow(length)
        return isTooLarge ? .max : sum
    }

    /// Puts one glyph. If the left edge cuts a wide glyph, its visible half becomes a space.
    private mutating func put(_ glyph: UInt32, width: Int, column: Int, row: Int, style: Style) {
        let first = max(0, column)
        let end = column + width
        guard first < end else { return }
        splitWideGlyphs(from: first, to: end, row: row)
        var cell = Cell(
            glyph: first == column ? glyph : 0x20, foreground: style.foreground, background: style.background,
            attributes: style.attributes)
        self[first, row] = cell
        guard width == 2, first == column else { return }
        cell.glyph = 0
        self[first + 1, row] = cell
    }

    /// Replaces halves of wide glyphs by spaces where columns `from` ..< `to` cover the other half.
    private mutating func splitWideGlyphs(from: Int, to: Int, row: Int) {
        if from > 0, self[from, row].glyph == 0 { self[from - 1, row].glyph = 0x20 }
        if to < columns, self[to, row].glyph == 0 { self[to, row].glyph = 0x20 }
    }
}
