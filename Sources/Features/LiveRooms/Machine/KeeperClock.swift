import PlayCore

/// The keeper's clock by what it says. On the way a time only grows older, so of those that came within a minute the one that
/// is farthest ahead is the nearest. A value.
struct KeeperClock: Sendable, Equatable {
    private struct Heard: Sendable, Equatable {
        /// Milliseconds from this machine's clock to the keeper's.
        let ahead: Int64
        let at: HostTime
    }

    /// Long enough for one of twelve beats that is not held up, short enough for clocks that drift apart: 6 ms at 100 ppm.
    private static let length = HostTime.seconds(60)

    /// Each is farther ahead than those behind it.
    private var heard: [Heard] = []

    /// - Parameter time: milliseconds since 1970, as the keeper had it before now.
    /// - Returns: the same for now, as far as it is known.
    mutating func hear(_ time: Int64, at now: HostTime) -> Int64 {
        let here = now.nanoseconds / 1_000_000
        let new = Heard(ahead: time &- here, at: now)
        heard.removeAll { $0.ahead <= new.ahead || $0.at + Self.length < now }
        heard.append(new)
        return here &+ (heard.first?.ahead ?? new.ahead)
    }
}
