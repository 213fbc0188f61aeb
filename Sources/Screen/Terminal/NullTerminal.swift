import CPlatform
package import Cells
package import PlayCore
package import Processes

/// Shows nothing, but passes on signals, wake-ups and, if there is a keyboard, keys. Main thread.
package final class NullTerminal: TerminalBackend {
    private let signals: SignalSource
    private let front: FrontLink?
    private var keyboard: Keyboard?
    /// Whether the front was asked to stop the job. This process then gets the stop signal, too.
    private var isAway = false
    private let endingSignals: Set<Int32>
    package var frameInterval = HostTime.milliseconds(40)
    package let size = TerminalSize(columns: 80, rows: 24)

    /// - Parameters:
    ///   - front: the process whose end also ends this process; it may be stopped instead of this one.
    ///   - survivesHangUp: whether the terminal is already gone; shells send their jobs SIGHUP a second time.
    package init(
        front: FrontLink?, survivesHangUp: Bool = false, keyboard: Keyboard? = nil
    ) throws(TerminalError) {
        signals = try SignalSource()
        self.front = front
        self.keyboard = keyboard
        endingSignals = survivesHangUp ? [SIGINT, SIGTERM, SIGQUIT] : [SIGINT, SIGTERM, SIGQUIT, SIGHUP]
    }

    package func waitForEvents(until deadline: HostTime?, wakeUps: [Int32]) -> [InputEvent] {
        var waits = wakeUps.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
        waits.append(pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0))
        // `poll` skips a negative descriptor.
        waits.append(pollfd(fd: front?.descriptor ?? -1, events: Int16(POLLIN), revents: 0))
        let keys = keyboard.flatMap { $0.isHeld ? $0 : nil }
        waits.append(pollfd(fd: keys?.descriptor ?? -1, events: Int16(POLLIN), revents: 0))
        let until = HostTime.earlier(deadline, keys?.deadline)
        _ = poll(&waits, nfds_t(waits.count), until.map(Self.timeout) ?? -1)
        if let front, front.isGone { return [.terminated(signal: SIGHUP)] }
        for signal in signals.receive() {
            if endingSignals.contains(signal) { return [.terminated(signal: signal)] }
            switch signal {
            case SIGTSTP: stop()
            case SIGCONT:
                isAway = false
                keyboard?.begin()
            default: break
            }
        }
        guard let keys, keys.isHeld else { return [] }
        guard waits[waits.count - 1].revents != 0 else { return keys.timeOut() }
        guard let events = keys.read() else {
            keyboard = nil
            return [.inputClosed]
        }
        let suspension = InputEvent.key(KeyPress(.character("z"), .control))
        if events.contains(suspension) { stop() }
        return events.filter { $0 != suspension }
    }

    private func stop() {
        guard !isAway else { return }
        keyboard?.release()
        if let front, front.playsOn {
            isAway = true
            return front.askToStop()
        }
        SignalSource.stopProcessGroup()
        keyboard?.begin()
    }

    /// Returns the milliseconds for `poll`, rounded up so that the deadline has passed then.
    private static func timeout(until deadline: HostTime) -> Int32 {
        let left = deadline - SystemClock().now
        return Int32(clamping: max(0, (left.nanoseconds + 999_999) / 1_000_000))
    }

    // MARK: Nothing is shown

    package var colorDepth: ColorDepth { .mono }
    package var isUTF8: Bool { false }
    package var canPresent: Bool { false }
    package var acceptsPicture: Bool { false }
    package var nextPictureTime: HostTime? { nil }
    package var lastOutcome: FrameOutcome { FrameOutcome() }
    package var link: LinkStatus { .unknown }
    package var bytesWritten: Int64 { 0 }
    package func present(_ frame: ScreenFrame, includesPicture: Bool) {}
    package func setTitle(_ title: String?) {}
    package func copy(_ text: String) -> Bool { false }
    package func ring() {}
    package func invalidate() {}
    package func suspend() {}
    package func close() { keyboard = nil }
}
