import PlayCore
import TestSupport
import Testing

@testable import Media

/// Whole files and their tags: random damage ends in tracks or errors.
@Suite(.serialized)
struct ContainerFuzzTests {
    @Test("mutated tags have text in some encoding")
    func tags() {
        let seeds: [[UInt8]] = [
            Array("Für Elise".utf8), [0xD6, 0xD0, 0xB9, 0xFA, 0xB8, 0xE8, 0xC7, 0xFA],
            [0x83, 0x65, 0x83, 0x58, 0x83, 0x67],
            [0xCF, 0xE5, 0xF1, 0xED, 0xFF], Array("Ö\u{D0}¹ú".utf8),
        ]
        ReaderFuzz.run("TagEncoding", 400, of: seeds) { bytes in
            let value = bytes.map { $0 == 0 ? 1 : $0 }
            let text = TagEncoding([value, Array("Artist".utf8)], mayHoldID3: true, codePage: nil).text(value)
            return !text.isEmpty
        }
    }

    @Test("mutated subtitle files of FFmpeg's formats yield lines or none")
    func subtitles() {
        let seeds = [
            (
                "a.smi",
                "<SAMI><BODY><SYNC Start=1000><P Class=ENCC>Hello<br>&#039;x\n<SYNC Start=3000><P>&nbsp;\n</BODY></SAMI>"
            ),
            ("a.lrc", "[ti:Song]\n[00:01.00]first\n[00:03.50]second\n"),
            ("a.sub", "{1}{1}25\n{25}{50}Hello|{y:i}you\n{60}{90}x\n"),
            ("a.stl", "//Font select\n00:00:01:00 , 00:00:03:00 , Hello|you\n"),
            ("a.scc", "Scenarist_SCC V1.0\n\n00:00:01:00\t9420 9420 94ae 94ae 9470 9470 c8e5 ecec ef80 942f 942f\n\n"),
            // FFmpeg takes two lines for LRC.
            ("a.txt", "[10][25]Hello|/you\n[30][50]x\n[60][70]y\n"),
        ]
        for (name, text) in seeds {
            ReaderFuzz.run("SubtitleFileDecoder \(name)", 20, of: [Array(text.utf8)]) {
                guard let found = try? SubtitleFileDecoder.decode($0, name: name, cancel: CancelToken()) else {
                    return false
                }
                return !found.lines.isEmpty
            }
        }
    }

    @Test(
        "mutated films and sounds have tracks and packets, or an error",
        arguments: [
            "timed-text.mp4", "subtitles.mkv", "captions.ts", "cover.mp3", "guessed.aac", "sheet.flac", "soft.webm",
        ])
    func films(_ name: String) throws {
        let seed = Array(try Fixtures.source(name).contents())
        ReaderFuzz.run("Demuxer \(name)", 10, of: [seed]) { bytes in
            guard let demuxer = try? Demuxer(source: BytesInMemory(bytes), nameHint: name, cancel: CancelToken())
            else { return false }
            demuxer.select(Set(demuxer.tracks.map(\.id)))
            var count = 0
            while count < 50, let packet = try? demuxer.read() { count += packet.byteCount >= 0 ? 1 : 0 }
            return count > 0
        }
    }
}
