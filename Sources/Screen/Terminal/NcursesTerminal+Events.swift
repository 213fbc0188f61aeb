import CPlatform
package import Cells
import Glibc
package import PlayCore
import Processes

extension NcursesTerminal {
    package func waitForEvents(until deadline: HostTime?, wakeUps: [Int32]) -> [InputEvent] {
        if suspendsNext { suspend() }
        // A frame enters a pty in dozens of writes (it holds 12 KiB); the caller is not notified of each.
        while pendingEvents.isEmpty {
            let until = HostTime.earlier(
                HostTime.earlier(deadline, parserDeadline), HostTime.earlier(nextTmuxLook, answerDeadline))
            let onlyWrote = waitOnce(until: until, wakeUps: wakeUps)
            watchTmux()
            if let end = parserDeadline, SystemClock().now >= end { parserTimedOut() }
            giveUpOnTime()
            if let deadline, SystemClock().now >= deadline { break }
            if !onlyWrote { break }
        }
        guard !pendingEvents.isEmpty else { return [] }
        defer { pendingEvents.removeAll() }
        return pendingEvents
    }

    /// Serves tty and signals once, and adds events to `pendingEvents`. Returns true if more is to be written and only
    /// answers to probes came.
    private func waitOnce(until: HostTime?, wakeUps: [Int32]) -> Bool {
        pollRequests.removeAll(keepingCapacity: true)
        if let signals { pollRequests.append(pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)) }
        if wakeUpSet.members != wakeUps { wakeUpSet = DescriptorSet(wakeUps) }
        pollRequests.append(pollfd(fd: wakeUpSet.descriptor, events: Int16(POLLIN), revents: 0))
        let front = pollRequests.count
        if let link = options.front, !hasLostFront {
            pollRequests.append(pollfd(fd: link.descriptor, events: Int16(POLLIN), revents: 0))
        }
        let tty = pollRequests.count
        // A terminal that hung up stays readable forever, so it is not polled.
        if !isInputClosed, !isClosed {
            // While another process has the terminal, only its end matters.
            let events = isAway ? 0 : POLLIN | (queue.count > 0 && heldUntil == nil ? POLLOUT : 0)
            pollRequests.append(pollfd(fd: device.descriptor, events: Int16(events), revents: 0))
        }
        let readyCount = wait(&pollRequests, until: HostTime.earlier(until, heldUntil))
        let isTime = heldUntil.map { $0 <= SystemClock().now } ?? false
        if isTime { flush() }
        guard readyCount > 0 else { return isTime && queue.count > 0 }
        if let signals, pollRequests[0].revents != 0 { for signal in signals.receive() { handle(signal: signal) } }
        if front < tty, pollRequests[front].revents != 0 { noteFrontIsGone() }
        guard pollRequests.count > tty, pollRequests[tty].revents != 0 else { return false }
        if isAway { noteHangUp() }
        guard keepsTerminal() else { return false }
        let ready = Int32(pollRequests[tty].revents)
        if ready & Int32(POLLOUT) != 0 { flush() }
        if ready & Int32(POLLIN | POLLHUP | POLLERR | POLLNVAL) != 0 { readInput() }
        return queue.count > 0 && ready & ~Int32(POLLIN | POLLOUT) == 0 && pendingEvents.isEmpty
            && pollRequests[..<tty].allSatisfy { $0.revents == 0 }
    }

    /// Waits by `poll` with nanoseconds. Returns 0 at the deadline or when interrupted.
    private func wait(_ requests: inout [pollfd], until: HostTime?) -> Int32 {
        let count = nfds_t(requests.count)
        guard let until else { return max(0, ppoll(&requests, count, nil, nil)) }
        let rest = max(.zero, until - SystemClock().now)
        var time = timespec(
            tv_sec: Int(rest.nanoseconds / 1_000_000_000), tv_nsec: Int(rest.nanoseconds % 1_000_000_000))
        return max(0, ppoll(&requests, count, &time, nil))
    }

    private func readInput() {
        switch device.read() {
        case .bytes(let bytes):
            parser.read(bytes)
            while let output = parser.next() { handle(output) }
            notePatience()
        case .nothing: break
        // The shell may just have taken the terminal; that is not its end.
        case .closed: if keepsTerminal() { noteHangUp() }
        }
    }

    private func parserTimedOut() {
        for output in parser.timeOut() { handle(output) }
        notePatience()
    }

    private func notePatience() { parserDeadline = parser.patience.map { SystemClock().now + $0 } }

    private func handle(_ output: InputParser.Output) {
        switch output {
        case .event(.key(let press)):
            if let signal = Self.signal(of: press), hasPushedKeyboard || signal == SIGTSTP {
                handle(signal: signal)
            } else {
                pendingEvents.append(.key(press))
            }
        case .event(let event): pendingEvents.append(event)
        case .reply(let reply): handle(reply)
        }
    }

    /// Returns the signal of a key. kitty's keyboard protocol sends Ctrl-C and the like as keys, of which the tty makes
    /// no signals. Ctrl-Z is always a key (``TerminalDevice/enterRawMode(processesOutput:)``).
    private static func signal(of press: KeyPress) -> Int32? {
        guard press.modifiers == .control else { return nil }
        switch press.key {
        case .character("c"): return SIGINT
        case .character("z"): return SIGTSTP
        case .character("\\"): return SIGQUIT
        default: return nil
        }
    }

    private func handle(signal: Int32) {
        switch signal {
        case SIGWINCH: noteResize()
        case SIGTSTP:
            if isAway { return }
            suspendsNext = true
            pendingEvents.append(.suspending)
        case SIGCONT:
            // If a stop was requested at the same time, the stop comes first.
            if !suspendsNext { handleContinue() }
        default: pendingEvents.append(.terminated(signal: signal))
        }
    }
}

extension NcursesTerminal {
    func sizeWithCells(_ size: TerminalSize) -> TerminalSize {
        guard size.pixelWidth == 0 || size.pixelHeight == 0, capabilities.cellWidth > 0 else { return size }
        return TerminalSize(
            columns: size.columns, rows: size.rows, pixelWidth: size.columns * capabilities.cellWidth,
            pixelHeight: size.rows * capabilities.cellHeight)
    }
}
