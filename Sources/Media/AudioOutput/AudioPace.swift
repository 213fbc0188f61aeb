import PlayCore

package struct AudioPace: Sendable, Equatable {
    /// The amount written in one go, and the interval of checks. Each wakes a processor (some 60 µs), and the clock
    /// between them is the host's (``HeardClock``), so the pictures gain nothing from more checks.
    let period: HostTime
    /// The amount held before the start: three periods, so that one late wake-up causes no underrun; sound comes soon.
    let prefill: HostTime
    /// The capacity of a device. A change of volume is applied before it, and so is heard that much later.
    let buffer: HostTime

    private init(period: HostTime, buffer: HostTime) {
        (self.period, self.buffer) = (period, buffer)
        prefill = period + period + period
    }

    /// Recorded sound. The buffer lets the thread be late by 100 ms on a loaded machine of two cores, but a change of
    /// volume is heard at once.
    package static let film = AudioPace(period: .milliseconds(20), buffer: .milliseconds(180))
    /// The sound of someone who speaks now, and waits for an answer.
    package static let conversation = AudioPace(period: .milliseconds(10), buffer: .milliseconds(180))
    /// Sound that a remote player sends, a second ahead. The ssh and the terminal of this machine need its processors,
    /// too: with ten busy programs on two cores, a device of 180 ms ran dry while 38 packets waited.
    package static let listener = AudioPace(period: .milliseconds(20), buffer: .milliseconds(400))
}
