import Cells
import PlayCore
import Subtitles
import TestSupport
import Testing

@testable import TUI

/// Vertical text of WebVTT.
@Suite("Subtitles in columns")
struct SubtitleColumnsTests {
    private static func cue(_ text: String, _ settings: String) -> Cue {
        let file = "WEBVTT\n\n00:00.000 --> 00:01.000 \(settings)\n\(text)\n"
        return (try? SubtitleFile.track(Array(file.utf8), path: "a.vtt"))?.cues.first
            ?? Cue(start: .zero, end: .zero, lines: [])
    }

    private func layout(_ cues: [Cue], _ columns: Int = 40, _ rows: Int = 12, isASCII: Bool = false) -> SubtitleLayout {
        SubtitleLayout(
            ShownSubtitles(first: cues, second: [], rowsUp: 0), columns: columns, rows: rows, isASCII: isASCII)
    }

    private func text(_ layout: SubtitleLayout) -> [String] {
        layout.lines.map { String($0.glyphs.map(\.character)) }
    }

    @Test("ADV-21: columns run from the top, with the first line at the right for rl and at the left for lr")
    func orders() {
        let rightToLeft = layout([Self.cue("一二三\n四五", "vertical:rl line:0 align:start")])
        expect(text(rightToLeft), is: ["四 一", "五 二", "三"])
        expect(rightToLeft.lines.map(\.row), is: [0, 1, 2])
        // The last cell is a blank beside the text.
        expect(rightToLeft.lines.map(\.column), is: [34, 34, 37])
        let leftToRight = layout([Self.cue("一二三\n四五", "vertical:lr line:0 align:start")])
        expect(text(leftToRight), is: ["一 四", "二 五", "三"])
        expect(leftToRight.lines.map(\.column), is: [1, 1, 1])
    }

    @Test("narrow letters are padded beside wide ones, words break at blanks, and long text is cut")
    func letters() {
        expect(text(layout([Self.cue("ab", "vertical:lr")])), is: ["a", "b"])
        expect(text(layout([Self.cue("本a", "vertical:lr")])), is: ["本", "a "])
        let words = layout([Self.cue("one two", "vertical:lr line:0 align:start")], 40, 6)
        expect(text(words), is: ["o t", "n w", "e o"])
        let long = layout([Self.cue(String(repeating: "字", count: 100), "vertical:rl")], 20, 8)
        expect(long.lines.count, is: 8)
        expect(long.lines.last?.glyphs.first?.character, is: "…")
        expect(text(layout([Self.cue("「字」ー", "vertical:rl")])), is: ["﹁", "字", "﹂", "︱"])
    }

    @Test("line counts columns from either side, or is a percentage from the left")
    func lines() {
        func column(_ settings: String) -> Int? { layout([Self.cue("字", settings)]).lines.first?.column }
        #expect(column("vertical:rl line:0") == 37 && column("vertical:rl line:1") == 34)
        #expect(column("vertical:rl line:-1") == 1 && column("vertical:rl line:-2") == 4)
        #expect(column("vertical:lr line:0") == 1 && column("vertical:lr line:-1") == 37)
        #expect(column("vertical:rl") == 1 && column("vertical:lr") == 37, "the last line is where none is named")
        #expect(column("vertical:rl line:50%") == 20 && column("vertical:lr line:50%,end") == 18)
        #expect(column("vertical:rl line:99") == 1 && column("vertical:lr line:100%") == 37)
    }

    @Test("position, size and align refer to the height")
    func heights() {
        func rows(_ settings: String) -> [Int] {
            layout([Self.cue("一二三四五六七八", "vertical:rl " + settings)], 40, 20).lines.map(\.row)
        }
        expect(rows("align:start"), is: Array(0..<8))
        expect(rows("align:center"), is: Array(6..<14))
        expect(rows("align:end"), is: Array(12..<20))
        expect(rows("align:start position:50%,line-left size:50%"), is: Array(10..<18))
        // Six rows are too few, so there are two columns.
        expect(rows("align:start position:0%,line-left size:30%"), is: Array(0..<4))
    }

    @Test("cues overlap neither each other nor rows of text")
    func beside() {
        let both = layout([
            Self.cue("字字", "vertical:rl line:0 align:end"), Self.cue("本本", "vertical:rl line:0 align:end"),
            Self.cue(String(repeating: "x", count: 36), "align:end"),
        ])
        var taken: Set<[Int]> = []
        for line in both.lines {
            for column in line.column..<(line.column + SubtitleWrap.columns(line.glyphs)) {
                #expect(taken.insert([line.row, column]).inserted)
            }
        }
        expect(both.lines.count, is: 5)
    }

    @Test("any text at any place stays within the picture and contains no control character")
    func random() {
        var random = SeededGenerator(seed: 12)
        for _ in 0..<3000 {
            let (columns, rows) = (Int.random(in: 4...90, using: &random), Int.random(in: 1...30, using: &random))
            let settings =
                "vertical:\(Bool.random(using: &random) ? "rl" : "lr") line:\(Int.random(in: -40...40, using: &random)) "
                + "size:\(Int.random(in: 0...100, using: &random))% align:\(["start", "center", "end"][Int.random(in: 0...2, using: &random)])"
            let cue = Self.cue(RandomText.make(using: &random, length: 1...200), settings)
            let layout = layout([cue], columns, rows, isASCII: Bool.random(using: &random))
            for line in layout.lines {
                #expect((0..<rows).contains(line.row) && line.column >= 0)
                #expect(line.column + SubtitleWrap.columns(line.glyphs) <= columns)
                let scalars = line.glyphs.flatMap { $0.character.unicodeScalars }
                #expect(!scalars.contains { $0.properties.generalCategory == .control })
            }
        }
    }
}
