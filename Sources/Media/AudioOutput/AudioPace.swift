import PlayCore

/// In which steps sound goes to a device. A value.
package struct AudioPace: Sendable, Equatable {
    /// What a device takes in one go, and the time between two looks at it. Each look wakes a processor (some 60 µs), and the
    /// clock between them is the host's (``HeardClock``), so the pictures gain nothing from more.
    let period: HostTime
    /// What must be in the device before it starts: three periods, so that the first late wake-up is no underrun, and the
    /// first sound comes soon.
    let prefill: HostTime
    /// What a device holds. A change of volume is applied before it, and so is heard as much later.
    let buffer: HostTime

    private init(period: HostTime, buffer: HostTime) {
        (self.period, self.buffer) = (period, buffer)
        prefill = period + period + period
    }

    /// Sound that lies there already.
    ///
    /// The buffer is long enough for the thread to be late by 100 ms on a loaded machine of two cores, short enough for a
    /// change of volume to be heard at once.
    package static let film = AudioPace(period: .milliseconds(20), buffer: .milliseconds(180))
    /// Sound of somebody who speaks now, and waits for an answer.
    package static let conversation = AudioPace(period: .milliseconds(10), buffer: .milliseconds(180))
    /// Sound that a player elsewhere sends, a second ahead. The ssh and the terminal of this machine want its processors, too:
    /// with ten programs at work on two cores a device of 180 ms ran dry while 38 packets waited.
    package static let listener = AudioPace(period: .milliseconds(20), buffer: .milliseconds(400))
}
