import Foundation
import TestSupport
import Testing

@testable import Subtitles

/// The web platform tests of WebVTT, as far as the files say themselves what is expected: `text…` and `valid` are cues,
/// `invalid` in a file of times is none, and where settings are invalid they are as if they were not there. Made texts
/// of the same forms stand beside them.
@Suite("WebVTT by its web platform tests")
struct WebPlatformTests {
    private static let folder = "wpt_webvtt/wpt-file-parsing/"

    private func texts(_ file: String) throws -> [String] {
        try MediaCountTests.cues("wpt_webvtt/" + file).sorted { $0.id < $1.id }.map(\.text)
    }

    @Test(
        "no cue of a bad time, and none missing beside it",
        .enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)),
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
        try expect(texts("wpt-file-parsing/\(name).vtt"), is: expected)
    }

    /// The texts of cues in their order.
    private static func texts(of text: String) -> [String] {
        WebVTTParser.parse(Array(text.utf8)[...]).map(\.text)
    }

    @Test("a character more anywhere in a line of times makes it none", arguments: ["x", "\0", ":", "."])
    func insertion(_ character: String) {
        for line in ["00:00:00.000 --> 00:00:01.000", "00:00.000 --> 00:01.000"] {
            for place in 0..<line.count {
                var changed = line
                changed.insert(contentsOf: character, at: line.index(line.startIndex, offsetBy: place))
                let found = Self.texts(of: "WEBVTT\n\n\(changed)\nbad\n\n00:02.000 --> 00:03.000\ngood\n")
                expect(found, is: ["good"], "\(changed.debugDescription)")
            }
        }
    }

    @Test(
        "what is a line of times: hours of any length or none, all else two digits and three below 60",
        arguments: [
            ("00:00:00.000 --> 60:00:01.000", true), ("60:00:00.000 --> 60:00:01.000", true),
            ("000:00:00.000 --> 00:00:01.000", true), ("0:00:00.000 --> 00:00:01.000", true),
            ("00:00:00.000 --> 000:00:01.000", true), ("00:00.000 --> 00:00:01.000", true),
            ("00:00:00.000 --> 00:01.000", true), ("00:59:59.999 --> 01:00:00.000", true),
            ("00:00:00.000-->00:00:01.000", true), ("\t00:00.000\t-->\u{C} 00:01.000 \t", true),
            ("00:00:60.000 --> 00:02:00.000", false), ("00:60:00.000 --> 02:00:00.000", false),
            ("00:00:00.000 --> 00:00:60.000", false), ("00:00:00.000 --> 00:60:00.000", false),
            ("00:000:00.000 --> 00:01.000", false), ("00:00:000.000 --> 00:01.000", false),
            ("00:00:00.0000 --> 00:01.000", false), ("000:00.000 --> 00:01.000", false),
            ("00:00.000 --> 000:01.000", false), ("00:0:00.000 --> 00:01.000", false),
            ("00:00:0.000 --> 00:01.000", false), ("0:00.000 --> 00:01.000", false),
            ("00:00.00 --> 00:01.000", false), ("00:00. --> 00:01.000", false), ("00:00 --> 00:01.000", false),
            ("00:00,000 --> 00:01,000", false), ("00.00.000 --> 00:01.000", false), ("00:00:000 --> 00:01.000", false),
            (" --> 00:01.000", false), ("00:00.000 -->", false), ("00:00.000 --> ", false),
            ("-00:00.000 --> 00:01.000", false), ("\u{B}00:00.000 --> 00:01.000", false),
        ])
    func timeLine(_ line: String, _ isCue: Bool) {
        let expected = isCue ? ["text", "good"] : ["good"]
        expect(
            Self.texts(of: "WEBVTT\n\n\(line)\ntext\n\n100:00:00.000 --> 100:00:01.000\ngood\n").sorted(),
            is: expected.sorted())
    }

    @Test("a cue that ends before it begins, or when it begins, is one")
    func backwards() {
        for times in ["00:00.000 --> 00:00.000", "00:01.000 --> 00:00.999", "01:00:00.000 --> 00:59:59.999"] {
            expect(Self.texts(of: "WEBVTT\n\n\(times)\ntext\n"), is: ["text"], "\(times)")
        }
    }

    @Test(
        "names of cues, arrows among the text, ends of lines and zeros",
        arguments: [
            (" a \n00:00.000 --> 00:01.000\none\n\n \n00:01.000 --> 00:02.000\ntwo\n", ["one", "two"]),
            ("-- >\n00:00.000 --> 00:01.000\none\n\n->\n00:01.000 --> 00:02.000\ntwo\n", ["one", "two"]),
            ("-->\n00:00.000 --> 00:01.000\none\nx-->\n00:01.000 --> 00:02.000\ntwo\n", ["one", "two"]),
            ("00:00.000 --> 00:01.000\none\n00:01.000 --> 00:02.000\ntwo\n\n00:00.000 -a -->\n", ["one", "two"]),
            ("a\r00:00.000 --> 00:01.000\rone\n\nb\n00:01.000 --> 00:02.000\ntwo\r\n\r\n", ["one", "two"]),
            ("00:00.000 --> 00:01.000\rone\r\n\rb\r00:01.000 --> 00:02.000\ntwo", ["one", "two"]),
            ("\0 name\n00:00.000 --> 00:01.000\n\u{FFFD}one\0\n", ["\u{FFFD}one\u{FFFD}"]),
            ("00:00.000 --> 00:01.000 align\0:end\none\n\n00:01.000 --> 00:02.000\0 align:end\ntwo\n", ["one", "two"]),
            ("00:00:00.000 -->", []),
        ])
    func surroundings(_ text: String, _ expected: [String]) {
        expect(Self.texts(of: "WEBVTT\n\n" + text), is: expected)
        // A line of nothing but a zero is not blank: the header has not ended, and the times end it.
        expect(Self.texts(of: "WEBVTT\n\0\nmore\n00:00.000 --> 00:01.000\nfirst\n\n" + text), is: ["first"] + expected)
    }

    @Test(
        "a line that is a number or a percentage is the cue's place, however long; what is neither is none",
        arguments: [
            ("-1", true), ("0", true), ("-0", true), ("1", true), ("101", true), ("1.5", true), ("65536", true),
            ("18446744073709552000", true), ("1" + String(repeating: "0", count: 34), true),
            ("17" + String(repeating: "0", count: 307), true), ("-17" + String(repeating: "0", count: 307), true),
            ("0." + String(repeating: "0", count: 323) + "5", true), ("0%", true), ("1.5%", true), ("100%", true),
            ("1%,start", true), ("1,center", true), ("1%,end", true), ("65536%", false),
            ("1" + String(repeating: "0", count: 34) + "%", false), ("-0%", false), ("101%", false), ("1%-", false),
            ("", false), ("x", false), ("1x", false), ("1.", false), (".5", false), ("1-", false), ("--1", false),
            ("%", false), ("1%%", false), ("1%,x", false), ("1%,middle", false), (" 1", false),
        ])
    func place(_ value: String, _ isValid: Bool) throws {
        let text = "WEBVTT\n\n00:00.000 --> 00:01.000 line:\(value)\ntext\n"
        let cue = try #require(WebVTTParser.parse(Array(text.utf8)[...]).first)
        expect((cue.placement.line != nil), is: isValid)
    }

    @Test("a cue is in the last region of its settings, if there is one of that name")
    func cueRegions() {
        let regions = ["id:foo", "id:bar", "id:foo", "width:10%"].map { "REGION\n\($0)\n\n" }.joined()
        for (settings, isPlaced) in [
            ("region:foo", true), ("region:bar", true), ("region:foo region:bar", true), ("region:none", false),
            ("region:none region:foo", true), ("region:", false), ("region: ", false), ("region: foo", false),
            ("region :foo", false), ("", false),
        ] {
            let text = "WEBVTT\n\n\(regions)00:00.000 --> 00:01.000 \(settings)\ntext\n"
            let cues = WebVTTParser.parse(Array(text.utf8)[...])
            expect(cues.map { $0.placement.line != nil }, is: [isPlaced], "\(settings)")
        }
    }

    @Test("settings are read to the letter")
    func settings() {
        func parse(_ text: String) -> WebVTTSettings { WebVTTSettings(text) }
        expect(parse("align:start line:1% vertical:lr size:50% position:25%").line, is: .percent(1))
        expect(parse("align:start line:1% vertical:lr size:50% position:25%").vertical, is: .leftToRight)
        expect(parse("align:end align:CENTER").align, is: .end)
        expect(parse("align:end align: center").align, is: .end)
        expect(parse("align:end align:middle").align, is: .end)
        expect(parse("size:1xx size:2%").size, is: 2)
        for bad in ["size:", "size:x", "size:%", "size:%%", "size:1%%", "size:1%x", "size:101%", "size:-3%"] {
            expect(parse(bad).size, is: 100, "\(bad)")
        }
        for bad in [
            "position:1%,middle", "position:1%, center", "position:-1%", "position:1", "position:1x", "position:1%x",
            "position:", "position: 1%", "position:101%", "position:101%,center",
        ] {
            expect(parse(bad).position, is: nil, "\(bad)")
        }
        expect(parse("position:1.5%,line-right").position, is: 1.5)
        expect(parse("position:1.5%,line-right").positionAlign, is: .right)
        for (text, line) in [
            ("line:-1", -1.0), ("line:0", 0), ("line:-0", 0), ("line:1.5", 1.5), ("line:65536", 65_536),
        ] {
            expect(parse(text).line, is: .number(line), "\(text)")
        }
        for bad in [
            "line:", "line:x", "line:1x", "line:1.", "line:.5", "line:1-", "line:--1", "line:101%", "line:1%,x",
        ] {
            expect(parse(bad).line, is: .automatic, "\(bad)")
        }
    }

    @Test(
        "the lines of settings-line.vtt that are valid have a line, those that are invalid have none",
        .enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)))
    func lines() throws {
        for cue in try MediaCountTests.cues(Self.folder + "settings-line.vtt") {
            expect((cue.placement.line != nil), is: !cue.text.hasPrefix("invalid"), "\(cue.text)")
        }
    }

    @Test("regions: the last of equal names counts, unknown ones and bad values do not")
    func regions() throws {
        let region = try #require(
            WebVTTRegion("id:foo\nid:bar\nlines:1 lines:3 width:40% regionanchor:100%,0% scroll:up"))
        expect(region.id, is: "bar")
        expect(region.lines, is: 3)
        expect(region.width, is: 40)
        #expect(region.scrollsUp)
        expect(region.regionAnchor, is: WebVTTRegion.Point(x: 100, y: 0))
        expect(WebVTTRegion("lines:3"), is: nil)
        for bad in ["0,0", "0%,0", "1%", ",1%", "101%,1%", "1%,101%", "-0%,0%"] {
            let region = try #require(WebVTTRegion("id:a\nviewportanchor:" + bad))
            expect(region.viewportAnchor, is: WebVTTRegion.Point(x: 0, y: 100), "\(bad)")
        }
    }

    @Test(
        "settings-region.vtt: a cue is in the last region of its settings",
        .enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)))
    func regionFile() throws {
        let cues = try MediaCountTests.cues(Self.folder + "settings-region.vtt").sorted { $0.id < $1.id }
        expect(cues.map { $0.placement.line != nil }, is: [true, true, true, false, true, false, false, false, false])
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
        expect(text, is: "|" + expected + (source[number].contains("<") ? "" : "|"))
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
        expect(text, is: expected)
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
