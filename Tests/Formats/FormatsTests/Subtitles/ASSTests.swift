import PlayCore
import TestSupport
import Testing

@testable import Subtitles

@Suite("SSA and ASS")
struct ASSTests {
    private func parse(_ events: String, header: String = "") -> [Cue] {
        ASSParser.parse(Array((header + "\n[Events]\n" + events).utf8)[...])
    }

    private func line(_ text: String, header: String = "") -> Cue? {
        parse("Dialogue: 0,0:00:01.00,0:00:02.50,Default,,0,0,0,,\(text)", header: header).first
    }

    private static let styles = """
        [Script Info]
        PlayResX: 300
        PlayResY: 300
        [V4+ Styles]
        Format: Name, PrimaryColour, OutlineColour, Bold, Italic, Underline, BorderStyle, Alignment
        Style: Default,&H000000FF,&H00FF0000,0,0,0,1,2
        Style: Sign,16711680,&H0000FF00,-1,-1,-1,3,7
        """

    @Test("an event has times in hundredths, text with commas, and a style by name")
    func event() throws {
        let cue = try #require(line("one, two", header: Self.styles))
        expect(cue.start, is: .seconds(1))
        expect(cue.end, is: .milliseconds(2500))
        expect(cue.text, is: "one, two")
        expect(cue.lines[0][0].style.foreground, is: RGB(0xFF0000))
        expect(cue.lines[0][0].style.background, is: nil)
    }

    @Test("ADV-21: a style keeps its colour, bold, italic, underline, box and alignment")
    func style() throws {
        let cue = try #require(
            parse("Dialogue: 3,0:00:01.00,0:00:02.50,*Sign,,0,0,0,,x", header: Self.styles).first)
        let style = cue.lines[0][0].style
        #expect(style.isBold)
        #expect(style.isItalic)
        #expect(style.isUnderlined)
        expect(style.foreground, is: RGB(0x0000FF))
        expect(style.background, is: RGB(0x00FF00))
        expect(cue.placement.horizontal, is: .left)
        expect(cue.placement.vertical, is: .top)
        expect(cue.layer, is: 3)
    }

    @Test(
        "line breaks and hard spaces are kept, and drawings and karaoke tags are left out",
        arguments: [
            ("a\\Nb", "a\nb"), ("a\\nb", "a b"), ("a\\hb", "a\u{A0}b"), ("{\\k20}ka{\\kf30}ra", "kara"),
            ("{\\p1}m 0 0 l 10 10{\\p0}text", "text"), ("{ignored}a{\\fad(200,200)}b", "ab"), ("a{open", "a{open"),
            ("{\\t(0,500,\\frz360)}a", "a"), ("a \\q b", "a \\q b"),
        ])
    func text(_ source: String, _ expected: String) throws { try expect(#require(line(source)).text, is: expected) }

    @Test("a line with only a drawing shows nothing")
    func drawing() { expect(line("{\\p1}m 0 0 l 100 0 100 100"), is: nil) }

    @Test("tags change the look within a line, \\r resets it, and unknown tags do nothing")
    func tags() throws {
        let cue = try #require(
            line(
                "a{\\b1}b{\\i1\\u1}c{\\r}d{\\1c&H00FF00&}e{\\c}f{\\bord3\\blur2\\iclip(0,0,1,1)\\an5}g",
                header: Self.styles))
        let spans = cue.lines[0]
        expect(spans.map(\.text), is: ["a", "b", "c", "d", "e", "fg"])
        expect(spans.map(\.style.isBold), is: [false, true, true, false, false, false])
        expect(spans.map(\.style.isItalic), is: [false, false, true, false, false, false])
        expect(spans[4].style.foreground, is: RGB(0x00FF00))
        expect(spans[5].style.foreground, is: RGB(0xFF0000))
        expect(cue.placement.vertical, is: .middle)
    }

    @Test(
        "the first of \\an and \\a sets the alignment, and the first \\pos the third of the picture",
        arguments: [
            ("{\\an9}x{\\an1}", CuePlacement.Horizontal.right, CuePlacement.Vertical.top),
            ("{\\a6}x", .centre, .top), ("{\\pos(10,10)}x", .left, .top),
            ("{\\pos(150,150)\\pos(0,0)}x", .centre, .middle),
            ("{\\an8\\pos(290,290)}x", .right, .bottom), ("{\\move(10,290,150,150)}x", .left, .bottom),
            ("{\\pos(x,y)}x", .centre, .bottom), ("{\\an11}x", .centre, .bottom),
            ("{\\pos(1e999,nan)}x", .centre, .bottom),
        ])
    func places(_ source: String, _ horizontal: CuePlacement.Horizontal, _ vertical: CuePlacement.Vertical) throws {
        let cue = try #require(line(source, header: Self.styles))
        expect(cue.placement.horizontal, is: horizontal)
        expect(cue.placement.vertical, is: vertical)
    }

    @Test("SSA's older alignment numbers are understood")
    func legacy() throws {
        let header = "[V4 Styles]\nFormat: Name, Alignment\nStyle: Default,5\n"
        let cue = try #require(line("x", header: header))
        expect(cue.placement.vertical, is: .top)
        expect(cue.placement.horizontal, is: .left)
    }

    @Test("a container's event has its style from the header and its place from its own tags")
    func packet() throws {
        let packets = SubtitlePackets(format: .ass, header: Array(Self.styles.utf8))
        let cue = try #require(
            packets.cue(Array("12,0,Sign,,0,0,0,,hello, you".utf8), start: .seconds(3), end: .seconds(4)))
        #expect(cue.text == "hello, you" && cue.lines[0][0].style.isBold && cue.start == .seconds(3))
        let open = try #require(SubtitlePackets(format: .subRip).cue(Array("a<i>b".utf8), start: .zero, end: nil))
        #expect(open.end == Cue.openEnd && open.lines[0].map(\.style.isItalic) == [false, true])
        let web = try #require(
            SubtitlePackets(format: .webVTT).cue(
                Array("<c.yellow>x".utf8), settings: "line:0 align:start", start: .zero, end: .seconds(1)))
        #expect(web.placement.line == .row(0) && web.lines[0][0].style.foreground == RGB(0xFFFF00))
    }

    @Test("two languages in one event are two lines with different styles")
    func languages() throws {
        let cue = try #require(line("早上好\\N{\\i1}Good morning", header: Self.styles))
        expect(cue.text, is: "早上好\nGood morning")
        expect(cue.lines.map { $0[0].style.isItalic }, is: [false, true])
    }

    @Test(
        "the bilingual film has both languages, the second in italics",
        .enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)))
    func bilingual() throws {
        let cues = try MediaCountTests.cues("sintel_bilingual_zh_en.ass")
        expect(cues[0].text, is: "前路漫漫\na long way to go before")
        expect(cues[0].lines.map { $0[0].style.isItalic }, is: [false, true])
    }
}
