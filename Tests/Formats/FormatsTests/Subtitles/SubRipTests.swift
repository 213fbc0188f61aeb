import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Subtitles

@Suite("SRT")
struct SubRipTests {
    private func parse(_ text: String) -> [Cue] { SubRipParser.parse(Array(text.utf8)[...]) }

    private func spans(_ text: String) -> [CueLine] {
        SubRipMarkup.parse(
            text.split(separator: "\n", omittingEmptySubsequences: false).map { Array($0.utf8)[...] }, placement: nil
        ).0
    }

    private func plain(_ text: String) -> String {
        spans(text).map { $0.map(\.text).joined() }.joined(separator: "\n")
    }

    @Test(
        "times are read in every common form",
        arguments: [
            ("00:00:01,500 --> 00:00:02,000", 1500, 2000), ("00:00:01.5 --> 00:00:02", 1500, 2000),
            ("0:1,5 -> 1:02:03.25", 1500, 3_723_250), ("  00:00:01,500-->00:00:02,000  ", 1500, 2000),
            ("00:00:01:500 --> 00:00:02:000", 1500, 2000), ("-00:00:01,000 --> 00:00:02,000", -1000, 2000),
            ("00:00:01,500 --> 00:00:02,000  X1:000 X2:000 Y1:050 Y2:100", 1500, 2000),
            ("100:00:00,000 --> 100:00:00,0009999999999999", 360_000_000, 360_000_000),
        ])
    func times(_ line: String, _ start: Int, _ end: Int) throws {
        let timing = try #require(SubRipTiming(Array(line.utf8)[...]))
        expect(timing.start, is: .milliseconds(start))
        expect(timing.end.nanoseconds / 1_000_000, is: Int64(end))
    }

    @Test(
        "a malformed line of times is rejected",
        arguments: ["", "1", "-->", "00:00:01,500 --> ", " --> 00:00:02,000", "00:01 --> x", "1234567:00:00 --> 1:00"])
    func noTimes(_ line: String) { #expect(SubRipTiming(Array(line.utf8)[...]) == nil) }

    @Test("numbers may be missing, blank lines may be within a text, and a number may be text")
    func structure() {
        let cues = parse(
            "\u{FEFF}1\r\n00:00:01,000 --> 00:00:02,000\r\n\r\none\r\n\r\nmore\r\n\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\n42\r\n"
                + "00:00:05,000 --> 00:00:06,000\nthree\n7\n00:00:07,000 --> 00:00:08,000\nfour")
        expect(cues.map(\.text), is: ["one\nmore", "42", "three", "four"])
    }

    @Test("ADV-21: tags set bold, italic, underline and colour, even if nested or not closed")
    func tags() {
        let line = spans("a<b>b<i>c</b>d</i><u>e<font color=\"#FF8000\">f<font color=red>g</font>h</font>")[0]
        expect(line.map(\.text), is: ["a", "b", "c", "d", "e", "f", "g", "h"])
        expect(line.map(\.style.isBold), is: [false, true, true, false, false, false, false, false])
        expect(line.map(\.style.isItalic), is: [false, false, true, true, false, false, false, false])
        expect(line.map(\.style.isUnderlined), is: [false, false, false, false, true, true, true, true])
        expect(
            line.map(\.style.foreground), is: [nil, nil, nil, nil, nil, RGB(0xFF8000), RGB(0xFF0000), RGB(0xFF8000)])
    }

    @Test(
        "unknown tags are removed if closed, and are text if not",
        arguments: [
            ("<x>a</x>", "a"), ("<x par=5>a</x>", "a"), ("<x>a", "<x>a"), ("a</x>", "a</x>"),
            ("2<3,5>1,4<6", "2<3,5>1,4<6"),
            ("<", "<"), ("a <3 b", "a <3 b"), ("{\\an8}a", "a"), ("{Y:i}a{normal}", "a{normal}"),
            ("a\\Nb\\hc", "a\nb\u{A0}c"),
            ("\\TEST \\-)", "\\TEST \\-)"), ("AT&amp;T &lt;b&gt; R&B", "AT&T <b> R&B"), ("a<br>b<br/>c", "a\nb\nc"),
            ("{ \\an2}a", "{ \\an2}a"), ("{open", "{open"),
        ])
    func otherTags(_ source: String, _ expected: String) { expect(plain(source), is: expected) }

    @Test("the first {\\an8} tag and X1:, Y1: coordinates set the placement of a cue")
    func places() {
        let cues = parse(
            "1\n00:00:01,000 --> 00:00:02,000\n{\\an7}a{\\an3}\n\n2\n00:00:01,000 --> 00:00:02,000 X1:600 X2:700 Y1:050 Y2:100\nb"
        )
        expect(cues.map(\.placement.vertical), is: [.top, .top])
        expect(cues.map(\.placement.horizontal), is: [.left, .right])
    }

    @Test("control characters, escape sequences and direction changes are removed")
    func controls() {
        expect(plain("a\u{1B}]52;c;x\u{7}b\u{9B}2Jc\u{202E}d\u{0}\u{85}e\tf"), is: "a]52;c;xb2Jcd e f")
        expect(plain("&#27;[2J&#x9b;x&#x202e;y"), is: "[2Jxy")
    }
}
