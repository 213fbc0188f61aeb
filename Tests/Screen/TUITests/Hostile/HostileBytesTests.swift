import Cells
import Foundation
import TestSupport
import Testing

@Suite("Hostile text as bytes")
struct HostileBytesTests {
    /// The terminal of one process, because ncurses has one state per process.
    struct Part: Sendable, CustomTestStringConvertible {
        let number: Int
        let term: String
        let columns: Int
        let rows: Int
        var isUTF8 = true
        var testDescription: String { "\(term) \(columns)x\(rows)" + (isUTF8 ? "" : " ASCII") }
    }

    private struct Finding: Error { let text: String }

    static let parts = [
        Part(number: 0, term: "xterm-256color", columns: 80, rows: 24),
        Part(number: 1, term: "tmux-256color", columns: 53, rows: 17),
        Part(number: 2, term: "linux", columns: 80, rows: 25),
        Part(number: 3, term: "screen", columns: 100, rows: 30, isUTF8: false),
    ]

    @Test(
        "ADV-18, PLAY-27: hostile text in any place adds no foreign bytes and is shown as composed",
        arguments: parts)
    func bytes(_ part: Part) throws {
        let outcome = try OwnProcess.run(Self.self, part: "\(part.number)") { _ in
            let inputs = Rounds.of(2000) / Self.parts.count
            let text = try HostileText(seed: Rounds.seed(1))
            let drawn = try DrawnBytes(term: part.term, columns: part.columns, rows: part.rows, isUTF8: part.isUTF8)
            var refused = 0
            for step in 0..<inputs {
                // Every original text comes to every place in turn, as far as the number of inputs allows.
                let number = step * Self.parts.count + part.number
                let place = HostilePlace.allCases[(number / 7 + number) % HostilePlace.allCases.count]
                let input = text.input(number)
                guard let state = place.state(input, part.columns, part.rows) else {
                    refused += 1
                    continue
                }
                let problems = drawn.draw(state)
                guard problems.isEmpty else {
                    throw Finding(text: "input \(number) as \(place): \(problems)\n\(input.prefix(400))")
                }
            }
            let problems = drawn.close()
            guard problems.isEmpty else { throw Finding(text: "at the end: \(problems)") }
            guard refused < inputs / 4, drawn.byteCount > inputs * 100 else {
                throw Finding(text: "\(refused) of \(inputs) refused, \(drawn.byteCount) bytes")
            }
        }
        if let outcome { expect(outcome.status, is: 0, "\(outcome.errors)") }
    }

    @Test(
        "the naughty strings and escape files of the folder are among the drawn texts",
        .enabled(if: SharedMedia.isPresent, Comment(rawValue: SharedMedia.absentReason)))
    func folder() throws {
        let texts = Set(try HostileText(seed: 1).originals)
        let strings = try Data(contentsOf: URL(fileURLWithPath: SharedMedia.path("terminal/blns.txt")))
        let lines = strings.split(separator: 0x0A).map { [UInt8]($0) }
        #expect(lines.count > 500 && texts.isSuperset(of: lines))
    }

    @Test(
        "the reader of sequences refuses every sequence that the player does not write",
        arguments: [
            "\u{1B}[777m", "\u{1B}]777;x\u{7}", "\u{1B}]2;x\u{1B}\\", "\u{1B}]52;c;eA==\u{7}", "\u{9B}2J",
            "\u{9D}2;x\u{9C}",
            "\u{1B}P1$r\u{1B}\\", "\u{1B}_Ga=d\u{1B}\\", "\u{1B}^x\u{1B}\\", "\u{1B}c", "\u{1B}(A", "\u{1B}[1;1;1H",
            "\u{1B}[2000H", "\u{1B}[3J", "\u{1B}[?47h", "\u{1B}[20h", "\u{1B}[2;3r", "\u{1B}[4S", "\u{1B}[21t",
            "\u{1B}[38;5m", "\u{1B}[38;2;1;2m", "\u{1B}[48;2;1;2;256m", "\u{1B}[5m", "\u{1B}[ q", "\u{1B}[!p",
            "\u{1B}\u{1B}",
            "\u{1B}[1\u{1B}[m", "\0", "\u{7}", "\u{9}", "\u{B}", "\u{C}", "\u{E}", "a\u{F}", "\u{1A}", "\u{7F}",
            "\u{85}",
            "\u{202E}", "\u{2066}", "\u{200F}", "\u{2028}", "\u{FEFF}", "\u{E0041}", "\u{1B}[", "\u{1B}]2;x",
        ])
    func strictness(_ text: String) {
        var check = SequenceCheck()
        check.feed(Array(text.utf8))
        check.end()
        #expect(!check.problems.isEmpty)
    }

    @Test(
        "the reader refuses bytes that are not valid UTF-8",
        arguments: [[0xC1, 0x9B], [0xEF, 0xBF, 0xBE], [0xFF], [0xC2, 0x20], [0xED, 0xA0, 0x80]])
    func badUTF8(_ bytes: [UInt8]) {
        var check = SequenceCheck()
        check.feed(bytes)
        #expect(!check.problems.isEmpty)
    }

    @Test("the reader accepts the sequences that the player writes")
    func known() {
        var check = SequenceCheck()
        check.feed(
            Array(
                "\u{1B}[?1049h\u{1B}(B\u{1B}[m\u{F}\u{1B}[H\u{1B}[2J\u{1B}[38;2;1;2;3;48;5;17m▀本\u{1B}[4b\u{1B}7\u{1B}8\u{1B}]2;Film é\u{7}\r\n\u{8}\u{1B}[?2026$p\u{1B}P+q524742\u{1B}\\\u{18}"
                    .utf8))
        check.end()
        expect(check.problems, is: [])
        expect(check.titles, is: ["Film é"])
    }
}
