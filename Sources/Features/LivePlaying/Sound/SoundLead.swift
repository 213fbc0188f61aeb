import PlayCore

/// How much of the class's sound is written ahead of what is heard: as little as goes well with this device. A value.
struct SoundLead: Sendable {
    /// Three periods of the device and two for a late thread; a listener elsewhere has the way there besides.
    static let range = HostTime.milliseconds(50)...HostTime.milliseconds(200)
    private static let step = HostTime.milliseconds(20)
    /// Without running dry for so long, it tries with less.
    private static let calm = HostTime.seconds(60)
    /// Nothing was written for so long: nobody spoke.
    private static let pause = HostTime.milliseconds(300)

    private(set) var length = SoundLead.range.lowerBound
    private var written: HostTime?
    private var underruns = 0
    private var since = HostTime.zero

    /// - Parameters:
    ///   - delay: what is written and not heard.
    ///   - underruns: that the device has had, as far as it knows.
    mutating func note(delay: HostTime, underruns: Int, at now: HostTime) {
        let isRunning = written.map { now - $0 < Self.pause } ?? false
        let ranDry = isRunning && (delay == .zero || underruns > self.underruns)
        self.underruns = underruns
        if ranDry {
            length = min(length + Self.step, Self.range.upperBound)
        } else if now - since > Self.calm {
            length = max(length - Self.step, Self.range.lowerBound)
        } else {
            return
        }
        since = now
    }

    mutating func wrote(at now: HostTime) { written = now }
}
