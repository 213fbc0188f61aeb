import PlayCore

/// The keeper's clock, estimated from times that it sends. Transit only makes a time late, so the one farthest ahead
/// within a minute is the most exact.
struct KeeperClock: Sendable, Equatable {
    private struct Heard: Sendable, Equatable {
        /// From this machine's clock to the keeper's, in milliseconds.
        let ahead: Int64
        let at: HostTime
    }

    /// Long enough for one of twelve beats to arrive without delay, and short enough for clock drift, which is 6 ms at
    /// 100 ppm.
    private static let length = HostTime.seconds(60)

    private var heard: [Heard] = []

    /// Returns an estimate of the keeper's present time. Times are milliseconds since 1970.
    mutating func hear(_ time: Int64, at now: HostTime) -> Int64 {
        let here = now.nanoseconds / 1_000_000
        let new = Heard(ahead: time &- here, at: now)
        heard.removeAll { $0.ahead <= new.ahead || $0.at + Self.length < now }
        heard.append(new)
        return here &+ (heard.first?.ahead ?? new.ahead)
    }
}
