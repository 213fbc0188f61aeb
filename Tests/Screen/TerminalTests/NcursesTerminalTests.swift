import CPlatform
import Cells
import Glibc
import PlayCore
import TestSupport
import Testing

@testable import Terminal

/// ncurses has one state per process, so these tests run one after the other.
@Suite(.serialized) struct NcursesTerminalTests {
    func options(_ pty: PseudoTerminal, term: String = "xterm-256color", truecolor: Bool = true)
        -> TerminalOptions
    {
        // As in `main`: ncurses and the model of the terminal take widths from libc.
        setlocale(LC_CTYPE, "C.UTF-8")
        var options = TerminalOptions()
        options.ttyPath = pty.path
        options.handlesSignals = false
        options.environment = ["TERM": term]
        if truecolor { options.environment?["COLORTERM"] = "truecolor" }
        return options
    }

    /// Writes all waiting bytes while the other side reads them.
    func settle(_ terminal: NcursesTerminal, _ pty: PseudoTerminal) {
        let limit = SystemClock().now + Patience.limit
        while SystemClock().now < limit {
            pty.pump()
            if terminal.canPresent { break }
            _ = terminal.waitForEvents(until: SystemClock().now + .milliseconds(1), wakeUps: [])
        }
        pty.pump()
    }

    /// Presents the frame until the line had space for the whole picture.
    func show(_ frame: ScreenFrame, _ terminal: NcursesTerminal, _ pty: PseudoTerminal) {
        terminal.present(frame)
        settle(terminal, pty)
        let limit = SystemClock().now + Patience.limit
        while terminal.lastOutcome.isApproximate, SystemClock().now < limit {
            if terminal.acceptsPicture {
                terminal.present(frame)
            } else {
                let soon = SystemClock().now + .milliseconds(5)
                _ = terminal.waitForEvents(until: min(soon, terminal.nextPictureTime ?? soon), wakeUps: [])
            }
            settle(terminal, pty)
        }
    }

    /// Returns the cells of the frame, composed in the slow and simple way.
    func composed(_ frame: ScreenFrame, columns: Int, rows: Int) -> CellBuffer {
        var target = CellBuffer(columns: columns, rows: rows)
        for row in 0..<rows {
            for column in 0..<columns {
                if let picture = frame.picture {
                    let (x, y) = (column - frame.pictureColumn, row - frame.pictureRow)
                    if x >= 0, y >= 0, x < picture.columns, y < picture.rows { target[column, row] = picture[x, y] }
                }
                guard column < frame.chrome.columns, row < frame.chrome.rows else { continue }
                let chrome = frame.chrome[column, row]
                if !chrome.isTransparent { target[column, row] = chrome }
            }
        }
        return target
    }

    /// Returns a terminal that answers within a few milliseconds, which a busy machine may prevent for a while.
    private func near(_ pty: PseudoTerminal, _ environment: [String: String] = [:]) throws -> NcursesTerminal {
        let limit = SystemClock().now + Patience.limit
        var options = options(pty)
        options.environment?.merge(environment) { $1 }
        while true {
            let terminal = try NcursesTerminal(options: options)
            pty.type("\u{1B}[?62;22c")
            _ = terminal.waitForEvents(until: SystemClock().now + .milliseconds(50), wakeUps: [])
            if terminal.holdsFrames { return terminal }
            terminal.close()
            pty.pump()
            try #require(SystemClock().now < limit, "no answer was soon enough")
        }
    }

    @Test("the first picture may take a whole screen, unless the environment names a remote line or GNU screen")
    func firstPicture() throws {
        for (name, value, isNear) in [
            ("COLORTERM", "truecolor", true), ("SSH_CONNECTION", "::1 50000 ::1 22", false),
            ("SSH_TTY", "/dev/pts/1", false), ("STY", "123.pts-0.host", false),
        ] {
            let terminal = try near(try PseudoTerminal(columns: 160, rows: 45), [name: value])
            defer { terminal.close() }
            let bytes = try #require(terminal.pictureAllowance?.bytes)
            expect((bytes > 160 * 45 * 30), is: isNear, "\(name): \(bytes)")
        }
    }

    @Test("a picture waits until it is due, and one that is late, undated or due much later is written at once")
    func held() throws {
        let pty = try PseudoTerminal(columns: 40, rows: 10)
        let terminal = try near(pty)
        defer { terminal.close() }
        var shade: UInt8 = 0
        for (milliseconds, isHeld) in [(Int?.none, false), (-5, false), (15, true), (600, false), (15, true)] {
            shade += 40
            let cell = Cell(
                glyph: 0x20, foreground: .terminalDefault, background: .rgb(shade, shade, 0), attributes: [])
            let picture = CellBuffer(columns: 40, rows: 10, filledWith: cell)
            let chrome = CellBuffer(columns: 40, rows: 10, filledWith: .transparent)
            settle(terminal, pty)
            let due = milliseconds.map { SystemClock().now + .milliseconds($0) }
            let before = terminal.bytesWritten
            terminal.frameDue = due
            terminal.present(ScreenFrame(chrome: chrome, picture: picture, pictureColumn: 0, pictureRow: 0))
            let isWritten = terminal.bytesWritten > before
            expect(terminal.frameDue, is: nil)
            guard isHeld, let due else {
                #expect(isWritten)
                continue
            }
            // A machine that is busy here may have passed the time already.
            if SystemClock().now < due { #expect(!isWritten) }
            while terminal.bytesWritten == before {
                _ = terminal.waitForEvents(until: due + .seconds(60), wakeUps: [])
            }
            #expect(SystemClock().now >= due)
        }
    }

    @Test(
        "rows that change between picture and chrome 300 times never show a wrong cell",
        arguments: ["xterm-256color", "tmux-256color", "screen", "linux", "rxvt-unicode-256color", "vt220"],
        [UInt64(7), 8])
    func owners(term: String, seed: UInt64) throws {
        let (columns, rows) = (61, 13)
        let pty = try PseudoTerminal(columns: columns, rows: rows)
        let terminal = try NcursesTerminal(options: options(pty, term: term))
        defer { terminal.close() }
        let profile = EncoderProfile(
            colorDepth: terminal.colorDepth, hasDirectColor: terminal.capabilities.hasDirectColor)
        var random = RandomScreen(seed: seed, columns: columns, rows: rows)
        random.underlines = term != "linux"
        for step in 0..<300 {
            let frame = random.next()
            show(frame, terminal, pty)
            var target = composed(frame, columns: columns, rows: rows)
            target.withMutableCells { cells in
                for at in cells.indices {
                    cells[at].foreground = profile.sent(cells[at].foreground)
                    cells[at].background = profile.sent(cells[at].background)
                }
            }
            var wrong = pty.screen.differences(from: target)
            // The kernel delivers written bytes to the other end on a thread of its own.
            let limit = SystemClock().now + Patience.limit
            while !wrong.isEmpty, SystemClock().now < limit {
                settle(terminal, pty)
                wrong = pty.screen.differences(from: target)
            }
            expect(wrong, is: [], "\(term), frame \(step): \(wrong)")
            guard wrong.isEmpty else { return }
        }
        expect(pty.screen.problems, is: [])
        #expect(pty.screen.clearCount <= 2)
    }

    @Test("opening sets modes and the alternate screen, and closing twice restores everything")
    func restores() throws {
        let pty = try PseudoTerminal(columns: 40, rows: 10)
        let before = pty.modes
        let terminal = try NcursesTerminal(options: options(pty))
        pty.pump()
        #expect(!pty.isCooked)
        #expect(pty.modes.c_lflag & tcflag_t(ISIG) != 0)
        #expect(pty.screen.modes.isSuperset(of: [1049, 1000, 1002, 1006, 2004]))
        #expect(!pty.screen.modes.contains(25))
        terminal.setTitle("a\u{1B}]b\u{7}c")
        pty.pump()
        expect(pty.screen.title, is: "a]bc")
        terminal.close()
        terminal.close()
        pty.pump()
        #expect(pty.screen.modes.isDisjoint(with: [1049, 1000, 1002, 1003, 1006, 2004, 2026]))
        #expect(pty.screen.modes.contains(25))
        expect(pty.screen.problems, is: [])
        let after = pty.modes
        expect(after.c_lflag, is: before.c_lflag)
        expect(after.c_iflag, is: before.c_iflag)
        expect(after.c_oflag, is: before.c_oflag)
    }

    @Test("--title: the title can be left alone")
    func title() throws {
        let pty = try PseudoTerminal(columns: 40, rows: 10)
        var options = options(pty)
        options.setsTitle = false
        let terminal = try NcursesTerminal(options: options)
        terminal.setTitle("film")
        terminal.close()
        pty.pump()
        expect(pty.screen.title, is: "")
        #expect(pty.screen.clearCount > 0)
    }

    @Test("suspending restores the terminal while stopped, and resuming shows everything again")
    func suspension() throws {
        let pty = try PseudoTerminal(columns: 40, rows: 10)
        let terminal = try NcursesTerminal(options: options(pty))
        defer { terminal.close() }
        var random = RandomScreen(seed: 3, columns: 40, rows: 10)
        let frame = random.next()
        show(frame, terminal, pty)
        var wasCooked = false
        var hadMainScreen = false
        terminal.stopProcess = {
            pty.pump()
            wasCooked = pty.isCooked
            hadMainScreen = !pty.screen.modes.contains(1049) && pty.screen.modes.contains(25)
        }
        terminal.suspend()
        #expect(wasCooked)
        #expect(hadMainScreen)
        #expect(!pty.isCooked)
        let events = terminal.waitForEvents(until: nil, wakeUps: [])
        expect(events, is: [.resumed, .resized])
        show(frame, terminal, pty)
        expect(pty.screen.differences(from: composed(frame, columns: 40, rows: 10)), is: [])
        #expect(pty.screen.modes.contains(1049))
    }

    @Test("after a resize to any size down to 1 × 1 the whole screen is right")
    func resize() throws {
        let pty = try PseudoTerminal(columns: 40, rows: 10)
        let terminal = try NcursesTerminal(options: options(pty))
        defer { terminal.close() }
        for (seed, size) in [(30, 8), (1, 1), (90, 20), (3, 1), (2, 7), (61, 13)].enumerated() {
            pty.resize(columns: size.0, rows: size.1)
            terminal.noteResize()
            expect(terminal.waitForEvents(until: nil, wakeUps: []), is: [.resized])
            expect(terminal.size.columns, is: size.0)
            expect(terminal.size.rows, is: size.1)
            var random = RandomScreen(seed: UInt64(seed), columns: size.0, rows: size.1)
            for _ in 0..<10 {
                let frame = random.next()
                show(frame, terminal, pty)
                expect(pty.screen.differences(from: composed(frame, columns: size.0, rows: size.1)), is: [])
            }
        }
        expect(pty.screen.problems, is: [])
        expect(pty.screen.scrollCount, is: 0)
    }

    @Test(
        "only the upper left part of a terminal that claims an impossible size is used",
        arguments: [(65_535, 1, 1000, 1), (1, 40_000, 1, 300), (32_768, 30, 1000, 30), (1001, 301, 1000, 300)])
    func claimedSize(columns: Int, rows: Int, usedColumns: Int, usedRows: Int) throws {
        let pty = try PseudoTerminal(columns: 40, rows: 10)
        let terminal = try NcursesTerminal(options: options(pty))
        defer { terminal.close() }
        pty.resize(columns: columns, rows: rows)
        terminal.noteResize()
        expect(terminal.waitForEvents(until: nil, wakeUps: []), is: [.resized])
        expect(terminal.size, is: TerminalSize(columns: usedColumns, rows: usedRows))
        var chrome = CellBuffer(columns: usedColumns, rows: usedRows)
        chrome[usedColumns - 1, usedRows - 1] = Cell(
            glyph: 0x78, foreground: .terminalDefault, background: .terminalDefault, attributes: [])
        show(ScreenFrame(chrome: chrome, picture: nil, pictureColumn: 0, pictureRow: 0), terminal, pty)
        expect(pty.screen[usedColumns - 1, usedRows - 1].glyph, is: 0x78)
        expect(pty.screen.problems, is: [])
    }

    @Test("a list over the whole screen scrolls correctly, even though ncurses may scroll the terminal")
    func scrollingList() throws {
        let (columns, rows) = (50, 14)
        let pty = try PseudoTerminal(columns: columns, rows: rows)
        let terminal = try NcursesTerminal(options: options(pty))
        defer { terminal.close() }
        for first in [0, 1, 2, 3, 2, 1, 5, 9, 0] {
            var chrome = CellBuffer(columns: columns, rows: rows)
            for row in 0..<rows {
                for (column, byte) in "item \(first + row) of the list, \((first + row) * 7919)".utf8.enumerated() {
                    chrome[column, row] = Cell(
                        glyph: UInt32(byte), foreground: .palette(6), background: .terminalDefault, attributes: [])
                }
            }
            // The second frame has picture rows, which must not have moved.
            for isMixed in [false, true] {
                var frame = ScreenFrame(chrome: chrome, picture: nil, pictureColumn: 0, pictureRow: 0)
                if isMixed {
                    for column in 0..<columns { chrome[column, 3] = .transparent }
                    frame = ScreenFrame(chrome: chrome, picture: nil, pictureColumn: 0, pictureRow: 0)
                }
                show(frame, terminal, pty)
                expect(pty.screen.differences(from: composed(frame, columns: columns, rows: rows)), is: [])
            }
        }
        expect(pty.screen.problems, is: [])
    }

    @Test("a frame of another size than the terminal is clipped or filled with blanks")
    func otherSize() throws {
        let pty = try PseudoTerminal(columns: 20, rows: 6)
        let terminal = try NcursesTerminal(options: options(pty))
        defer { terminal.close() }
        for size in [(10, 3), (30, 9), (0, 0), (20, 2), (5, 6)] {
            var random = RandomScreen(seed: 4, columns: max(1, size.0), rows: max(1, size.1))
            let made = random.next()
            let frame =
                size.0 == 0
                ? ScreenFrame(
                    chrome: CellBuffer(columns: 0, rows: 0), picture: nil, pictureColumn: 0, pictureRow: 0) : made
            show(frame, terminal, pty)
            // A wide glyph cut by the edge is a question mark. All other cells are as composed.
            let wrong = pty.screen.differences(from: composed(frame, columns: 20, rows: 6))
                .filter { !$0.contains("instead of U+672c") }
            expect(wrong, is: [])
        }
        expect(pty.screen.problems, is: [])
    }

    @Test("a terminal that does not read never blocks the program and shows the frame in the end")
    func slowTerminal() throws {
        let pty = try PseudoTerminal(columns: 150, rows: 50)
        let terminal = try NcursesTerminal(options: options(pty))
        defer { terminal.close() }
        var noise = CellBuffer(columns: 150, rows: 50)
        var generator = SeededGenerator(seed: 1)
        for row in 0..<50 {
            for column in 0..<150 {
                noise[column, row] = Cell(
                    glyph: 0x2580, foreground: Color(rawValue: UInt32.random(in: 0...0xFFFFFF, using: &generator)),
                    background: Color(rawValue: UInt32.random(in: 0...0xFFFFFF, using: &generator)), attributes: [])
            }
        }
        let chrome = CellBuffer(columns: 150, rows: 50, filledWith: .transparent)
        let frame = ScreenFrame(chrome: chrome, picture: noise, pictureColumn: 0, pictureRow: 0)
        terminal.present(frame)
        #expect(!terminal.canPresent)
        show(frame, terminal, pty)
        #expect(terminal.canPresent)
        expect(pty.screen.differences(from: noise), is: [])
        expect(terminal.bytesWritten, is: Int64(pty.output.count))
    }

    @Test("a frame that is already on the screen takes no bytes until the screen is invalidated")
    func cheap() throws {
        let pty = try PseudoTerminal(columns: 80, rows: 24)
        let terminal = try NcursesTerminal(options: options(pty))
        defer { terminal.close() }
        var random = RandomScreen(seed: 2, columns: 80, rows: 24)
        let frame = random.next()
        show(frame, terminal, pty)
        let before = terminal.bytesWritten
        terminal.present(frame)
        expect(terminal.bytesWritten, is: before)
        terminal.invalidate()
        show(frame, terminal, pty)
        #expect(terminal.bytesWritten > before + 1000)
        expect(pty.screen.differences(from: composed(frame, columns: 80, rows: 24)), is: [])
    }

    @Test("answers of the terminal switch on synchronised updates (2026) and direct colours (RGB)")
    func answers() throws {
        let pty = try PseudoTerminal(columns: 30, rows: 5)
        let terminal = try NcursesTerminal(options: options(pty, truecolor: false))
        defer { terminal.close() }
        pty.pump()
        expect(terminal.colorDepth, is: .palette256)
        #expect(String(decoding: pty.output, as: UTF8.self).hasSuffix("\u{1B}[c"))
        pty.type("\u{1B}[?2026;2$y\u{1B}P1+r524742=382f382f38\u{1B}\\\u{1B}[6;20;10t\u{1B}[?62;22c")
        expect(terminal.waitForEvents(until: SystemClock().now + Patience.limit, wakeUps: []), is: [.resized])
        expect(terminal.colorDepth, is: .trueColor)
        expect(terminal.size, is: TerminalSize(columns: 30, rows: 5, pixelWidth: 300, pixelHeight: 100))
        let red = Cell(glyph: 0x41, foreground: .rgb(255, 1, 2), background: .terminalDefault, attributes: [])
        let chrome = CellBuffer(columns: 30, rows: 5, filledWith: red)
        terminal.present(ScreenFrame(chrome: chrome, picture: nil, pictureColumn: 0, pictureRow: 0))
        settle(terminal, pty)
        expect(pty.screen.differences(from: chrome), is: [])
        expect(pty.screen.updateCount, is: 1)
    }

    @Test("the quality setting still applies after an answer of the terminal changed its colours")
    func qualityAfterAnswer() throws {
        let pty = try PseudoTerminal(columns: 60, rows: 20)
        var options = options(pty, truecolor: false)
        options.quality = .similarity(0.9)
        let terminal = try NcursesTerminal(options: options)
        defer { terminal.close() }
        var random = RandomScreen(seed: 6, columns: 60, rows: 20)
        show(random.next(), terminal, pty)
        #expect(terminal.lastOutcome.lambda != nil)
        pty.type("\u{1B}P1+r524742=382f382f38\u{1B}\\")
        expect(terminal.waitForEvents(until: SystemClock().now + Patience.limit, wakeUps: []), is: [.resized])
        expect(terminal.colorDepth, is: .trueColor)
        show(random.next(), terminal, pty)
        #expect(terminal.lastOutcome.lambda != nil)
    }

    @Test("an answer between a change of size and its signal clears and redraws the screen in the new size")
    func answerWhileResizing() throws {
        let pty = try PseudoTerminal(columns: 60, rows: 20)
        let terminal = try NcursesTerminal(options: options(pty, truecolor: false))
        defer { terminal.close() }
        var random = RandomScreen(seed: 5, columns: 60, rows: 20)
        show(random.next(), terminal, pty)
        pty.resize(columns: 7, rows: 3)
        pty.type("\u{1B}P1+r524742=382f382f38\u{1B}\\")
        expect(terminal.waitForEvents(until: SystemClock().now + Patience.limit, wakeUps: []), is: [.resized])
        terminal.invalidate()
        let before = pty.output.count
        let frame = random.next()
        show(frame, terminal, pty)
        // The screen is cleared, not written over, because the terminal's remains of the old size are not known.
        #expect(String(decoding: pty.output[before...], as: UTF8.self).contains("\u{1B}[2J"))
        expect(pty.screen.differences(from: composed(frame, columns: 7, rows: 3)), is: [])
    }

    @Test("a terminal that shows blocks two columns wide gets ASCII instead of narrow glyphs, and no clearing")
    func wideBlocks() throws {
        let pty = try PseudoTerminal(columns: 30, rows: 5)
        let terminal = try NcursesTerminal(options: options(pty))
        defer { terminal.close() }
        pty.pump()
        #expect(String(decoding: pty.output, as: UTF8.self).contains("\u{1B}[2;1H\u{2580}\u{1B}[6n\r\u{1B}[K\u{1B}[H"))
        #expect((0..<5).allSatisfy { row in (0..<30).allSatisfy { pty.screen[$0, row].glyph == 0x20 } })
        #expect(terminal.isUTF8)
        pty.type("\u{1B}[2;3R")
        expect(terminal.waitForEvents(until: SystemClock().now + Patience.limit, wakeUps: []), is: [.resized])
        #expect(!terminal.isUTF8)
        terminal.invalidate()
        let before = pty.output.count
        let glyphs: [UInt32] = [0x2580, 0xE9, 0x672C, 0, 0x41]
        var chrome = CellBuffer(columns: 30, rows: 5, filledWith: .blank)
        for (column, glyph) in glyphs.enumerated() {
            chrome[column, 2] = Cell(glyph: glyph, foreground: .rgb(9, 8, 7), background: .rgb(1, 2, 3), attributes: [])
        }
        terminal.present(ScreenFrame(chrome: chrome, picture: nil, pictureColumn: 0, pictureRow: 0))
        settle(terminal, pty)
        let sent = String(decoding: pty.output[before...], as: UTF8.self)
        expect((0..<5).map { pty.screen[$0, 2].glyph }, is: [0x20, 0x65, 0x672C, 0, 0x41])
        expect(pty.screen[0, 2].background, is: .rgb(1, 2, 3))
        #expect(!sent.contains("\u{2580}"))
        #expect(!sent.contains("\u{E9}"))
        #expect(!sent.contains("\u{1B}[2J"))
    }
}

extension String {
    /// Returns how often `part` occurs.
    func count(of part: String) -> Int { ranges(of: part).count }
}
