import Cells
import Glibc
import PlayCore

enum QuickOutcome {
    case text(String)
    /// Text for standard error, after a failure.
    case failure(String)
}

enum TextTable {
    /// Returns the rows, with titles and columns for people, without for programs.
    static func text(_ rows: [[String]], titles: [String]) -> String {
        guard isatty(1) == 1 else { return rows.map { $0.joined(separator: "\t") + "\n" }.joined() }
        let all = [titles] + rows
        let widths = titles.indices.map { column in all.map { TextWidth.columns(of: $0[column]) }.max() ?? 0 }
        return all.map { row in
            let cells = row.enumerated().map { column, text in
                // The last column may be long, because no other follows.
                column == row.count - 1
                    ? text : text + String(repeating: " ", count: widths[column] - TextWidth.columns(of: text))
            }
            return cells.joined(separator: "  ") + "\n"
        }.joined()
    }
}
