import Classes
import LiveClasses
import PlayCore
import TestSupport
import Testing

@Suite("The screen of tmux as lines")
struct TmuxScreenTests {
    private static func screen(_ lines: String, _ header: String = "20 3 0 2000 1 2 1") throws -> TmuxScreen {
        try #require(TmuxScreen(Array((header + "\n" + lines).utf8)))
    }

    @Test("colours, line drawing and links are read across lines, and no control character becomes text")
    func reading() throws {
        let screen = try Self.screen(
            "\u{1B}[1;31mred\u{1B}[39m bold\nstill\u{1B}[0m \u{0E}lqk\u{0F}   \n"
                + "\u{1B}]8;;https://a.test\u{1B}\\link\u{1B}]8;;\u{1B}\\\u{7}\u{9B}\u{1B}[38;2;1;2;3mx\u{1B}[48:5:200my\u{1B}[4:3mz\n"
        )
        expect(screen.lines.map(\.text), is: ["red bold", "still ┌─┐", "linkxyz"])
        var (red, bold) = (TerminalLine.Look(), TerminalLine.Look())
        (red.foreground, red.attributes, bold.attributes) = (1, [.bold], [.bold])
        expect(screen.lines[0].runs, is: [.init(3, red), .init(5, bold)])
        expect(screen.lines[1].runs, is: [.init(5, bold)])
        let looks = screen.lines[2].runs.map(\.look)
        expect(looks.map(\.foreground), is: [nil, 0x0101_0203, 0x0101_0203, 0x0101_0203])
        expect(looks.map(\.background), is: [nil, nil, 200, 200])
        expect(looks.last?.attributes, is: [.underline])
        expect(screen.cursor, is: .init(column: 2, row: 1))
    }

    @Test("invalid answers of tmux are refused, and random bytes yield only printable text")
    func hostile() {
        for text in ["", "x", "0 0 0 0 0 0 0\n", "9999 3 0 0 1 0 0\n", "80 24 1 1 1 1\n"] {
            expect(TmuxScreen(Array(text.utf8)), is: nil)
        }
        var random = SeededGenerator(seed: 7)
        for _ in 0..<2_000 {
            let bytes = (0..<200).map { _ in
                Bool.random(using: &random)
                    ? UInt8.random(in: 0...255, using: &random)
                    : Array("\u{1B}[38;2:m]8\n\u{0E}".utf8).randomElement(using: &random) ?? 0
            }
            guard let screen = TmuxScreen(Array("80 24 5 2000 0 0 0\n".utf8) + bytes) else { continue }
            expect(screen.lines.count, is: 24)
            for line in screen.lines + screen.history {
                #expect(line.text.unicodeScalars.allSatisfy { $0.value >= 0x20 && !(0x7F..<0xA0).contains($0.value) })
                #expect(line.runs.reduce(0) { $0 + $1.length } <= line.text.unicodeScalars.count)
            }
        }
    }

    /// Random output. The history is full after 50 lines.
    private struct Shell {
        var history: [String] = []
        var dropped = 0
        var screen = ["", "", ""]
        var random: SeededGenerator

        mutating func write() {
            for _ in 0..<Int.random(in: 0...4, using: &random) {
                history.append(screen.removeFirst())
                screen.append("line \(Int.random(in: 0..<1000, using: &random))")
            }
            if Bool.random(using: &random) { screen[Int.random(in: 0..<3, using: &random)] += "!" }
            while history.count > 50 {
                history.removeFirst()
                dropped += 1
            }
        }

        var output: [UInt8] {
            let lines = (history.suffix(200) + screen).joined(separator: "\n") + "\n"
            return Array(("20 3 \(history.count) 50 1 0 0\n" + lines).utf8)
        }
    }

    @Test("the updates reproduce the screen and its scrollback, even when tmux's history is full")
    func following() throws {
        var shell = Shell(random: SeededGenerator(seed: 3))
        for _ in 0..<5 { shell.write() }
        var share = TerminalShare(user: "t")
        var state = ClassState()
        for look in 0..<200 {
            if look > 0 { shell.write() }
            for update in share.updates(to: try #require(TmuxScreen(shell.output))) {
                #expect(update.isValid)
                ClassReducer.reduce(&state, ClassEvent(.zero, .live(.terminalShared(update))))
            }
            let shared = try #require(state.terminal.shared)
            expect(shared.screen.map(\.text), is: shell.screen)
            expect(shared.scrollback.map(\.text).suffix(shell.history.count), is: shell.history[...])
            let later = state.snapshotEvents
            var late = ClassState()
            for event in later { ClassReducer.reduce(&late, event) }
            expect(late.content, is: state.content)
        }
        #expect(share.updates(to: try #require(TmuxScreen(shell.output))).isEmpty)
        #expect(state.terminal.shared?.scrollback.count ?? 0 >= 200)
    }
}
