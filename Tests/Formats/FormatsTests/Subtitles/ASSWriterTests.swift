import PlayCore
import TestSupport
import Testing

@testable import Subtitles

@Suite("Cues written as an ASS script") struct ASSWriterTests {
    private func cue(_ text: String, _ change: (inout CuePlacement) -> Void = { _ in }) -> Cue {
        var placement = CuePlacement()
        change(&placement)
        return Cue(
            start: .seconds(5), end: .seconds(6), placement: placement,
            lines: text.split(separator: "\n").map { [CueSpan(String($0))] })
    }

    /// Returns the cues that the parser reads in the written script.
    private func read(_ cues: [Cue]) -> [Cue] {
        ASSParser.parse(Array(ASSWriter.script(of: cues, aspect: 16 / 9).utf8)[...])
    }

    @Test("all cues are shown from the start, in order, with their lines and placements")
    func places() {
        let cues = [
            cue("One\ntwo"), cue("Above") { ($0.vertical, $0.horizontal) = (.top, .left) },
            cue("Middle") { ($0.vertical, $0.horizontal) = (.middle, .right) },
        ]
        let found = read(cues)
        expect(found.map(\.text), is: ["One\ntwo", "Above", "Middle"])
        expect(found.map(\.placement), is: cues.map(\.placement))
        #expect(found.allSatisfy { $0.isActive(at: .zero) })
    }

    @Test("the look of a span ends with it")
    func looks() {
        var style = CueStyle()
        (style.isBold, style.isItalic, style.foreground) = (true, true, RGB(0x12, 0x34, 0x0F))
        let styled = Cue(start: .zero, end: .seconds(1), lines: [[CueSpan("a", style), CueSpan("b")]])
        let spans = read([styled]).first?.lines.first
        expect(spans?.first?.style, is: style)
        #expect(spans?.last?.style.isBold == false && spans?.last?.style.isItalic == false)
    }

    @Test("text in a cue never becomes a command of the script", arguments: ["{\\an8}", "a\\Nb", "{", "}", "\\h\\n"])
    func commands(_ text: String) {
        let script = ASSWriter.script(of: [cue(text)], aspect: 1)
        let line = script.split(separator: "\n").last ?? ""
        // Behind the writer's own block no other one begins, and no backslash precedes a letter.
        let rest = line.drop { $0 != "}" }.dropFirst()
        expect(rest.contains("{"), is: rest.contains("\\{"))
        #expect(!rest.contains("\\a") && !rest.contains("\\N") && !rest.contains("\\h") && !rest.contains("\\n"))
    }
}
