import CPlatform
import Glibc

/// The front's side of a player. It remains the shell's job, restores the terminal after any end of the player, and
/// stops in place of a player that continues playing after Ctrl-Z. Both are in the front's process group, so a program
/// that starts the front keeps the terminal. The terminal's signals reach both; the front passes on only signals that
/// were sent to itself. Every event is a signal: the shell's, the player's (SIGCHLD), and SIGCONT for each message of
/// the player, for the end of its socket, and for `fg` and `bg`. So a stopped front wakes when its player ends. Main
/// thread; no other thread may exist, because signals are blocked in this one.
package final class PlayerJob {
    private static let signals = [SIGCHLD, SIGCONT, SIGTSTP, SIGTTOU, SIGTTIN, SIGHUP, SIGINT, SIGQUIT, SIGTERM]

    private let terminal: ControllingTerminal
    private let socket: Int32
    private let player: pid_t
    private let ownGroup = getpgrp()
    private let set: sigset_t
    private let isAlone: Bool
    private var reset: [UInt8] = []
    private var end: ProcessEnd?
    private var note: ([UInt8]) -> Void = { _ in }
    private var wantsStop = false
    private var isPlayerStopped = false
    /// Whether a signal asks the player to end. Then the job is not stopped.
    private var isAskedToEnd = false
    /// Whether the socket's other end is closed.
    private var isPlayerLeaving = false
    private var farewell: Int32?
    private var isKilled = false

    /// Starts the player. Returns `nil`, with nothing changed, if there is no terminal or another group owns it.
    /// `isAlone`: no shell started the front, so it never stops; it only watches and restores.
    package init?(
        _ executable: String, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, isAlone: Bool = false
    ) {
        guard let terminal = ControllingTerminal(), terminal.foregroundGroup == ownGroup else { return nil }
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue)
        guard socketpair(AF_UNIX, kind, 0, &ends) == 0 else { return nil }
        defer { close(ends[1]) }
        var set = sigset_t()
        var before = sigset_t()
        sigemptyset(&set)
        for signal in Self.signals { sigaddset(&set, signal) }
        // Before the player starts, so that none of its signals is missed.
        pthread_sigmask(SIG_BLOCK, &set, &before)
        guard tv_signal_at_news(ends[0], getpid(), SIGCONT) == 0,
            let player = Self.start(executable, arguments, mask: before, socket: ends[1])
        else {
            close(ends[0])
            pthread_sigmask(SIG_SETMASK, &before, nil)
            return nil
        }
        self.isAlone = isAlone
        self.terminal = terminal
        socket = ends[0]
        self.player = player
        self.set = set
    }

    deinit { close(socket) }

    /// Waits in place of the player until it has ended, then restores the terminal. After `limit` seconds, asks the
    /// player to end, and kills it a few seconds later. `note` receives the player's log lines.
    package func wait(limit: Int? = nil, note: @escaping ([UInt8]) -> Void = { _ in }) -> ProcessEnd {
        self.note = note
        var due = limit.map { Self.now + $0 }
        while true {
            let signal = nextSignal(until: due)
            readMessages()
            let hasStopped = takeState()
            if let farewell { waitForProcess(farewell) }
            if let end {
                restoreTerminal()
                return end
            }
            if let signal {
                handle(signal.number, sender: signal.sender, playerHasStopped: hasStopped)
                // Without a shell, no process may outlive its terminal.
                if isAlone, isAskedToEnd { due = min(due ?? .max, Self.now + Self.endPatience) }
            } else if let time = due, Self.now >= time {
                due = time + Self.endPatience
                if isKilled {
                    // A thread that waits for a drive cannot be killed.
                    end = .signal(SIGKILL)
                    kill(getpid(), SIGCONT)
                } else if isAskedToEnd {
                    isKilled = true
                    kill(player, SIGKILL)
                } else {
                    handle(SIGTERM, sender: getpid(), playerHasStopped: false)
                }
            }
        }
    }

    /// Allows the player's process a moment to end, then counts it as ended.
    private func waitForProcess(_ status: Int32) {
        var (set, signal) = (set, Int32(0))
        for _ in 0..<Self.processPatience where end == nil {
            var step = timespec(tv_sec: 0, tv_nsec: 10_000_000)
            signal = sigtimedwait(&set, nil, &step)
            if signal == SIGCHLD || signal < 0 { _ = takeState() }
        }
        end = end ?? .code(status)
    }

    /// In steps of ten milliseconds.
    private static let processPatience = 5

    /// In seconds, after the player is asked to end.
    private static let endPatience = 5

    private static var now: Int {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return time.tv_sec
    }

    /// Returns `nil` at the deadline or if interrupted. `sender` is `nil` if the terminal signalled the whole group.
    private func nextSignal(until due: Int?) -> (number: Int32, sender: pid_t?)? {
        var set = set
        var info = siginfo_t()
        let signal: Int32
        if let due {
            var patience = timespec(tv_sec: max(1, due - Self.now), tv_nsec: 0)
            signal = sigtimedwait(&set, &info, &patience)
        } else {
            signal = sigwaitinfo(&set, &info)
        }
        guard signal > 0 else { return nil }
        // SI_USER, SI_QUEUE, SI_TKILL.
        return (signal, [0, -1, -6].contains(info.si_code) ? info._sifields._kill.si_pid : nil)
    }

    private func handle(_ signal: Int32, sender: pid_t?, playerHasStopped: Bool) {
        // Passes on a signal from another process, which the player treats like Ctrl-Z or as a request to end. The
        // terminal's signals reach the player itself, and the player sends its own stop signals to the group.
        let isPassedOn = ![SIGCHLD, SIGCONT, SIGTTOU, SIGTTIN].contains(signal)
        if isPassedOn, let sender, sender != player { kill(player, signal) }
        if [SIGHUP, SIGINT, SIGQUIT, SIGTERM].contains(signal) { isAskedToEnd = true }
        // A stopped player would never receive the signal.
        if isAskedToEnd, isPlayerStopped { kill(player, SIGCONT) }
        defer { wantsStop = false }
        guard !isPlayerLeaving else { return }
        switch terminal.foregroundGroup {
        case ownGroup:
            if wantsStop || playerHasStopped { stop() }
        case nil: break
        // `bg`.
        default:
            if signal == SIGCONT, !isAskedToEnd { GroupStop.raise(SIGTTOU) }
        }
    }

    private func readMessages() {
        while true {
            switch JobMessage.receive(from: socket) {
            case .message(.stop): wantsStop = true
            case .message(.reset(let bytes)): reset = bytes
            case .message(.note(let bytes)): note(bytes)
            case .message(.ended(let status)): farewell = status
            case .unknown: break
            case .nothing: return
            case .end:
                isPlayerLeaving = true
                return
            }
        }
    }

    /// Updates the player's state. Returns whether a signal has stopped the player (SIGSTOP).
    private func takeState() -> Bool {
        var hasStopped = false
        var status: Int32 = 0
        while end == nil, waitpid(player, &status, WNOHANG | WUNTRACED | Int32(WCONTINUED)) == player {
            isPlayerStopped = tv_stopped(status) != 0
            hasStopped = isPlayerStopped
            end = ProcessEnd(status: status)
        }
        return hasStopped
    }

    /// Stops the job with the terminal restored. Returns when it continues, or at once if no shell could do that.
    private func stop() {
        restoreTerminal()
        GroupStop.raise(SIGTSTP)
        // A shell that continues the job sends SIGCONT to all of its processes.
        var pending = sigset_t()
        sigpending(&pending)
        if terminal.foregroundGroup == ownGroup, sigismember(&pending, SIGCONT) == 0 { kill(player, SIGCONT) }
    }

    private func restoreTerminal() {
        if terminal.foregroundGroup == ownGroup { terminal.restore(reset) }
    }

    private static func start(
        _ executable: String, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>, mask: sigset_t,
        socket: Int32
    ) -> pid_t? {
        var words: [[UInt8]] = []
        while let word = arguments[words.count] {
            words.append(Array(UnsafeRawBufferPointer(start: word, count: strlen(word))))
        }
        var launch = ProgramLaunch(executable, words: words)
        (launch.input, launch.output, launch.errors) = (.inherited, .inherited, .inherited)
        launch.kept = [socket]
        // As after `exec`: an argument may name a descriptor. Signals that `nohup` ignores stay ignored.
        launch.closesOthers = false
        // A Ctrl-Z between `vfork` and `exec` would stop the player and block the front. The signal stays pending until
        // the main loop.
        var mask = mask
        sigaddset(&mask, SIGTSTP)
        launch.signals = .inherited(blocked: mask)
        launch.variables = [FrontLink.variable: "\(socket)"]
        do throws(ProgramError) {
            return try launch.start().id
        } catch {
            return nil
        }
    }
}

extension ProcessEnd {
    /// Ends this process as the player has ended, so that the parent sees the same status.
    package func exit() -> Never {
        if case .signal(let number) = self {
            // One core file is enough.
            var none = rlimit(rlim_cur: 0, rlim_max: 0)
            setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &none)
            Glibc.signal(number, SIG_DFL)
            var set = sigset_t()
            sigemptyset(&set)
            sigaddset(&set, number)
            pthread_sigmask(SIG_UNBLOCK, &set, nil)
            Glibc.raise(number)
        }
        // A signal that is ignored by default cannot have ended the player.
        Glibc.exit(status)
    }
}
