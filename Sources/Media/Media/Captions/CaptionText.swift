/// Converts a channel's screen to one line of ASS in one of the nine places that a terminal supports. FFmpeg's decoder
/// places each of the 15 rows of 32 columns at a point: `{\an7}{\pos(124,243)}text`, rows separated by `\N`. A
/// terminal's letters are narrower than a television's, so the whole text moves to the third of the picture in which it
/// was. Its columns remain aligned.
package enum CaptionText {
    private struct Row {
        let text: String
        let row: Int
        let column: Int
        let width: Int
        var centre: Double { Double(column) + Double(width) / 2 }
    }

    /// Keeps the left edge of growing text, which must not move. Returns an empty text if nothing is visible.
    package static func placed(_ text: String, isGrowing: Bool) -> String {
        let rows = pieces(text).map(row).filter { $0.width > 0 }
        guard let first = rows.first?.row, let last = rows.last?.row else { return "" }
        let left = rows.map(\.column).min() ?? 0
        let right = rows.map { $0.column + $0.width }.max() ?? 0
        let third = isGrowing ? min(left / 11, 2) : min(max((left + right) * 3 / 64, 0), 2)
        // The last row of growing text keeps its place.
        let middle = isGrowing ? Double(last) + 0.5 : Double(first + last + 1) / 2
        let height = middle < 5 ? 7 : middle <= 10 ? 4 : 1
        // Rows with the same start (two speakers) remain aligned. Other centred rows are centred to within a cell.
        let isAligned = rows.count > 1 && rows.allSatisfy { $0.column == left }
        let isCentred =
            !isGrowing && third == 1 && !isAligned
            && rows.allSatisfy { abs($0.centre - Double(left + right) / 2) <= 1.5 }
        let lines = rows.map { row in
            isCentred
                ? row.text
                : blanks(row.column - left) + row.text
                    + (third == 0 ? "" : blanks(right - row.column - row.width))
        }
        return "{\\an\(height + third)}" + lines.joined(separator: "\\N")
    }

    private static func blanks(_ count: Int) -> String { String(repeating: "\\h", count: max(0, count)) }

    private static func pieces(_ text: String) -> [Substring] {
        var pieces: [Substring] = []
        var start = text.startIndex
        var index = start
        while index < text.endIndex {
            let next = text.index(after: index)
            if text[index] == "\\", next < text.endIndex, text[next] == "N" {
                pieces.append(text[start..<index])
                start = text.index(after: next)
                index = start
            } else {
                index = next
            }
        }
        return pieces + [text[start...]]
    }

    /// Keeps all tags, even within removed text, since they apply to the text after them.
    private static func row(_ piece: Substring) -> Row {
        var text = ""
        var pending: [Substring] = []
        var (x, y, column, width, blanks) = (0, 0, 0, 0, 0)
        var rest = piece
        while let character = rest.first {
            if character == "{", let end = rest.firstIndex(of: "}") {
                let tag = rest[...end]
                if let point = point(tag) { (x, y) = point } else if !tag.hasPrefix("{\\an") { pending.append(tag) }
                rest = rest[rest.index(after: end)...]
                continue
            }
            let letter = rest.prefix(rest.hasPrefix("\\h") ? 2 : 1)
            rest = rest[letter.endIndex...]
            if letter == "\\h" || letter == " " {
                blanks += 1
                if width > 0 { pending.append(letter) }
            } else {
                if width == 0 { column = blanks } else { width += blanks }
                text += pending.joined() + letter
                (pending, blanks) = ([], 0)
                width += 1
            }
        }
        text += pending.filter { $0.hasPrefix("{") }.joined()
        // FFmpeg's screen is 384 × 288. Its text area begins at a tenth.
        let start = Int(((Double(x) / 384 - 0.1) / 0.025).rounded())
        return Row(
            text: text, row: Int(((Double(y) / 288 - 0.1) / 0.0533).rounded()), column: max(0, start) + column,
            width: width)
    }

    private static func point(_ tag: Substring) -> (Int, Int)? {
        guard tag.hasPrefix("{\\pos("), tag.hasSuffix(")}") else { return nil }
        let numbers = tag.dropFirst(6).dropLast(2).split(separator: ",").compactMap { Int($0) }
        return numbers.count == 2 ? (numbers[0], numbers[1]) : nil
    }
}
