import PlayCore

/// The time between packets.
struct PacketArrivals {
    private var last: HostTime?
    private var longestGap = HostTime.zero

    mutating func note(at now: HostTime) {
        if let last { longestGap = max(longestGap, now - last) }
        last = now
    }

    /// Returns the longest time between two packets since the last call.
    mutating func takeLongestGap() -> HostTime {
        defer { longestGap = .zero }
        return longestGap
    }
}
