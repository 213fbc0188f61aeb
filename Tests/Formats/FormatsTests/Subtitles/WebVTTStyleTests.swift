import TestSupport
import Testing

@testable import Subtitles

@Suite("WebVTT styles and placement")
struct WebVTTStyleTests {
    private func cues(_ text: String) -> [Cue] { WebVTTParser.parse(Array(("WEBVTT\n\n" + text).utf8)[...]) }

    @Test("ADV-21: classes and STYLE blocks set colours, bold, italic and underline")
    func styles() {
        let cues = cues(
            """
            STYLE
            ::cue { color: papayawhip }
            ::cue(.loud) { font-weight: bold; background-color: #102030 } /* } */
            ::cue(v[voice="Ann"]) { color: lime }
            ::cue(#second) { text-decoration: underline }
            ::cue(video|x) { color: red }

            00:00.000 --> 00:01.000
            plain <c.loud>loud</c> <v Ann>Ann</v> <c.yellow.bg_blue>y</c>

            second
            00:01.000 --> 00:02.000
            under
            """)
        let spans = cues[0].lines[0].filter { $0.text != " " }
        expect(spans.map(\.text), is: ["plain ", "loud", "Ann", "y"])
        expect(
            spans.map(\.style.foreground), is: [RGB(0xFFEFD5), RGB(0xFFEFD5), RGB(0x00FF00), RGB(0xFFFF00)])
        expect(spans.map(\.style.background), is: [nil, RGB(0x102030), nil, RGB(0x0000FF)])
        expect(spans.map(\.style.isBold), is: [false, true, false, false])
        #expect(cues[1].lines[0][0].style.isUnderlined && cues[1].name == "second")
    }

    @Test("position, size and align define the text's box, with swapped axes for vertical text")
    func rooms() {
        func place(_ settings: String) -> CuePlacement { WebVTTSettings(settings).placement([:]) }
        expect(place(""), is: CuePlacement())
        let start = place("position:60%,line-left align:start size:35%")
        expect(start.left, is: 60)
        expect(start.width, is: 35)
        expect(start.horizontal, is: .left)
        let wide = place("position:20% align:end size:80%")
        expect(wide.left, is: 0)
        expect(wide.width, is: 20)
        expect(wide.horizontal, is: .right)
        let centre = place("position:30% size:90%")
        expect(centre.left, is: 0)
        expect(centre.width, is: 60)
        expect(place("line:45%,end").line, is: .percent(45))
        expect(place("line:45%,end").lineAnchor, is: .bottom)
        expect(place("line:-10").line, is: .row(-10))
        expect(place("vertical:rl line:0").columns, is: .rightToLeft)
        expect(place("vertical:rl line:0").line, is: .row(0))
        let columns = place("vertical:lr line:20%,end position:10% align:start size:40%")
        #expect(columns.columns == .leftToRight && columns.line == .percent(20) && columns.lineAnchor == .bottom)
        #expect(columns.left == 10 && columns.width == 40 && columns.horizontal == .left)
        expect(place("vertical:up").columns, is: nil)
        let region = WebVTTRegion("id:r width:40% viewportanchor:90%,90% regionanchor:100%,100%")
        let placed = WebVTTSettings("region:r").placement(["r": region].compactMapValues { $0 })
        expect(placed.left, is: 50)
        expect(placed.width, is: 40)
        expect(placed.line, is: .percent(90))
        expect(placed.lineAnchor, is: .bottom)
    }

    @Test("colours are read by name and number")
    func colours() {
        expect(ColorNames.parse("#fff"), is: RGB(0xFFFFFF))
        expect(ColorNames.parse("#0080FF"), is: RGB(0x0080FF))
        expect(ColorNames.parse("00ff00"), is: RGB(0x00FF00))
        expect(ColorNames.parse("#0080FFcc"), is: RGB(0x0080FF))
        expect(ColorNames.parse("Brown"), is: RGB(0xA52A2A))
        expect(ColorNames.parse("fff"), is: nil)
        expect(ColorNames.parse(""), is: nil)
        expect(ColorNames.parse("nocolour"), is: nil)
    }
}
