import CPlatform
import Glibc
import Options
import PlayCore
import Preparation
import Streaming
import Terminal

/// `tvplay library prepare`: prepares the films of folders, lists their state, or removes prepared data.
enum LibraryProgram {
    static func run(_ command: PrepareCommand, isUTF8: Bool) -> ExitCode {
        switch command.action {
        case .remove: return remove(command.paths)
        case .prepare, .list:
            do throws(TerminalError) {
                let signals = try SignalSource()
                return PreparationRun(command, isUTF8: isUTF8).run(until: signals)
            } catch {
                PlayerProgram.writeError("tvplay: " + SafeText.clean(error.description) + "\n")
                return .startFailed
            }
        }
    }

    private static func remove(_ paths: [String]) -> ExitCode {
        var failures = 0
        let places = FilmFinder.prepared(in: paths) { error in
            failures += 1
            complain(error)
        }
        var bytes: Int64 = 0
        for place in places {
            bytes += PreparedFolder.size(place)
            PreparedFolder.remove(place)
        }
        let left = places.filter(PreparedFolder.exists)
        for place in left {
            PlayerProgram.writeError("tvplay: " + tr("%1: cannot be removed", SafeText.phrase(place.folder)) + "\n")
        }
        print(
            trn(
                "Removed the copies of %1 film, %2.", "Removed the copies of %1 films, %2.",
                places.count - left.count, ByteCountText.text(bytes)))
        return failures + left.count == 0 ? .success : .playPartlyFailed
    }

    static func complain(_ error: FileError) {
        PlayerProgram.writeError("tvplay: \(SafeText.phrase(error.path)): \(error.reason)\n")
    }
}

/// One run of preparing or listing, with messages on standard output. Main thread.
private final class PreparationRun {
    private let makes: Bool
    private let wakeUp = WakeUp()
    private let preparation: LibraryPreparation
    private let isUTF8: Bool
    private let isTerminal = isatty(STDOUT_FILENO) == 1
    private var drawn = 0
    private var tally = PreparationTally()
    private var isOver = false
    private var interruption: HostTime?

    private static let interval: Int32 = 500
    /// Limits stopping: on a busy machine, a thread at idle priority may not notice the request.
    private static let patience = HostTime.seconds(2)

    init(_ command: PrepareCommand, isUTF8: Bool) {
        makes = command.action == .prepare
        self.isUTF8 = isUTF8
        preparation = LibraryPreparation(command.paths, makes: makes, wakeUp: wakeUp)
    }

    func run(until signals: SignalSource) -> ExitCode {
        let thread = preparation.start()
        while !isOver, !hasTimedOut {
            var waits = [
                pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0),
            ]
            _ = poll(&waits, 2, isTerminal || interruption != nil ? Self.interval : -1)
            wakeUp.clear()
            for signal in signals.receive() { react(to: signal) }
            for event in preparation.receive() { tell(event) }
            draw()
        }
        erase()
        say(tally.words(makes: makes))
        if interruption != nil { say(tr("Stopped. Run the same command to resume.")) }
        // The next run detects and removes half-written data.
        if !isOver { _exit(ExitCode.interrupted.rawValue) }
        thread.join()
        if interruption != nil { return .interrupted }
        if tally.failed == 0 { return .success }
        return tally.isAllFailed ? .playFailed : .playPartlyFailed
    }

    private var hasTimedOut: Bool {
        interruption.map { SystemClock().now - $0 > Self.patience } ?? false
    }

    private func react(to signal: Int32) {
        switch signal {
        case SIGINT, SIGTERM, SIGHUP, SIGQUIT:
            interruption = interruption ?? SystemClock().now
            preparation.stop()
        case SIGTSTP:
            erase()
            fflush(nil)
            SignalSource.stopProcessGroup()
        default: break
        }
    }

    private func tell(_ event: LibraryPreparation.Event) {
        tally.count(event)
        switch event {
        case .unreadable(let error):
            erase()
            LibraryProgram.complain(error)
        case .surveyed(let place, let state):
            if case .failed(let error) = state { complain(place, error) } else if !makes { say(line(place, state)) }
        case .began(let place, let number, let count):
            if !isTerminal { say(tr("%1 (%2 of %3): preparing", SafeText.phrase(place.film), "\(number)", "\(count)")) }
        case .made(let place, let bytes):
            say(tr("%1: prepared, %2", SafeText.phrase(place.film), ByteCountText.text(bytes)))
        case .failed(let place, let error): if error != .cancelled { complain(place, error) }
        case .over: isOver = true
        }
    }

    private func line(_ place: PreparedPlace, _ state: FilmState) -> String {
        tr("%1: %2", SafeText.phrase(place.film), state.words)
    }

    private func complain(_ place: PreparedPlace, _ error: PreparationError) {
        erase()
        PlayerProgram.writeError("tvplay: \(SafeText.phrase(place.film)): \(error.words)\n")
    }

    // MARK: The terminal

    private func say(_ text: String) {
        erase()
        print(ByteText.shown(text))
        fflush(nil)
    }

    private func draw() {
        guard isTerminal, !isOver, let progress = preparation.progress else { return }
        var size = winsize()
        let columns = tv_get_window_size(STDOUT_FILENO, &size) == 0 && size.ws_col > 0 ? Int(size.ws_col) : 80
        let text = progress.line(columns: columns, isUTF8: isUTF8, at: SystemClock().now)
        let width = TextWidth.columns(of: text)
        print("\r" + text + String(repeating: " ", count: max(0, min(drawn, columns - 1) - width)), terminator: "")
        drawn = width
        fflush(nil)
    }

    private func erase() {
        guard drawn > 0 else { return }
        print("\r" + String(repeating: " ", count: drawn) + "\r", terminator: "")
        drawn = 0
    }
}
