import PlayCore

extension AdaptationPolicy {
    /// Decides, about ten times a second, whether to abandon a loading segment for one of a lower rendition (hls.js):
    /// if it would arrive after the buffer is empty, and the other one earlier. The caller still reports the transfer
    /// to ``note(_:)``. Returns `nil` to continue loading.
    package mutating func review(_ progress: SegmentProgress, _ conditions: AdaptationConditions) -> AdaptationDecision?
    {
        if case .fixed(let key) = selection, ladder.index(of: key) != nil { return nil }
        guard !conditions.isPaused, let receiving = progress.receiving, receiving >= tuning.abandonGrace else {
            return nil
        }
        let lasting = conditions.lasting
        guard lasting.inSeconds < tuning.abandonSegments * conditions.segmentLasting.inSeconds else { return nil }
        let outlook = Outlook(conditions, policy: self)
        let lower = outlook.allowed.filter { $0 < progress.index }
        let rate = BitRate(Double(progress.bytesLoaded) * 8 / receiving.inSeconds)
        let total = progress.bytesTotal ?? outlook.bytes(of: progress.index)
        let remaining = rate.time(for: total - progress.bytesLoaded)
        guard remaining > lasting, let lowest = lower.first else { return nil }
        let expected = rate.scaled(by: tuning.safeShare)
        func time(for index: Int) -> HostTime { estimator.latency + expected.time(for: outlook.bytes(of: index)) }
        let index = lower.last { time(for: $0) < lasting } ?? lowest
        guard time(for: index) < remaining else { return nil }
        current = index
        lastChange = conditions.now
        return AdaptationDecision(index: index, reason: .abandoned, bandwidth: rate)
    }
}
