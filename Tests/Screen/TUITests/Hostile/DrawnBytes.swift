import CPlatform
import Glibc
import PlayCore
import Processes
import ScreenKit
import TestSupport

@testable import Cells
@testable import TUI
@testable import Terminal

/// The path from a state to a terminal's bytes as in the program: the state is composed and written by the real backend
/// to a pty. A strict reader of sequences and a model of a terminal read the bytes there.
///
/// ncurses has one state per process, so only one instance may exist at a time.
final class DrawnBytes {
    let columns: Int
    let rows: Int
    private let program: PtyProgram
    private let terminal: NcursesTerminal
    private var screen: VTScreen
    private var check = SequenceCheck()
    /// The modes of the terminal while the program uses it.
    private var modes: Set<Int> = []
    private var title = ""

    init(term: String, columns: Int, rows: Int, isUTF8: Bool) throws {
        // As in `main`: ncurses and the model of the terminal take widths from libc.
        setlocale(LC_CTYPE, "C.UTF-8")
        (self.columns, self.rows) = (columns, rows)
        program = try PtyProgram(columns: columns, rows: rows)
        screen = VTScreen(columns: columns, rows: rows)
        var options = TerminalOptions()
        options.ttyPath = program.path
        options.handlesSignals = false
        options.isUTF8 = isUTF8
        options.environment = ["TERM": term, "COLORTERM": "truecolor"]
        terminal = try NcursesTerminal(options: options)
        read()
        modes = screen.modes
    }

    var byteCount: Int { check.count }

    /// Draws the state and returns the problems of its bytes and of the resulting screen, or nothing if all is well.
    func draw(_ state: AppState) -> [String] {
        var state = state
        state.terminal = TerminalTraits(terminal)
        let title = StatusScreen.title(state)
        let isRenamed = title != self.title && terminal.capabilities.hasTitle
        if title != self.title { terminal.setTitle(title.isEmpty ? nil : title) }
        self.title = title
        settle()
        let chrome = compose(state, at: Samples.now).chrome
        terminal.present(ScreenFrame(chrome: chrome, picture: nil, pictureColumn: 0, pictureRow: 0))
        settle()
        // The backend cuts a title after 200 scalars.
        return problems(chrome, title: isRenamed ? String(title.unicodeScalars.prefix(200)) : nil)
    }

    /// Restores the terminal and returns the problems found.
    func close() -> [String] {
        terminal.close()
        read()
        check.end()
        return check.problems + screen.problems + (screen.modes == [7, 25] ? [] : ["modes \(screen.modes.sorted())"])
    }

    private func problems(_ chrome: CellBuffer, title: String?) -> [String] {
        var found = check.problems + screen.problems
        if screen.modes != modes { found.append("modes \(screen.modes.sorted())") }
        if check.titles.count != (title == nil ? 0 : 1) || check.titles.last != title && title != nil {
            found.append("titles \(check.titles)")
        }
        check.titles = []
        return found + screen.differences(from: expected(chrome))
    }

    /// Returns the cells that the terminal can show of the chrome over a black picture.
    private func expected(_ chrome: CellBuffer) -> CellBuffer {
        let profile = EncoderProfile(
            colorDepth: terminal.colorDepth, hasDirectColor: terminal.capabilities.hasDirectColor)
        var target = chrome
        target.withMutableCells { cells in
            for at in cells.indices {
                if cells[at].isTransparent { cells[at] = .blank }
                cells[at].foreground = profile.sent(cells[at].foreground)
                cells[at].background = profile.sent(cells[at].background)
            }
            for row in 0..<chrome.rows {
                guard let start = cells.baseAddress else { return }
                GlyphRules.sanitize(start + row * chrome.columns, count: chrome.columns, isUTF8: terminal.isUTF8)
            }
        }
        return target
    }

    /// Writes all waiting bytes while the other side reads them.
    private func settle() {
        read()
        while !terminal.canPresent {
            _ = terminal.waitForEvents(until: SystemClock().now, wakeUps: [])
            read()
        }
    }

    private func read() {
        withUnsafeTemporaryAllocation(byteCount: 65_536, alignment: 16) { buffer in
            while true {
                let count = CPlatform.read(program.master, buffer.baseAddress, buffer.count)
                guard count > 0 else { return }
                let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                check.feed(bytes)
                screen.feed(bytes)
            }
        }
    }
}
