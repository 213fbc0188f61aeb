import Foundation
import TestSupport
import Testing

@testable import Subtitles

/// The web platform tests of WebVTT whose files contain their own expectations. `text…` and `valid` are cues, `invalid`
/// in a file of times is none, and invalid settings are ignored. Made texts of the same forms accompany them.
@Suite("WebVTT by its web platform tests")
struct WebPlatformTests {
    private static let folder = "wpt_webvtt/wpt-file-parsing/"

    private func texts(_ file: String) throws -> [String] {
        try MediaCountTests.cues("wpt_webvtt/" + file).sorted { $0.id < $1.id }.map(\.text)
    }

    @Test(
        "a cue with an invalid time is dropped, and its neighbours are kept",
        .enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)),
        arguments: [
            "timings-garbage", "timings-60", "timings-too-long", "timings-too-short", "timings-eof", "nulls",
            "timings-negative", "timings-omitted-hours", "whitespace-chars", "arrows", "newlines", "ids",
        ])
    func times(_ name: String) throws {
        let bytes = try Data(
            contentsOf: URL(fileURLWithPath: SharedMedia.path("subtitles/" + Self.folder + name + ".vtt")))
        // The texts below the times are words with a number, one of them between U+FFFD.
        let expected = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
            .map { $0.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: "\0", with: "\u{FFFD}") }
            .filter { $0.firstMatch(of: /^\u{FFFD}?(text|valid)\u{FFFD}?[0-9]*$/) != nil }
        try expect(texts("wpt-file-parsing/\(name).vtt"), is: expected)
    }

    /// Returns the texts of the cues in their order.
    private static func texts(of text: String) -> [String] {
        WebVTTParser.parse(Array(text.utf8)[...]).map(\.text)
    }

    @Test("an extra character anywhere in a line of times invalidates it", arguments: ["x", "\0", ":", "."])
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
        "a line of times has optional hours of any length, and two-digit minutes and seconds below 60",
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

    @Test("a cue that ends at or before its start is kept")
    func backwards() {
        for times in ["00:00.000 --> 00:00.000", "00:01.000 --> 00:00.999", "01:00:00.000 --> 00:59:59.999"] {
            expect(Self.texts(of: "WEBVTT\n\n\(times)\ntext\n"), is: ["text"], "\(times)")
        }
    }

    @Test(
        "cue names, arrows in text, line ends and zeros are handled",
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
        // A line with only a zero is not blank, so the header continues until the times end it.
        expect(Self.texts(of: "WEBVTT\n\0\nmore\n00:00.000 --> 00:01.000\nfirst\n\n" + text), is: ["first"] + expected)
    }

    @Test(
        "a cue's line is a number or a percentage of any length, and anything else is ignored",
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

    @Test("a cue is in the last region that its settings name, if that exists")
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

    @Test("settings must match exactly")
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
        "valid lines of settings-line.vtt set a line, and invalid ones do not",
        .enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)))
    func lines() throws {
        for cue in try MediaCountTests.cues(Self.folder + "settings-line.vtt") {
            expect((cue.placement.line != nil), is: !cue.text.hasPrefix("invalid"), "\(cue.text)")
        }
    }

    @Test("the last of equal region settings counts, and unknown or invalid ones are ignored")
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
        "settings-region.vtt puts a cue into the last region of its settings",
        .enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)))
    func regionFile() throws {
        let cues = try MediaCountTests.cues(Self.folder + "settings-region.vtt").sorted { $0.id < $1.id }
        expect(cues.map { $0.placement.line != nil }, is: [true, true, true, false, true, false, false, false, false])
    }

    @Test(
        "entities.vtt: references become their characters, and others stay",
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
        // The bars keep spaces. A tag that is not closed swallows the last bar.
        let text = lines.map { $0.map(\.text).joined() }.joined()
        expect(text, is: "|" + expected + (source[number].contains("<") ? "" : "|"))
    }

    @Test(
        "tags of the tree-building files make styles, wrong tags are dropped, and ruby is in brackets",
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

    /// Returns the text with italics between slashes, bold between stars and underline between underscores.
    private static func marked(_ line: CueLine) -> String {
        line.map { span in
            let mark = span.style.isItalic ? "/" : span.style.isBold ? "*" : span.style.isUnderlined ? "_" : ""
            return mark + span.text + mark
        }.joined()
    }

    @Test("the signature must match exactly")
    func signature() {
        for good in ["WEBVTT", "\u{FEFF}WEBVTT", "WEBVTT ", "WEBVTT\t", "WEBVTT\n", "WEBVTT x\r\n"] {
            #expect(WebVTTParser.hasSignature(Array(good.utf8)[...]))
        }
        for bad in ["", "WEBVT", "webvtt", "WEBVTTx", " WEBVTT"] {
            #expect(!WebVTTParser.hasSignature(Array(bad.utf8)[...]))
        }
    }
}
