import PlayCore

/// When a picture that is shown only nearly is presented again, to become better. Pure.
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

    /// Nil: nothing is to be refined. While pictures follow one another the next one has the space: half an interval
    /// more has to pass without one. Then a step an interval.
    var dueAt: HostTime? {
        guard isApproximate else { return nil }
        let half = HostTime(nanoseconds: interval.nanoseconds / 2)
        return max(lastPicture + interval + half, lastFrame + interval)
    }

    func isDue(at now: HostTime) -> Bool { dueAt.map { $0 <= now } ?? false }
}
