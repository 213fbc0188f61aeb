import CPlatform

/// OBS-07: the thread that created an observable, on which alone it is used and its handlers run.
struct DeliveryThread {
    private let thread = pthread_self()

    /// Stops a debug build on any other thread.
    @inline(__always)
    func check() {
        #if DEBUG
            precondition(pthread_self() == thread, "observable used off its delivery thread")
        #endif
    }
}
