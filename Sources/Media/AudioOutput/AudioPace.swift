import PlayCore

/// In which steps sound goes to a device. A value.
package struct AudioPace: Sendable, Equatable {
    /// What a device takes in one go, and the time between two looks at it. Each look wakes a processor (some 60 µs), and the
    /// clock between them is the host's (``HeardClock``), so the pictures gain nothing from more.
    let period: HostTime
    /// What must be in the device before it starts: three periods, so that the first late wake-up is no underrun, and the
    /// first sound comes soon.
    let prefill: HostTime

    private init(period: HostTime) { (self.period, prefill) = (period, period + period + period) }

    /// Sound that lies there already.
    package static let film = AudioPace(period: .milliseconds(20))
    /// Sound of somebody who speaks now, and waits for an answer.
    package static let conversation = AudioPace(period: .milliseconds(10))
}
