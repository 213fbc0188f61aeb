package import PlayCore
package import PlaybackModel

/// Keeps a second playback at the position, rate and play state of a leading one, by commands for the second.
package struct ClockFollower: Sendable {
    /// Tolerated drift, which is invisible: three pictures of a film are 120 ms.
    static let tolerance = MediaTime.milliseconds(60)
    static let longestDrift = MediaTime.milliseconds(700)
    /// The longest drift at the ends of the range of rates, where no rate can catch up.
    static let longestDriftAtLimit = MediaTime.milliseconds(200)
    /// Tolerance while paused, where both must show the same picture.
    static let stillTolerance = MediaTime.milliseconds(20)
    /// The largest correction of the rate, which is invisible.
    private static let mostCorrection = 0.1
    /// Minimum time between seeks. Slow decoders need it.
    private static let seekPause = HostTime.seconds(2)
    private static let longestLead = MediaTime.seconds(1)
    package static let interval = HostTime.milliseconds(200)

    /// The time from a seek until its picture moves, learnt from earlier seeks.
    private var lead = MediaTime.milliseconds(100)
    private var soughtAt: HostTime?
    /// Whether the last seek's result is still to be measured.
    private var isLearning = false

    package init() {}

    /// Returns the commands for the second playback. The clock passed is the leader's, on the second one's axis.
    package mutating func commands(
        _ own: PlaybackSnapshot, leader: ClockReading, at now: HostTime
    ) -> [PlaybackCommand] {
        switch own.status {
        case .unload, .loading, .failed, .stopped: return []
        case .stalled, .ready, .playing, .paused, .reachEnd: break
        }
        let target = leader.position(at: now)
        let isWithin = target >= .zero && own.duration.map { target < $0 } ?? true
        let plays = leader.isRunning && isWithin
        var commands: [PlaybackCommand] = []
        let playsAlready = own.wantsPlay && own.status != .reachEnd
        if !plays, playsAlready { commands.append(.pause) }
        if isWithin, !own.isSeeking {
            commands += correction(own, target: target, leader: leader, plays: plays, now)
        } else if own.rate != leader.rate, !own.isSeeking {
            commands.append(.setRate(leader.rate))
        }
        if plays, !playsAlready { commands.append(.play) }
        return commands
    }

    private mutating func correction(
        _ own: PlaybackSnapshot, target: MediaTime, leader: ClockReading, plays: Bool, _ now: HostTime
    ) -> [PlaybackCommand] {
        let drift = own.clock.position(at: now) - target
        guard plays else {
            let rate: [PlaybackCommand] = own.rate == leader.rate ? [] : [.setRate(leader.rate)]
            isLearning = false
            return abs(drift.nanoseconds) > Self.stillTolerance.nanoseconds
                ? rate + [.seek(.absolute(target), .exact)] : rate
        }
        learn(drift, isRunning: own.clock.isRunning)
        let longest = Self.canCatchUp(drift, leader.rate) ? Self.longestDrift : Self.longestDriftAtLimit
        if abs(drift.nanoseconds) > longest.nanoseconds || own.status == .reachEnd {
            guard soughtAt.map({ now - $0 >= Self.seekPause }) ?? true else { return [] }
            soughtAt = now
            isLearning = true
            let ahead = MediaTime(nanoseconds: Int64(Double(lead.nanoseconds) * leader.rate.value))
            return (own.rate == leader.rate ? [] : [.setRate(leader.rate)]) + [.seek(.absolute(target + ahead), .exact)]
        }
        let rate = self.rate(drift, leader.rate, own.rate)
        return rate == own.rate ? [] : [.setRate(rate)]
    }

    private static func canCatchUp(_ drift: MediaTime, _ leader: PlaybackRate) -> Bool {
        PlaybackRate(leader.value * (drift > .zero ? 1 - mostCorrection : 1 + mostCorrection)) != leader
    }

    /// Adjusts the lead of the next seek by the last one's result.
    private mutating func learn(_ drift: MediaTime, isRunning: Bool) {
        guard isLearning, isRunning else { return }
        isLearning = false
        lead = (lead - drift).clamped(to: .zero...Self.longestLead)
    }

    /// Returns a rate proportional to the drift. A correction lasts until half the tolerance, which avoids oscillation.
    private func rate(_ drift: MediaTime, _ leader: PlaybackRate, _ own: PlaybackRate) -> PlaybackRate {
        let distance = abs(drift.nanoseconds)
        let isCorrecting = own != leader && abs(own.value / leader.value - 1) < 2 * Self.mostCorrection
        guard distance > (isCorrecting ? Self.tolerance.nanoseconds / 2 : Self.tolerance.nanoseconds) else {
            return leader
        }
        // Keeps a correction that has the right sign, because each change is a command.
        if isCorrecting, own < leader ? drift > .zero : drift < .zero { return own }
        let share = min(Self.mostCorrection, Double(distance) / 2e9)
        return PlaybackRate(leader.value * (drift > .zero ? 1 - share : 1 + share))
    }
}
