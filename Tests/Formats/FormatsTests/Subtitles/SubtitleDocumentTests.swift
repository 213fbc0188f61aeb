import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Subtitles

/// Text documents as streams carry them.
@Suite("Subtitle documents of streams")
struct SubtitleDocumentTests {
    private func cues(_ text: String, movedBy offset: MediaTime = .zero) -> [Cue] {
        SubtitleDocument.cues(Array(text.utf8), movedBy: offset)
    }

    private func cues(_ bytes: [UInt8]) -> [Cue] { SubtitleDocument.cues(bytes, movedBy: .zero) }

    @Test("WebVTT is moved by its offset, and cues that would end before zero are left out")
    func webVTT() {
        let text =
            "WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:900000\n\n"
            + "00:01.000 --> 00:02.000\none\n\n00:09.000 --> 00:12.000\ntwo\n"
        let found = cues(text, movedBy: .seconds(-10))
        expect(found.map(\.text), is: ["two"])
        expect(found.first?.start, is: .zero)
        expect(found.first?.end, is: .seconds(2))
    }

    @Test("TTML has times, lines, spans, styles and blanks")
    func ttml() throws {
        let text = """
            <?xml version="1.0"?><tt xmlns="http://www.w3.org/ns/ttml" xmlns:s="http://www.w3.org/ns/ttml#styling">
            <head><styling><style xml:id="a" s:color="#ff0000"/><style xml:id="b" style="a" s:fontStyle="italic"/></styling>
            <layout><region xml:id="top" s:origin="10% 5%" s:extent="80% 20%"/>
            <region xml:id="low" s:displayAlign="after"><style s:origin="10% 70%"/></region></layout></head>
            <body begin="10s"><div>
              <p begin="00:00:01.500" end="00:00:02" region="top">One  <span style="b">and
                two</span><br/>three &amp; four</p>
              <p begin="3s" dur="500ms" region="low">five</p>
            </div></body></tt>
            """
        let found = cues(text)
        expect(found.map(\.text), is: ["One and two\nthree & four", "five"])
        let first = try #require(found.first), last = try #require(found.last)
        expect(first.start, is: .milliseconds(11_500))
        expect(first.end, is: .seconds(12))
        expect(first.placement.vertical, is: .top)
        expect(last.placement.vertical, is: .bottom)
        expect(last.start, is: .seconds(13))
        expect(last.end, is: .milliseconds(13_500))
        let styled = try #require(first.lines[0].last?.style)
        #expect(styled.isItalic && styled.foreground == RGB(255, 0, 0) && first.lines[1][0].style == CueStyle())
    }

    @Test(
        "TTML times are read in all units",
        arguments: [
            ("00:01:02.5", 62.5), ("00:00:01:15", 1.6), ("90f", 3.6), ("1.5h", 5400.0), ("200ms", 0.2), ("50t", 5.0),
        ])
    func times(_ text: String, _ seconds: Double) throws {
        let clock = TTMLClock(["frameRate": "25", "tickRate": "10"])
        #expect(abs(try #require(clock.time(text)).inSeconds - seconds) < 0.001)
    }

    @Test("malformed TTML times are rejected", arguments: ["", "1", "a:b:c", "1:2", "-5s", "1e99h", "s", "1.2.3s"])
    func noTimes(_ text: String) { expect(TTMLClock().time(text), is: nil) }

    @Test("a broken document yields the cues before the fault")
    func broken() {
        expect(cues("<tt><body><p begin='1s' end='2s'>a</p><p begin='3s' en").map(\.text), is: ["a"])
        #expect(cues("").isEmpty)
        #expect(cues("<html/>").isEmpty)
        #expect(cues("\u{0}\u{0}\u{0}\u{8}moof").isEmpty)
        var generator = SeededGenerator(seed: 3)
        let whole = Array(box("moov", box("mvex", [])) + fragment(["x"], at: 0))
        for _ in 0..<300 {
            var bytes = whole
            bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            _ = SubtitleDocument.cues(
                Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &generator))), movedBy: .zero)
        }
    }

    // MARK: MP4

    private func box(_ type: String, _ body: [UInt8]) -> [UInt8] {
        number(body.count + 8) + Array(type.utf8) + body
    }

    private func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

    /// Returns a fragment with samples of a second each.
    private func fragment(_ texts: [String], at seconds: Int) -> [UInt8] {
        fragment(
            samples: texts.map { text in
                text.isEmpty
                    ? box("vtte", []) : box("vttc", box("sttg", Array("line:0".utf8)) + box("payl", Array(text.utf8)))
            }, at: seconds)
    }

    private func fragment(samples: [[UInt8]], at seconds: Int) -> [UInt8] {
        func head(_ offset: Int) -> [UInt8] {
            let run = number(0x201) + number(samples.count) + number(offset) + samples.flatMap { number($0.count) }
            return box(
                "moof",
                box(
                    "traf",
                    box("tfhd", number(0x20008) + number(1) + number(1000))
                        + box("tfdt", number(0) + number(seconds * 1000)) + box("trun", run)))
        }
        return head(head(0).count + 8) + box("mdat", samples.flatMap(\.self))
    }

    @Test("cues of WebVTT in MP4 last as long as their samples")
    func wvtt() {
        let bytes = fragment(["one", "", "<i>two</i>"], at: 4) + fragment(["three"], at: 7)
        let found = SubtitleDocument.cues(bytes, movedBy: .seconds(1))
        expect(found.map(\.text), is: ["one", "two", "three"])
        expect(found.map(\.start), is: [.seconds(5), .seconds(7), .seconds(8)])
        expect(found.map(\.end), is: [.seconds(6), .seconds(8), .seconds(9)])
        #expect(found.allSatisfy { $0.placement.line == .row(0) } && found[1].lines[0][0].style.isItalic)
    }

    /// Returns an initialisation section with one track of this kind of samples, and a number of ticks per second.
    private func opening(_ kind: String, timescale: Int) -> [UInt8] {
        let media =
            box("mdhd", number(0) + number(0) + number(0) + number(timescale) + number(0) + number(0))
            + box("minf", box("stbl", box("stsd", number(0) + number(1) + box(kind, [UInt8](repeating: 0, count: 8)))))
        let defaults = number(0) + number(1) + number(1) + number(timescale) + number(0) + number(0)
        return box("ftyp", Array("iso6".utf8) + number(0))
            + box("moov", box("trak", box("mdia", media)) + box("mvex", box("trex", defaults)))
    }

    @Test("a whole file of WebVTT in MP4 has an index and samples of different lengths")
    func wholeFile() {
        let (blank, one, two) = (
            box("vtte", []), box("vttc", box("payl", Array("one".utf8))), box("vttc", box("payl", Array("two".utf8)))
        )
        let samples = [(blank, 234), (one, 166), (one + two, 100), (blank, 500)]
        func head(_ offset: Int) -> [UInt8] {
            let run =
                number(0x301) + number(samples.count) + number(offset)
                + samples.flatMap { number($0.1) + number($0.0.count) }
            let track =
                box("tfhd", number(0x20000) + number(1)) + box("tfdt", number(0) + number(0)) + box("trun", run)
            return box("moof", box("mfhd", number(0) + number(1)) + box("traf", track))
        }
        let fragment = head(head(0).count + 8) + box("mdat", samples.flatMap(\.0))
        let index = box(
            "sidx",
            number(0) + number(1) + number(1000) + number(0) + number(0) + number(1) + number(fragment.count)
                + number(1000) + number(0x9000_0000))
        let found = cues(opening("wvtt", timescale: 1000) + box("styp", Array("msdh".utf8)) + index + fragment)
        expect(found.map(\.text), is: ["one", "one", "two"])
        expect(found.map(\.start), is: [234, 400, 400].map { .milliseconds($0) })
        expect(found.map(\.end), is: [400, 500, 500].map { .milliseconds($0) })
    }

    @Test("a sample of TTML in MP4 is a document whose cues end with the sample")
    func stpp() {
        func document(_ lines: [(Int, Int, String)]) -> [UInt8] {
            let paragraphs = lines.map { "<p begin='\($0.0)ms' end='\($0.1)ms'>\($0.2)</p>" }.joined()
            return Array(
                "<?xml version='1.0'?><tt xmlns='http://www.w3.org/ns/ttml'><body><div>\(paragraphs)</div></body></tt>"
                    .utf8)
        }
        let samples = [document([(2000, 2500, "one"), (2400, 9000, "two")]), document([(3000, 4000, "three")])]
        let found = cues(opening("stpp", timescale: 1000) + fragment(samples: samples, at: 2))
        expect(found.map(\.text), is: ["one", "two", "three"])
        expect(found.map(\.start), is: [2000, 2400, 3000].map { .milliseconds($0) })
        expect(found.map(\.end), is: [2500, 3000, 4000].map { .milliseconds($0) })
    }

    @Test("a TTML document may have several divisions, thousandths and overlapping lines")
    func divisions() {
        let found = cues(
            """
            <tt xmlns="http://www.w3.org/ns/ttml"><body>
              <div><p begin="00:00:00.020" end="00:00:00.500">first</p></div>
              <div><p begin="00:00:00.250" end="00:00:00.400">second</p></div>
              <div><p begin="00:00:00.700" end="00:00:00.950">last<br/>and more</p></div>
            </body></tt>
            """)
        expect(found.map(\.text), is: ["first", "second", "last\nand more"])
        expect(found.map(\.start), is: [20, 250, 700].map { .milliseconds($0) })
    }

    @Test(
        "real WebVTT and TTML streams are read, in MP4 and alone",
        .enabled(if: SharedMedia.isPresent, "\(SharedMedia.absentReason)"),
        arguments: [
            (["dash/media3_webvtt-in-mp4/sample.text.mp4"], "This is the first subtitle.", 0.234),
            (
                [
                    "dash/media3_webvtt-in-mp4-multiple-segments/text_init.mp4",
                    "dash/media3_webvtt-in-mp4-multiple-segments/text2.m4s",
                ], "", 1.0
            ),
            (
                ["dash/livesim2_testpic_2s/imsc1_txt_sv/init.mp4", "dash/livesim2_testpic_2s/imsc1_txt_sv/2.m4s"],
                "swe : 00:00:02.000", 2.0
            ),
            (["dash/media3_standalone-ttml/sample.xml"], "First Subtitle after 20ms of silence", 0.02),
        ])
    func real(_ names: [String], _ text: String, _ start: Double) throws {
        let bytes = try names.flatMap { name in
            Array(try #require(FileManager.default.contents(atPath: SharedMedia.path(name)), "\(name)"))
        }
        let first = try #require(SubtitleDocument.cues(bytes, movedBy: .zero).first)
        #expect(text.isEmpty || first.text == text)
        #expect(abs(first.start.inSeconds - start) < 0.3, "\(first)")
    }
}
