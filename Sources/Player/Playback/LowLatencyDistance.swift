import PlayCore

/// How much farther than recommended a low-latency stream plays from the edge. Each stall adds to it, because the
/// network did not sustain the distance. Without stalls it shrinks again.
struct LowLatencyDistance: Sendable {
    /// The first stall's addition. Each further one doubles it, up to the distance of ordinary streams.
    static let step = MediaTime.seconds(1)
    static let most = MediaTime.seconds(8)
    /// The time without a stall that halves the addition. Doubles, up to ``longestPatience``, if halving led to a
    /// stall.
    static let patience = HostTime.seconds(12)
    static let longestPatience = HostTime.seconds(160)
    /// From this length on, a stall is an interruption, which a greater distance would not have bridged.
    static let interruption = HostTime.milliseconds(1500)
    /// Interruptions within this time of each other show that the network does not carry the stream.
    static let calm = HostTime.seconds(20)

    private(set) var added = MediaTime.zero
    private var patience = Self.patience
    private var changed: HostTime?
    private var hasNeared = false
    /// The start of a stall that adds nothing if it becomes an interruption.
    private var single: HostTime?
    private var lastInterruption: HostTime?

    mutating func stall(at now: HostTime) {
        let isCalm = changed == nil && lastInterruption.map { now - $0 >= Self.calm } ?? true
        single = isCalm ? now : nil
        if hasNeared { patience = min(patience + patience, Self.longestPatience) }
        added = min(max(Self.step, added + added), Self.most)
        (changed, hasNeared) = (now, false)
    }

    /// Notes the end of a stall.
    mutating func resume(at now: HostTime) {
        guard let since = single else { return }
        single = nil
        guard now - since >= Self.interruption else { return }
        (added, changed, lastInterruption) = (.zero, nil, now)
    }

    mutating func look(at now: HostTime) {
        guard let since = changed, now - since >= patience else { return }
        if added == .zero {
            (patience, changed, hasNeared) = (Self.patience, nil, false)
            return
        }
        added = added > Self.step.scaled(by: 0.5) ? added.scaled(by: 0.5) : .zero
        (changed, hasNeared) = (now, true)
    }
}
