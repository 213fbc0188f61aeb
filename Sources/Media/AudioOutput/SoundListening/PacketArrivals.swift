import PlayCore

struct PacketArrivals {
    private var last: HostTime?
    private var longestGap = HostTime.zero

    mutating func note(at now: HostTime) {
        if let last { longestGap = max(longestGap, now - last) }
        last = now
    }

    mutating func takeLongestGap() -> HostTime {
        defer { longestGap = .zero }
        return longestGap
    }
}
