import PlayCore

/// Chooses the sound's bit rate: 3 % to 5 % of a thin line. At 128 kbit/s listeners cannot tell Opus from the original.
struct SoundBitRate {
    /// Each rate with the bandwidth that it requires, both in bits per second.
    private static let steps: [(line: Double, rate: Int)] = [
        (0, 32_000), (2_000_000, 64_000), (6_000_000, 96_000), (15_000_000, 128_000),
    ]
    /// The rate before the connection is measured, and where it never is (behind tmux).
    static let initial = 64_000
    /// The additional bandwidth for a higher rate, so that the next measurement does not reduce it again.
    private static let headroom = 1.3
    /// Measurements of a line's first seconds vary.
    private static let riseAfter = HostTime.seconds(5)
    private static let fallAfter = HostTime.seconds(1)

    private(set) var value = initial
    private var changed: HostTime?

    /// Returns the new rate, or `nil` if it stays. `line` is in bytes per second.
    mutating func update(line: Double?, at now: HostTime) -> Int? {
        guard let line else { return nil }
        let since = now - (changed ?? now)
        if changed == nil { changed = now }
        let fitting = Self.rate(of: line * 8)
        let rising = Self.rate(of: line * 8 / Self.headroom)
        let wanted = fitting < value ? fitting : max(value, rising)
        guard wanted != value, since >= (wanted > value ? Self.riseAfter : Self.fallAfter) else { return nil }
        value = wanted
        changed = now
        return wanted
    }

    private static func rate(of line: Double) -> Int { steps.last { $0.line <= line }?.rate ?? steps[0].rate }
}
