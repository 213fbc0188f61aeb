import PlayCore

/// Where the edge of a live stream is that only comes forward, and has no list: by the packets that come. Pure.
///
/// The most punctual packet of the last seconds is at the edge: the others were held up on their way. Between packets,
/// and while none comes, the edge moves with the clock.
struct LiveReception: Sendable {
    /// A server that sends no length may send a film, as fast as the line is: live is what comes no faster than it plays.
    private(set) var isLive = false
    /// How far the live position is from the edge: as far as playing began, but neither nearer than what starts playing
    /// nor farther than what ends a stall; nil: it has not begun.
    private(set) var distance: MediaTime?
    /// Media time of the most punctual packets less the host's time, in nanoseconds: of the span before and of the
    /// present one.
    private var (leadBefore, lead): (Int64?, Int64?)
    private var spanEnds = HostTime.zero
    private var newest = MediaTime.zero
    /// The lead at the begin of the time in which it has not grown, and when that was.
    private var calm: (lead: Int64, since: HostTime)?

    /// A packet that is held up for longer passes for punctual.
    private static let span = HostTime.seconds(10)
    /// What comes at its own pace for so long is live.
    private static let proof = HostTime.seconds(3)
    /// Packets come in groups.
    private static let unevenness: Int64 = 500_000_000
    /// An edge that moves on by more was none.
    private static let longestLeap: Int64 = 2_000_000_000
    /// Clocks differ by less than this share.
    private static let drift: Int64 = 1000

    /// The newest instant that can be played; `nil` before anything has come.
    func edge(at now: HostTime) -> ClockReading? {
        guard let lead else { return nil }
        let position = now.nanoseconds + max(lead, leadBefore ?? lead)
        return ClockReading(
            position: MediaTime(nanoseconds: position), hostTime: now, rate: .normal, isRunning: true)
    }

    /// Notes how far the item has come.
    ///
    /// - Parameters:
    ///   - end: of the newest packets.
    ///   - isKnown: the address or the server says that it is live.
    ///   - isFull: reading waits for space: what comes is no measure.
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

    /// Notes where playing begins.
    mutating func begin(_ delay: MediaTime, within range: ClosedRange<MediaTime>) {
        distance = distance ?? delay.clamped(to: range)
    }

    /// The item is opened again: its times are others.
    mutating func reopen() {
        let wasLive = isLive
        self = LiveReception()
        isLive = wasLive
    }
}
