import Cells
import TestSupport
import Testing

@testable import Terminal

@Suite struct TerminalProgramTests {
    @Test(
        "XTVERSION identifies the program and its version",
        arguments: [
            ("XTerm(379)", TerminalProgram.Name.xterm, 379), ("VTE(7006)", .vte, 7006), ("kitty(0.26.5)", .kitty, 2605),
            ("foot(1.13.1)", .foot, 11_301), ("WezTerm 20230712-072601", .wezTerm, 20_230_712),
            ("tmux 3.3a", .tmux, 30_300), ("Konsole 22.12.3", .konsole, 221_203), ("ghostty 1.0.0", .ghostty, 10_000),
            ("mintty 3.6.1", .mintty, 30_601),
        ])
    func version(text: String, name: TerminalProgram.Name, version: Int) {
        expect(TerminalProgram.named(by: text), is: TerminalProgram(name: name, version: version))
    }

    @Test("a strange version identifies no program, and an endless one does no harm")
    func strange() {
        expect(TerminalProgram.named(by: ""), is: nil)
        expect(TerminalProgram.named(by: "xter(3)"), is: nil)
        let long = TerminalProgram.named(by: "XTerm(" + String(repeating: "9", count: 4000))
        expect(long?.name, is: .xterm)
        expect(long?.version, is: 99_999_999)
    }

    private func capabilities(
        _ term: String, _ environment: [String: String] = [:], colors: Int = 8, replies: [TerminalReply] = []
    ) -> TerminalCapabilities {
        var terminfo = TerminfoEntry()
        terminfo.colorCount = colors
        return .detect(term: term, environment: environment, terminfo: terminfo, replies: replies)
    }

    @Test("xterm without COLORTERM has 256 colours at first, and all colours after its answer")
    func xterm() {
        expect(capabilities("xterm").colorDepth, is: .palette256)
        expect(capabilities("xterm", replies: [.version("XTerm(379)")]).colorDepth, is: .trueColor)
        expect(capabilities("xterm", replies: [.secondaryAttributes([41, 379, 0])]).colorDepth, is: .trueColor)
        expect(capabilities("xterm", replies: [.version("XTerm(330)")]).colorDepth, is: .palette256)
        expect(capabilities("xterm", ["XTERM_VERSION": "XTerm(379)"]).colorDepth, is: .trueColor)
    }

    @Test("the terminal's own answer takes precedence over inherited variables")
    func precedence() {
        let replies: [TerminalReply] = [.version("XTerm(300)")]
        expect(capabilities("xterm-256color", ["VTE_VERSION": "7006"]).colorDepth, is: .trueColor)
        let old = capabilities("xterm-256color", ["VTE_VERSION": "7006"], colors: 256, replies: replies)
        expect(old.colorDepth, is: .palette256)
    }

    @Test("in tmux and GNU screen the variables of the outer terminal are ignored")
    func nested() {
        let outer = ["VTE_VERSION": "7006", "TERM_PROGRAM": "WezTerm", "KITTY_WINDOW_ID": "1"]
        expect(capabilities("tmux-256color", outer, colors: 256).colorDepth, is: .palette256)
        expect(capabilities("screen-256color", outer, colors: 256).colorDepth, is: .palette256)
        // The entry of `screen` has eight colours.
        expect(capabilities("screen", outer).colorDepth, is: .palette256)
        expect(capabilities("screen.linux", outer).colorDepth, is: .palette8)
        expect(capabilities("tmux-256color", colors: 256, replies: [.version("tmux 3.3a")]).colorDepth, is: .palette256)
    }

    @Test(
        "terminals that reorder right-to-left text are recognised, even around tmux",
        arguments: [
            ("xterm-256color", ["VTE_VERSION": "7006"], nil, true),
            ("xterm-256color", ["VTE_VERSION": "5602"], nil, false),
            ("xterm-256color", ["TERM_PROGRAM": "Apple_Terminal"], nil, true), ("mlterm", [:], nil, true),
            ("xterm-256color", ["VTE_VERSION": "7006"], "XTerm(379)", false), ("xterm-kitty", [:], nil, false),
            ("xterm-256color", [:], "Konsole 22.12.3", true), ("xterm-256color", [:], nil, false),
            ("tmux-256color", ["VTE_VERSION": "7006"], "tmux 3.3a", true), ("tmux-256color", [:], "tmux 3.3a", false),
        ] as [(String, [String: String], String?, Bool)])
    func reordering(term: String, environment: [String: String], version: String?, reorders: Bool) {
        let replies = version.map { [TerminalReply.version($0)] } ?? []
        expect(capabilities(term, environment, replies: replies).reordersText, is: reorders)
    }

    @Test("GNU screen has direct colours from version 5 on, and only with COLORTERM")
    func screen() {
        let environment = ["COLORTERM": "truecolor", "STY": "1"]
        func depth(_ version: Int) -> ColorDepth {
            capabilities("screen", environment, colors: 256, replies: [.secondaryAttributes([83, version, 0])])
                .colorDepth
        }
        expect(depth(40_900), is: .palette256)
        expect(depth(50_000), is: .trueColor)
        expect(
            capabilities("screen", colors: 256, replies: [.secondaryAttributes([83, 50_000, 0])]).colorDepth,
            is: .palette256)
    }

    @Test("the Linux console has no direct colours and no bright backgrounds")
    func console() {
        expect(capabilities("linux", ["COLORTERM": "truecolor"]).colorDepth, is: .palette8)
    }

    @Test("the cursor's answer shows whether a block takes one column, two columns, or the terminal lacks UTF-8")
    func blocks() {
        for (column, width) in [(0, 1), (1, 1), (2, 2), (3, 3), (70, 3)] {
            expect(capabilities("xterm", replies: [.cursor(column: column, row: 1)]).blockWidth, is: width)
        }
        // An answer about another row does not belong to the probe.
        expect(capabilities("xterm", replies: [.cursor(column: 2, row: 5)]).blockWidth, is: 1)
    }
}
