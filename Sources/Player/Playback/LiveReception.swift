import PlayCore

/// Estimates the edge of a forward-only live stream without a list, from the arrival of packets. The most punctual
/// packet of the last seconds defines the edge, because all others were delayed. Between packets, it moves with the
/// clock.
struct LiveReception: Sendable {
    /// Whether packets arrive no faster than they play. A server without a length may also send a film at full speed.
    private(set) var isLive = false
    /// The live position's distance from the edge: the initial delay, but at least what starts playback and at most
    /// what ends a stall. `nil` before playback starts.
    private(set) var distance: MediaTime?
    /// The media time of the most punctual packets minus the host's, in nanoseconds, in the previous and present span.
    private var (leadBefore, lead): (Int64?, Int64?)
    private var spanEnds = HostTime.zero
    private var newest = MediaTime.zero
    /// The lead at the start of the period in which it has not grown, and that start.
    private var calm: (lead: Int64, since: HostTime)?

    /// How long a packet's lead counts.
    private static let span = HostTime.seconds(10)
    /// How long packets must arrive at their own pace to count as live.
    private static let proof = HostTime.seconds(3)
    /// Nanoseconds by which arrivals vary, since packets come in groups.
    private static let unevenness: Int64 = 500_000_000
    /// The largest step of a true edge, in nanoseconds.
    private static let longestLeap: Int64 = 2_000_000_000
    /// Clocks differ by less than one part in this many.
    private static let drift: Int64 = 1000

    /// Returns the newest instant that can be played, or `nil` before the first packet.
    func edge(at now: HostTime) -> ClockReading? {
        guard let lead else { return nil }
        let position = now.nanoseconds + max(lead, leadBefore ?? lead)
        return ClockReading(
            position: MediaTime(nanoseconds: position), hostTime: now, rate: .normal, isRunning: true)
    }

    /// `end` is that of the newest packets. `isKnown`: the address or the server declares it live. `isFull`: reading
    /// waits for space, so arrivals show nothing.
    mutating func note(_ end: MediaTime, at now: HostTime, isKnown: Bool, isFull: Bool) {
        isLive = isLive || isKnown
        guard end != newest, !isFull else {
            if isFull { calm = nil }
            return
        }
        newest = end
        let present = end.nanoseconds - now.nanoseconds
        if now >= spanEnds { (leadBefore, lead, spanEnds) = (lead, nil, now + Self.span) }
        lead = max(lead ?? present, present)
        judge(present, at: now, isKnown: isKnown)
    }

    private mutating func judge(_ present: Int64, at now: HostTime, isKnown: Bool) {
        guard let calm else { return self.calm = (present, now) }
        let tolerance = isLive ? Self.longestLeap + (now - calm.since).nanoseconds / Self.drift : Self.unevenness
        if present > calm.lead + tolerance {
            self.calm = (present, now)
            isLive = isKnown
        } else if !isLive, now - calm.since >= Self.proof, present > calm.lead - 2 * Self.unevenness {
            isLive = true
            self.calm = (calm.lead, now)
        }
    }

    mutating func begin(_ delay: MediaTime, within range: ClosedRange<MediaTime>) {
        distance = distance ?? delay.clamped(to: range)
    }

    mutating func reopen() {
        let wasLive = isLive
        self = LiveReception()
        isLive = wasLive
    }
}
