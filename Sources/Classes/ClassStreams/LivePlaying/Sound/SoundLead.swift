import PlayCore

/// The lead of written sound over the audible position, which is as small as the device allows.
struct SoundLead: Sendable {
    /// Three periods of the device, and two for a late thread. A remote listener's network delay is added.
    static let range = HostTime.milliseconds(50)...HostTime.milliseconds(200)
    private static let step = HostTime.milliseconds(20)
    /// The lead becomes shorter after this time without an underrun.
    private static let calm = HostTime.seconds(60)
    /// After this time without a block, an empty device means silence, not an underrun.
    private static let pause = HostTime.milliseconds(300)

    private(set) var length = SoundLead.range.lowerBound
    private var written: HostTime?
    private var underruns = 0
    private var since = HostTime.zero

    /// - Parameter delay: the written sound that is not yet audible.
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
