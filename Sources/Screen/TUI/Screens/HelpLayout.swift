import ScreenKit

/// The page of keys in as many columns as it needs and as fit. Groups stay whole and in order.
struct HelpLayout: Equatable {
    static let space = 3
    /// The least width of one column, if the terminal is as wide, so that the box does not change during a search.
    private static let leastWidth = 72

    /// The columns; empty if the search found nothing.
    let columns: [[HelpPage.Line]]
    /// In terminal columns; so is ``keyColumns``.
    let columnWidth: Int
    let keyColumns: Int
    /// The size of the box with its border.
    let width: Int
    let height: Int

    /// - Parameters:
    ///   - lines: the lines of all keys, so that the width does not depend on the search.
    ///   - width: of the area, in which the box fits.
    init(_ lines: [HelpPage.Line], search: String, width: Int, height: Int) {
        let natural = (lines.map(\.keyColumns).max() ?? 0, lines.map(\.titleColumns).max() ?? 0)
        let inner = max(0, width - 4)
        let wanted = natural.0 + 2 + natural.1
        let most = max(1, (inner + Self.space) / (max(1, wanted) + Self.space))
        let rows = max(1, height - 2)
        let arranged =
            (1...most).lazy.map { Self.arrange(lines, in: $0) }
            .first { $0.allSatisfy { $0.count <= rows } } ?? Self.arrange(lines, in: most)
        let count = max(1, arranged.count)
        columnWidth = count == 1 ? min(inner, max(wanted, Self.leastWidth - 4)) : wanted
        // The longest line of keys decides, because a fixed share of the width would be too much or too little.
        keyColumns = min(natural.0, max(0, columnWidth - 1) / 2)
        self.width = min(width, count * (columnWidth + Self.space) - Self.space + 4)
        self.height = min(height, (arranged.map(\.count).max() ?? 0) + 2)
        let found = HelpPage.matches(lines, search)
        columns = search.isEmpty ? arranged : found.isEmpty ? [] : Self.arrange(found, in: count)
    }

    var visibleRows: Int { max(1, height - 2) }

    var lastScroll: Int { max(0, (columns.map(\.count).max() ?? 0) - visibleRows) }

    /// Arranges the lines in the fewest rows.
    private static func arrange(_ lines: [HelpPage.Line], in count: Int) -> [[HelpPage.Line]] {
        let groups = lines.split(separator: .gap).map(Array.init)
        guard count > 1 else { return lines.isEmpty ? [] : [lines] }
        var rows = groups.map(\.count).max() ?? 0
        while true {
            let columns = fill(groups, rows: rows)
            if columns.count <= count { return columns }
            rows += 1
        }
    }

    private static func fill(_ groups: [[HelpPage.Line]], rows: Int) -> [[HelpPage.Line]] {
        var columns: [[HelpPage.Line]] = []
        for group in groups {
            if let last = columns.last, last.count + 1 + group.count <= rows {
                columns[columns.count - 1] = last + [.gap] + group
            } else {
                columns.append(group)
            }
        }
        return columns
    }
}
