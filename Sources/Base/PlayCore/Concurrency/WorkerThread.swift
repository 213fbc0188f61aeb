import CPlatform

/// A named thread of our own, for work that blocks. `join` or `detach` before the last reference goes.
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

    /// Starts at once. `name` is at most 15 bytes (the kernel's limit); every signal is blocked in the thread.
    ///
    /// - Parameter stackBytes: for work that a library does by recursion as deep as what it reads; nil: as usual, 8 MiB.
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

    /// Waits for the end of the body. Call once, from one thread; a second call returns at once.
    package func join() {
        guard !isReleased else { return }
        isReleased = true
        pthread_join(handle, nil)
    }

    /// As ``join()``; what it still does after so long is cancelled.
    package func join(within patience: HostTime, then cancel: CancelToken) {
        let isDone = Monitor(false)
        let watch = WorkerThread(name: "patience") {
            if isDone.wait(until: SystemClock().now + patience, { $0 ? true : nil }) == nil { cancel.cancel() }
        }
        join()
        isDone.update { $0 = true }
        watch.join()
    }

    /// Leaves the thread to itself: it ends when it ends, with the process at the latest. In place of ``join()``.
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
