import Foundation
import TestSupport
import Testing

@testable import Subtitles

/// The web platform tests of WebVTT, as far as the files say themselves what is expected: `text…` and `valid` are cues,
/// `invalid` in a file of times is none, and where settings are invalid they are as if they were not there.
@Suite(.enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)))
struct WebPlatformTests {
    private static let folder = "wpt_webvtt/wpt-file-parsing/"

    private func texts(_ file: String) throws -> [String] {
        try MediaCountTests.cues("wpt_webvtt/" + file).sorted { $0.id < $1.id }.map(\.text)
    }

    @Test(
        "no cue of a bad time, and none missing beside it",
        arguments: [
            "timings-garbage", "timings-60", "timings-too-long", "timings-too-short", "timings-eof", "nulls",
            "timings-negative", "timings-omitted-hours", "whitespace-chars", "arrows", "newlines", "ids",
        ])
    func times(_ name: String) throws {
        let bytes = try Data(
            contentsOf: URL(fileURLWithPath: SharedMedia.path("subtitles/" + Self.folder + name + ".vtt")))
        // What stands below times in the file: words with a number, but for one that has U+FFFD around it.
        let expected = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: "\0", with: "\u{FFFD}") }
            .filter { $0.firstMatch(of: /^\u{FFFD}?(text|valid)\u{FFFD}?[0-9]*$/) != nil }
        #expect(try texts("wpt-file-parsing/\(name).vtt") == expected)
    }

    @Test("settings are read to the letter")
    func settings() {
        func parse(_ text: String) -> WebVTTSettings { WebVTTSettings(text) }
        #expect(parse("align:start line:1% vertical:lr size:50% position:25%").line == .percent(1))
        #expect(parse("align:start line:1% vertical:lr size:50% position:25%").vertical == .leftToRight)
        #expect(parse("align:end align:CENTER").align == .end)
        #expect(parse("align:end align: center").align == .end)
        #expect(parse("align:end align:middle").align == .end)
        #expect(parse("size:1xx size:2%").size == 2)
        for bad in ["size:", "size:x", "size:%", "size:%%", "size:1%%", "size:1%x", "size:101%", "size:-3%"] {
            #expect(parse(bad).size == 100, "\(bad)")
        }
        for bad in [
            "position:1%,middle", "position:1%, center", "position:-1%", "position:1", "position:1x", "position:1%x",
            "position:", "position: 1%", "position:101%", "position:101%,center",
        ] {
            #expect(parse(bad).position == nil, "\(bad)")
        }
        #expect(parse("position:1.5%,line-right").position == 1.5)
        #expect(parse("position:1.5%,line-right").positionAlign == .right)
        for (text, line) in [
            ("line:-1", -1.0), ("line:0", 0), ("line:-0", 0), ("line:1.5", 1.5), ("line:65536", 65_536),
        ] {
            #expect(parse(text).line == .number(line), "\(text)")
        }
        for bad in [
            "line:", "line:x", "line:1x", "line:1.", "line:.5", "line:1-", "line:--1", "line:101%", "line:1%,x",
        ] {
            #expect(parse(bad).line == .automatic, "\(bad)")
        }
    }

    @Test("the lines of settings-line.vtt that are valid have a line, those that are invalid have none")
    func lines() throws {
        for cue in try MediaCountTests.cues(Self.folder + "settings-line.vtt") {
            #expect((cue.placement.line != nil) == !cue.text.hasPrefix("invalid"), "\(cue.text)")
        }
    }

    @Test("regions: the last of equal names counts, unknown ones and bad values do not")
    func regions() throws {
        let region = try #require(
            WebVTTRegion("id:foo\nid:bar\nlines:1 lines:3 width:40% regionanchor:100%,0% scroll:up"))
        #expect(region.id == "bar")
        #expect(region.lines == 3)
        #expect(region.width == 40)
        #expect(region.scrollsUp)
        #expect(region.regionAnchor == WebVTTRegion.Point(x: 100, y: 0))
        #expect(WebVTTRegion("lines:3") == nil)
        for bad in ["0,0", "0%,0", "1%", ",1%", "101%,1%", "1%,101%", "-0%,0%"] {
            let region = try #require(WebVTTRegion("id:a\nviewportanchor:" + bad))
            #expect(region.viewportAnchor == WebVTTRegion.Point(x: 0, y: 100), "\(bad)")
        }
        let cues = try MediaCountTests.cues(Self.folder + "settings-region.vtt").sorted { $0.id < $1.id }
        #expect(cues.map { $0.placement.line != nil } == [true, true, true, false, true, false, false, false, false])
    }

    @Test(
        "entities.vtt: references become their characters, others stay",
        arguments: zip(
            [Int](0...24),
            [
                "&", "&", "&", "&", "<", ">", "ab", "ab", "\"", "\u{A0}", "©", "&&", "&1", "&1;", "&", "&", " ", " ",
                "&;", "∲", "⫅\u{338}", "∉", "¬", "¬", "¬it;",
            ]))
    func entities(_ number: Int, _ expected: String) throws {
        let source = [
            "&", "&amp", "&amp;", "&AMP;", "&lt;", "&gt;", "a&lrm;b", "a&rlm;b", "&quot;", "&nbsp;", "&copy;",
            "&&", "&1", "&1;", "&<", "&<c", "&#32;", "&#x20;", "&;", "&ClockwiseContourIntegral;", "&nsubE;", "&notin;",
            "&not;", "&not", "&notit;",
        ]
        let lines = WebVTTCueText.parse("|" + source[number] + "|")
        // The bars keep spaces; the tag that is not closed takes the last one.
        let text = lines.map { $0.map(\.text).joined() }.joined()
        #expect(text == "|" + expected + (source[number].contains("<") ? "" : "|"))
    }

    @Test(
        "tags.vtt, tree-building.vtt: tags make styles, wrong ones are left out, ruby follows in brackets",
        arguments: [
            ("<", ""), ("<<", ""), ("<c.", ""), ("</", ""), ("<c></>x", "x"), ("<c></\nc>x", "x"), ("<c>test", "test"),
            ("a<c.d e>b</c>c", "abc"), ("<i>test", "/test/"), ("a<i.d e>b</i>c", "a/b/c"), ("<b>test", "*test*"),
            ("a<u.d e>b</u>c", "a_b_c"), ("<ruby>test", "test"), ("a<ruby.f g>b<rt.h j>c</rt>d</ruby>e", "ab(c)de"),
            ("<rt>test", "test"), ("<v a b>test", "test"), ("a<lang.d e>b</lang>c", "abc"),
            ("<ruby>test<rt>test", "test(test)"), ("<ruby>test<rt>test</ruby>test", "test(test)test"),
            ("<ruby>test<rt><b>test</rt></ruby>test", "test(*testtest*)"),
            ("<ruby>test<rt><b>test</ruby>test", "test(*testtest*)"),
            ("<ruby>test<rt><b>test</rt></b></ruby>test", "test(*test*)test"),
            ("test<00:00:00.500>test", "testtest"), ("<00:00.500", ""), ("<ruby>a</ruby>b", "ab"),
        ])
    func tags(_ source: String, _ expected: String) {
        let text = WebVTTCueText.parse(source).map(Self.marked).joined(separator: "\n")
        #expect(text == expected)
    }

    /// Italic between slashes, bold between stars, underlined between lines.
    private static func marked(_ line: CueLine) -> String {
        line.map { span in
            let mark = span.style.isItalic ? "/" : span.style.isBold ? "*" : span.style.isUnderlined ? "_" : ""
            return mark + span.text + mark
        }.joined()
    }

    @Test("the signature is exact")
    func signature() {
        for good in ["WEBVTT", "\u{FEFF}WEBVTT", "WEBVTT ", "WEBVTT\t", "WEBVTT\n", "WEBVTT x\r\n"] {
            #expect(WebVTTParser.hasSignature(Array(good.utf8)[...]))
        }
        for bad in ["", "WEBVT", "webvtt", "WEBVTTx", " WEBVTT"] {
            #expect(!WebVTTParser.hasSignature(Array(bad.utf8)[...]))
        }
    }
}
