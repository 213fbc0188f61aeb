import Media
import PlayCore
import TestSupport
import Testing

@Suite("Subtitle files read by FFmpeg")
struct SubtitleFileDecoderTests {
    private func decode(_ text: String, _ name: String) throws -> SubtitleFileDecoder.Contents? {
        try SubtitleFileDecoder.decode(Array(text.utf8), name: name, cancel: CancelToken())
    }

    /// Returns each line as `start–end text`.
    private func lines(_ contents: SubtitleFileDecoder.Contents?) -> [String] {
        (contents?.lines ?? []).map { line in
            let text = String(decoding: line.payload, as: UTF8.self).split(separator: ",", maxSplits: 8).last ?? ""
            return "\(line.start.inSeconds)–\(line.end.map { "\($0.inSeconds)" } ?? "") \(text)"
        }
    }

    @Test("ADV-18: SAMI, LRC, SubViewer, Spruce STL and SCC captions keep their times and lines")
    func formats() throws {
        let sami = """
            <SAMI><BODY>
            <SYNC Start=1000><P Class=ENCC>Hello<br>world
            <SYNC Start=3000><P Class=ENCC>&nbsp;
            </BODY></SAMI>
            """
        try expect(lines(try decode(sami, "a.smi")), is: ["1.0–3.0 Hello\\Nworld"])
        let lyrics = try decode("[ti:Song]\n[00:01.00]first\n[00:03.50]second\n", "a.lrc")
        expect(lines(lyrics), is: ["1.0–3.5 first", "3.5– second"])
        let viewer = "[INFORMATION]\n[END INFORMATION]\n[SUBTITLE]\n00:00:05.00,00:00:06.00\nbye[br]bye\n\n"
        try expect(lines(try decode(viewer, "a.sub")), is: ["5.0–6.0 bye\\Nbye"])
        #expect(
            lines(try decode("//Font select\n00:00:01:00 , 00:00:03:00 , Hello|you\n", "a.stl")) == [
                "1.0–3.0 Hello\\Nyou"
            ])
        let captions = """
            Scenarist_SCC V1.0

            00:00:01:00\t9420 9420 94ae 94ae 9470 9470 c8e5 ecec ef80 942f 942f

            00:00:04:00\t942c 942c

            """
        let decoded = try decode(captions, "a.scc")
        expect(decoded?.codec, is: "eia_608")
        let line = try #require(lines(decoded).first)
        #expect(line.hasPrefix("1.0–4.0 ") && line.hasSuffix("Hello"))
    }

    @Test("other text yields no lines", arguments: ["hello\n", "", "<html><body>no</body></html>", "[x]\n"])
    func others(_ text: String) {
        let contents = try? decode(text, "a.txt")
        #expect(contents?.lines.isEmpty ?? true)
    }

    @Test("a truncated or broken line does not affect the others")
    func broken() throws {
        let first = "//Font select\n00:00:01:00 , 00:00:03:00 , Hello|you\n"
        let text = Array((first + "00:00:04:00 , 00:00:05:00 , more\n").utf8)
        func lines(_ bytes: [UInt8]) throws -> [String] {
            self.lines(try SubtitleFileDecoder.decode(bytes, name: "a.stl", cancel: CancelToken()))
        }
        for length in first.utf8.count..<text.count {
            expect((try? lines(Array(text.prefix(length))))?.first, is: "1.0–3.0 Hello\\Nyou", "\(length) bytes")
            var bytes = text
            bytes[length] = 0xFF
            expect((try? lines(bytes))?.first, is: "1.0–3.0 Hello\\Nyou", "byte \(length)")
        }
        for length in 0..<first.utf8.count {
            let found = try? lines(Array(text.prefix(length)))
            #expect(found?.count ?? 0 <= 1, "\(length) bytes")
        }
    }
}
