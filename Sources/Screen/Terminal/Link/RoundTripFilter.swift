import PlayCore

/// The round trip without queues: the least of the last seconds.
struct RoundTripFilter {
    private(set) var minimum: HostTime?
    private(set) var confirmedAt = HostTime.zero
    /// The least of the longer round trips since the minimum was confirmed. It replaces a minimum that is too old.
    private var recent: (value: HostTime, at: HostTime)?
    /// RFC 3550 §6.4.1: mean difference of successive delays.
    private(set) var jitter = HostTime.zero
    private var lastDelay: HostTime?

    /// - Parameter isClean: whether nothing was queued before the probe, by estimate.
    mutating func add(_ trip: HostTime, isClean: Bool, at now: HostTime) {
        let trip = max(trip, .microseconds(1))
        guard let old = minimum else {
            (minimum, confirmedAt) = (trip, now)
            return
        }
        let slack = max(HostTime.milliseconds(1), HostTime(nanoseconds: old.nanoseconds / 16))
        if trip < old { minimum = trip }
        if trip <= old + slack {
            confirmedAt = now
            recent = nil
        } else if recent.map({ trip < $0.value }) ?? true {
            recent = (trip, now)
        }
        // Measured on an empty line and still longer: the path itself has become longer.
        if isClean, let newer = recent, isStale(at: now) {
            (minimum, confirmedAt) = (newer.value, now)
            recent = nil
        }
    }

    /// Adds a probe's delay beyond the expected one; negative if it came early.
    mutating func addDelay(_ delay: HostTime) {
        defer { lastDelay = delay }
        guard let lastDelay else { return }
        let difference = abs((delay - lastDelay).nanoseconds)
        let bounded = min(difference, LinkTuning.maximumJitter.nanoseconds)
        jitter = HostTime(nanoseconds: jitter.nanoseconds + (bounded - jitter.nanoseconds) / 16)
    }

    func isStale(at now: HostTime) -> Bool { minimum != nil && now - confirmedAt > LinkTuning.roundTripAge }

    /// The expected round trip. A uniform jitter has half its width as mean, and a third of it as mean difference.
    var expected: HostTime? {
        minimum.map { $0 + HostTime(nanoseconds: jitter.nanoseconds * 3 / 2) }
    }
}
