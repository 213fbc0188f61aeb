import Cells
import PlayCore

/// Breaks lines at spaces, and between the characters of Chinese and Japanese where these allow it.
///
/// The lines of a sentence get about equal lengths, which are faster to read and cover less of the picture.
enum SubtitleWrap {
    /// - Parameters:
    ///   - width: in columns, at least 2; in rows for vertical text.
    ///   - isVertical: every glyph takes one row.
    static func lines(_ glyphs: [SubtitleGlyph], width: Int, isVertical: Bool = false) -> [[SubtitleGlyph]] {
        let width = max(2, width)
        func filled(_ width: Int) -> (lines: [[SubtitleGlyph]], hasBrokenWord: Bool) {
            greedy(glyphs, width, isVertical: isVertical)
        }
        let widest = filled(width)
        guard widest.lines.count > 1, !widest.hasBrokenWord else { return widest.lines }
        var (low, high) = (1, width)
        while low < high {
            let middle = (low + high) / 2
            let trial = filled(middle)
            if trial.lines.count == widest.lines.count, !trial.hasBrokenWord { high = middle } else { low = middle + 1 }
        }
        return filled(high).lines
    }

    static func columns(_ line: [SubtitleGlyph]) -> Int { line.reduce(0) { $0 + $1.columns } }

    /// Puts as many glyphs as fit into each line.
    private static func greedy(_ glyphs: [SubtitleGlyph], _ width: Int, isVertical: Bool) -> (
        lines: [[SubtitleGlyph]], hasBrokenWord: Bool
    ) {
        var lines: [[SubtitleGlyph]] = []
        var hasBrokenWord = false
        var start = 0
        while start < glyphs.count {
            let end = isVertical ? min(start + width, glyphs.count) : fit(glyphs, from: start, width)
            guard end < glyphs.count else {
                lines.append(Array(glyphs[start...]))
                break
            }
            let cut = lastBreak(glyphs, in: start..<end)
            hasBrokenWord = hasBrokenWord || cut == nil
            let next = cut ?? max(end, start + 1)
            lines.append(withoutSpaces(glyphs[start..<next]))
            start = next
            while start < glyphs.count, glyphs[start].isSpace { start += 1 }
        }
        return (lines, hasBrokenWord)
    }

    private static func fit(_ glyphs: [SubtitleGlyph], from start: Int, _ width: Int) -> Int {
        var used = 0
        for index in start..<glyphs.count {
            used += glyphs[index].columns
            if used > width { return index }
        }
        return glyphs.count
    }

    /// Returns the last place in the range, its end included, where a line may end.
    private static func lastBreak(_ glyphs: [SubtitleGlyph], in range: Range<Int>) -> Int? {
        var index = range.upperBound
        while index > range.lowerBound {
            if glyphs[index].isSpace || canBreak(glyphs[index - 1], glyphs[index]) { return index }
            index -= 1
        }
        return nil
    }

    private static func canBreak(_ left: SubtitleGlyph, _ right: SubtitleGlyph) -> Bool {
        if left.isSpace { return true }
        if left.character == "-", right.columns == 1 { return right.character.isLetter }
        return LineBreaking.canBreak(between: left.character, and: right.character)
    }

    private static func withoutSpaces(_ line: ArraySlice<SubtitleGlyph>) -> [SubtitleGlyph] {
        var line = line
        while let last = line.last, last.isSpace { line.removeLast() }
        return Array(line)
    }
}
