import PlayCore

/// How far behind the edge a stream with low latency is played beyond what it wants. Each stall says that the line does
/// not carry that distance and adds to it; while none comes, playing gets nearer again. Pure.
struct LowLatencyDistance: Sendable {
    /// What the first stall adds; each one that follows doubles it, up to the distance of ordinary streams.
    static let step = MediaTime.seconds(1)
    static let most = MediaTime.seconds(8)
    /// How long no stall may come before half of it is taken off again, and how long where nearing has led to a stall.
    static let patience = HostTime.seconds(20)
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

    /// While it plays.
    mutating func look(at now: HostTime) {
        guard let since = changed, now - since >= patience else { return }
        if added == .zero {
            // It has carried that for so long.
            (patience, changed, hasNeared) = (Self.patience, nil, false)
            return
        }
        added = added > Self.step.scaled(by: 0.5) ? added.scaled(by: 0.5) : .zero
        (changed, hasNeared) = (now, true)
    }
}
