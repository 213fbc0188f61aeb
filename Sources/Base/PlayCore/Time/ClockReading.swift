package struct ClockReading: Sendable, Equatable {
    package let position: MediaTime
    package let hostTime: HostTime
    package let rate: PlaybackRate
    /// False while paused, seeking, buffering or ended: the position does not change.
    package let isRunning: Bool

    package init(position: MediaTime, hostTime: HostTime, rate: PlaybackRate, isRunning: Bool) {
        self.position = position
        self.hostTime = hostTime
        self.rate = rate
        self.isRunning = isRunning
    }

    package static let zero = ClockReading(position: .zero, hostTime: .zero, rate: .normal, isRunning: false)

    /// Extrapolates. If another thread took the reading after `now`, returns the reading's own position.
    package func position(at now: HostTime) -> MediaTime {
        guard isRunning, now > hostTime else { return position }
        return position + rate.media(in: now - hostTime)
    }

    /// Returns the host time when playback reaches `target` if it continues unchanged.
    package func hostTime(of target: MediaTime) -> HostTime {
        let distance = target - position
        return hostTime
            + (distance >= .zero
                ? rate.host(for: distance) : .zero - rate.host(for: .zero - distance))
    }
}
