import Cells
import Encoding
import TestSupport
import Testing

@testable import Terminal

@Suite("Links in cells, and the clipboard")
struct HyperlinkTests {
    private let profile = EncoderProfile()
    private static let address = "https://example.org/a?b=1"

    private func frame(_ text: String, _ links: [ScreenLink]) -> ScreenFrame {
        var chrome = CellBuffer(columns: 30, rows: 3)
        chrome.write(text, column: 0, row: 1, style: Style(foreground: .palette(6), attributes: .underline))
        return ScreenFrame(chrome: chrome, picture: nil, pictureColumn: 0, pictureRow: 0, links: links)
    }

    private func link(_ column: Int, _ width: Int, _ address: String = address) throws -> ScreenLink {
        try #require(ScreenLink(column: column, row: 1, width: width, address: address))
    }

    /// Returns the screen of a terminal that already shows the text of the first frame.
    private func screen(_ frames: ScreenFrame...) -> VTScreen {
        var layer = HyperlinkLayer()
        var screen = VTScreen(columns: 30, rows: 3)
        for frame in frames {
            // The encoder has already written the cells.
            if screen.cells.allSatisfy({ $0 == .blank }) {
                screen.feed(Array("\u{1B}[2;1H".utf8) + AnsiText.bytes(of: frame.chrome).filter { $0 != 0x0A })
            }
            let bytes = layer.update(for: frame, profile: profile)
            var check = SequenceCheck(takesLinks: true)
            check.feed(bytes)
            check.end()
            expect(check.problems, is: [])
            screen.feed(bytes)
        }
        return screen
    }

    @Test("ROOM-44: the cells of a link have its address on the terminal and look as before")
    func linked() throws {
        let frame = frame("see here now", [try link(4, 4)])
        let screen = screen(frame)
        #expect(screen.problems.isEmpty)
        expect((0..<30).filter { screen.link(column: $0, row: 1) == Self.address }, is: [4, 5, 6, 7])
        #expect((0..<30).allSatisfy { screen[$0, 1] == frame.chrome[$0, 1] })
    }

    @Test("ROOM-44: a screen whose links have not changed writes nothing")
    func once() throws {
        var layer = HyperlinkLayer()
        let frame = frame("see here", [try link(4, 4)])
        #expect(!layer.update(for: frame, profile: profile).isEmpty)
        #expect(layer.update(for: frame, profile: profile).isEmpty)
        layer.forget(row: 1)
        #expect(!layer.update(for: frame, profile: profile).isEmpty)
        #expect(HyperlinkLayer().isSilent(self.frame("see here", []), profile))
    }

    @Test("ROOM-44: a removed link leaves no address behind, even if its text stays")
    func gone() throws {
        let screen = screen(frame("see here", [try link(4, 4)]), frame("see here", []))
        #expect((0..<30).allSatisfy { screen.link(column: $0, row: 1) == nil })
        let moved = self.screen(
            frame("see here", [try link(4, 4)]), frame("see here", [try link(0, 3, "http://b.example/")]))
        expect(moved.link(column: 5, row: 1), is: nil)
        #expect(moved.link(column: 1, row: 1) == "http://b.example/")
    }

    @Test(
        "ROOM-44: text that could end the control sequence is no address",
        arguments: ["", "http://a b", "http://a\u{7}", "http://a\u{1B}\\", "http://ä", "http://a\n", "http://\u{9C}"])
    func hostile(address: String) {
        expect(ScreenLink(column: 0, row: 0, width: 1, address: address), is: nil)
    }

    @Test("ROOM-67: the clipboard receives the text in base 64")
    func clipboard() {
        expect(ControlStrings.copy("Hi \u{1B}]0;x\u{7}"), is: Array("\u{1B}]52;c;SGkgG10wO3gH\u{7}".utf8))
        for (text, encoded) in [("", ""), ("a", "YQ=="), ("ab", "YWI="), ("abc", "YWJj"), ("数", "5pWw")] {
            expect(String(decoding: Base64.encoded(Array(text.utf8)), as: UTF8.self), is: encoded)
        }
        expect(
            ControlStrings.passed(through: .tmux, ControlStrings.copy("a")),
            is: Array("\u{1B}Ptmux;\u{1B}\u{1B}]52;c;YQ==\u{7}\u{1B}\\".utf8))
    }

    @Test(
        "ROOM-44: only terminals that support links receive them",
        arguments: [
            ("xterm-kitty", nil, true), ("xterm-256color", "VTE(7006)", true), ("xterm-256color", "VTE(4800)", false),
            ("xterm-256color", "XTerm(379)", false), ("tmux-256color", "tmux 3.3a", false),
            ("tmux-256color", "tmux 3.4", true), ("linux", nil, false), ("vt220", nil, false),
            ("xterm-256color", nil, false), ("foot", nil, true),
        ] as [(String, String?, Bool)])
    func known(term: String, version: String?, knows: Bool) {
        let found = TerminalCapabilities.detect(
            term: term, environment: [:], terminfo: TerminfoEntry(),
            replies: version.map { [.version($0)] } ?? [])
        expect(found.hasHyperlinks, is: knows)
    }

    @Test("ROOM-67: text is copied to the terminal's clipboard, except on the Linux console")
    func copying() throws {
        for (term, takes) in [("xterm-256color", true), ("linux", false)] {
            let pty = try PseudoTerminal(columns: 40, rows: 10)
            var options = TerminalOptions()
            options.ttyPath = pty.path
            options.environment = ["TERM": term]
            options.handlesSignals = false
            let terminal = try NcursesTerminal(options: options)
            defer { terminal.close() }
            expect(terminal.copy("the sign is wrong"), is: takes)
            pty.pump()
            expect(pty.screen.clipboard, is: (takes ? ["the sign is wrong"] : []))
            #expect(!terminal.copy(String(repeating: "a", count: 1 << 20)))
        }
    }
}

extension HyperlinkLayer {
    fileprivate func isSilent(_ frame: ScreenFrame, _ profile: EncoderProfile) -> Bool {
        var copy = self
        return copy.update(for: frame, profile: profile).isEmpty
    }
}
