import Cells
import Subtitles

/// Vertical text, as in Chinese, Japanese and Mongolian: one glyph a row, from the top. The layout places it.
struct SubtitleColumns {
    private let order: CuePlacement.ColumnOrder
    private let placement: CuePlacement
    private let rows: Int
    private let columns: Int
    /// The cells of a column of text: 2 if a glyph needs them.
    private let pitch: Int
    /// The columns of text in the order of reading.
    private let text: [[SubtitleGlyph]]

    /// Fewer rows would tear words apart.
    private static let leastHeight = 6
    /// The gap that prevents columns from being read as rows.
    private static let gap = 1

    init(_ cue: Cue, _ order: CuePlacement.ColumnOrder, rows: Int, columns: Int, isASCII: Bool) {
        self.order = order
        self.rows = rows
        self.columns = columns
        placement = cue.placement
        let lines = cue.lines.map { $0.glyphs(isASCII: isASCII).map(\.upright) }
        let pitch = lines.joined().map(\.columns).max() ?? 1
        self.pitch = pitch
        // The text includes a blank on each side.
        let most = max(0, (columns - 2 + Self.gap) / (pitch + Self.gap))
        let height = Self.area(cue.placement, rows).count
        // A single row cannot hold vertical text.
        let wrapped = height < 2 ? [] : lines.flatMap { SubtitleWrap.lines($0, width: height, isVertical: true) }
        text = Self.cut(wrapped, to: most, height: height, isASCII: isASCII)
    }

    private static func area(_ placement: CuePlacement, _ rows: Int) -> Range<Int> {
        let height = min(rows, max(leastHeight, Int((placement.width / 100 * Double(rows)).rounded())))
        let top = Int((placement.left / 100 * Double(rows)).rounded())
        let start = min(max(0, top), rows - height)
        return start..<(start + height)
    }

    /// Returns as many columns as fit. The last one shows that text is missing.
    private static func cut(
        _ lines: [[SubtitleGlyph]], to most: Int, height: Int, isASCII: Bool
    ) -> [[SubtitleGlyph]] {
        guard lines.count > most, most > 0 else { return Array(lines.prefix(most)) }
        var kept = Array(lines.prefix(most))
        let style = kept[most - 1].last?.style ?? CueStyle()
        let dots = (isASCII ? "." : "…").compactMap { SubtitleGlyph($0, style) }
        kept[most - 1] = Array(kept[most - 1].prefix(max(0, height - dots.count))) + dots
        return kept
    }

    // MARK: Where

    var width: Int { text.isEmpty ? 0 : text.count * (pitch + Self.gap) - Self.gap }
    var height: Int { text.map(\.count).max() ?? 0 }

    /// The possible top rows, the preferred one first.
    var tops: [Int] {
        let area = Self.area(placement, rows)
        let wanted = area.lowerBound + max(0, area.count - height) * share / 2
        return (0...max(0, rows - height)).sorted { (abs($0 - wanted), $0) < (abs($1 - wanted), $1) }
    }

    /// The possible left columns, the preferred one first, then others away from its side.
    var places: [Int] {
        let last = columns - 1 - width
        guard last >= 1 else { return [max(0, last)] }
        let wanted = min(max(1, wantedLeft), last)
        let leftward = stride(from: wanted, through: 1, by: -1).map { $0 }
        let rightward = stride(from: wanted, through: last, by: 1).map { $0 }
        return 2 * wanted + width > columns ? leftward + rightward : rightward + leftward
    }

    /// The preferred left edge, as WebVTT specifies it. A number counts columns from the first column's place; a
    /// negative one counts from the other side. Without a number, the text is at that side, its last column outermost.
    /// Per cent count from the left.
    private var wantedLeft: Int {
        switch placement.line ?? .row(-1) {
        case .row(let number):
            let distance = (number >= 0 ? number : -1 - number) * (pitch + Self.gap) + 1
            return (order == .leftToRight) == (number >= 0) ? distance : columns - width - distance
        case .percent(let percent):
            let place = Int((percent / 100 * Double(columns)).rounded())
            switch placement.lineAnchor {
            case .top: return place
            case .middle: return place - width / 2
            case .bottom: return place - width
            }
        }
    }

    // MARK: What

    struct Line {
        let row: Int
        let column: Int
        let glyphs: [SubtitleGlyph]
    }

    /// The rows up to their last glyphs, with blanks between the columns.
    var lines: [Line] {
        let columns = order == .leftToRight ? text : text.reversed()
        return (0..<height).compactMap { row in
            let glyphs = columns.map { column -> SubtitleGlyph? in
                let index = row - (height - column.count) * share / 2
                return column.indices.contains(index) ? column[index] : nil
            }
            guard let first = glyphs.firstIndex(where: { $0 != nil }), let last = glyphs.lastIndex(where: { $0 != nil })
            else { return nil }
            let line = glyphs[first...last].enumerated().flatMap { offset, glyph in
                cell(glyph, isLast: offset == last - first)
            }
            return Line(row: row, column: first * (pitch + Self.gap), glyphs: line)
        }
    }

    /// The free rows above a shorter column, in halves of all free rows.
    private var share: Int { [.left: 0, .centre: 1, .right: 2][placement.horizontal] ?? 0 }

    /// Pads a glyph to its column and adds the gap.
    private func cell(_ glyph: SubtitleGlyph?, isLast: Bool) -> [SubtitleGlyph] {
        var style = glyph?.style ?? CueStyle()
        style.isUnderlined = false
        let count = pitch - (glyph?.columns ?? 0) + (isLast ? 0 : Self.gap)
        let blanks = (0..<count).compactMap { _ in SubtitleGlyph(" ", style) }
        return [glyph].compactMap { $0 } + blanks
    }
}

extension SubtitleGlyph {
    /// The glyph for vertical text; brackets and dashes have special forms.
    fileprivate var upright: SubtitleGlyph {
        Self.uprightForms[character].flatMap { SubtitleGlyph($0, style) } ?? self
    }

    private static let uprightForms: [Character: Character] = [
        "（": "︵", "）": "︶", "｛": "︷", "｝": "︸", "〔": "︹", "〕": "︺", "【": "︻", "】": "︼", "《": "︽", "》": "︾",
        "〈": "︿", "〉": "﹀", "「": "﹁", "」": "﹂", "『": "﹃", "』": "﹄", "—": "︱", "ー": "︱",
    ]
}
