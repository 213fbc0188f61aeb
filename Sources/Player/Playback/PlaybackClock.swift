package import PlayCore

/// The master clock. Follows the audible sound if any, else host time, which the caller passes. Goes back only by a
/// requested seek. (see media3 `exoplayer/DefaultMediaClock.java`)
package struct PlaybackClock: Sendable, Equatable {
    private var anchor: MediaTime = .zero
    private var anchorHost: HostTime = .zero
    package private(set) var rate: PlaybackRate = .normal
    package private(set) var isRunning = false

    /// A smaller difference between sound and prediction is noise of the device's reading and is smoothed; a larger one
    /// is real. ALSA's delay moves in steps of a period (some 20 ms).
    private static let noise: MediaTime = .milliseconds(60)
    /// The share of a small difference that one reading corrects.
    private static let gain = 0.1

    package init() {}

    package func position(at now: HostTime) -> MediaTime { reading(at: now).position(at: now) }

    package func reading(at now: HostTime) -> ClockReading {
        let fixed = ClockReading(position: anchor, hostTime: anchorHost, rate: rate, isRunning: isRunning)
        return ClockReading(position: fixed.position(at: now), hostTime: now, rate: rate, isRunning: isRunning)
    }

    /// Sets the clock to `position` and stops it until ``run(at:)`` or ``follow(_:_:rate:at:)``.
    package mutating func jump(to position: MediaTime, at now: HostTime) {
        anchor = position
        anchorHost = now
        isRunning = false
    }

    package mutating func run(at now: HostTime) {
        guard !isRunning else { return }
        anchorHost = now
        isRunning = true
    }

    package mutating func stop(at now: HostTime) {
        guard isRunning else { return }
        anchor = position(at: now)
        anchorHost = now
        isRunning = false
    }

    package mutating func setRate(_ rate: PlaybackRate, at now: HostTime) {
        guard rate != self.rate else { return }
        anchor = position(at: now)
        anchorHost = now
        self.rate = rate
    }

    /// Follows the sound: at `host` the media time `position` was heard, at `rate`.
    package mutating func follow(_ position: MediaTime, at host: HostTime, rate: PlaybackRate, now: HostTime) {
        let heard = position + rate.media(in: now - host)
        let expected = self.position(at: now)
        setRate(rate, at: now)
        let difference = heard - expected
        if difference < .zero - Self.noise {
            // The sound is late. The clock waits for it instead of going back.
            stop(at: now)
        } else if difference > Self.noise {
            anchor = heard
            anchorHost = now
            isRunning = true
        } else if isRunning {
            anchor = expected + difference.scaled(by: Self.gain)
            anchorHost = now
        } else if difference >= .zero {
            anchorHost = now
            isRunning = true
        }
    }
}
