import PlayCore

/// The keeper's clock, estimated from times that it sends. A time can only be late by the transit, so the one that is
/// farthest ahead within a minute is the most exact.
struct KeeperClock: Sendable, Equatable {
    private struct Heard: Sendable, Equatable {
        /// Difference between the keeper's clock and this machine's, in milliseconds.
        let ahead: Int64
        let at: HostTime
    }

    /// Long enough for one of twelve beats without delay, and short enough for clocks that drift: 6 ms at 100 ppm.
    private static let length = HostTime.seconds(60)

    /// Times in decreasing order of ``Heard/ahead``.
    private var heard: [Heard] = []

    /// Takes the keeper's time when it sent this, and returns its estimated time now, in milliseconds since 1970.
    mutating func hear(_ time: Int64, at now: HostTime) -> Int64 {
        let here = now.nanoseconds / 1_000_000
        let new = Heard(ahead: time &- here, at: now)
        heard.removeAll { $0.ahead <= new.ahead || $0.at + Self.length < now }
        heard.append(new)
        return here &+ (heard.first?.ahead ?? new.ahead)
    }
}
