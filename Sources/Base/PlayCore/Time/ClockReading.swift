/// The playback position at an instant: a reader extrapolates from it instead of asking again.
package struct ClockReading: Sendable, Equatable {
    /// Position in the main content at `hostTime`.
    package let position: MediaTime
    package let hostTime: HostTime
    package let rate: PlaybackRate
    /// False while paused, seeking, buffering or ended: the position stands still.
    package let isRunning: Bool

    package init(position: MediaTime, hostTime: HostTime, rate: PlaybackRate, isRunning: Bool) {
        self.position = position
        self.hostTime = hostTime
        self.rate = rate
        self.isRunning = isRunning
    }

    package static let zero = ClockReading(position: .zero, hostTime: .zero, rate: .normal, isRunning: false)

    /// Position at `now`. For a `now` before the reading (it was taken on another thread just now): the reading's own.
    package func position(at now: HostTime) -> MediaTime {
        guard isRunning, now > hostTime else { return position }
        return position + rate.media(in: now - hostTime)
    }

    /// Host time at which `target` will be reached while running on like this.
    package func hostTime(of target: MediaTime) -> HostTime {
        let distance = target - position
        return hostTime
            + (distance >= .zero
                ? rate.host(for: distance) : .zero - rate.host(for: .zero - distance))
    }
}
