package import PlayCore

extension WakeUp {
    /// Waits until it is signalled, and takes the signal.
    ///
    /// - Returns: false: it was not within ``Patience/limit``.
    package func wait() -> Bool { wait(until: SystemClock().now + Patience.limit) }
}
