package import PlayCore

extension WakeUp {
    /// Waits until it is signalled, and consumes the signal.
    ///
    /// - Returns: `false` if it was not signalled within ``Patience/limit``.
    package func wait() -> Bool { wait(until: SystemClock().now + Patience.limit) }
}
