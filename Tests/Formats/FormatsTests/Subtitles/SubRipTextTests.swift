import PlayCore
import TestSupport
import Testing

@testable import Subtitles

/// Cues written as SubRip.
struct SubRipTextTests {
    @Test("a cue keeps its lines and looks when it is written and read again")
    func text() throws {
        let source = "1\n00:00:01,000 --> 00:00:02,000\n<b>Bold</b> and <i>slanted</i>\n<u>second</u> line\n"
        let cue = try #require(SubRipParser.parse(Array(source.utf8)[...], cancel: nil).first)
        let text = SubRipText.text(cue)
        expect(text, is: "<b>Bold</b> and <i>slanted</i>\n<u>second</u> line")
        let again = SubRipParser.parse(Array("1\n00:00:01,000 --> 00:00:02,000\n\(text)\n".utf8)[...], cancel: nil)
        expect(again.first?.lines, is: cue.lines)
        #expect(SubRipText.text(Cue(start: .zero, end: .seconds(1), lines: [[]])).isEmpty)
    }

    @Test("languages in containers have three-letter codes")
    func languages() {
        #expect(LanguageCode.long("en-GB") == "eng" && LanguageCode.long("de") == "deu")
        #expect(LanguageCode.long("zh-Hans") == "zho" && LanguageCode.long("eng") == "eng")
        #expect(LanguageCode.long("tlh") == "tlh" && LanguageCode.long("xx") == nil)
    }
}
