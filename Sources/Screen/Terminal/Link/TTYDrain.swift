import PlayCore

/// The rate of a line without answers: the speed at which the tty takes bytes while it is blocked.
struct TTYDrain {
    /// When the tty blocked, and the bytes that it had taken by then.
    private var blocked: (at: HostTime, taken: Int64)?
    private var filter = RateFilter()
    private(set) var freeAt = HostTime.zero

    /// Bytes per second, or `nil` until the tty has blocked once.
    var rate: Double? { filter.rate }

    mutating func took(_ taken: Int64, isBlocked: Bool, at now: HostTime) {
        if let start = blocked, taken > start.taken, now - start.at >= LinkTuning.capacityTime || !isBlocked {
            filter.add(bytes: Int(taken - start.taken), time: now - start.at, at: now)
            blocked = nil
        }
        if isBlocked, blocked == nil { blocked = (now, taken) }
        if !isBlocked { blocked = nil }
    }

    /// Records the bytes that the device still has to send (TIOCOUTQ: serial lines; 0 for a pty).
    mutating func holds(_ bytes: Int, at now: HostTime) {
        // Assumes 115 200 bit/s before the first measurement, as of a serial console.
        freeAt = bytes > 0 ? now + .sending(bytes, at: rate ?? 11_520) : now
    }
}
