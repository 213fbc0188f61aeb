import PlayCore

/// The schedule for presenting an approximate picture again, to improve it.
struct Refinement {
    private var isApproximate = false
    private var interval = HostTime.zero
    private var lastPicture = HostTime.zero
    private var lastFrame = HostTime.zero

    mutating func pictureCame(at now: HostTime) { lastPicture = now }

    mutating func presented(isApproximate: Bool, interval: HostTime, at now: HostTime) {
        self.isApproximate = isApproximate
        self.interval = interval
        lastFrame = now
    }

    /// The time of the next improvement. New pictures come first: an interval and a half must pass without one. Then
    /// one step follows in each interval.
    var dueAt: HostTime? {
        guard isApproximate else { return nil }
        let half = HostTime(nanoseconds: interval.nanoseconds / 2)
        return max(lastPicture + interval + half, lastFrame + interval)
    }

    func isDue(at now: HostTime) -> Bool { dueAt.map { $0 <= now } ?? false }
}
