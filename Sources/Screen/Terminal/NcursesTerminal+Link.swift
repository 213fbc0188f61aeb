import CPlatform
package import Cells
package import PlayCore

/// The next flush reports all writes to the link control.
extension NcursesTerminal {
    // Every terminal that answers queries answers these when it reads them.
    private static let statusProbe = Array("\u{1B}[5n".utf8)
    private static let attributesProbe = Array("\u{1B}[c".utf8)

    /// The wait for answers at the end if the terminal has answered no probe so far.
    private static let leavingPatience = HostTime.milliseconds(150)
    /// The longest wait for a terminal that answers: a disturbed line or a busy machine answers much later than the
    /// round trip suggests, and the wait ends with the last answer.
    private static let longestLeaving = HostTime.seconds(1)

    package var frameInterval: HostTime {
        get { estimator.frameInterval }
        set { estimator.frameInterval = max(newValue, .milliseconds(1)) }
    }

    package var acceptsPicture: Bool { canPresent && pictureAllowance != nil }

    package var nextPictureTime: HostTime? { estimator.nextAllowance(after: SystemClock().now) }

    package var link: LinkStatus { estimator.status(at: SystemClock().now) }

    var pictureAllowance: LinkAllowance? {
        let now = SystemClock().now
        if let tmux { estimator.outerCap = tmux.cap.map(Double.init) }
        if !estimator.getsAnswers { estimator.ttyHolds(device.heldBytes, at: now) }
        if let share = options.lineShare {
            countSound(of: share, at: now)
            share.rate = estimator.rate(at: now)
        }
        if canPresent, estimator.wantsLoneProbe(at: now) { writeLoneProbe(at: now) }
        return estimator.allowance(at: now)
    }

    private func writeLoneProbe(at now: HostTime) {
        reportWritten()
        queue.append(Self.statusProbe)
        estimator.wroteLoneProbe(Self.statusProbe.count, at: now)
        reportedBytes += Int64(Self.statusProbe.count)
        flush()
    }

    /// Counts, before the next frame, the sound's packets, which share the queue with the picture's bytes.
    private func countSound(of share: LineShare, at now: HostTime) {
        let bytes = share.takeSent()
        if bytes > 0 { estimator.wroteSound(bytes, at: now) }
    }

    func reportWritten() {
        if let share = options.lineShare { countSound(of: share, at: SystemClock().now) }
        let total = queue.bytesWritten + Int64(queue.count)
        estimator.wrote(Int(total - reportedBytes), at: SystemClock().now)
        reportedBytes = total
    }

    /// Writes the start queries: DA1, which ends them, is the first probe.
    func writeQueries() { write(query: strings.queries.isEmpty ? [] : memoryQuery() + strings.queries) }

    /// - Parameter query: ends with DA1, or is empty.
    func write(query: [UInt8]) {
        reportWritten()
        if !query.isEmpty {
            queue.append(query)
            estimator.wroteAttributesProbe(query.count, at: SystemClock().now)
            reportedBytes += Int64(query.count)
        }
        flush()
    }

    struct Train {
        /// Whether a DA1 precedes the frame.
        let isLed: Bool
        let isFollowed: Bool
    }

    func beginTrain(_ includesPicture: Bool) -> Train {
        reportWritten()
        guard includesPicture, estimator.wantsProbe(at: SystemClock().now) else {
            return Train(isLed: false, isFollowed: false)
        }
        let isLed = estimator.wantsAttributesProbe
        if isLed { queue.append(Self.attributesProbe) }
        return Train(isLed: isLed, isFollowed: true)
    }

    /// Writes the probe after a queued frame; ``beginTrain(_:)`` wrote the probe before it.
    func endTrain(_ train: Train, _ allowance: LinkAllowance) {
        let now = SystemClock().now
        if train.isLed {
            let count = Self.attributesProbe.count
            estimator.wroteAttributesProbe(count, at: now)
            reportedBytes += Int64(count)
        }
        if train.isFollowed { queue.append(Self.statusProbe) }
        reportWritten()
        if train.isFollowed { estimator.wroteProbe(at: now) }
        estimator.noteFrame(bytes: lastOutcome.bytes, allowance: allowance)
    }

    func dropQueue() {
        reportWritten()
        estimator.dropped(queue.count)
        queue.removeAll()
        heldUntil = nil
        reportedBytes = queue.bytesWritten
    }

    /// Waits for the expected answers, because the shell would take them for typing. On a quiet line this takes a
    /// round trip after the screen was restored. Keys typed meanwhile are dropped, as by the later flush.
    func readLastAnswers() {
        defer { estimator.restart(at: SystemClock().now) }
        let start = SystemClock().now
        let patience = estimator.roundTripTime == nil ? Self.leavingPatience : Self.longestLeaving
        while estimator.outstandingProbes > 0, !isInputClosed {
            let rest = start + patience - SystemClock().now
            guard rest > .zero else { return }
            var request = pollfd(fd: device.descriptor, events: Int16(POLLIN), revents: 0)
            guard poll(&request, 1, Int32(rest.nanoseconds / 1_000_000) + 1) > 0 else { continue }
            guard case .bytes(let bytes) = device.read() else { return }
            for case .reply(let reply) in parser.feed(bytes) { noteAnswer(reply) }
        }
    }

    func noteAnswer(_ reply: TerminalReply) {
        switch reply {
        case .deviceStatus: estimator.answered(.status, at: SystemClock().now)
        case .deviceAttributes: estimator.answered(.attributes, at: SystemClock().now)
        default: break
        }
    }
}
