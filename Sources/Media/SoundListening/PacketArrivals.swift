import PlayCore

/// How far apart packets came. A value.
struct PacketArrivals {
    private var last: HostTime?
    private var longestGap = HostTime.zero

    mutating func note(at now: HostTime) {
        if let last { longestGap = max(longestGap, now - last) }
        last = now
    }

    /// The longest time between two packets since the last call.
    mutating func takeLongestGap() -> HostTime {
        defer { longestGap = .zero }
        return longestGap
    }
}
