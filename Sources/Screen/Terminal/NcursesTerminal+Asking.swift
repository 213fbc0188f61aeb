import Cells
import PlayCore

/// Terminals that terminfo does not know: whoever answers is driven as what it says it is.
extension NcursesTerminal {
    /// Whether the terminal has this program's screen.
    enum Presence: Equatable {
        /// It was asked whether it is there, and has until then to answer. Nothing is written before.
        case asked(until: HostTime)
        case shown
        /// It did not answer, so there is no screen.
        case silent
    }

    /// More than a line over satellites takes; the sound plays meanwhile.
    private static let patience = HostTime.seconds(1)

    /// Why there is no screen, after ``InputEvent/unanswered``.
    package var silence: TerminalError { TerminalError(.termSilent, operation: "DA1", context: term) }

    /// The entry of terminfo with ncurses on top of it; where there is none that a screen can be drawn with, what stands
    /// in for it.
    static func describe(
        _ term: String, _ size: TerminalSize
    ) throws(TerminalError) -> (curses: CursesScreen?, terminfo: TerminfoEntry) {
        guard !term.isEmpty else { return (nil, .standIn(for: term)) }
        do {
            let curses = try CursesScreen(term: term, columns: size.columns, rows: size.rows)
            let terminfo = curses.readTerminfo()
            // Entries of what is no screen: printers, networks.
            return terminfo.strings["clear"] == nil ? (nil, .standIn(for: term)) : (curses, terminfo)
        } catch {
            guard error.code == .termUnknown else { throw error }
            return (nil, .standIn(for: term))
        }
    }

    /// Takes the screen and asks what the terminal can do.
    func begin() {
        presence = .shown
        enter()
        // The probe needs a second row and space for a glyph of any width.
        if size.rows > 1, size.columns > 4, options.isUTF8, capabilities.answersQueries {
            queue.append(ControlStrings.widthProbe)
        }
        writeQueries()
        if let title { setTitle(title) }
    }

    func askWhetherThere() {
        presence = .asked(until: SystemClock().now + Self.patience)
        enter()
        write(query: ControlStrings.firstQuery)
    }

    /// Somebody is there.
    func askOn() {
        if presence == .shown {
            queue.append(strings.reports)
            writeQueries()
        } else {
            begin()
            pendingEvents.append(.resized)
        }
    }

    /// When to give up; nil: nothing is awaited.
    var answerDeadline: HostTime? {
        if case .asked(let until) = presence { until } else { nil }
    }

    func giveUpOnTime() {
        guard let answerDeadline, !isAway, SystemClock().now >= answerDeadline else { return }
        presence = .silent
        pendingEvents.append(.unanswered)
    }
}
