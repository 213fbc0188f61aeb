import Foundation
import TestSupport
import Testing

/// Tests that no control sequence of external text reaches the terminal.
@Suite("Hostile text", .timeLimit(.minutes(10)))
struct HostileTextTests {
    /// Sequences that the program never writes by itself, each with its number in it.
    private static let sequences = [
        "\u{1B}[777m", "\u{1B}]777;x\u{7}", "\u{9B}777m", "\u{1B}P777\u{1B}\\", "\u{9D}777\u{9C}", "\u{1B}[777;1H",
        "\u{1B}_777\u{1B}\\", "\u{202E}777\u{202C}", "\u{0}777\u{8}\u{7F}", "\u{1B}\u{1B}[777n",
    ]

    @Test(
        "names, titles and subtitles are shown without any byte of their control sequences"
    )
    func noneIsWritten() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let hostile = Self.sequences.joined(separator: "x")
        let name = "a\u{1B}[777mb"
        let clip = folder.appendingPathComponent(name + ".mp4")
        try FileManager.default.copyItem(atPath: Fixtures.path("counter.mp4"), toPath: clip.path)
        try Data("1\n00:00:00,000 --> 00:00:09,000\nsays \(hostile) end\n".utf8).write(
            to: folder.appendingPathComponent(name + ".srt"))
        // The word "Counter" has seven bytes, and so have ESC, CSI (C1), RIGHT-TO-LEFT OVERRIDE and a letter.
        var film = try Data(contentsOf: clip)
        film.replaceSubrange(
            try #require(film.range(of: Data("Counter".utf8))), with: Data("\u{1B}\u{9B}\u{202E}Z".utf8))
        try film.write(to: folder.appendingPathComponent("titled.mp4"))
        let list = folder.appendingPathComponent("list.m3u")
        // A playlist ignores a title line with a NUL.
        let title = hostile.replacingOccurrences(of: "\0", with: "")
        try Data("#EXTM3U\n#EXTINF:10,song \(title) title\n\(name).mp4\ntitled.mp4\n".utf8).write(to: list)
        let run = try PlayerRun(["--pause", list.path], columns: 160, rows: 45)
        try run.wait(for: "the subtitle") { $0.text.contains("says") && $0.text.contains("end") }
        run.type("gp")
        try run.wait(for: "the playlist") { $0.text.contains("song") }
        run.type("q>")
        try run.wait(for: "the container's title") { $0.title.hasSuffix("Z") }
        run.type("?")
        run.type("q")
        try run.quit()
        let bytes = Array(run.terminal.output)
        let text = String(decoding: bytes, as: UTF8.self)
        // A single backspace is a cursor movement of ncurses.
        for start in [
            "\u{1B}[777", "\u{1B}]777", "\u{1B}P777", "\u{1B}_777", "\u{9B}", "\u{9D}", "\u{9C}", "\u{202E}",
            "777\u{8}",
        ] {
            #expect(!text.unicodeScalars.contains(sequence: Array(start.unicodeScalars)), "\(start.debugDescription)")
        }
        #expect(!bytes.contains(0))
        #expect(!bytes.contains(0x7F))
        expect(run.screen.problems, is: [])
    }

    /// Plays a cue and a title with each string and sequence, and the first 3000 bytes of them in the marquee.
    @Test("ADV-18, PLAY-27: no hostile sequence of a subtitle, a playlist or the marquee reaches the terminal")
    func everySequence() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let texts = try HostileText(seed: 1).originals
        let clip = folder.appendingPathComponent("clip.mp4")
        try FileManager.default.copyItem(atPath: Fixtures.path("counter.mp4"), toPath: clip.path)
        try Data(Self.subtitle(texts)).write(to: folder.appendingPathComponent("clip.srt"))
        // A playlist ignores a title line with a NUL.
        let titles = texts.map { $0.filter { ![0x00, 0x0A, 0x0D].contains($0) } }.filter { !$0.isEmpty }
        let list = folder.appendingPathComponent("list.m3u")
        try Data(
            titles.reduce(Array("#EXTM3U\n".utf8)) { $0 + Array("#EXTINF:10,".utf8) + $1 + Array("\nclip.mp4\n".utf8) }
        )
        .write(to: list)
        let marquee = String(decoding: texts.joined().filter { $0 != 0 }.prefix(3000), as: UTF8.self)
        let run = try PlayerRun(
            ["--marquee=" + marquee, "--marquee-speed=50", list.path], columns: 160, rows: 45)
        try run.wait(for: "the last cue") { $0.text.contains("the last cue") }
        run.type(" gp")
        try run.wait(for: "the playlist") { $0.text.contains("Playlist") }
        run.type("G")
        for _ in 0..<titles.count / 25 { run.type("\u{1B}[5~") }
        run.type(Keys.escape)
        try run.wait(for: "the list to close") { !$0.text.contains("Playlist") }
        try run.quit()
        var check = SequenceCheck()
        check.feed(run.terminal.output)
        check.end()
        expect(check.problems, is: [])
        #expect(check.titles.count >= 1)
    }

    /// Returns cues of all texts within three seconds, followed by a last cue.
    private static func subtitle(_ texts: [[UInt8]]) -> [UInt8] {
        func time(_ milliseconds: Int) -> String {
            let digits = String(10_000 + milliseconds)
            return "00:00:0" + digits.dropFirst(1).prefix(1) + "," + digits.suffix(3)
        }
        var file: [UInt8] = []
        for (number, text) in texts.enumerated() {
            let start = 3000 * number / texts.count
            file += Array("\(number)\n\(time(start)) --> \(time(start + 100))\nx".utf8) + text + Array("\n\n".utf8)
        }
        return file + Array("9\n\(time(3000)) --> \(time(9000))\nthe last cue\n".utf8)
    }
}

extension String.UnicodeScalarView {
    fileprivate func contains(sequence: [Unicode.Scalar]) -> Bool {
        let all = Array(self)
        guard let first = sequence.first, all.count >= sequence.count else { return false }
        return all.indices.dropLast(sequence.count - 1).contains {
            all[$0] == first && Array(all[$0..<$0 + sequence.count]) == sequence
        }
    }
}
