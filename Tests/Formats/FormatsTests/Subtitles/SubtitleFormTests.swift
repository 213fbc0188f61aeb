import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Subtitles

/// Files in every form that programs write, right and wrong, with the texts of their cues.
@Suite("Forms of subtitle files")
struct SubtitleFormTests {
    struct Form: Sendable, CustomTestStringConvertible {
        let name: String
        let what: String
        let text: String
        let cues: [String]
        var testDescription: String { "\(name): \(what)" }

        init(_ name: String, _ what: String, _ text: String, _ cues: [String]) {
            (self.name, self.what, self.text, self.cues) = (name, what, text, cues)
        }
    }

    @Test("ADV-18: an SRT, WebVTT, SSA or ASS file has its cues in every form", arguments: forms)
    func cues(_ form: Form) {
        expect(Self.texts(Array(form.text.utf8), form.name), is: form.cues)
    }

    @Test(
        "UTF-16 in both byte orders and a byte order mark do not change the cues",
        arguments: ["films.srt", "films.vtt", "films.ssa"])
    func encodings(_ name: String) throws {
        let form = try #require(Self.forms.first { $0.name == name && $0.what == "plain" })
        let units = Array(("\u{FEFF}" + form.text).utf16)
        let little = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let big = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        for bytes in [little, big, Array(("\u{FEFF}" + form.text).utf8)] {
            expect(Self.texts(bytes, name), is: form.cues)
        }
    }

    @Test("the kind of line ends does not change the cues", arguments: ["\r", "\r\n"])
    func lineEnds(_ end: String) {
        for form in Self.forms where form.what == "plain" {
            let text = form.text.replacingOccurrences(of: "\n", with: end)
            expect(Self.texts(Array(text.utf8), form.name), is: form.cues, "\(form.name)")
        }
    }

    @Test(
        "pages, plain text, feeds and programs are refused as subtitles",
        arguments: [
            "<!DOCTYPE html>\n<html><head><title>News</title></head><body><p>10:15 --&gt; 11:00</p></body></html>\n",
            "<?xml version=\"1.0\"?>\n<rss version=\"2.0\"><channel><title>A feed</title></channel></rss>\n",
            "It was a dark and stormy night.\n\n1\n\nThe rain fell in torrents.\n", "#!/bin/sh\necho 00:00:01,000\n",
            "{\"events\": [{\"start\": 1, \"end\": 2}]}\n",
        ])
    func others(_ text: String) {
        for name in ["page.html", "text.txt", "feed.xml"] {
            #expect(throws: SubtitleError.unknownFormat) { try SubtitleFile.track(Array(text.utf8), path: name) }
        }
    }

    /// Returns the texts in the order of their times, or none if the file is refused.
    private static func texts(_ bytes: [UInt8], _ name: String) -> [String] {
        (try? SubtitleFile.track(bytes, path: name))?.cues.map(\.text) ?? []
    }

    static let forms = subRip + webVTT + advanced

    private static let subRip = [
        Form(
            "films.srt", "plain",
            """
            1
            00:00:00,000 --> 00:00:01,500
            Good morning.

            2
            00:00:02,250 --> 00:00:03,750
            The train leaves
            from platform nine.

            3
            01:00:04,500 --> 01:00:08,250
            Mind the gap.
            """, ["Good morning.", "The train leaves\nfrom platform nine.", "Mind the gap."]),
        Form("empty.srt", "nothing", "", []),
        Form("blank.srt", "nothing but blank lines", "\n\n \n", []),
        Form(
            "film.txt", "under another name",
            "1\n00:00:01,600 --> 00:00:04,200\nOne.\n\n2\n00:00:05,900 --> 00:00:07,999\nTwo.\n", ["One.", "Two."]),
        Form(
            "film.srt", "references of HTML",
            "1\n00:00:01,000 --> 00:00:02,000\n&lt;q&gt; Tom &amp; Ann&nbsp;&#33;\n", ["<q> Tom & Ann\u{A0}!"]),
        Form(
            "film.srt", "times without thousandths, with hundredths, with a point, with more than thousandths",
            """
            1
            00:00:01 --> 00:00:02,04
            one

            2
            00:00:03.16 --> 00:00:04.20
            two

            3
            00:00:05,345 --> 00:00:06,4560
            three
            """, ["one", "two", "three"]),
        Form(
            "film.srt", "times without hours", "1\n00:00,000 --> 00:05,000\none\n\n2\n00:05,000 --> 01:01,349\ntwo",
            ["one", "two"]),
        Form(
            "film.srt", "no numbers, and places behind the times",
            "00:00:01,000 --> 00:00:02,000 X1:40 X2:600 Y1:20 Y2:50\none\nmore\n\n00:00:03,000 --> 00:00:04,000\ntwo\n",
            ["one\nmore", "two"]),
        Form(
            "film.srt", "too many blank lines",
            "1\n00:00:00,000 --> 00:00:01,000\none\n\n\n\n2\n00:00:02,000 --> 00:00:03,000\ntwo\n", ["one", "two"]),
        Form(
            "film.srt", "cues of blank lines only",
            """
            1
            00:00:01,000 --> 00:00:02,000
            one

            2
            00:00:03,000 --> 00:00:04,000


            3
            00:00:05,000 --> 00:00:06,000

            4
            00:00:07,000 --> 00:00:08,000
            four
            """, ["one", "four"]),
        Form(
            "film.srt", "a line of times is missing, others have one time only",
            """
            1
            00:00:00,000 --> 00:00:01,000
            one

            2
            two

            3
            00:00:04,000 --> 00:00:05,000
            three

            4
                         --> 00:00:07,000
            four

            5
            00:00:08,000 -->
            five
            """, ["one", "three"]),
        Form(
            "film.srt", "negative times",
            "1\n-0:00:04,500 --> -0:00:03,500\none\n\n2\n-00:00:02,500 --> 00:00:01,500\ntwo\n\n"
                + "3\n00:00:04,500 --> 00:00:05,500\nthree\n", ["one", "two", "three"]),
        Form("film.srt", "an end behind a number", "1\n00:00:00,000 --> 00:00:01,000\none\n\n2\n", ["one"]),
        Form(
            "film.srt", "an end behind the times", "1\n00:00:00,000 --> 00:00:01,000\none\n\n2\n00:00:02,000 --> ",
            ["one"]),
    ]

    private static let webVTT = [
        Form(
            "films.vtt", "plain",
            """
            WEBVTT - for the evening

            NOTE a note
            of two lines

            first
            00:00.000 --> 00:01.500
            Good morning.

            00:00:01.500 --> 00:00:03.750 align:start line:0
            The train leaves
            from platform nine.

            NOTE the end
            """, ["Good morning.", "The train leaves\nfrom platform nine."]),
        Form("none.vtt", "a header alone", "WEBVTT\n", []),
        Form("none.vtt", "nothing", "", []),
        Form("none.vtt", "another word for the header", " \nOTHERVTT\n", []),
        Form(
            "film.vtt", "another word for the header, which leaves SRT", "OTHERVTT\n\n00:00.000 --> 00:01.000\none\n",
            ["one"]),
        Form("none.vtt", "times behind the header's word", "WEBVTT 00:00:00.000 --> 00:00:01.000\nno\n", []),
        Form("film.vtt", "times right below the header", "WEBVTT\n00:00:00.000 --> 00:00:01.000\none", ["one"]),
        Form(
            "film.vtt", "a header of several lines", "WEBVTT\nKind: captions\n\n00:00.000 --> 00:01.000\none", ["one"]),
        Form("film.vtt", "blanks and tabs behind the header", "WEBVTT \t x\n\n00:00.000 --> 00:01.000\none", ["one"]),
        Form(
            "film.vtt", "the clock of a transport stream",
            "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\n\n00:01.000 --> 00:02.000\none\n", ["one"]),
        Form(
            "film.vtt", "regions of the old form",
            "WEBVTT\nRegion: id=a width=40% lines=3 scroll=up\n\n00:00.000 --> 00:01.000 region:a\none\n", ["one"]),
        Form(
            "film.vtt", "style sheets with comments, and one between cues",
            """
            WEBVTT

            STYLE
            ::cue(#a) { color: red } /*
            NOTE no note
            00:00:00.000 -- > 00:00:01.000
            */

            00:00.000 --> 00:01.000
            one

            STYLE
            ::cue(b) { color: lime }

            00:01.000 --> 00:02.000
            two
            """, ["one", "two"]),
        Form(
            "none.vtt", "times with commas and hundredths",
            "WEBVTT\n\n00:01,000 --> 00:02,000\nno\n\n00:01.00 --> 00:02.00\nno\n", []),
        Form(
            "none.vtt", "times of every wrong kind",
            """
            WEBVTT

            00:00 --> 00:01.234
            no thousandths

            02.345 --> 00:03.456
            no minutes

            0.0.0 --> 00:05.678
            points

            00:06.789 --> never
            a word

            00:07.789 --> 00:08.7890
            four digits

            00:09.789 --> 00:10.78
            two digits
            """, []),
        Form(
            "film.vtt", "a bad cue between good ones",
            "WEBVTT\n\n00:00.000 --> 00:01.000\none\n\n00:02.bad --> 00:03.000\ntwo\n\n00:04.000 --> 00:05.000\nthree\n",
            ["one", "three"]),
        Form(
            "film.vtt", "cues at the same times, and out of order",
            "WEBVTT\n\n00:03.000 --> 00:05.000\nc\n\n00:01.000 --> 00:04.000\na\n\n00:01.000 --> 00:04.000\nb\n",
            ["a", "b", "c"]),
        Form(
            "film.vtt", "a cue of a space and one of a time",
            "WEBVTT\n\n00:00.000 --> 00:01.000\n&#32;\n\n00:01.000 --> 00:02.000\n<00:01.500>\n\n00:02.000 --> 00:03.000\nx",
            ["x"]),
        Form(
            "film.vtt", "references, wide letters and ruby",
            "WEBVTT\n\n00:00.000 --> 00:01.000\n&lt;a&gt; &amp; b\n\n00:01.000 --> 00:02.000\n<ruby>東京<rt>とうきょう</rt></ruby> 🙂\n",
            ["<a> & b", "東京(とうきょう) 🙂"]),
    ]

    private static let advanced = [
        Form(
            "films.ssa", "plain",
            """
            [Script Info]
            Title: Morning
            ScriptType: v4.00+

            [V4+ Styles]
            Format: Name, Fontname, Fontsize, PrimaryColour, Bold, Italic, Alignment
            Style: Default,Sans,36,&H00FFFFFF,-1,0,2

            [Events]
            Format: Layer, Start, End, Style, Name, Text
            Dialogue: 0,0:00:00.00,0:00:01.50,Default,Ann,Good morning{a note}.
            Comment: 0,0:00:01.00,0:00:02.00,Default,Ann,Not shown.
            Dialogue: 0,0:00:02.25,0:00:03.75,Default,Ann,The train leaves \\Nfrom platform nine, as ever.
            Dialogue: 0,0:00:04:56,0:00:08:90,Default,Ann,Mind the gap.
            """, ["Good morning.", "The train leaves\nfrom platform nine, as ever.", "Mind the gap."]),
        Form("none.ssa", "nothing", "", []),
        Form(
            "none.ssa", "a header without events", "[Script Info]\nTitle: x\n\n[Events]\nFormat: Start, End, Text\n", []
        ),
        Form(
            "none.ssa", "fewer fields than there are without a line that says which",
            "Dialogue: 0,0:00:00.00,0:00:01.00,Default,Ann,one\n", []),
        Form(
            "film.ssa", "a style of nothing but its name, and blanks between the fields",
            "[V4+ Styles]\nFormat: Name\nStyle: Bare\n\n[Events]\nFormat:   Start     ,End       ,Style,Text\n"
                + "Dialogue: 0:00:01.00,0:00:03.00,Bare,one\n", ["one"]),
        Form(
            "film.ssa", "layers that are no numbers",
            "[Events]\nFormat: Layer, Start, End, Text\nDialogue: ,0:00:00.00,0:00:01.00,one\n"
                + "Dialogue: a,0:00:02.00,0:00:03.00,two\nDialogue: 1.1,0:00:04.00,0:00:05.00,three\n",
            ["one", "two", "three"]),
        Form(
            "film.ssa", "times that are none, and an end that is the start",
            """
            [Events]
            Format: Start, End, Text
            Dialogue: never,0:00:01.00,no start
            Dialogue: 0:00:02.00,never,no end
            Dialogue: 0:00:04.50,0:00:05.50,one
            Dialogue:          ,0:00:06.00,blank start
            Dialogue: 0:00:07.00,          ,blank end
            Dialogue: 0:00:08.00,0:00:09.00,two
            """, ["one", "two"]),
        Form(
            "film.ssa", "events out of order, within each other and at the same times",
            """
            [Events]
            Format: Start, End, Text
            Dialogue: 0:00:08.00,0:00:09.00,d
            Dialogue: 0:00:01.00,0:00:04.00,a
            Dialogue: 0:00:08.00,0:00:09.00,e
            Dialogue: 0:00:02.00,0:00:03.00,b
            Dialogue: 0:00:06.00,0:00:08.50,c
            """, ["a", "b", "c", "d", "e"]),
        Form(
            "film.ass", "two languages in one event",
            "[Events]\nFormat: Layer, Start, End, Text\nDialogue: 0,0:00:01.00,0:00:02.00,早上好\\N{\\i1}Good morning\n",
            ["早上好\nGood morning"]),
    ]

    @Test(
        "MicroDVD has its frame rate in its first three lines, or uses the film's",
        arguments: [
            ("{1}{1}25.000\n{25}{100}a\n", true), ("\r\n\r\n\r\n{1}{}23.976\r\n", true), ("{0}{0}29.97fps\n", true),
            ("{5}{30}Line one|two\n{31}{50}{y:i}b\n", false), ("{25}{100}24 hours\n", false), ("{1}{1}2\n", false),
            ("", false), ("{", false), ("{1}{2}a\n{3}{4}b\n{5}{6}c\n{1}{1}25\n", false),
        ])
    func rate(_ text: String, _ isGiven: Bool) {
        expect((FrameTimes.assumedRate(codec: "microdvd", Array(text.utf8)) == nil), is: isGiven)
    }

    @Test("AQTitle counts frames, and other text formats have times")
    func otherRates() {
        expect(FrameTimes.assumedRate(codec: "text", Array("-->> 000010\na\n".utf8)), is: 25)
        expect(FrameTimes.assumedRate(codec: "text", Array("[00:01.00]a\n".utf8)), is: nil)
        expect(FrameTimes.assumedRate(codec: "mpl2", Array("[10][20]a\n".utf8)), is: nil)
    }

    @Test("the film's frame rate replaces an assumed one, even after the file was read again")
    func frameTimes() throws {
        func track(_ assumed: Double?) throws -> SubtitleTrack {
            let cue = Cue(start: .seconds(1), end: .seconds(2), lines: [[CueSpan("a")]])
            return try SubtitleFile.track(
                [cue], codec: "microdvd", path: "/a.sub", language: nil, encoding: "UTF-8", assumedFrameRate: assumed)
        }
        var set = SubtitleSet()
        set.add(try track(24))
        set.setFrameRate(12)
        #expect(set.tracks[0].cues.map(\.start) == [.seconds(2)] && set.tracks[0].cues.map(\.end) == [.seconds(4)])
        set.setFrameRate(12)
        expect(set.tracks[0].cues.map(\.start), is: [.seconds(2)])
        set.replace(try track(24))
        set.setFrameRate(48)
        expect(set.tracks[0].cues.map(\.start), is: [.milliseconds(500)])
        var said = SubtitleSet()
        said.add(try track(nil))
        said.setFrameRate(12)
        expect(said.tracks[0].cues.map(\.start), is: [.seconds(1)])
    }
}
