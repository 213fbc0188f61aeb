import Cells
import PlayCore

/// A terminal that terminfo does not know is used according to its answers to queries.
extension NcursesTerminal {
    enum Presence: Equatable {
        /// The terminal must identify itself by then. Until then nothing else is written.
        case asked(until: HostTime)
        case shown
        case silent
    }

    /// More than a line over satellites takes. The sound plays meanwhile.
    private static let patience = HostTime.seconds(1)

    package var silence: TerminalError { TerminalError(.termSilent, operation: "DA1", context: term) }

    /// Returns terminfo's entry with ncurses, or a stand-in if no entry can draw a screen.
    static func describe(
        _ term: String, _ size: TerminalSize
    ) throws(TerminalError) -> (curses: CursesScreen?, terminfo: TerminfoEntry) {
        guard !term.isEmpty else { return (nil, .standIn(for: term)) }
        do {
            let curses = try CursesScreen(term: term, columns: size.columns, rows: size.rows)
            let terminfo = curses.readTerminfo()
            // Entries of printers, networks and the like describe no screen.
            return terminfo.strings["clear"] == nil ? (nil, .standIn(for: term)) : (curses, terminfo)
        } catch {
            guard error.code == .termUnknown else { throw error }
            return (nil, .standIn(for: term))
        }
    }

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

    func askOn() {
        if presence == .shown {
            queue.append(strings.reports)
            writeQueries()
        } else {
            begin()
            pendingEvents.append(.resized)
        }
    }

    var answerDeadline: HostTime? {
        if case .asked(let until) = presence { until } else { nil }
    }

    func giveUpOnTime() {
        guard let answerDeadline, !isAway, SystemClock().now >= answerDeadline else { return }
        presence = .silent
        pendingEvents.append(.unanswered)
    }
}
