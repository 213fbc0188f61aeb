package import PlayCore

/// Chooses the decoded frame to show now. `playback` thread.
package struct FramePacer: Sendable, Equatable {
    package struct Timing: Sendable, Equatable {
        package let time: MediaTime
        package let duration: MediaTime

        package init(time: MediaTime, duration: MediaTime) {
            self.time = time
            self.duration = duration
        }
    }

    package enum Decision: Sendable, Equatable {
        /// Drop this many from the front, then show the next one.
        case show(dropping: Int)
        case wait(until: HostTime)
        /// There is no frame, or the clock is stopped.
        case idle
    }

    package init() {}

    /// `frames` are the first of the queue in display order. `lead` is a picture's time to the terminal.
    package func decide(frames: [Timing], clock: ClockReading, now: HostTime, lead: HostTime) -> Decision {
        guard let first = frames.first else { return .idle }
        let horizon = clock.position(at: now) + clock.rate.media(in: lead)
        let dueCount = frames.indices.prefix { isDue($0, frames, horizon) }.count
        if dueCount > 0 { return .show(dropping: dueCount - 1) }
        guard clock.isRunning else { return .idle }
        return .wait(until: clock.hostTime(of: first.time) - lead)
    }

    /// Returns whether a frame is due. Does not wait for a frame whose time, later than the next one's, is damaged.
    private func isDue(_ index: Int, _ frames: [Timing], _ horizon: MediaTime) -> Bool {
        let time = frames[index].time
        return time <= horizon || (index + 1 < frames.count && frames[index + 1].time < time)
    }
}
