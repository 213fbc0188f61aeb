import PlayCore
import Subtitles

/// Places simultaneous cues. The second track is at the bottom, the first above it, and simultaneous cues are stacked.
/// A cue is where its author wants it if the rows are free. All text stays within `rows`, above the control bar. If
/// space is short, the first track has priority, then vertical text, which stands beside the rows of text, then signs.
struct SubtitleLayout {
    struct Line: Equatable {
        let row: Int
        let column: Int
        let glyphs: [SubtitleGlyph]
    }

    private struct Block {
        var lines: [[SubtitleGlyph]]
        /// For each line; empty if the terminal reorders.
        let isRightToLeft: [Bool]
        let placement: CuePlacement
        let left: Int
        let width: Int
    }

    let columns: Int
    let rows: Int
    private let isASCII: Bool
    private let reordersText: Bool
    private let rowsUp: Int
    private var taken: [(rows: Range<Int>, columns: Range<Int>)] = []
    private(set) var lines: [Line] = []

    /// The least width, even if the author chose a narrower area for a large picture: it would tear words apart.
    private static let leastWidth = 16
    /// The limit of simultaneous cues in each track.
    private static let maximumCues = 16
    private static let maximumSigns = 64
    private var signRows: Set<Int> = []
    /// The limit of rows with signs, so that the picture stays visible.
    private var mostSignRows: Int { max(2, rows / 3) }

    /// - Parameter rows: from the top.
    init(_ shown: ShownSubtitles, columns: Int, rows: Int, isASCII: Bool, reordersText: Bool = false) {
        self.columns = columns
        self.rows = rows
        self.isASCII = isASCII
        self.reordersText = reordersText
        rowsUp = shown.rowsUp
        guard rows > 0, columns >= 4 else { return }
        func dialogue(_ cues: [Cue]) -> [Cue] { cues.filter { !$0.isSign }.suffix(Self.maximumCues) }
        let (firstCues, secondCues) = (dialogue(shown.first), dialogue(shown.second))
        let first = firstCues.filter { $0.placement.columns == nil }.map(block)
        let second = secondCues.filter { $0.placement.columns == nil }.map(block)
        let needed = first.reduce(0) { $0 + $1.lines.count }
        var left = rows - min(rows, needed)
        for var block in second where left > 0 {
            block.lines = cut(block.lines, to: left)
            left -= block.lines.count
            place(block)
        }
        for var block in first {
            block.lines = cut(block.lines, to: rows)
            place(block)
        }
        for cue in firstCues + secondCues { placeColumns(of: cue) }
        for cue in (shown.first + shown.second).filter(\.isSign).prefix(Self.maximumSigns) {
            var block = block(cue)
            block.lines = cut(block.lines, to: mostSignRows)
            place(block, isSign: true)
        }
    }

    private mutating func placeColumns(of cue: Cue) {
        guard let order = cue.placement.columns else { return }
        let text = SubtitleColumns(cue, order, rows: rows, columns: columns, isASCII: isASCII)
        guard text.height > 0, text.width > 0 else { return }
        for top in text.tops {
            let rows = top..<(top + text.height)
            // Includes the blanks at both sides.
            func span(_ left: Int) -> Range<Int> { max(0, left - 1)..<min(columns, left + text.width + 1) }
            guard let left = text.places.first(where: { isFree(rows, span($0)) }) else { continue }
            taken.append((rows, span(left)))
            for line in text.lines {
                lines.append(Line(row: top + line.row, column: left + line.column, glyphs: line.glyphs))
            }
            return
        }
    }

    // MARK: Making blocks

    private func block(_ cue: Cue) -> Block {
        let placement = cue.placement
        var width = Int((placement.width / 100 * Double(columns)).rounded())
        var left = Int((placement.left / 100 * Double(columns)).rounded())
        if width < Self.leastWidth {
            let centre = left + width / 2
            width = min(columns, Self.leastWidth)
            left = centre - width / 2
        }
        left = min(max(0, left), columns - width)
        // The text includes a blank on each side.
        let paragraphs = cue.lines.map { SubtitleWrap.lines($0.glyphs(isASCII: isASCII), width: width - 2) }
        let directions =
            reordersText
            ? paragraphs.flatMap { lines in
                let isRightToLeft = TextOrder.isRightToLeft(lines.lazy.joined().map(\.character))
                return lines.map { _ in isRightToLeft }
            } : []
        return Block(
            lines: Array(paragraphs.joined()), isRightToLeft: directions, placement: placement, left: left, width: width
        )
    }

    /// Returns as many lines as fit. The last one shows that text is missing.
    private func cut(_ lines: [[SubtitleGlyph]], to count: Int) -> [[SubtitleGlyph]] {
        guard lines.count > count, count > 0 else { return lines }
        var kept = Array(lines.prefix(count))
        let style = kept[count - 1].last?.style ?? CueStyle()
        let dots = (isASCII ? "..." : "…").compactMap { SubtitleGlyph($0, style) }
        while let last = kept[count - 1].last,
            SubtitleWrap.columns(kept[count - 1]) + dots.count > columns - 2 || last.isSpace
        {
            kept[count - 1].removeLast()
        }
        kept[count - 1] += dots
        return kept
    }

    // MARK: Placing

    private mutating func place(_ block: Block, isSign: Bool = false) {
        let height = block.lines.count
        guard height > 0, height <= rows else { return }
        let placed = block.lines.map { (column: column(of: $0, in: block), width: SubtitleWrap.columns($0)) }
        let from = placed.map(\.column).min() ?? 0
        let to = placed.map { $0.column + $0.width }.max() ?? 0
        // Includes the blanks at both sides.
        let span = max(0, from - 1)..<min(columns, to + 1)
        guard let top = freeTop(for: block, height: height, span: span) else { return }
        if isSign {
            let rows = signRows.union(top..<(top + height))
            guard rows.count <= mostSignRows else { return }
            signRows = rows
        }
        taken.append((top..<(top + height), span))
        for (offset, line) in block.lines.enumerated() {
            lines.append(
                Line(row: top + offset, column: placed[offset].column, glyphs: ordered(line, offset, of: block)))
        }
    }

    /// Returns the glyphs in order from left to right.
    private func ordered(_ line: [SubtitleGlyph], _ offset: Int, of block: Block) -> [SubtitleGlyph] {
        guard reordersText, TextOrder.isNeeded(for: String(line.lazy.map(\.character))) else { return line }
        return TextOrder.glyphs(line.map(\.character), isRightToLeft: block.isRightToLeft[offset]).compactMap {
            SubtitleGlyph(Character($0.scalar), line[$0.place].style)
        }
    }

    private func column(of line: [SubtitleGlyph], in block: Block) -> Int {
        let spare = max(0, block.width - SubtitleWrap.columns(line))
        switch block.placement.horizontal {
        case .left: return block.left + min(1, spare)
        case .centre: return block.left + spare / 2
        case .right: return block.left + max(0, spare - 1)
        }
    }

    /// Returns the free rows nearest to the wanted place, first those away from its edge.
    private func freeTop(for block: Block, height: Int, span: Range<Int>) -> Int? {
        let wanted = min(max(0, wantedTop(of: block, height: height)), rows - height)
        let upward = stride(from: wanted, through: 0, by: -1).map { $0 }
        let downward = stride(from: wanted, through: rows - height, by: 1).map { $0 }
        let goesUp = 2 * wanted + height > rows
        return (goesUp ? upward + downward : downward + upward).first { isFree($0..<($0 + height), span) }
    }

    private func wantedTop(of block: Block, height: Int) -> Int {
        switch block.placement.line {
        case .row(let row): return row >= 0 ? row : rows + row
        case .percent(let percent):
            let line = Int((percent / 100 * Double(rows)).rounded())
            switch block.placement.lineAnchor {
            case .top: return line
            case .middle: return line - height / 2
            case .bottom: return line - height
            }
        case nil:
            switch block.placement.vertical {
            case .top: return 0
            case .middle: return (rows - height) / 2
            case .bottom: return rows - height - rowsUp
            }
        }
    }

    private func isFree(_ rows: Range<Int>, _ columns: Range<Int>) -> Bool {
        !taken.contains { $0.rows.overlaps(rows) && $0.columns.overlaps(columns) }
    }
}
