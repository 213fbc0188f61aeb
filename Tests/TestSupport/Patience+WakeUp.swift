package import PlayCore

extension WakeUp {
    /// Consumes the signal. Returns `false` if none arrived within ``Patience/limit``.
    package func wait() -> Bool { wait(until: SystemClock().now + Patience.limit) }
}
