/// Columns of text, aligned with spaces.
struct TextTable {
    private var lines: [[String]]
    /// The right-aligned columns.
    private let numbers: Range<Int>

    init(header: [String], numbers: Range<Int>) {
        lines = [header]
        self.numbers = numbers
    }

    mutating func add(_ line: [String]) { lines.append(line) }

    var text: String {
        let widths = lines[0].indices.map { column in lines.map { $0[column].count }.max() ?? 0 }
        return lines.map { line in
            let cells = line.indices.map { column in
                numbers.contains(column)
                    ? Self.padded("", to: widths[column] - line[column].count) + line[column]
                    : Self.padded(line[column], to: column == line.count - 1 ? 0 : widths[column])
            }
            return cells.joined(separator: "  ") + "\n"
        }.joined()
    }

    static func padded(_ text: String, to width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
    }
}
