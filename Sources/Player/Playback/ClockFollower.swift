package import PlayCore
package import PlaybackModel

/// Keeps a second playback at the position, the rate and the play state of another one, whose clock is heard.
/// Without I/O: it looks at both and says what to ask of the second. A value.
package struct ClockFollower: Sendable {
    /// Less is not seen: three pictures of a film are 120 ms.
    static let tolerance = MediaTime.milliseconds(60)
    /// More is sought, less is caught up.
    static let longestDrift = MediaTime.milliseconds(700)
    /// The same where no rate catches up, at the ends of what rates there are.
    static let longestDriftAtLimit = MediaTime.milliseconds(200)
    /// Paused it has to be the same picture.
    static let stillTolerance = MediaTime.milliseconds(20)
    /// Catching up changes the rate by so much at most, which no picture shows.
    private static let mostCorrection = 0.1
    /// A decoder that cannot keep up is not asked to seek all the time.
    private static let seekPause = HostTime.seconds(2)
    private static let longestLead = MediaTime.seconds(1)
    /// How often to look while both play.
    package static let interval = HostTime.milliseconds(200)

    /// What a seek takes until its picture moves, as the last ones took.
    private var lead = MediaTime.milliseconds(100)
    private var soughtAt: HostTime?
    /// Of the last seek, until it is known where it led.
    private var isLearning = false

    package init() {}

    /// - Parameters:
    ///   - own: of the second playback.
    ///   - leader: on the axis of the second.
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

    /// Whether there is a rate to go by.
    private static func canCatchUp(_ drift: MediaTime, _ leader: PlaybackRate) -> Bool {
        PlaybackRate(leader.value * (drift > .zero ? 1 - mostCorrection : 1 + mostCorrection)) != leader
    }

    /// Where the last seek has led says what to add to the next one.
    private mutating func learn(_ drift: MediaTime, isRunning: Bool) {
        guard isLearning, isRunning else { return }
        isLearning = false
        lead = (lead - drift).clamped(to: .zero...Self.longestLead)
    }

    /// Proportional between the two limits; what has begun goes on to half the tolerance, so it does not flicker.
    private func rate(_ drift: MediaTime, _ leader: PlaybackRate, _ own: PlaybackRate) -> PlaybackRate {
        let distance = abs(drift.nanoseconds)
        let isCorrecting = own != leader && abs(own.value / leader.value - 1) < 2 * Self.mostCorrection
        guard distance > (isCorrecting ? Self.tolerance.nanoseconds / 2 : Self.tolerance.nanoseconds) else {
            return leader
        }
        // While it goes the right way it is left alone: each change is a command.
        if isCorrecting, own < leader ? drift > .zero : drift < .zero { return own }
        let share = min(Self.mostCorrection, Double(distance) / 2e9)
        return PlaybackRate(leader.value * (drift > .zero ? 1 - share : 1 + share))
    }
}
