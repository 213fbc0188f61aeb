import PlayCore

/// Decides whether to read pictures of a stream that also has a variant without them. Drops them when even the lowest
/// rendition takes longer to arrive than to play. Restores them when the network sustains that rendition, after a wait
/// that doubles each time, because the sound's transfers are too small to measure the network.
struct PictureAllowance: Sendable {
    static let firstWait = HostTime.seconds(10)
    static let longestWait = HostTime.seconds(160)
    /// How long a segment must load before its rate counts, because a connection begins slowly.
    static let grace = HostTime.seconds(3)
    private(set) var isGiven = true
    private var withdrawn = HostTime.zero
    private var wait = Self.firstWait

    mutating func withdraw(at now: HostTime) {
        guard isGiven else { return }
        (isGiven, withdrawn) = (false, now)
    }

    mutating func restore(at now: HostTime) {
        guard !isGiven, now - withdrawn >= wait else { return }
        isGiven = true
        wait = min(Self.longestWait, HostTime(nanoseconds: wait.nanoseconds * 2))
    }

    mutating func reset() { self = PictureAllowance() }
}

extension AdaptationPolicy {
    package mutating func givesPictures(_ conditions: AdaptationConditions) -> Bool {
        guard case .automatic = selection else {
            allowance.reset()
            return true
        }
        let outlook = Outlook(conditions, policy: self)
        let lowest = outlook.allowed[0]
        if outlook.sustains(lowest, tuning.safeShare) {
            allowance.restore(at: conditions.now)
        } else if estimator.isReliable, !conditions.isPaused, !outlook.sustains(lowest, 1),
            conditions.lasting < conditions.segmentLasting
        {
            allowance.withdraw(at: conditions.now)
        }
        return allowance.isGiven
    }

    /// Returns false if the segment in transfer has the lowest rendition and arrives too slowly; then only the sound is
    /// read. Call as often as ``review(_:_:)``, before it.
    package mutating func reviewPictures(_ progress: SegmentProgress, _ conditions: AdaptationConditions) -> Bool {
        guard case .automatic = selection, !conditions.isPaused, let receiving = progress.receiving,
            receiving >= PictureAllowance.grace
        else { return true }
        let outlook = Outlook(conditions, policy: self)
        guard progress.index <= outlook.allowed[0] else { return true }
        let rate = BitRate(Double(progress.bytesLoaded) * 8 / receiving.inSeconds)
        let total = progress.bytesTotal ?? outlook.bytes(of: progress.index)
        if rate.time(for: total) > conditions.segmentLasting,
            rate.time(for: total - progress.bytesLoaded) > conditions.lasting
        {
            allowance.withdraw(at: conditions.now)
        }
        return allowance.isGiven
    }
}
