import CPlatform

/// Encodes the change from the terminal's current contents to another frame in few bytes. Writes to memory only. Main
/// thread; not `Sendable`.
package final class FrameEncoder {
    package let columns: Int
    package let rows: Int
    package let profile: EncoderProfile
    private let rowEncoder: RowEncoder
    private let shown: UnsafeMutablePointer<Cell>
    private let scratch: UnsafeMutablePointer<Cell>
    private let coder: PictureCoder
    private var pen = Pen()
    private var frameBytes = 0

    /// The screen's contents are unknown. `columns` and `rows` are at least 1.
    package init(columns: Int, rows: Int, profile: EncoderProfile) {
        precondition(columns > 0 && rows > 0)
        self.columns = columns
        self.rows = rows
        self.profile = profile
        rowEncoder = RowEncoder(profile: profile)
        coder = PictureCoder(columns: columns, rows: rows, profile: profile)
        shown = .allocate(capacity: columns * rows)
        scratch = .allocate(capacity: columns)
        shown.initialize(repeating: .transparent, count: columns * rows)
        scratch.initialize(repeating: .blank, count: columns)
    }

    deinit {
        shown.deallocate()
        scratch.deallocate()
    }

    package var maximumRowBytes: Int { columns * RowEncoder.maximumBytesPerCell + 64 }

    /// Makes the next frame write the whole row: targets have no transparent cells, so every cell differs.
    package func forget(row: Int) { (shown + row * columns).update(repeating: .transparent, count: columns) }

    package func forget() { shown.update(repeating: .transparent, count: columns * rows) }

    package func assumeBlank() { shown.update(repeating: .blank, count: columns * rows) }

    /// Calls `body` with `columns × rows` shown cells, row by row. Halves in two colours are always ▀ here.
    package func withShown<R>(_ body: (UnsafeBufferPointer<Cell>) throws -> R) rethrows -> R {
        try body(UnsafeBufferPointer(start: shown, count: columns * rows))
    }

    package var quality: QualityTarget {
        get { coder.quality }
        set { coder.quality = newValue }
    }

    /// Begins a frame. The terminal's cursor and style count as unknown.
    ///
    /// - Parameter isWritten: whether this encoder writes the row (ncurses writes the others).
    package func begin(
        _ frame: ScreenFrame, allowance: LinkAllowance = .unlimited, isWritten: (Int) -> Bool = { _ in true }
    ) {
        pen = Pen()
        frameBytes = 0
        coder.begin(frame, allowance: allowance, shown: shown, isWritten: isWritten)
    }

    /// Returns the row of a step, 0 ..< ``rows``. The first row varies, so that a shortage hits different rows.
    package func row(at step: Int) -> Int { (step + coder.firstRow) % rows }

    package func end() -> FrameOutcome { coder.end(bytes: frameBytes, shown: shown) }

    /// Composes a row of `frame` and calls `body` with its cells. Returns nil if the terminal already shows the row.
    package func withChangedRow<R>(
        _ row: Int, of frame: ScreenFrame, _ body: (UnsafePointer<Cell>) -> R
    ) -> R? {
        guard compose(row, of: frame) else { return nil }
        return body(scratch)
    }

    /// Records that ncurses has written the row that ``withChangedRow(_:of:_:)`` composed last.
    package func accept(row: Int) { (shown + row * columns).update(from: scratch, count: columns) }

    /// Writes the bytes that bring `row` to its state in `frame`, as far as the budget allows. Returns their number.
    ///
    /// Call between ``begin(_:allowance:isWritten:)`` and ``end()``, in the order of ``row(at:)``. `output` has space
    /// for ``maximumRowBytes``.
    package func encode(row: Int, of frame: ScreenFrame, into output: UnsafeMutablePointer<UInt8>) -> Int {
        let now = shown + row * columns
        if coder.choose(row: row, shown: now, pen: pen, into: scratch) {
            guard memcmp(scratch, now, columns * MemoryLayout<Cell>.stride) != 0 else {
                coder.note(row: row, bytes: 0)
                return 0
            }
        } else {
            guard compose(row, of: frame) else { return 0 }
        }
        let start = beginStyle(output)
        let end = rowEncoder.encode(scratch, over: now, columns: columns, row: row, pen: &pen, to: start)
        frameBytes += end - output
        coder.note(row: row, bytes: end - output)
        return end - output
    }

    /// Writes the chrome's cells of a row again, because an image covers them. Returns the number of bytes.
    ///
    /// Call between frames; the terminal's cursor and style then count as unknown.
    package func repeatChrome(row: Int, of frame: ScreenFrame, into output: UnsafeMutablePointer<UInt8>) -> Int {
        guard row < rows, row < frame.chrome.rows else { return 0 }
        let now = shown + row * columns
        frame.chrome.withCells { cells in
            let start = row * frame.chrome.columns
            for column in 0..<min(columns, frame.chrome.columns) where !cells[start + column].isTransparent {
                now[column] = .transparent
            }
        }
        pen = Pen()
        guard compose(row, of: frame) else { return 0 }
        let start = beginStyle(output)
        return rowEncoder.encode(scratch, over: now, columns: columns, row: row, pen: &pen, to: start) - output
    }

    /// Resets an unknown style, so that a batch starts from the default one.
    private func beginStyle(_ output: UnsafeMutablePointer<UInt8>) -> UnsafeMutablePointer<UInt8> {
        guard pen.attributes == Pen.unknownAttributes else { return output }
        output[0] = 0x1B
        output[1] = UInt8(ascii: "[")
        output[2] = UInt8(ascii: "m")
        pen.attributes = 0
        pen.foreground = Color.terminalDefault.rawValue
        pen.background = Color.terminalDefault.rawValue
        return output + 3
    }

    /// Fills `scratch`. Returns whether the row differs from the one on the screen.
    private func compose(_ row: Int, of frame: ScreenFrame) -> Bool {
        let now = shown + row * columns
        let bytes = columns * MemoryLayout<Cell>.stride
        RowComposer.compose(frame, row: row, columns: columns, into: scratch)
        if memcmp(scratch, now, bytes) == 0 { return false }
        GlyphRules.sanitize(scratch, count: columns, isUTF8: profile.isUTF8, hasWideAmbiguous: profile.hasWideAmbiguous)
        return memcmp(scratch, now, bytes) != 0
    }
}

extension FrameEncoder {
    /// Writes a frame without ncurses, for benchmarks and tests. `output` has space for ``maximumRowBytes`` × ``rows``.
    package func encode(
        _ frame: ScreenFrame, allowance: LinkAllowance = .unlimited, into output: UnsafeMutablePointer<UInt8>
    ) -> (count: Int, outcome: FrameOutcome) {
        begin(frame, allowance: allowance)
        var count = 0
        for step in 0..<rows { count += encode(row: row(at: step), of: frame, into: output + count) }
        return (count, end())
    }

    package func encode(_ frame: ScreenFrame, into output: UnsafeMutablePointer<UInt8>) -> Int {
        encode(frame, allowance: .unlimited, into: output).count
    }
}
