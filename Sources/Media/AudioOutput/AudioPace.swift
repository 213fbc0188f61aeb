import PlayCore

package struct AudioPace: Sendable, Equatable {
    /// The sound written at once, and the interval of checks. Each check wakes a processor (some 60 µs). More checks
    /// would not improve the pictures: between checks the host's clock counts (``HeardClock``).
    let period: HostTime
    /// The sound in the device before it starts: three periods, so that one late wake-up causes no underrun.
    let prefill: HostTime
    /// The device's capacity. A change of volume is heard that much later.
    let buffer: HostTime

    private init(period: HostTime, buffer: HostTime) {
        (self.period, self.buffer) = (period, buffer)
        prefill = period + period + period
    }

    /// Recorded sound. The buffer tolerates a thread's delay of 100 ms; volume changes are still heard at once.
    package static let film = AudioPace(period: .milliseconds(20), buffer: .milliseconds(180))
    /// Live speech, whose speaker waits for a reply.
    package static let conversation = AudioPace(period: .milliseconds(10), buffer: .milliseconds(180))
    /// Sound that a remote player sends a second ahead. ssh and the terminal need this machine's processors, too: with
    /// ten busy programs on two cores, a device of 180 ms ran dry while 38 packets waited.
    package static let listener = AudioPace(period: .milliseconds(20), buffer: .milliseconds(400))
}
