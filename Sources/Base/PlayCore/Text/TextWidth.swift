/// The columns that text takes in a terminal. Agrees with the C library's `wcwidth` in a UTF-8 locale, but does not
/// depend on the locale. Ambiguous scalars are one column wide.
package enum TextWidth {
    /// Returns the columns of an isolated scalar: 0 (control, combining, invisible), 1 or 2.
    package static func columns(of scalar: Unicode.Scalar) -> Int {
        let value = scalar.value
        if value < 0x7F { return value < 0x20 ? 0 : 1 }
        if value < 0x300 { return value < 0xA0 ? 0 : 1 }
        if value < 0x1100 { return contains(TextWidthTables.zero, value) ? 0 : 1 }
        if contains(TextWidthTables.wide, value) { return 2 }
        return contains(TextWidthTables.zero, value) ? 0 : 1
    }

    /// Returns the columns of a cluster, which a cell shows by one scalar (``GlyphReduction``): 0, 1 or 2.
    package static func columns(of character: Character) -> Int {
        columns(of: GlyphReduction.scalar(of: character))
    }

    /// Control characters take no columns.
    package static func columns(of text: String) -> Int {
        if let count = printableASCIICount(text) { return count }
        return text.reduce(0) { $0 + columns(of: $1) }
    }

    /// Returns `text`, or a prefix with `ellipsis`, or a prefix alone if the ellipsis does not fit.
    package static func truncated(_ text: String, columns: Int, ellipsis: String = "…") -> String {
        guard Self.columns(of: text) > columns else { return text }
        let ellipsisColumns = Self.columns(of: ellipsis)
        guard ellipsisColumns <= columns else { return prefix(of: text, columns: columns) }
        return prefix(of: text, columns: columns - ellipsisColumns) + ellipsis
    }

    package static func prefix(of text: String, columns: Int) -> String {
        var left = columns
        var end = text.startIndex
        while end < text.endIndex {
            left -= Self.columns(of: text[end])
            guard left >= 0 else { break }
            end = text.index(after: end)
        }
        return String(text[..<end])
    }

    private static func printableASCIICount(_ text: String) -> Int? {
        var count = 0
        for byte in text.utf8 {
            guard byte >= 0x20, byte < 0x7F else { return nil }
            count += 1
        }
        return count
    }

    private static func contains(_ ranges: [(first: UInt32, last: UInt32)], _ value: UInt32) -> Bool {
        var low = 0
        var high = ranges.count
        while low < high {
            let middle = (low + high) / 2
            if ranges[middle].last < value { low = middle + 1 } else { high = middle }
        }
        return low < ranges.count && ranges[low].first <= value
    }
}
