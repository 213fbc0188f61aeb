import CPlatform

/// Puts the chrome above the picture, one row at a time.
enum RowComposer {
    /// Fills a row; cells without chrome or picture become blanks. Returns the columns of picture, above which there
    /// may be chrome.
    @discardableResult
    static func compose(_ frame: ScreenFrame, row: Int, columns: Int, into output: UnsafeMutablePointer<Cell>)
        -> Range<Int>
    {
        let covered = copyPicture(frame, row: row, columns: columns, into: output)
        for column in 0..<covered.lowerBound { output[column] = .blank }
        for column in covered.upperBound..<columns { output[column] = .blank }
        guard row < frame.chrome.rows else { return covered }
        let width = min(columns, frame.chrome.columns)
        frame.chrome.withCells { cells in
            guard let base = cells.baseAddress else { return }
            let chrome = base + row * frame.chrome.columns
            var column = 0
            while column < width {
                if chrome[column].glyph != Cell.transparentGlyph { output[column] = chrome[column] }
                column &+= 1
            }
        }
        return covered
    }

    /// Returns the columns that the picture covers, or an empty range at 0.
    private static func copyPicture(
        _ frame: ScreenFrame, row: Int, columns: Int, into output: UnsafeMutablePointer<Cell>
    ) -> Range<Int> {
        guard let picture = frame.picture else { return 0..<0 }
        let pictureRow = row - frame.pictureRow
        guard pictureRow >= 0, pictureRow < picture.rows else { return 0..<0 }
        let first = max(0, frame.pictureColumn)
        let end = min(columns, frame.pictureColumn + picture.columns)
        guard first < end else { return 0..<0 }
        picture.withCells { cells in
            guard let base = cells.baseAddress else { return }
            let source = base + (pictureRow * picture.columns + first - frame.pictureColumn)
            (output + first).update(from: source, count: end - first)
        }
        return first..<end
    }
}
