import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Subtitles

/// Formats of broadcasters, in real and made files.
@Suite("TTML and EBU STL as files")
struct BroadcastFormatTests {
    private func track(_ path: String) throws -> SubtitleTrack {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: SharedMedia.path("subtitles/astisub/" + path)))
        return try SubtitleFile.track(Array(bytes), path: path)
    }

    @Test(
        "ADV-18: an EBU STL file has its lines at its times, even if its programme begins at ten o'clock",
        .enabled(if: SharedMedia.isPresent, "\(SharedMedia.absentReason)"))
    func ebu() throws {
        let track = try track("example-in.stl")
        expect(track.format, is: .ebu)
        expect(track.cues.first?.text, is: "(deep rumbling)")
        expect(track.cues.first?.start, is: .seconds(99))
        expect(track.cues.count, is: 6)
        let shifted = try self.track("example-in-nonzero-offset.stl")
        expect(shifted.cues.map(\.text), is: track.cues.map(\.text))
    }

    @Test(
        "ADV-18: a TTML file has its lines at its times",
        .enabled(if: SharedMedia.isPresent, "\(SharedMedia.absentReason)"))
    func ttml() throws {
        let track = try track("example-in.ttml")
        expect(track.format, is: .ttml)
        expect(track.cues.first?.text, is: "(deep rumbling)")
        expect(track.cues.first?.start, is: .seconds(99))
    }

    /// Returns a file of EBU Tech 3264 at 25 pictures per second. Each text starts at its second and picture, and lasts
    /// for two seconds.
    static func stl(_ texts: [(second: Int, picture: Int, [UInt8])], from hour: Int = 0) -> [UInt8] {
        let head = "850STL25.01100".utf8 + Array(repeating: UInt8(0x20), count: 242)
        let begin = (hour < 10 ? "0" : "") + "\(hour)000000"
        let header = head + begin.utf8 + Array(repeating: UInt8(0x20), count: 1024 - head.count - 8)
        return texts.enumerated().reduce(into: header) { bytes, entry in
            let (number, text) = (UInt8(entry.offset + 1), entry.element)
            func time(_ second: Int) -> [UInt8] {
                [UInt8(hour), UInt8(second / 60), UInt8(second % 60), UInt8(text.picture)]
            }
            bytes += [0, number, 0, 0xFF, 0] + time(text.second) + time(text.second + 2) + [0x14, 1, 0]
            bytes += (text.2 + Array(repeating: 0x8F, count: 112)).prefix(112)
        }
    }

    /// A programme with a line break (0x8A), italics (0x80 to 0x81), and an umlaut as a mark (0xC8) before its letter.
    private static let programme: [(second: Int, picture: Int, [UInt8])] = [
        (99, 0, Array("(deep thunder)".utf8)), (124, 4, Array("ANN:".utf8) + [0x8A] + Array("Where are we?".utf8)),
        (132, 16, [0x80] + Array("Nowhere.".utf8) + [0x81]),
        (140, 24, Array("F".utf8) + [0xC8, 0x75] + Array("r".utf8)),
    ]

    @Test("ADV-18: a made EBU STL file has its lines at its times, even if it begins at ten o'clock")
    func madeEBU() throws {
        let track = try SubtitleFile.track(Self.stl(Self.programme), path: "a.stl")
        expect(track.format, is: .ebu)
        expect(track.cues.map(\.text), is: ["(deep thunder)", "ANN:\nWhere are we?", "Nowhere.", "Für"])
        expect(track.cues.map(\.start), is: [99_000, 124_160, 132_640, 140_960].map { .milliseconds($0) })
        expect(track.cues.map(\.end), is: [101_000, 126_160, 134_640, 142_960].map { .milliseconds($0) })
        #expect(track.cues[2].lines[0][0].style.isItalic)
        let shifted = try SubtitleFile.track(Self.stl(Self.programme, from: 10), path: "a.stl")
        expect(shifted.cues, is: track.cues)
    }

    @Test("a subtitle in several blocks has the text of all of them without their filling")
    func blocks() throws {
        var bytes = Self.stl(["Foo ", "Bar ", "Baz"].map { (10, 0, Array($0.utf8)) })
        // The extension number of all but the last block.
        for block in 0..<2 { bytes[1024 + 128 * block + 3] = UInt8(block) }
        try expect(SubtitleFile.track(bytes, path: "a.stl").cues.map(\.text), is: ["Foo Bar Baz"])
    }

    @Test("children of a sequence follow one another, and parallel elements begin together")
    func sequences() throws {
        let text = """
            <tt xmlns="http://www.w3.org/ns/ttml"><body timeContainer="seq">
              <div begin="10s"><p begin="1s" end="3s">a</p><p begin="2s" dur="4s">b</p></div>
              <div timeContainer="seq"><p dur="2s">c</p><p begin="1s" dur="2s">d</p></div>
              <div><p dur="1s">e</p></div>
            </body></tt>
            """
        let cues = try SubtitleFile.track(Array(text.utf8), path: "a.ttml").cues
        expect(cues.map(\.text), is: ["a", "b", "c", "d", "e"])
        expect(cues.map(\.start.inSeconds), is: [11, 12, 16, 19, 21])
        expect(cues.map(\.end.inSeconds), is: [13, 16, 18, 21, 22])
    }

    @Test("character references that FFmpeg leaves in SAMI lines become text")
    func references() {
        let line = Array("0,0,Default,,0,0,0,,we&#039;re &lt;here&gt;\\N&amp; there".utf8)
        func text(_ hasReferences: Bool) -> String? {
            SubtitlePackets(format: .ass, hasReferences: hasReferences).cue(line, start: .zero, end: .seconds(1))?.text
        }
        expect(text(true), is: "we're <here>\n& there")
        expect(text(false)?.contains("&#039;"), is: true)
    }

    @Test("a truncated or changed made EBU file yields no more cues than it has blocks")
    func hostileMade() {
        check(Self.stl((0..<10).flatMap { _ in Self.programme }))
    }

    @Test("ADV-18: a made TTML file has its lines at its times")
    func madeTTML() throws {
        let text = """
            <?xml version="1.0" encoding="UTF-8"?>
            <tt xml:lang="en" xmlns="http://www.w3.org/ns/ttml" xmlns:ttm="http://www.w3.org/ns/ttml#metadata"
                xmlns:tts="http://www.w3.org/ns/ttml#styling">
              <head><metadata><ttm:title>Thunder</ttm:title></metadata>
                <styling><style xml:id="s" tts:color="#00ff00"/></styling>
                <layout><region xml:id="top" tts:origin="0% 10%" tts:extent="100% 20%"/></layout></head>
              <body><div>
                <p begin="00:01:39.000" end="00:01:41.040" region="top" style="s"><span>(deep thunder)</span></p>
                <p begin="00:02:04.080" end="00:02:07.120">ANN:<br></br>Where are we?</p>
              </div></body>
            </tt>
            """
        let track = try SubtitleFile.track(Array(text.utf8), path: "a.ttml")
        expect(track.format, is: .ttml)
        expect(track.cues.map(\.text), is: ["(deep thunder)", "ANN:\nWhere are we?"])
        expect(track.cues.map(\.start), is: [.seconds(99), .milliseconds(124_080)])
    }

    @Test("ADV-18: TTML is recognised by its root element under any name")
    func root() throws {
        let dfxp =
            "<?xml version=\"1.0\"?><!-- x --><t:tt xmlns:t=\"http://www.w3.org/ns/ttml\"><t:body><t:div>"
            + "<t:p begin=\"1s\" end=\"2s\">one</t:p></t:div></t:body></t:tt>"
        let named = try SubtitleFile.track(Array(dfxp.utf8), path: "/films/a.en.dfxp")
        expect(named.cues.map(\.text), is: ["one"])
        expect(named.language, is: "en")
    }

    @Test(
        "a truncated or changed EBU file yields no more cues than it has blocks",
        .enabled(if: SharedMedia.isPresent, "\(SharedMedia.absentReason)"))
    func hostile() throws {
        let bytes = Array(
            try Data(contentsOf: URL(fileURLWithPath: SharedMedia.path("subtitles/astisub/example-in.stl"))))
        check(bytes)
    }

    private func check(_ bytes: [UInt8]) {
        var random = SeededGenerator(seed: 7)
        for _ in 0..<Rounds.of(300) {
            var changed = Array(bytes.prefix(Int.random(in: 0...bytes.count, using: &random)))
            for _ in 0..<8 where !changed.isEmpty {
                changed[Int.random(in: 0..<changed.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            // A block of text and timing takes 128 bytes.
            #expect(EBUSubtitles.cues(changed).count <= changed.count / 128)
        }
    }
}
