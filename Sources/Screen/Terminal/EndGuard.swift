import CPlatform
import Glibc
package import PlayCore
package import Processes

/// Ends the process in time, even if a thread is blocked: drives, name servers and child processes must not delay a
/// viewer who leaves. Its own thread watches for two things: ending signals that the main loop does not handle, and
/// closing that takes too long. When the time is over, it restores the terminal, prints the last message, and notifies
/// the front, which leaves at once. The rest of the closing may then continue in the background. Without a front, the
/// process ends as soon as the position is written. Any thread, unless noted.
package final class EndGuard: Sendable {
    package static let shared = EndGuard()

    /// The time for closing. The rest of a quarter of a second is for writing the position and for the front.
    package static let patience = HostTime.milliseconds(125)
    /// The patience if the machine is merely busy.
    static let longest = HostTime.seconds(5)
    private static let step = HostTime.milliseconds(25)
    private static let placePatience = HostTime.milliseconds(75)
    /// The time of a process for which no other process waits.
    private static let unseenPatience = HostTime.seconds(10)
    private static let endingSignals = [SIGINT, SIGTERM, SIGQUIT, SIGHUP]

    private struct Leave {
        let status: Int32
        let words: String
        let since: HostTime
        let childPatience: HostTime
    }

    private struct State {
        var isStarted = false
        var leave: Leave?
        var isOver = false
        var interruptedStatus: Int32 = 1
        var reportEndToFront: (@Sendable (Int32) -> Void)?
        var settle: @Sendable (HostTime) -> Void = { _ in }
    }

    private let state = Monitor(State())
    private let bell = WakeUp()

    private init() {}

    /// Call once. Signals are blocked already.
    ///
    /// - Parameter interruptedStatus: the status of a process that a signal ends.
    package func start(_ front: FrontLink?, interruptedStatus: Int32) {
        let isNew = state.withLock { state in
            defer { state.isStarted = true }
            (state.interruptedStatus, state.reportEndToFront) = (interruptedStatus, front?.reportEnd)
            return !state.isStarted
        }
        if isNew { WorkerThread(name: "end-guard") { [self] in watch() }.detach() }
    }

    /// - Parameter settle: waits for the writes that must precede the end, at most for the given time.
    package func setSettle(_ settle: @escaping @Sendable (HostTime) -> Void) {
        state.withLock { $0.settle = settle }
    }

    /// Called when the viewer, or a signal, ends the program. Closing may take ``patience`` from then on.
    ///
    /// - Parameter childPatience: without a front, the time to wait for started programs that end in order.
    package func leave(status: Int32, words: String, childPatience: HostTime) {
        arm(Leave(status: status, words: words, since: SystemClock().now, childPatience: childPatience))
    }

    /// Called after the closing. Prints the last message, unless the guard has done so.
    package func finish(status: Int32, words: String = "") {
        // The guard must not end the process between the message and the arming.
        let isOver = state.withLock { state in
            if !state.isOver { Self.write(words) }
            return state.isOver
        }
        guard !isOver else { return }
        state.withLock { $0.reportEndToFront }?(status)
        arm(Leave(status: status, words: "", since: SystemClock().now, childPatience: .zero))
    }

    private static func write(_ words: String) {
        guard !words.isEmpty else { return }
        _ = words.withCString { Glibc.write(2, $0, strlen($0)) }
    }

    private func arm(_ leave: Leave) {
        state.withLock { if !$0.isOver { $0.leave = leave } }
        bell.signal()
    }

    // MARK: The thread

    private func watch() {
        var set = sigset_t()
        sigemptyset(&set)
        for signal in Self.endingSignals { sigaddset(&set, signal) }
        let signals = signalfd(-1, &set, Int32(SFD_CLOEXEC | SFD_NONBLOCK))
        var load = ThreadLoad()
        var pendingSince: HostTime?
        while true {
            let now = SystemClock().now
            let leave = state.withLock { $0.leave }
            pendingSince = Self.isAskedToEnd ? pendingSince ?? now : nil
            guard let since = HostTime.earlier(leave?.since, pendingSince) else {
                wait(for: signals)
                continue
            }
            let isBusy = load.isBusy(mainOnly: leave == nil, at: now)
            if Self.isOver(after: now - since, isBusy: isBusy) { end(leave) }
            bell.wait(until: now + Self.step)
        }
    }

    /// Returns whether the guard ends the process now. A process that computes (`isBusy`) may take longer.
    static func isOver(after time: HostTime, isBusy: Bool) -> Bool { time >= (isBusy ? longest : patience) }

    private func wait(for signals: Int32) {
        var requests = [
            pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
            pollfd(fd: bell.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        _ = poll(&requests, 2, -1)
        bell.clear()
    }

    private static var isAskedToEnd: Bool {
        var pending = sigset_t()
        return sigpending(&pending) == 0 && endingSignals.contains { sigismember(&pending, $0) == 1 }
    }

    private func end(_ leave: Leave?) -> Never {
        let state = state.withLock { state in
            state.isOver = true
            return state
        }
        let status = leave?.status ?? state.interruptedStatus
        CrashGuard.restoreNow()
        Self.write(leave?.words ?? "")
        Log.shared.write(.warning, "end", "something outside holds a thread: the process does not wait for it")
        if let reportEndToFront = state.reportEndToFront {
            reportEndToFront(status)
            state.settle(Self.unseenPatience)
            // The closing in progress ends the process.
            if leave != nil { Self.sleep(Self.unseenPatience) }
        } else {
            state.settle(Self.placePatience)
            Self.sleep(leave?.childPatience ?? .zero)
        }
        _exit(status)
    }

    private static func sleep(_ time: HostTime) { _ = poll(nil, 0, Int32(time.inMilliseconds)) }
}
