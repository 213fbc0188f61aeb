import PlayCore

/// How much farther than recommended a stream with low latency plays from the edge. Each stall shows that the network
/// does not sustain the distance, and adds to it. Without stalls playback moves nearer again.
struct LowLatencyDistance: Sendable {
    /// The first stall's addition. Each further one doubles it, up to the distance of ordinary streams.
    static let step = MediaTime.seconds(1)
    static let most = MediaTime.seconds(8)
    /// The time without a stall that halves the addition. Doubles up to ``longestPatience`` if halving led to a stall.
    static let patience = HostTime.seconds(12)
    static let longestPatience = HostTime.seconds(160)

    private(set) var added = MediaTime.zero
    private var patience = Self.patience
    private var changed: HostTime?
    private var hasNeared = false

    mutating func stall(at now: HostTime) {
        if hasNeared { patience = min(patience + patience, Self.longestPatience) }
        added = min(max(Self.step, added + added), Self.most)
        (changed, hasNeared) = (now, false)
    }

    mutating func look(at now: HostTime) {
        guard let since = changed, now - since >= patience else { return }
        if added == .zero {
            // The network sustained the distance for that long.
            (patience, changed, hasNeared) = (Self.patience, nil, false)
            return
        }
        added = added > Self.step.scaled(by: 0.5) ? added.scaled(by: 0.5) : .zero
        (changed, hasNeared) = (now, true)
    }
}
