import Foundation
import PlayCore
import TestSupport
import Testing

@testable import Subtitles

@Suite("Damaged and hostile subtitles")
struct SubtitleFuzzTests {
    private static let seeds: [[UInt8]] = [
        "1\n00:00:01,000 --> 00:00:02,000 X1:1 X2:2 Y1:3 Y2:4\n<b>a<font color=\"#ff0000\">{\\an8\\i1}b</font>\\N&amp;&#27;\n\n2\n00:00:03,000 --> 00:00:04,000\nb\n",
        "WEBVTT\n\nSTYLE\n::cue(.a) { color: red }\n\nREGION\nid:r\nlines:3\nviewportanchor:10%,90%\n\nid\n00:01.000 --> 00:02.000 region:r line:-1,end position:10%,line-left size:50%\n<v.loud Ann>a<ruby>b<rt>c</ruby>&lrm;&#x9b;\n",
        "[Script Info]\nPlayResX: 100\n[V4+ Styles]\nFormat: Name, PrimaryColour, Alignment\nStyle: Default,&H00FF00,7\n[Events]\nFormat: Layer, Start, End, Style, Text\nDialogue: 1,0:00:01.00,0:00:02.00,Default,{\\pos(1,2)\\c&HFF&\\p0\\t(\\b1)}a\\N{\\r}b\n",
    ].map { Array($0.utf8) }

    /// Whether a cue is clean and within the limits, as every cue has to be.
    private static func isWellFormed(_ cue: Cue) -> Bool {
        let texts = cue.lines.joined().map(\.text)
        let isClean = texts.allSatisfy { text in
            text.unicodeScalars.allSatisfy { scalar in
                !(0..<0x20).contains(scalar.value) && !(0x7F..<0xA0).contains(scalar.value)
                    && !(0x202A...0x202E).contains(scalar.value) && !(0x2066...0x2069).contains(scalar.value)
            }
        }
        let (left, width) = (cue.placement.left, cue.placement.width)
        return isClean && texts.map(\.unicodeScalars.count).reduce(0, +) <= CueTextBuilder.maximumScalars
            && cue.lines.count <= CueTextBuilder.maximumLines && !cue.lines.isEmpty && left >= 0 && width >= 0
            && left + width <= 100.001 && abs(cue.start.nanoseconds) < 1 << 61
    }

    /// - Returns: Whether the file was read. A refused file is as good.
    @discardableResult
    private static func check(_ bytes: [UInt8], _ name: String) -> Bool {
        guard let track = try? SubtitleFile.track(bytes, path: name) else { return false }
        if !track.cues.allSatisfy(isWellFormed) { Issue.record("\(track.cues)") }
        return !track.cues.isEmpty
    }

    @Test("mutated, truncated and mixed files yield clean cues or none and never crash", arguments: 0..<3)
    func mutations(_ seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let names = ["a.srt", "a.vtt", "a.ass"]
        let inserts: [[UInt8]] = [
            [0x1B, 0x5D], [0x9B], [0xC2, 0x9B], [0xE2, 0x80, 0xAE], [0], [0xFF, 0xFE], Array("-->".utf8),
            Array("{\\".utf8),
            Array("<".utf8), Array("999999999999999999999".utf8), Array("\n\n".utf8), Array("&#x202e;".utf8),
            Array("%".utf8), Array(",".utf8), Array("-".utf8), [0xF4, 0x8F, 0xBB, 0xBF],
        ]
        var readCount = 0
        for _ in 0..<Rounds.of(800) {
            var bytes = Self.seeds[seed]
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: 0...max(0, bytes.count - 1), using: &random)
                switch Int.random(in: 0..<5, using: &random) {
                case 0: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 1: bytes.insert(contentsOf: inserts.randomElement(using: &random) ?? [], at: place)
                case 2: bytes.remove(at: place)
                case 3: bytes = Array(bytes.prefix(place + 1))
                default: bytes += bytes[place...]
                }
                if bytes.isEmpty || bytes.count > 20_000 { bytes = Self.seeds[seed] }
            }
            if Self.check(bytes, names[Int.random(in: 0..<3, using: &random)]) { readCount += 1 }
        }
        #expect(readCount > 100, "else nothing was looked at")
    }

    @Test(
        "half a megabyte of repeated openings takes linear time", .timeLimit(.minutes(10)),
        arguments: [
            "<", "{", "{\\", "<a ", "&", "&#", "\n", "-->", "00:00:01,000 --> 00:00:02,000\n", "</", "<b>", "1\n\n",
            "<ruby><rt>", "\\N", "\r",
        ])
    func repetition(_ piece: String) {
        let count = 1 << 19
        let body = Array(String(repeating: piece, count: count / piece.utf8.count).utf8)
        Self.check(Array("1\n00:00:01,000 --> 00:00:02,000\n".utf8) + body, "a.srt")
        Self.check(Array("WEBVTT\n\n00:01.000 --> 00:02.000\n".utf8) + body, "a.vtt")
        Self.check(Array("WEBVTT\n\nSTYLE\n".utf8) + body, "a.vtt")
        Self.check(Array("[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,".utf8) + body, "a.ass")
        Self.check(body, "a.srt")
    }

    @Test("a file with too many cues is truncated, and a too large file is refused")
    func bounds() throws {
        let cues = Array(String(repeating: "0:1,0 --> 0:2,0\nx\n", count: SubtitleLimits.cues + 100).utf8)
        let count = try SubtitleFile.track(cues, path: "a.srt").cues.count
        expect(count, is: SubtitleLimits.cues)
        let large = [UInt8](repeating: 0x20, count: SubtitleLimits.fileBytes + 1)
        #expect(throws: SubtitleError.tooLarge) { try SubtitleFile.track(large, path: "a.srt") }
        #expect(throws: SubtitleError.empty) { try SubtitleFile.track([], path: "a.srt") }
        #expect(throws: SubtitleError.unknownFormat) { try SubtitleFile.track(Array("text".utf8), path: "a.txt") }
    }

    @Test("reading ends early when it is cancelled")
    func cancelled() {
        let cancel = CancelToken()
        cancel.cancel()
        let cues = Array(String(repeating: "0:1,0 --> 0:2,0\nx\n", count: 20_000).utf8)
        let track = try? SubtitleFile.track(cues, path: "a.srt", cancel: cancel)
        #expect(track?.cues.count ?? 0 < 1000)
    }

    @Test("escape sequences, control characters and random text are cleaned in every format")
    func madeTexts() {
        let readCount = MadeTexts.all().count { Self.checkInEveryFormat(Array($0)) }
        #expect(readCount > 100, "else nothing was looked at")
    }

    @Test(
        "the naughty strings and xterm's escape files are cleaned in every format",
        .enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)))
    func naughtyStrings() throws {
        let readCount = try NaughtyTexts.all().count { Self.checkInEveryFormat(Array($0)) }
        #expect(readCount > 100, "else nothing was looked at")
    }

    /// - Returns: Whether the text was read as SRT.
    private static func checkInEveryFormat(_ body: [UInt8]) -> Bool {
        let withoutBlankLines = body.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
        check(Array("WEBVTT\n\n00:01.000 --> 00:02.000\n".utf8) + withoutBlankLines, "a.vtt")
        check(
            Array("[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,".utf8) + withoutBlankLines, "a.ass")
        return check(Array("1\n00:00:01,000 --> 00:00:02,000\n".utf8) + body, "a.srt")
    }
}

/// Texts that break programs: lines of blns.txt and whole files of escape sequences.
enum NaughtyTexts {
    static func all() throws -> [Data] {
        let strings = try Data(contentsOf: URL(fileURLWithPath: SharedMedia.path("terminal/blns.txt")))
        let folder = SharedMedia.path("terminal/xterm_escape_files")
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).map {
            try Data(contentsOf: URL(fileURLWithPath: folder + "/" + $0))
        }
        return strings.split(separator: 0x0A).map { Data($0) } + files
    }
}

/// Made texts of the same kinds: every control character in seven and eight bits and as a reference, between letters;
/// sequences that terminals answer; invalid UTF-8; random text.
enum MadeTexts {
    static func all() -> [Data] {
        let controls: [UInt32] = Array(0...0x1F) + Array(0x7F...0x9F)
        let turns: [UInt32] =
            [0x200E, 0x200F, 0x2028, 0x2029, 0xFEFF, 0xFFFE] + Array(0x202A...0x202E) + Array(0x2066...0x2069)
        let scalars = (controls + turns).compactMap(Unicode.Scalar.init)
        let plain = scalars.map { "a\($0)[2Jb\($0)" }
        let references = scalars.flatMap { ["a&#\($0.value);b", "a&#x\(String($0.value, radix: 16));[2J"] }
        let sequences = [
            "\u{1B}[2J", "\u{1B}]0;x\u{7}", "\u{1B}]52;c;eA==\u{1B}\\", "\u{1B}P1$r\u{1B}\\", "\u{1B}_Ga=d\u{1B}\\",
            "\u{1B}c", "\u{1B}[?1049l", "\u{1B}[6n", "\u{1B}(0", "\u{1B}#8", "\u{1B}[200~", "<b>\u{1B}[<i>2J</b>",
            "{\\an8\u{1B}}[2J", "<\u{1B}>[2J",
        ].map { "x" + $0 + "y" }
        let broken: [[UInt8]] = [
            [0x9B, 0x32, 0x4A], [0xC1, 0x9B], [0xE0, 0x80, 0x9B], [0xED, 0xA0, 0x80], [0xF8, 0x88, 0x80, 0x80, 0x80],
            [0xFF], [0xC2], [0xF0, 0x9F], [0xC2, 0x9B, 0x32, 0x4A],
        ].map { [0x61] + $0 + [0x62] }
        var random = SeededGenerator(seed: 5)
        let any = (0..<300).map { _ in "x" + RandomText.make(using: &random) }
        return (plain + references + sequences + any).map { Data($0.utf8) } + broken.map { Data($0) }
    }
}
