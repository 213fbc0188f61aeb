import CPlatform

/// A named thread for blocking work. Call `join` or `detach` before the last reference is released.
package final class WorkerThread: @unchecked Sendable {
    // Sendable: `handle` is written once before `init` returns and read by `join` or `detach`, once (`isReleased`).
    private var handle = pthread_t()
    private var isReleased = false

    private final class Start {
        let name: String
        let body: @Sendable () -> Void
        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// Starts at once. `name` has at most 15 bytes (the kernel's limit). Signals other than faults are blocked.
    /// `stackBytes` is for a library that recurses as deeply as its input; the default is 8 MiB.
    package init(name: String, stackBytes: Int? = nil, body: @escaping @Sendable () -> Void) {
        precondition(name.utf8.count <= 15, "thread name too long: \(name)")
        let start = Unmanaged.passRetained(Start(name: name, body: body))
        var everything = sigset_t()
        var before = sigset_t()
        sigfillset(&everything)
        for fault in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGABRT] { sigdelset(&everything, fault) }
        pthread_sigmask(SIG_BLOCK, &everything, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        if let stackBytes { pthread_attr_setstacksize(&attributes, stackBytes) }
        let result = pthread_create(&handle, &attributes, workerMain, start.toOpaque())
        precondition(result == 0, "pthread_create: \(result)")
    }

    /// Blocks until the body has ended. Call from one thread; a second call returns at once.
    package func join() {
        guard !isReleased else { return }
        isReleased = true
        pthread_join(handle, nil)
    }

    /// Waits at most `patience` for the body to end, then detaches the thread. Returns whether the body has ended. For
    /// threads that read from a drive, a server or a program, which may block them forever, even if cancelled.
    @discardableResult
    package func leave(within patience: HostTime = .milliseconds(100)) -> Bool {
        guard !isReleased else { return true }
        isReleased = true
        let end = SystemClock().now + patience
        var time = timespec(
            tv_sec: Int(end.nanoseconds / 1_000_000_000), tv_nsec: Int(end.nanoseconds % 1_000_000_000))
        if pthread_clockjoin_np(handle, nil, CLOCK_MONOTONIC, &time) == 0 { return true }
        pthread_detach(handle)
        return false
    }

    /// Runs work that may block forever. Returns its result, or `nil` if it does not arrive within `patience`. On a
    /// busy machine it waits longer, 10 seconds at most.
    package static func result<Result: Sendable>(
        of name: String, within patience: HostTime, _ work: @escaping @Sendable () -> Result
    ) -> Result? {
        let found = Monitor<Result?>(nil)
        WorkerThread(name: name) {
            let result = work()
            found.update { $0 = result }
        }.detach()
        let (step, longest) = (HostTime.milliseconds(50), HostTime.seconds(10))
        let start = SystemClock().now
        var load = ThreadLoad()
        while true {
            if let result = found.wait(until: SystemClock().now + step, { $0 }) { return result }
            let now = SystemClock().now
            let isBusy = load.isBusy(at: now)
            if now - start >= (isBusy ? longest : patience) { return nil }
        }
    }

    /// Like ``join()``, but cancels the token if the body has not ended within `patience`.
    package func join(within patience: HostTime, then cancel: CancelToken) {
        let isDone = Monitor(false)
        let watch = WorkerThread(name: "patience") {
            if isDone.wait(until: SystemClock().now + patience, { $0 ? true : nil }) == nil { cancel.cancel() }
        }
        join()
        isDone.update { $0 = true }
        watch.join()
    }

    /// Detaches the thread, for use instead of ``join()``. The thread ends with the process at the latest.
    package func detach() {
        guard !isReleased else { return }
        isReleased = true
        pthread_detach(handle)
    }

    fileprivate static func run(_ context: UnsafeMutableRawPointer) {
        let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
        pthread_setname_np(pthread_self(), start.name)
        start.body()
    }
}

private func workerMain(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    if let context { WorkerThread.run(context) }
    return nil
}
