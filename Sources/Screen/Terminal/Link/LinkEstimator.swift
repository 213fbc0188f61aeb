import Cells
import PlayCore

/// Measures the rate and round trip of the line to the terminal, and computes the allowance of the next frame. It reads
/// no clock: callers pass the time. The writer requests a status report (DSR) after a frame, and the terminal answers
/// when it reads the request. An answer shows three things. First, the bytes before the probe have arrived. Second, the
/// time for which the line was busy with them yields its rate; it starts at the previous answer, or at their own write
/// if the line was idle. Third, the round trip; the least one is that without a queue. From the later writes,
/// `FlightLog` computes when the line will be free. Probes never precede a frame: SSH carries bytes written together in
/// one packet, so both answers would come together, as on a line without limits. If no answers come, the tty itself is
/// observed (``TTYDrain``).
struct LinkEstimator {
    enum ProbeKind {
        /// DSR.
        case status
        /// DA1: sent with the start queries, and after lost answers to match answers and probes again. Its answer skips
        /// the earlier probes.
        case attributes
    }

    private struct Probe {
        let kind: ProbeKind
        /// In bytes, up to the probe's end.
        let position: Int64
        let sentAt: HostTime
        let followsFrame: Bool
        /// Whether the line counted as empty.
        let isClean: Bool
    }

    enum Answers: Equatable {
        case awaited(since: HostTime)
        case coming
        case none
    }

    var screenBytes = 80 * 24 * LinkTuning.bytesPerCell
    var frameInterval = HostTime.milliseconds(40)
    /// `--max-bitrate` in bytes per second, or `nil` for no limit.
    private let userCap: Double?
    /// Behind a multiplexer, estimated in bytes per second. `nil` if no limit is known.
    var outerCap: Double?

    private(set) var answers: Answers
    private var probes: [Probe] = []
    /// Whether answers stay away, so that a small frame with a DA1 tests the line.
    private var isLost = false
    private var lastTrial: HostTime?
    private var flight = FlightLog()
    private var roundTrip = RoundTripFilter()
    private var rateFilter = RateFilter()
    private var drain = TTYDrain()
    private var gain = LinkTuning.gain
    private var isUnlimited = false
    private var lastAnswer: HostTime?
    private var lastProbe: HostTime?
    /// The position after the last written bytes other than sound.
    private var framePosition: Int64 = 0
    /// Nothing is written until then, after a probe that measures the round trip.
    private var aloneUntil = HostTime.zero
    private var startGain = StartGain()
    private let mayBeNear: Bool
    /// Does not count the start queries.
    private var hasAnsweredStatus = false
    /// When all written bytes would be sent at the cap's rate.
    private var capFreeAt = HostTime.zero
    private var lastFrameFilledAllowance = false

    /// - Parameters:
    ///   - answersQueries: whether the terminal answers; otherwise no probes are written.
    ///   - mayBeNear: whether the line may stay on this machine.
    init(answersQueries: Bool, mayBeNear: Bool = false, bytesPerSecondCap cap: Double? = nil, at now: HostTime) {
        self.mayBeNear = mayBeNear
        answers = answersQueries ? .awaited(since: now) : .none
        userCap = cap
    }

    var outstandingProbes: Int { answers == .none ? 0 : probes.count }
    var getsAnswers: Bool { answers != .none }
    var roundTripTime: HostTime? { roundTrip.minimum }
    var measuredRate: Double? { answers == .none ? drain.rate : rateFilter.rate }
}

// MARK: - Events

extension LinkEstimator {
    /// Records bytes that entered the queue to the tty, including chrome and probes.
    mutating func wrote(_ bytes: Int, at now: HostTime) {
        count(bytes, at: now)
        framePosition = flight.written
    }

    private mutating func count(_ bytes: Int, at now: HostTime) {
        flight.write(bytes, at: now)
        if let cap { capFreeAt = max(capFreeAt, now) + .sending(bytes, at: cap) }
        if answers == .none { flight.forget(at: now) }
    }

    mutating func wroteSound(_ bytes: Int, at now: HostTime) { count(bytes, at: now) }

    /// Records a DA1 after the start queries, or before a frame after lost answers. `bytes` includes the queries.
    mutating func wroteAttributesProbe(_ bytes: Int, at now: HostTime) {
        let isClean = isIdle(at: now)
        wrote(bytes, at: now)
        appendProbe(.attributes, followsFrame: false, isClean: isClean, at: now)
        isLost = false
        lastTrial = now
    }

    /// Records a probe without a frame (``wantsLoneProbe(at:)``). `bytes` is its own length.
    mutating func wroteLoneProbe(_ bytes: Int, at now: HostTime) {
        wrote(bytes, at: now)
        appendProbe(.status, followsFrame: false, isClean: true, at: now)
        // A terminal on this machine answers sooner.
        aloneUntil = now + min(LinkTuning.aloneTime, roundTrip.minimum ?? .zero)
    }

    /// Records a probe after a frame. Both were already reported by ``wrote(_:at:)``.
    mutating func wroteProbe(at now: HostTime) { appendProbe(.status, followsFrame: true, isClean: false, at: now) }

    private mutating func appendProbe(_ kind: ProbeKind, followsFrame: Bool, isClean: Bool, at now: HostTime) {
        probes.append(
            Probe(kind: kind, position: flight.written, sentAt: now, followsFrame: followsFrame, isClean: isClean))
        lastProbe = now
    }

    /// Records an answer to the oldest probe of the kind. An unexpected answer is dropped.
    mutating func answered(_ kind: ProbeKind, at now: HostTime) {
        guard let first = probes.firstIndex(where: { $0.kind == .attributes || $0.kind == kind }),
            probes[first].kind == kind
        else { return }
        let probe = probes[first]
        probes.removeFirst(first + 1)
        isLost = false
        let trip = now - probe.sentAt
        if kind == .status { hasAnsweredStatus = true }
        answers = .coming
        roundTrip.add(trip, isClean: probe.isClean, at: now)
        guard let expected = roundTrip.expected else { return }
        if let rate = rateFilter.rate {
            roundTrip.addDelay(now - flight.doneAt(probe.position, rate: rate) - expected)
        }
        updateRate(probe, at: now, expected: expected)
        flight.arrive(probe.position, at: now - expected)
        lastAnswer = now
    }

    private mutating func updateRate(_ probe: Probe, at now: HostTime, expected: HostTime) {
        guard probe.followsFrame else { return }
        // Uses the least round trip, so that the rate is rather too low: small frames make a slow line seem fast.
        let trip = roundTrip.minimum ?? expected
        let train = flight.train(
            to: probe.position, since: lastAnswer.map { $0 - trip }, rate: rateFilter.rate ?? LinkTuning.slowestRate,
            slack: max(.milliseconds(1), roundTrip.jitter))
        guard let (bytes, written) = train, bytes >= 256 else { return }
        let wasIdle = written != nil
        let time = now - (written.map { $0 + trip } ?? lastAnswer ?? now)
        guard !wasIdle || saysSomething(bytes, time) else { return }
        rateFilter.add(bytes: bytes, time: time, at: now)
        if lastFrameFilledAllowance, let rate = rateFilter.rate { startGain.measured(rate) }
        guard lastFrameFilledAllowance else { return }
        let step = wasIdle ? LinkTuning.gainStep : -10 * LinkTuning.gainStep
        gain = min(LinkTuning.maximumGain, max(LinkTuning.gain, gain + step))
    }

    /// Returns whether an answer after an idle line shows its rate. If the bytes are much fewer than the line carries
    /// in a frame's time, or fit in a packet or two, the terminal's scheduling decides when the answer arrives.
    private func saysSomething(_ bytes: Int, _ time: HostTime) -> Bool {
        guard let rate = rateFilter.rate else { return bytes >= LinkTuning.firstSampleBytes }
        let isFast = Double(bytes) > rate * time.inSeconds
        let isLong = time >= frameInterval + frameInterval && bytes >= LinkTuning.firstSampleBytes
        return isFast || isLong || Double(bytes) >= rate * frameInterval.inSeconds * LinkTuning.tellingShare
    }

    /// Records that the tty took bytes: `taken` since the start. `isBlocked`: whether it takes no more for now.
    mutating func ttyTook(_ taken: Int64, isBlocked: Bool, at now: HostTime) {
        drain.took(taken, isBlocked: isBlocked, at: now)
    }

    /// Records the bytes that the device still holds. Used if answers do not come.
    mutating func ttyHolds(_ bytes: Int, at now: HostTime) { drain.holds(bytes, at: now) }

    /// Starts again after a stop, without the queue. Answers to old probes will not be read; the measurements stay.
    mutating func restart(at now: HostTime) {
        probes.removeAll()
        forgetFlight(at: now)
        isLost = false
        (lastProbe, lastTrial) = (nil, nil)
    }

    /// Called if the last `bytes` of the reported ones will not be written. Probes among them get no answer.
    mutating func dropped(_ bytes: Int) {
        let end = flight.written - Int64(bytes)
        probes.removeAll { $0.position > end }
    }

    private mutating func forgetFlight(at now: HostTime) {
        lastAnswer = nil
        flight.forget(at: now)
    }

    /// Detects missing answers. Call before other methods that take a time.
    mutating func passTime(to now: HostTime) {
        switch answers {
        case .none: return
        case .awaited(let since):
            guard now - since > LinkTuning.startPatience else { return }
            // Keeps the probe: a late answer to it still counts.
            answers = .none
            forgetFlight(at: now)
        case .coming:
            guard let end = probeTimeOut, now > end else { return }
            // The line is down, answers were lost, or only the start queries are answered.
            if hasAnsweredStatus {
                isLost = true
            } else {
                answers = .none
                forgetFlight(at: now)
            }
        }
    }
}

// MARK: - Answers to the writer

extension LinkEstimator {
    private var overdueSlack: HostTime {
        let trip = roundTrip.minimum ?? .zero
        return max(
            LinkTuning.overdue, HostTime(nanoseconds: max(trip.nanoseconds / 16, roundTrip.jitter.nanoseconds * 2)))
    }

    /// Returns bytes per second: as measured, or less if an answer is overdue; nil before any measurement.
    func rate(at now: HostTime) -> Double? {
        guard let measured = rateFilter.rate, answers != .none else { return cappedRate(measuredRate) }
        guard let probe = probes.first, let expected = roundTrip.expected else { return cappedRate(measured) }
        let done = now - expected
        guard flight.doneAt(probe.position, rate: measured) + overdueSlack < done else { return cappedRate(measured) }
        let bound = flight.greatestRate(probe.position, notBefore: done)
        return cappedRate(max(LinkTuning.minimumRate, min(measured, bound)))
    }

    private var cap: Double? { [userCap, outerCap].compactMap { $0 }.min() }

    private func cappedRate(_ rate: Double?) -> Double? {
        guard let cap else { return rate }
        return min(rate ?? cap, cap)
    }

    /// Returns how long the bytes in flight will still keep the line busy.
    func queue(at now: HostTime) -> HostTime { max(.zero, freeAt(at: now) - now) }

    private func freeAt(at now: HostTime) -> HostTime {
        guard answers != .none, let rate = rate(at: now) else { return max(capFreeAt, drain.freeAt) }
        return max(capFreeAt, flight.doneAt(flight.written, rate: rate))
    }

    /// Returns whether frames need no limit, because the line carries a whole screen in less than a frame's time.
    private func liftsLimit(at now: HostTime) -> Bool {
        guard cap == nil else { return false }
        if answers == .none { return drain.rate == nil || drain.rate.map(carriesScreen) == true }
        guard answers == .coming, let rate = rate(at: now) else { return false }
        return carriesScreen(rate)
    }

    private func carriesScreen(_ rate: Double) -> Bool {
        let share = isUnlimited ? LinkTuning.keepsUnlimitedShare : LinkTuning.unlimitedShare
        return rate * frameInterval.inSeconds >= Double(screenBytes) * share
    }

    /// Returns the allowance of a frame with picture, or `nil` if there is no space yet; see ``nextAllowance(after:)``.
    mutating func allowance(at now: HostTime) -> LinkAllowance? {
        passTime(to: now)
        if isLost { return LinkAllowance(bytes: LinkTuning.minimumBytes, sustainedBytes: nil) }
        isUnlimited = liftsLimit(at: now)
        guard now >= aloneUntil else { return nil }
        let queue = queue(at: now)
        if isUnlimited { return queue <= frameInterval ? .unlimited : nil }
        guard let rate = rate(at: now) else { return startAllowance }
        guard queue <= roomLimit(at: now), now >= drainedAt(at: now) else { return nil }
        let gain = answers == .none ? LinkTuning.blindGain : gain * startGain.factor
        let time = frameInterval + LinkTuning.queueTarget - queue
        // A limit regardless of the model: at most a round trip, this frame, and the previous one, answered as a whole.
        let unseen = frameInterval + frameInterval + LinkTuning.queueTarget + (roundTrip.expected ?? .zero)
        let window = gain * rate * (unseen + overdueSlack).inSeconds
        let bytes = min(gain * rate * time.inSeconds, window - Double(inFlight))
        return LinkAllowance(
            bytes: max(LinkTuning.minimumBytes, Int(bytes)), sustainedBytes: Int(rate * frameInterval.inSeconds))
    }

    /// The limit of bytes on the way until a frame has shown the rate.
    private var startBytes: Int {
        guard let trip = roundTrip.minimum else { return LinkTuning.startBytes }
        if mayBeNear, trip <= LinkTuning.nearAnswer { return max(screenBytes, LinkTuning.promptStartBytes) }
        return trip <= LinkTuning.promptAnswer ? LinkTuning.promptStartBytes : LinkTuning.startBytes
    }

    private var startAllowance: LinkAllowance? {
        let budget = startBytes
        if inFlight < budget / 2 { return LinkAllowance(bytes: budget - inFlight, sustainedBytes: nil) }
        // Chrome and sound have no probes. Without an expected answer, only a frame can show that they have arrived.
        return probes.isEmpty ? LinkAllowance(bytes: LinkTuning.minimumBytes, sustainedBytes: nil) : nil
    }

    private func roomLimit(at now: HostTime) -> HostTime {
        HostTime(nanoseconds: Int64(Double(frameInterval.nanoseconds) * LinkTuning.roomShare))
    }

    /// Returns when the line has been idle for long enough to measure the round trip; zero if no measurement is due.
    /// Sound continues: a packet takes little of the line's time, and one comes every few milliseconds.
    private func drainedAt(at now: HostTime) -> HostTime {
        guard measuresRoundTrip(at: now), let rate = rate(at: now), let trip = roundTrip.minimum else { return .zero }
        let free = flight.doneAt(framePosition, rate: rate)
        return free + LinkTuning.drainTime + HostTime(nanoseconds: trip.nanoseconds / 4)
    }

    private func measuresRoundTrip(at now: HostTime) -> Bool {
        answers == .coming && !isLost && roundTrip.isStale(at: now) && !probes.contains(where: \.isClean)
    }

    /// Returns whether the line is empty and the round trip is to be measured. A probe before a frame would not measure
    /// it: SSH packs both together, and the terminal reads neither before the last byte of that packet has arrived.
    func wantsLoneProbe(at now: HostTime) -> Bool {
        measuresRoundTrip(at: now) && probes.count + 1 < LinkTuning.maximumProbes && now >= drainedAt(at: now)
    }

    /// Returns when ``allowance(at:)`` will have space without an event; nil if only an answer can make space.
    func nextAllowance(after now: HostTime) -> HostTime? {
        if !isUnlimited, rate(at: now) == nil {
            guard case .awaited(let since) = answers else { return probeTimeOut.map { $0 + .milliseconds(1) } }
            return since + LinkTuning.startPatience + .milliseconds(1)
        }
        let limit = isUnlimited ? frameInterval : roomLimit(at: now)
        let space = max(freeAt(at: now) - limit, drainedAt(at: now), aloneUntil)
        let next = min(space, probeTimeOut ?? now + LinkTuning.probePatience)
        // While an answer is overdue, the estimate moves back, so it is checked every few milliseconds.
        return max(next, now + .milliseconds(2))
    }

    /// The time at which answers count as lost. On a slow line, many bytes may precede the oldest probe.
    private var probeTimeOut: HostTime? {
        guard let probe = probes.first else { return nil }
        let before = HostTime.sending(Int(probe.position - flight.arrived), at: LinkTuning.slowestRate)
        let since = max(probe.sentAt, lastAnswer ?? probe.sentAt, lastTrial ?? probe.sentAt)
        return since + LinkTuning.probePatience + before
    }

    var inFlight: Int { answers == .none ? 0 : flight.inFlight }

    func wantsProbe(at now: HostTime) -> Bool {
        guard answers != .none, probes.count < LinkTuning.maximumProbes else { return isLost }
        return !isUnlimited || now - (lastProbe ?? .zero) >= LinkTuning.probeInterval
    }

    /// Whether to send a DA1 before the next frame, because answers and probes no longer match.
    var wantsAttributesProbe: Bool { isLost }

    func isIdle(at now: HostTime) -> Bool { inFlight == 0 || freeAt(at: now) <= now }

    mutating func noteFrame(bytes: Int, allowance: LinkAllowance) {
        lastFrameFilledAllowance = allowance.bytes.map { bytes * 5 >= $0 * 4 } ?? false
    }

    func status(at now: HostTime) -> LinkStatus {
        LinkStatus(
            isLimited: !isUnlimited, bytesPerSecond: rate(at: now), roundTrip: roundTrip.minimum, inFlight: inFlight,
            queue: queue(at: now))
    }
}
