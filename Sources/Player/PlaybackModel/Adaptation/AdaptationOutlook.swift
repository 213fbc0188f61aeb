import PlayCore

struct Outlook {
    let conditions: AdaptationConditions
    /// Indices of renditions, ascending; never empty.
    let allowed: [Int]
    let bandwidth: BitRate
    private let steadyBandwidth: BitRate
    private let latency: HostTime
    private let ladder: RenditionLadder
    private let tuning: AdaptationTuning
    /// The longest possible buffer, in playback time.
    private let reachable: HostTime

    init(_ conditions: AdaptationConditions, policy: AdaptationPolicy) {
        self.conditions = conditions
        ladder = policy.ladder
        tuning = policy.tuning
        allowed = policy.cap?.allowed(in: policy.ladder) ?? policy.ladder.adaptive
        bandwidth = policy.estimator.rate(at: conditions.now)
        steadyBandwidth = policy.isComfortable ? policy.estimator.steadyRate(at: conditions.now) : bandwidth
        latency = policy.estimator.latency
        // The segment to choose cannot be buffered yet (media3 `minDurationForQualityIncreaseUs`).
        let live = conditions.liveDelay.map { max(.zero, $0 - conditions.segmentDuration) }
        reachable = conditions.rate.host(for: min(policy.rules.maximum, live ?? policy.rules.maximum))
    }

    func highest(where fits: (Int) -> Bool) -> Int { allowed.last(where: fits) ?? allowed[0] }

    /// Returns the time from the next segment's request to its last byte.
    func time(for index: Int) -> HostTime { latency + bandwidth.time(for: bytes(of: index)) }

    func bytes(of index: Int) -> Int {
        if let sizes = conditions.segmentBytes, sizes.indices.contains(index) { return sizes[index] }
        return ladder[index].peak.bytes(of: conditions.segmentDuration)
    }

    /// Returns whether segments arrive on average within this share of their playback time. A buffer evens out peaks.
    func sustains(_ index: Int, _ share: Double) -> Bool {
        let mean = ladder[index].average.bytes(of: conditions.segmentDuration)
        let time = latency + steadyBandwidth.time(for: mean)
        return time.inSeconds <= share * conditions.segmentLasting.inSeconds
    }

    /// Returns whether the next segment arrives before playback has used too much of the buffer.
    func arrivesInTime(_ index: Int) -> Bool {
        if conditions.isPaused { return true }
        let budget = max(
            conditions.lasting.inSeconds * tuning.bufferShare,
            conditions.segmentLasting.inSeconds * tuning.starvedShare)
        return time(for: index).inSeconds <= budget
    }

    var worthOfBuffer: Int {
        let rates = allowed.map { ladder[$0].average }
        let most = min(tuning.plenty, reachable)
        let least = min(tuning.comfortable, HostTime(nanoseconds: most.nanoseconds / 3))
        guard least > .zero else { return allowed[0] }
        return allowed[BufferUtility(rates: rates, least: least, most: most).index(buffered: conditions.lasting)]
    }
}
