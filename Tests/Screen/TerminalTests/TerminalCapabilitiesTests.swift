import Cells
import TestSupport
import Testing

@testable import Terminal

@Suite struct TerminalCapabilitiesTests {
    private func detect(
        _ term: String, _ environment: [String: String] = [:], colors: Int = 256, rgb: Bool = false,
        override: ColorDepth? = nil, replies: [TerminalReply] = []
    ) -> TerminalCapabilities {
        var terminfo = TerminfoEntry()
        terminfo.colorCount = colors
        terminfo.hasDirectColor = rgb
        terminfo.strings["clear"] = Array("\u{1B}[H\u{1B}[2J".utf8)
        return .detect(
            term: term, environment: environment, terminfo: terminfo, colorOverride: override, replies: replies)
    }

    @Test("terminfo, COLORTERM, the terminal's answer and the number of colours decide the colour depth")
    func colors() {
        let answer = TerminalReply.capability("RGB", value: "8")
        expect(detect("xterm-direct", rgb: true).colorDepth, is: .trueColor)
        expect(detect("xterm-256color", ["COLORTERM": "truecolor"]).colorDepth, is: .trueColor)
        expect(detect("xterm-256color", ["COLORTERM": "24bit"]).colorDepth, is: .trueColor)
        expect(detect("xterm-256color", ["COLORTERM": "1"]).colorDepth, is: .palette256)
        expect(detect("xterm-256color", replies: [answer]).colorDepth, is: .trueColor)
        expect(detect("xterm-256color", replies: [.capability("RGB", value: nil)]).colorDepth, is: .palette256)
        expect(detect("xterm-16color", colors: 16).colorDepth, is: .palette16)
        expect(detect("ansi", colors: 8).colorDepth, is: .palette8)
        expect(detect("vt100", colors: 0).colorDepth, is: .mono)
        expect(detect("screen", ["COLORTERM": "truecolor", "STY": "1"], colors: 8).colorDepth, is: .palette256)
        expect(detect("screen", ["COLORTERM": "truecolor", "TMUX": "1"], colors: 8).colorDepth, is: .trueColor)
    }

    @Test("NO_COLOR selects greys unless it is empty, and --color overrides it")
    func noColor() {
        let off = detect("xterm-256color", ["NO_COLOR": "1", "COLORTERM": "truecolor"])
        expect(off.colorDepth, is: .grey)
        #expect(off.hasDirectColor)
        expect(detect("ansi", ["NO_COLOR": "1"], colors: 8).colorDepth, is: .mono)
        expect(detect("xterm-256color", ["NO_COLOR": ""]).colorDepth, is: .palette256)
        expect(detect("xterm-256color", ["NO_COLOR": "1"], override: .trueColor).colorDepth, is: .trueColor)
        expect(detect("xterm-direct", rgb: true, override: .mono).colorDepth, is: .mono)
    }

    @Test("wanted graphics are queried before DA1, but not kitty's in tmux, which would read that as a title")
    func graphicsQueries() {
        func queries(_ term: String, wanted: Bool) -> String {
            var options = TerminalOptions()
            options.asksForGraphics = wanted
            let strings = ControlStrings(terminfo: TerminfoEntry(), capabilities: detect(term), options: options)
            return String(decoding: strings.queries, as: UTF8.self)
        }
        for term in ["xterm-256color", "tmux-256color"] {
            let asked = queries(term, wanted: true)
            expect(asked.contains("\u{1B}_G"), is: (term == "xterm-256color"))
            #expect(asked.contains("\u{1B}[?1;1;0S"))
            #expect(asked.hasSuffix("\u{1B}[c"))
            #expect(!queries(term, wanted: false).contains("\u{1B}_G"))
        }
        expect(queries("vt100", wanted: true), is: "\u{1B}[c")
    }

    @Test("the answer to DA1 says whether sixel is supported, and the answer to kitty's query whether its graphics are")
    func graphics() {
        let none = detect("xterm-256color")
        #expect(!none.isIdentified)
        #expect(!none.hasSixel)
        #expect(!none.hasKittyGraphics)
        expect(none.sixelColors, is: 256)
        let sixel = detect("xterm-256color", replies: [.colorRegisters(16), .deviceAttributes([64, 1, 4])])
        #expect(sixel.isIdentified)
        #expect(sixel.hasSixel)
        expect(sixel.sixelColors, is: 16)
        // The class of the terminal is not one of its attributes.
        #expect(!detect("xterm-256color", replies: [.deviceAttributes([4, 6])]).hasSixel)
        #expect(detect("xterm-256color", replies: [.kittyGraphics(isKnown: true)]).hasKittyGraphics)
        #expect(!detect("xterm-256color", replies: [.kittyGraphics(isKnown: false)]).hasKittyGraphics)
    }

    @Test("synchronised output is used only if the terminal reports that it can be switched")
    func synchronised() {
        for (state, expected) in [(0, false), (1, true), (2, true), (3, false), (4, false)] {
            let found = detect("xterm-256color", replies: [.mode(2026, state: state)])
            expect(found.hasSynchronizedOutput, is: expected)
        }
        #expect(!detect("xterm-256color").hasSynchronizedOutput)
    }

    @Test("the Linux console receives no queries, and GNU screen no control strings")
    func queries() {
        func strings(_ term: String, _ environment: [String: String] = [:]) -> String {
            let strings = ControlStrings(
                terminfo: TerminfoEntry(), capabilities: detect(term, environment), options: TerminalOptions())
            return String(decoding: strings.queries, as: UTF8.self)
        }
        expect(strings("linux"), is: "")
        // A terminal with an unknown name is first asked whether it answers at all.
        expect(strings("vt220"), is: "\u{1B}[c")
        expect(strings("some-other"), is: "\u{1B}[c")
        #expect(!strings("screen").contains("\u{1B}P"))
        #expect(strings("screen").hasSuffix("\u{1B}[c"))
        #expect(strings("tmux-256color").contains("\u{1B}P+q"))
        #expect(strings("screen-256color", ["TMUX": "x"]).contains("\u{1B}P+q"))
        #expect(strings("xterm-kitty").hasPrefix("\u{1B}[?2026$p"))
        #expect(!detect("linux").hasTitle)
    }

    @Test("a terminal that answers DA1 is asked the rest, with strings only if it is newer than a VT100 or named")
    func answering() {
        for (replies, asks, asksByStrings) in [
            ([], false, false), ([.deviceAttributes([6])], true, false),
            ([.deviceAttributes([62, 22])], true, true),
            ([.deviceAttributes([6]), .version("XTerm(379)")], true, true),
        ] as [([TerminalReply], Bool, Bool)] {
            let found = detect("some-other", replies: replies)
            expect(found.answersFirstQuery, is: replies.isEmpty)
            expect(found.answersQueries, is: asks)
            expect(found.answersStrings, is: asksByStrings)
            expect(found.hasTitle, is: asksByStrings)
        }
        expect(
            detect("some-other", replies: [.deviceAttributes([62]), .version("XTerm(379)")]).colorDepth, is: .trueColor)
        #expect(!detect("xterm").answersFirstQuery)
        var wyse = TerminfoEntry()
        wyse.strings["clear"] = [0x1A]
        #expect(!TerminalCapabilities.detect(term: "wyse50", environment: [:], terminfo: wyse).answersFirstQuery)
    }

    @Test("the stand-in for an unknown terminfo entry has 256 colours, or as many as the name says")
    func standIn() {
        for (term, colors) in [
            ("no-such-terminal", 256), ("", 256), ("linux", 8), ("vt100", 0), ("vt525", 256), ("foo-16color", 16),
            ("foo-m", 0), ("foo-256color", 256),
        ] {
            let entry = TerminfoEntry.standIn(for: term)
            expect(entry.colorCount, is: colors, "\(term)")
            #expect(entry.isStandIn)
            #expect(TerminfoEntry.stringNames.allSatisfy { entry.strings[$0] != nil })
            #expect(!entry.hasRepeat && !entry.hasBackColorErase)
        }
        #expect(TerminfoEntry.standIn(for: "foo-direct").hasDirectColor)
    }

    @Test("xterm is asked for more keys and restored, and the reachable keys of each terminal are known")
    func keys() {
        func strings(_ found: TerminalCapabilities) -> ControlStrings {
            ControlStrings(terminfo: TerminfoEntry(), capabilities: found, options: TerminalOptions())
        }
        func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        let xterm = detect("xterm", replies: [.version("XTerm(379)")])
        expect(text(ControlStrings.keys(xterm)), is: "\u{1B}[>4;1m\u{1B}[?1036s\u{1B}[?1036h")
        #expect(text(strings(xterm).leave).contains("\u{1B}[>4m\u{1B}[?1036r"))
        expect(xterm.keyReach, is: [.alt, .arrows, .others])
        let other = detect("xterm", replies: [.version("VTE(7006)")])
        #expect(ControlStrings.keys(other).isEmpty)
        #expect(!text(strings(other).leave).contains("\u{1B}[>4m"))
        expect(other.keyReach, is: [.alt, .arrows])
        expect(text(ControlStrings.keys(detect("tmux-256color"))), is: "\u{1B}[>4;1m")
        expect(detect("linux").keyReach, is: .alt)
        expect(detect("foot", replies: [.keyboardFlags(0)]).keyReach, is: .all)
    }

    @Test("the last answer on direct colours counts, because tmux may have another client")
    func colorsChange() {
        let yes = TerminalReply.capability("RGB", value: "")
        let no = TerminalReply.capability("RGB", value: nil)
        expect(detect("tmux-256color", replies: [no, yes]).colorDepth, is: .trueColor)
        expect(detect("tmux-256color", replies: [yes, no]).colorDepth, is: .palette256)
    }

    @Test("the background comes from the terminal's answer, or else from COLORFGBG")
    func background() {
        let white = Color.rgb(255, 255, 255)
        expect(detect("xterm").background, is: nil)
        expect(detect("xterm", replies: [.defaultBackground(.rgb(1, 2, 3))]).background, is: .rgb(1, 2, 3))
        expect(detect("rxvt", ["COLORFGBG": "0;default;15"]).background, is: white)
        expect(detect("rxvt", ["COLORFGBG": "0;7"]).background, is: white)
        expect(detect("rxvt", ["COLORFGBG": "15;0"]).background, is: .rgb(0, 0, 0))
        expect(detect("rxvt", ["COLORFGBG": "15;default"]).background, is: nil)
        let both = detect("rxvt", ["COLORFGBG": "15;0"], replies: [.defaultBackground(white)])
        expect(both.background, is: white)
    }

    @Test("leaving switches off every mode that entering switches on", arguments: [true, false])
    func balance(movement: Bool) {
        var options = TerminalOptions()
        options.reportsMouseMovement = movement
        var capabilities = detect("xterm-256color")
        capabilities.hasSynchronizedOutput = true
        let strings = ControlStrings(terminfo: TerminfoEntry(), capabilities: capabilities, options: options)
        let enter = String(decoding: strings.enter, as: UTF8.self)
        let leave = String(decoding: strings.leave, as: UTF8.self)
        for mode in [1000, 1002, 1003, 1006, 2004] {
            expect(enter.contains("?\(mode)h"), is: leave.contains("?\(mode)l"))
        }
        expect(enter.contains("?1003h"), is: movement)
        #expect(leave.contains("?2026l"))
        options.usesMouse = false
        let quiet = ControlStrings(terminfo: TerminfoEntry(), capabilities: capabilities, options: options)
        #expect(!String(decoding: quiet.enter, as: UTF8.self).contains("?1000h"))
    }

    @Test("--title: a title that is left alone is neither saved nor restored", arguments: [true, false])
    func titleStack(isSet: Bool) {
        var options = TerminalOptions()
        options.setsTitle = isSet
        let strings = ControlStrings(
            terminfo: TerminfoEntry(), capabilities: detect("xterm-256color"), options: options)
        expect(String(decoding: strings.enter, as: UTF8.self).contains("\u{1B}[22;0t"), is: isSet)
        expect(String(decoding: strings.leave, as: UTF8.self).contains("\u{1B}[23;0t"), is: isSet)
    }

    @Test("a title has no control characters and a bounded length")
    func title() {
        let title = String(
            decoding: ControlStrings.title("a\u{1B}\\\u{9C}b\n本" + String(repeating: "x", count: 999)), as: UTF8.self)
        #expect(title.hasPrefix("\u{1B}]2;a\\b本x"))
        expect(title.unicodeScalars.count, is: 4 + 200 + 1)
    }
}
