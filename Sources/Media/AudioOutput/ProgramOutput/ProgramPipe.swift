import CALSA
import CPlatform
import Glibc
import PlayCore
import Processes

/// A program that reads from its standard input. Callers never wait: a limited number of pieces is queued, others are
/// dropped and counted. The thread waits in `poll` for the pipe, the program's end and new pieces.
final class ProgramPipe: Sendable {
    private enum Ending: Sendable, Equatable {
        case program(ProcessEnd)
        /// The program still runs, but has closed its standard input.
        case closedInput
    }

    private struct State: Sendable {
        var pieces: [[UInt8]] = []
        var isFinished = false
        var ending: Ending?
        var leftOut = 0
        var hasReportedEnding = false
        var hasReportedLoss = false
    }

    /// How long the program may take to read the remaining input and end.
    private static let patience = HostTime.seconds(5)
    /// How long it may take to end after SIGTERM.
    private static let grace = HostTime.seconds(1)

    private let name: String
    private let limit: Int
    private let state = Monitor(State())
    private let news = WakeUp()
    private let wakeUp: WakeUp
    private let thread: WorkerThread

    /// - Parameters:
    ///   - words: program (looked up in PATH) and arguments.
    ///   - wakeUp: signalled when ``takeProblem()`` may have news.
    init(_ words: [String], thread name: String, limit: Int, _ wakeUp: WakeUp) throws(ProgramError) {
        self.name = words[0]
        self.limit = limit
        self.wakeUp = wakeUp
        var ends: [Int32] = [-1, -1]
        guard pipe2(&ends, O_CLOEXEC) == 0 else { throw ProgramError(program: words[0], cause: .notStarted(errno)) }
        let writing = ends[1]
        var launch = ProgramLaunch(words)
        launch.input = .descriptor(ends[0])
        // Its output would cover the screen.
        launch.output = isatty(1) == 0 ? .inherited : .null
        launch.errors = isatty(2) == 0 ? .inherited : .null
        // A key that interrupts or stops the player must not reach the program.
        launch.place = .ownGroup
        let child: ChildProcess
        let ending: Int32
        do throws(ProgramError) {
            defer { close(ends[0]) }
            child = try launch.start()
        } catch {
            close(writing)
            throw error
        }
        do throws(ProgramError) {
            ending = try child.openEnding()
        } catch {
            close(writing)
            child.killGroup()
            throw error
        }
        tv_set_nonblocking(writing, 1)
        let (state, news) = (state, news)
        thread = WorkerThread(name: name) {
            var feeder = Feeder(state: state, news: news, wakeUp: wakeUp, child: child, pipe: writing, ending: ending)
            feeder.run()
        }
    }

    // MARK: Callers

    var hasSpace: Bool { state.withLock { $0.ending == nil && !$0.isFinished && $0.pieces.count < limit } }

    /// Returns false if the piece was dropped for lack of space.
    @discardableResult
    func offer(_ piece: [UInt8]) -> Bool {
        let (isTaken, isFirstLoss) = state.withLock { state in
            guard state.ending == nil, !state.isFinished else { return (false, false) }
            guard state.pieces.count < limit else {
                state.leftOut += 1
                return (false, state.leftOut == 1)
            }
            state.pieces.append(piece)
            return (true, false)
        }
        if isTaken { news.signal() }
        if isFirstLoss { wakeUp.signal() }
        return isTaken
    }

    /// Counts a piece that was not created for lack of space.
    func noteLoss() {
        let isFirst = state.withLock { state in
            guard state.ending == nil, !state.isFinished else { return false }
            state.leftOut += 1
            return state.leftOut == 1
        }
        if isFirst { wakeUp.signal() }
    }

    /// For the viewer, without the folder.
    var shownName: String { SafeText.clean(name.split(separator: "/").last.map(String.init) ?? name, limit: 40) }

    func takeProblem() -> String? {
        let name = shownName
        return state.withLock { state in
            if let ending = state.ending, !state.hasReportedEnding {
                state.hasReportedEnding = true
                switch ending {
                case .program(.code(let code)):
                    return tr("%1 ended with status %2; tvplay no longer sends to it", name, "\(code)")
                case .program(.signal(let number)):
                    return tr("Signal %2 ended %1; tvplay no longer sends to it", name, "\(number)")
                case .closedInput: return tr("%1 closed its input; tvplay no longer sends to it", name)
                }
            }
            guard state.leftOut > 0, !state.hasReportedLoss else { return nil }
            state.hasReportedLoss = true
            return tr("%1 reads too slowly: tvplay skips what it cannot take", name)
        }
    }

    // MARK: The end

    func finish() {
        state.withLock { $0.isFinished = true }
        news.signal()
    }

    func join() {
        thread.join()
        let leftOut = state.withLock { $0.leftOut }
        if leftOut > 0 { Log.shared.write(.info, "stream", "\(name) did not get \(leftOut) pieces") }
    }

    // MARK: The thread

    private struct Feeder {
        let state: Monitor<State>
        let news: WakeUp
        let wakeUp: WakeUp
        let child: ChildProcess
        /// The pipe, or −1 if closed.
        var pipe: Int32
        let ending: Int32
        private var piece: [UInt8] = []
        private var done = 0

        init(
            state: Monitor<State>, news: WakeUp, wakeUp: WakeUp, child: ChildProcess, pipe: Int32, ending: Int32
        ) {
            (self.state, self.news, self.wakeUp) = (state, news, wakeUp)
            (self.child, self.pipe, self.ending) = (child, pipe, ending)
        }

        mutating func run() {
            defer { close(ending) }
            var deadline: HostTime?
            while true {
                beginPiece()
                let isFinished = state.withLock { $0.isFinished }
                if isFinished {
                    deadline = deadline ?? SystemClock().now + ProgramPipe.patience
                    if done == piece.count { closePipe() }
                }
                if let deadline, SystemClock().now >= deadline { return end() }
                var entries = [
                    pollfd(fd: news.descriptor, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: ending, events: Int16(POLLIN), revents: 0),
                    pollfd(fd: pipe, events: done < piece.count ? Int16(POLLOUT) : 0, revents: 0),
                ]
                let left = deadline.map { ($0 - SystemClock().now).nanoseconds / 1_000_000 + 1 } ?? -1
                _ = poll(&entries, nfds_t(entries.count), Int32(clamping: left))
                if entries[0].revents != 0 { _ = news.clear() }
                if entries[1].revents != 0 { return note(.program(child.wait())) }
                if entries[2].revents & Int16(POLLERR) != 0 {
                    noteDeafness()
                } else if entries[2].revents != 0 {
                    write()
                }
            }
        }

        private mutating func beginPiece() {
            guard done == piece.count, pipe >= 0 else { return }
            let next = state.withLock { $0.pieces.isEmpty ? nil : $0.pieces.removeFirst() }
            guard let next else { return }
            (piece, done) = (next, 0)
        }

        private mutating func write() {
            let result = piece.withUnsafeBytes { bytes in
                bytes.baseAddress.map { Glibc.write(pipe, $0 + done, bytes.count - done) } ?? 0
            }
            if result > 0 { return done += result }
            if result < 0, errno != EAGAIN, errno != EINTR { noteDeafness() }
        }

        /// Handles a closed standard input. The program has nearly always ended, which shows in a moment.
        private mutating func noteDeafness() {
            closePipe()
            var entry = pollfd(fd: ending, events: Int16(POLLIN), revents: 0)
            guard poll(&entry, 1, 500) == 0 else { return }
            state.withLock { if $0.ending == nil { $0.ending = .closedInput } }
            wakeUp.signal()
        }

        private mutating func closePipe() {
            if pipe >= 0 { close(pipe) }
            pipe = -1
            (piece, done) = ([], 0)
            state.withLock { $0.pieces = [] }
        }

        private mutating func note(_ end: Ending) {
            closePipe()
            let isEarly = state.withLock { state in
                state.ending = end
                state.hasReportedEnding = state.hasReportedEnding || state.isFinished
                return !state.isFinished
            }
            if isEarly { wakeUp.signal() }
        }

        private mutating func end() {
            closePipe()
            child.signalGroup(SIGTERM)
            var entry = pollfd(fd: ending, events: Int16(POLLIN), revents: 0)
            let patience = Int32(ProgramPipe.grace.nanoseconds / 1_000_000)
            if poll(&entry, 1, patience) > 0 { child.wait() } else { child.killGroup() }
        }
    }
}
