import Encoding

/// The figures of all cases: of each the median, the least and the greatest of its runs.
struct Report {
    private struct Row {
        let caseName: String
        let figure: Figure
        var values: [Double]
    }

    private var rows: [Row] = []

    mutating func add(_ item: BenchCase, _ context: BenchContext, repeats: Int?) throws {
        if !item.isSlow { _ = try item.run(context) }
        let start = rows.count
        for _ in 0..<(repeats ?? (item.isSlow ? 1 : 3)) {
            for figure in try item.run(context) { note(figure, of: item.name, from: start) }
        }
    }

    private mutating func note(_ figure: Figure, of name: String, from start: Int) {
        let index = rows[start...].firstIndex {
            $0.figure.subject == figure.subject && $0.figure.name == figure.name
        }
        if let index {
            rows[index].values.append(figure.value)
        } else {
            rows.append(Row(caseName: name, figure: figure, values: [figure.value]))
        }
    }

    var table: String {
        var table = TextTable(header: ["case", "input", "", "median", "min", "max", "unit"], numbers: 3..<6)
        var last = ("", "")
        for row in rows {
            let here = (row.caseName, row.figure.subject)
            let values = [Self.median(row.values), row.values.min() ?? 0, row.values.max() ?? 0].map(Self.text)
            table.add(
                [here.0 == last.0 ? "" : here.0, here == last ? "" : here.1, row.figure.name] + values
                    + [row.figure.unit])
            last = here
        }
        return table.text
    }

    /// The output for programs: an array of objects, one per figure.
    var json: String {
        let rows = rows.map { row in
            JSONValue.object([
                "case": .string(row.caseName), "input": .string(row.figure.subject), "figure": .string(row.figure.name),
                "unit": .string(row.figure.unit), "median": .number(Self.median(row.values)),
                "values": .list(row.values.map(JSONValue.number)),
            ])
        }
        return String(decoding: JSONValue.list(rows).indentedBytes, as: UTF8.self)
    }

    static func median(_ values: [Double]) -> Double {
        let sorted = values.sorted()
        guard !sorted.isEmpty else { return 0 }
        let middle = sorted.count / 2
        return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
    }

    /// Returns three digits after the point below 10, none from 1000 on.
    private static func text(_ value: Double) -> String {
        let magnitude = abs(value)
        let factor = magnitude < 10 ? 1000.0 : magnitude < 1000 ? 10 : 1
        let rounded = (value * factor).rounded() / factor
        return rounded == rounded.rounded() && magnitude < 1e15 ? "\(Int64(rounded))" : "\(rounded)"
    }
}
