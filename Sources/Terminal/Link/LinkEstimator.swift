import Cells
import PlayCore

/// Learns rate and round trip of the line to the terminal, and says what the next frame may cost. Pure: time comes in.
///
/// The writer asks for a status report (DSR) after a frame; the terminal answers when it gets there. An answer gives
/// three things: the bytes before the probe have arrived; how long the line was busy with them (from the answer before,
/// or from their own write where the line was idle), which is its rate; and a round trip, the least of which is the one
/// without a queue. From what was written since, `FlightLog` works out when the line will be free.
///
/// Where no answers come, the tty itself tells (``TTYDrain``).
struct LinkEstimator {
    struct Probe {
        /// Bytes written up to its own end.
        let position: Int64
        let sentAt: HostTime
        /// Bytes lie before it that no probe precedes: their time is not a rate.
        let isBoundary: Bool
        /// The probe before it was written with the same frame: what lies between was sent in one go.
        let endsTrain: Bool
        /// The line was taken to be empty.
        let isClean: Bool
    }

    enum Answers: Equatable {
        /// None came yet; since when they are awaited.
        case awaited(since: HostTime)
        case coming
        case none
    }

    /// A screen at worst, in bytes.
    var screenBytes = 80 * 24 * LinkTuning.bytesPerCell
    /// Time between two frames of the picture.
    var frameInterval = HostTime.milliseconds(40)
    /// `--max-bitrate` in bytes per second; nil: none.
    let cap: Double?

    private(set) var answers: Answers
    private let mayAnswer: Bool
    private var probes: [Probe] = []
    private var flight = FlightLog()
    private var roundTrip = RoundTripFilter()
    private var rateFilter = RateFilter()
    private var drain = TTYDrain()
    private var gain = LinkTuning.gain
    private var isUnlimited = false
    private var lastAnswer: HostTime?
    private var lastProbe: HostTime?
    private var lastLeadingProbe: HostTime?
    private var probedPosition: Int64 = 0
    private var startAnsweredPromptly = false
    /// Answers to probes other than the first, the start queries.
    private var hasAnsweredStatus = false
    /// What was written since the terminal began to answer, at the cap's rate, would be through by then.
    private var capFreeAt = HostTime.zero
    private var lastFrameFilledAllowance = false

    /// - Parameter answersQueries: false: probes are never written.
    init(answersQueries: Bool, bytesPerSecondCap cap: Double? = nil, at now: HostTime) {
        mayAnswer = answersQueries
        answers = answersQueries ? .awaited(since: now) : .none
        self.cap = cap
    }

    var outstandingProbes: Int { probes.count }
    var getsAnswers: Bool { answers != .none }
    var roundTripTime: HostTime? { roundTrip.minimum }
    var measuredRate: Double? { answers == .none ? drain.rate : rateFilter.rate }
}

// MARK: - Events

extension LinkEstimator {
    /// Bytes went into the queue to the tty, chrome and probes too.
    mutating func wrote(_ bytes: Int, at now: HostTime) {
        flight.write(bytes, at: now)
        if let cap { capFreeAt = max(capFreeAt, now) + .sending(bytes, at: cap) }
        if answers == .none { flight.forget(at: now) }
    }

    /// A probe goes before a frame; `bytes` is its own length.
    mutating func wroteLeadingProbe(_ bytes: Int, at now: HostTime) {
        let isBoundary = probedPosition != flight.written
        let isClean = isIdle(at: now)
        wrote(bytes, at: now)
        appendProbe(isBoundary: isBoundary, endsTrain: false, isClean: isClean, at: now)
        lastLeadingProbe = now
    }

    /// A probe follows a frame; both were reported by ``wrote(_:at:)``.
    ///
    /// - Parameter endsTrain: another probe went before the frame.
    mutating func wroteProbe(endsTrain: Bool, at now: HostTime) {
        appendProbe(isBoundary: false, endsTrain: endsTrain, isClean: false, at: now)
    }

    private mutating func appendProbe(isBoundary: Bool, endsTrain: Bool, isClean: Bool, at now: HostTime) {
        probes.append(
            Probe(
                position: flight.written, sentAt: now, isBoundary: isBoundary, endsTrain: endsTrain, isClean: isClean))
        probedPosition = flight.written
        lastProbe = now
    }

    /// The oldest probe was answered.
    mutating func answered(at now: HostTime) {
        guard !probes.isEmpty else {
            // Given up too early: from now on it is asked again.
            if mayAnswer { answers = .coming }
            return
        }
        let probe = probes.removeFirst()
        let trip = now - probe.sentAt
        if answers != .coming, roundTrip.minimum == nil { startAnsweredPromptly = trip <= LinkTuning.promptAnswer }
        if answers == .coming { hasAnsweredStatus = true }
        answers = .coming
        roundTrip.add(trip, isClean: probe.isClean, at: now)
        guard let expected = roundTrip.expected else { return }
        if let rate = rateFilter.rate {
            roundTrip.addDelay(now - flight.doneAt(probe.position, rate: rate) - expected)
        }
        takeRate(probe, at: now, expected: expected)
        flight.arrive(probe.position, at: now - expected)
        lastAnswer = now
    }

    private mutating func takeRate(_ probe: Probe, at now: HostTime, expected: HostTime) {
        let bytes = Int(probe.position - flight.arrived)
        guard !probe.isBoundary, bytes >= 256, let written = flight.oldestWrite else { return }
        let idleUntil = written + expected
        var start = lastAnswer ?? idleUntil
        let wasIdle = idleUntil > start
        if !probe.endsTrain, wasIdle { start = idleUntil }
        rateFilter.add(bytes: bytes, time: now - start, at: now)
        guard lastFrameFilledAllowance else { return }
        let step = wasIdle ? LinkTuning.gainStep : -10 * LinkTuning.gainStep
        gain = min(LinkTuning.maximumGain, max(LinkTuning.gain, gain + step))
    }

    /// The tty took bytes: `taken` since the start, `isBlocked` when it takes no more for now.
    mutating func ttyTook(_ taken: Int64, isBlocked: Bool, at now: HostTime) {
        drain.took(taken, isBlocked: isBlocked, at: now)
    }

    /// What the device still holds; asked where answers do not come.
    mutating func ttyHolds(_ bytes: Int, at now: HostTime) { drain.holds(bytes, at: now) }

    /// The screen was given up for a while (a stop) and what was queued with it: nothing more is on the way, and answers
    /// to old probes will not be read. What is known of the line stays.
    mutating func restart(at now: HostTime) {
        probes.removeAll()
        lastAnswer = nil
        lastProbe = nil
        flight.forget(at: now)
        probedPosition = flight.written
    }

    /// Call before asking: gives up waiting for answers that do not come.
    mutating func passTime(to now: HostTime) {
        switch answers {
        case .none: return
        case .awaited(let since):
            guard now - since > LinkTuning.startPatience else { return }
            answers = .none
        case .coming:
            guard let end = probeTimeOut, now > end else { return }
            // Lost, or the line is down: a frame is tried, and measured anew. Or only the start queries are answered.
            if !hasAnsweredStatus { answers = .none }
        }
        restart(at: now)
    }
}

// MARK: - Answers to the writer

extension LinkEstimator {
    private var overdueSlack: HostTime {
        let trip = roundTrip.minimum ?? .zero
        return max(
            LinkTuning.overdue, HostTime(nanoseconds: max(trip.nanoseconds / 16, roundTrip.jitter.nanoseconds * 2)))
    }

    /// Bytes per second now: the measured rate, or less where an answer is overdue. Nil before any was measured.
    func rate(at now: HostTime) -> Double? {
        guard let measured = rateFilter.rate, answers != .none else { return cappedRate(measuredRate) }
        guard let probe = probes.first, let expected = roundTrip.expected else { return cappedRate(measured) }
        let done = now - expected
        guard flight.doneAt(probe.position, rate: measured) + overdueSlack < done else { return cappedRate(measured) }
        let bound = flight.greatestRate(probe.position, notBefore: done)
        return cappedRate(max(LinkTuning.minimumRate, min(measured, bound)))
    }

    private func cappedRate(_ rate: Double?) -> Double? {
        guard let cap else { return rate }
        return min(rate ?? cap, cap)
    }

    /// How long what is on the way will keep the line busy from now on.
    func queue(at now: HostTime) -> HostTime { max(.zero, freeAt(at: now) - now) }

    private func freeAt(at now: HostTime) -> HostTime {
        guard answers != .none, let rate = rate(at: now) else { return max(capFreeAt, drain.freeAt) }
        return max(capFreeAt, flight.doneAt(flight.written, rate: rate))
    }

    /// No limit: the line carries a whole screen in less than a frame's time.
    private func liftsLimit(at now: HostTime) -> Bool {
        guard cap == nil else { return false }
        if answers == .none { return drain.rate == nil || drain.rate.map(carriesScreen) == true }
        guard answers == .coming, let rate = rate(at: now) else { return false }
        return carriesScreen(rate)
    }

    private func carriesScreen(_ rate: Double) -> Bool {
        let share = isUnlimited ? LinkTuning.unlimitedHysteresis : 1
        return rate * frameInterval.inSeconds >= Double(screenBytes) * share
    }

    /// What a frame with picture may cost now; nil: there is no room yet, see ``nextRoom(after:)``.
    mutating func allowance(at now: HostTime) -> LinkAllowance? {
        passTime(to: now)
        isUnlimited = liftsLimit(at: now)
        let queue = queue(at: now)
        if isUnlimited { return queue <= frameInterval ? .unlimited : nil }
        guard let rate = rate(at: now) else { return startAllowance }
        guard queue <= roomLimit(at: now), now >= drainedAt(at: now) else { return nil }
        let gain = answers == .none ? LinkTuning.blindGain : gain
        let time = frameInterval + LinkTuning.queueTarget - queue
        // Whatever the model says: no more than a round trip, this frame, and the one before, which is answered whole.
        let unseen = frameInterval + frameInterval + LinkTuning.queueTarget + (roundTrip.expected ?? .zero)
        let window = gain * rate * (unseen + overdueSlack).inSeconds
        let bytes = min(gain * rate * time.inSeconds, window - Double(inFlight))
        return LinkAllowance(
            bytes: max(LinkTuning.minimumBytes, Int(bytes)), sustainedBytes: Int(rate * frameInterval.inSeconds))
    }

    private var startAllowance: LinkAllowance? {
        let budget = startAnsweredPromptly ? LinkTuning.promptStartBytes : LinkTuning.startBytes
        return inFlight < budget / 2 ? LinkAllowance(bytes: budget - inFlight, sustainedBytes: nil) : nil
    }

    private func roomLimit(at now: HostTime) -> HostTime {
        HostTime(nanoseconds: Int64(Double(frameInterval.nanoseconds) * LinkTuning.roomShare))
    }

    /// When the line has been idle for long enough to measure the round trip; at once where that is not wanted.
    private func drainedAt(at now: HostTime) -> HostTime {
        guard answers == .coming, roundTrip.isStale(at: now), let trip = roundTrip.minimum,
            !probes.contains(where: \.isClean)
        else { return .zero }
        return freeAt(at: now) + LinkTuning.drainTime + HostTime(nanoseconds: trip.nanoseconds / 4)
    }

    /// When ``allowance(at:)`` will give room without anything happening before; nil: only an answer can bring it.
    func nextRoom(after now: HostTime) -> HostTime? {
        if !isUnlimited, rate(at: now) == nil {
            guard case .awaited(let since) = answers else { return probeTimeOut.map { $0 + .milliseconds(1) } }
            return since + LinkTuning.startPatience + .milliseconds(1)
        }
        let limit = isUnlimited ? frameInterval : roomLimit(at: now)
        let room = max(freeAt(at: now) - limit, drainedAt(at: now))
        // While an answer is overdue the estimate recedes: it is looked at now and then.
        return max(room, now + .milliseconds(2))
    }

    /// When the oldest probe counts as lost: it may have a slow line's worth of bytes before it.
    private var probeTimeOut: HostTime? {
        guard let probe = probes.first else { return nil }
        let before = HostTime.sending(Int(probe.position - flight.arrived), at: LinkTuning.slowestRate)
        return max(probe.sentAt, lastAnswer ?? probe.sentAt) + LinkTuning.probePatience + before
    }

    /// Bytes written and not known to have arrived.
    var inFlight: Int { answers == .none ? 0 : flight.inFlight }

    /// The next frame should be followed by a probe.
    func wantsProbe(at now: HostTime) -> Bool {
        guard answers != .none, probes.count < LinkTuning.maximumProbes else { return false }
        return !isUnlimited || now - (lastProbe ?? .zero) >= LinkTuning.probeInterval
    }

    /// The next frame should be preceded by a probe: bytes without one were written before it, or the round trip is old.
    func wantsLeadingProbe(at now: HostTime) -> Bool {
        guard wantsProbe(at: now), probes.count + 1 < LinkTuning.maximumProbes else { return false }
        return probedPosition != flight.written || roundTrip.isStale(at: now)
            || now - (lastLeadingProbe ?? .zero) > LinkTuning.leadingProbeInterval
    }

    /// Whether the line is empty, as far as one can know.
    func isIdle(at now: HostTime) -> Bool { inFlight == 0 || freeAt(at: now) <= now }

    /// The frame that was just written used at least four fifths of its allowance.
    mutating func noteFrame(bytes: Int, allowance: LinkAllowance) {
        lastFrameFilledAllowance = allowance.bytes.map { bytes * 5 >= $0 * 4 } ?? false
    }

    func status(at now: HostTime) -> LinkStatus {
        LinkStatus(
            isLimited: !isUnlimited, bytesPerSecond: rate(at: now), roundTrip: roundTrip.minimum, inFlight: inFlight,
            queue: queue(at: now))
    }
}
