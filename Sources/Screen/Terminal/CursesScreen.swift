import CNcurses
import CPlatform
import Cells
import Glibc

/// ncurses's part of the screen: whole rows of chrome, and the terminal's terminfo strings. ncurses never touches the
/// tty: it writes to a memory file, from which ``moveOutput(into:)`` moves the bytes to the queue, so that chrome and
/// picture leave in one `write`. It reads no input either. Only one screen exists at a time, because ncurses's state is
/// global. Main thread.
final class CursesScreen {
    private let screen: OpaquePointer
    private let output: UnsafeMutablePointer<FILE>
    private let input: UnsafeMutablePointer<FILE>
    private let columns: Int
    private let rows: Int
    private var ownsRow: [Bool]
    private var hasChanges = false
    let colorCount: Int

    /// The terminal must be blank at the first bytes, with its cursor at the upper left.
    init(term: String, columns: Int, rows: Int) throws(TerminalError) {
        guard let files = Self.openFiles() else {
            throw TerminalError(.system, operation: "memfd_create", number: errno)
        }
        (output, input) = files
        guard let screen = Self.openScreen(term, files.output, files.input) else {
            fclose(files.output)
            fclose(files.input)
            throw TerminalError(.termUnknown, operation: "newterm", context: term)
        }
        self.screen = screen
        self.columns = columns
        self.rows = rows
        ownsRow = [Bool](repeating: true, count: rows)
        nonl()
        typeahead(-1)
        if has_colors() {
            start_color()
            use_default_colors()
        }
        colorCount = has_colors() ? Int(tv_colors()) : 0
        guard Self.withoutSignalHandlers({ resize_term(Int32(rows), Int32(columns)) }) == OK else {
            throw TerminalError(.system, operation: "resize_term", number: ENOMEM)
        }
        idlok(tv_stdscr(), false)
        idcok(tv_stdscr(), false)
        leaveok(tv_stdscr(), true)
        scrollok(tv_stdscr(), false)
        // ncurses clears the screen with its first update, which the terminal's owner has already done.
        update()
        discardOutput()
    }

    deinit {
        // Discards ncurses's closing sequence: `ControlStrings.leave` restores the terminal from any state.
        endwin()
        delscreen(screen)
        fclose(output)
        fclose(input)
    }

    private static func openFiles() -> (output: UnsafeMutablePointer<FILE>, input: UnsafeMutablePointer<FILE>)? {
        let descriptor = memfd_create("tvplay-screen", 1)
        guard descriptor >= 0 else { return nil }
        guard let output = fdopen(descriptor, "w") else {
            CPlatform.close(descriptor)
            return nil
        }
        guard let input = fopen("/dev/null", "re") else {
            fclose(output)
            return nil
        }
        return (output, input)
    }

    /// Opens the screen without LINES and COLUMNS, because the size is set afterwards. If the entry has no size, as for
    /// the Linux console, ncurses 6.5 opens it only with a size from there or its own 24x80.
    private static func openScreen(
        _ term: String, _ output: UnsafeMutablePointer<FILE>, _ input: UnsafeMutablePointer<FILE>
    ) -> OpaquePointer? {
        use_tioctl(true)
        for usesEnvironment in [false, true] {
            use_env(usesEnvironment)
            if let screen = withoutSignalHandlers({ newterm(term, output, input) }) { return screen }
        }
        return nil
    }

    /// Calls `body`, then restores the actions for SIGINT, SIGTERM, SIGTSTP and SIGWINCH, which ncurses changes.
    private static func withoutSignalHandlers<R>(_ body: () -> R) -> R {
        let signals = [SIGINT, SIGTERM, SIGTSTP, SIGWINCH]
        var actions = signals.map { _ in sigaction() }
        for (at, signal) in signals.enumerated() { sigaction(signal, nil, &actions[at]) }
        defer { for (at, signal) in signals.enumerated() { sigaction(signal, &actions[at], nil) } }
        return body()
    }
}

// MARK: - Rows

extension CursesScreen {
    /// Sets the contents of a row that ncurses owns. ``moveOutput(into:)`` returns the bytes.
    func write(row: Int, _ cells: UnsafePointer<Cell>, profile: EncoderProfile) {
        guard row < rows else { return }
        let window = tv_stdscr()
        var column = 0
        var pair: Int32 = 0
        var colors: (Color, Color) = (.terminalDefault, .terminalDefault)
        while column < columns {
            let cell = cells[column]
            if column == 0 || colors != (cell.foreground, cell.background) {
                colors = (cell.foreground, cell.background)
                pair = self.pair(profile.sent(colors.0), profile.sent(colors.1))
            }
            tv_put(
                window, Int32(row), Int32(column), wchar_t(cell.glyph), Self.attributes(cell.attributes), pair)
            column += column + 1 < columns && cells[column + 1].glyph == 0 ? 2 : 1
        }
        let hasForeignRows = ownsRow.contains(false)
        if !ownsRow[row] {
            // The terminal's row differs from ncurses's memory of it, so the whole row is written.
            wredrawln(window, Int32(row), 1)
            ownsRow[row] = true
        }
        hasChanges = true
        // ncurses scrolls regions of the terminal to save bytes, even without `idlok` (seen with 6.4), and would move
        // rows that it does not own. With one changed row per update it finds none to move.
        if hasForeignRows { update() }
    }

    /// Hands the row to the picture writer. Fills ncurses's memory of the row with marks that count as already shown.
    /// They prevent ncurses from clearing the rest of the screen in one step.
    func release(row: Int) {
        guard row < rows, ownsRow[row] else { return }
        ownsRow[row] = false
        // Also makes ncurses forget the row's hash, by which it would find a moved row.
        wredrawln(tv_stdscr(), Int32(row), 1)
        for window in [tv_stdscr(), tv_newscr(), tv_curscr()] {
            for column in 0..<columns { tv_put(window, Int32(row), Int32(column), wchar_t(0x23), 0, 0) }
        }
        // Writes nothing, but updates the row's hash before another row changes.
        update()
    }

    private func pair(_ foreground: Color, _ background: Color) -> Int32 {
        guard colorCount > 0 else { return 0 }
        let pair = alloc_pair(number(foreground), number(background))
        return max(0, pair)
    }

    private func number(_ color: Color) -> Int32 {
        guard let index = color.paletteIndex, Int(index) < colorCount else { return -1 }
        return Int32(index)
    }

    private static func attributes(_ attributes: Cell.Attributes) -> UInt32 {
        var bits: UInt32 = 0
        if attributes.contains(.bold) { bits |= tv_bold() }
        if attributes.contains(.dim) { bits |= tv_dim() }
        if attributes.contains(.italic) { bits |= tv_italic() }
        if attributes.contains(.underline) { bits |= tv_underline() }
        if attributes.contains(.reverse) { bits |= tv_reverse() }
        return bits
    }
}

// MARK: - Output

extension CursesScreen {
    func moveOutput(into queue: OutputQueue) {
        guard hasChanges else { return }
        hasChanges = false
        update()
        let descriptor = fileno(output)
        let size = Int(lseek(descriptor, 0, SEEK_CUR))
        if size > 0 {
            let count = pread(descriptor, queue.reserve(size), size, 0)
            queue.commit(max(0, count))
        }
        discardOutput()
    }

    private func update() {
        wnoutrefresh(tv_stdscr())
        doupdate()
    }

    private func discardOutput() {
        let descriptor = fileno(output)
        lseek(descriptor, 0, SEEK_SET)
        ftruncate(descriptor, 0)
    }
}

// MARK: - Terminfo

extension CursesScreen {
    func readTerminfo() -> TerminfoEntry {
        var entry = TerminfoEntry()
        entry.colorCount = max(0, Int(tigetnum("colors")))
        entry.hasDirectColor =
            tigetflag("RGB") > 0 || tigetflag("Tc") > 0 || tigetnum("RGB") > 0 || tv_capability_string("RGB") != nil
        entry.hasBackColorErase = tigetflag("bce") > 0
        entry.hasRepeat = Self.string("rep") == Array("%p1%c\u{1B}[%p2%{1}%-%db".utf8)
        entry.wrapsAtOnce = tigetflag("am") > 0 && tigetflag("xenl") <= 0
        for name in TerminfoEntry.stringNames { entry.strings[name] = Self.string(name) }
        for (name, key) in KeyTable.terminfoNames {
            if let string = Self.string(name), !string.isEmpty { entry.keys[string] = key }
        }
        return entry
    }

    /// Removes padding, which no current terminal needs.
    private static func string(_ name: String) -> [UInt8]? {
        guard let value = tv_capability_string(name) else { return nil }
        let bytes = Array(String(cString: value).utf8)
        guard let mark = bytes.firstIndex(of: UInt8(ascii: "$")), bytes[mark...].starts(with: "$<".utf8) else {
            return bytes
        }
        return Array(bytes[..<mark])
    }
}
