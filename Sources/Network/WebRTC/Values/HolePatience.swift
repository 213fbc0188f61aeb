import PlayCore

/// How long a missing packet is waited for: 20 to 250 ms, as the way there and back and what came late have taught. A value.
struct HolePatience: Sendable {
    static let range = HostTime.milliseconds(20)...HostTime.milliseconds(250)
    /// Until anything is known.
    private static let usual = HostTime.milliseconds(250)
    private static let upstream = HostTime.milliseconds(200)
    /// By so much of itself what was learnt from late packets fades in a second.
    private static let fading = 0.02

    /// Whether what is missing is asked for: else only what was overtaken can still come.
    private let asks: Bool
    /// There and back, if it was measured.
    var roundTrip: HostTime?
    private var learnt = HostTime.zero
    private var since = HostTime.zero

    init(asks: Bool = true) { self.asks = asks }

    /// Until what was lost on the sender's way to the server has come, too: the server asks when the next picture arrives,
    /// and once more after 155 ms; and what it has sent again it sends once more after 200 ms (Janus 1.1.2). A key frame
    /// would take longer.
    func length(at now: HostTime) -> HostTime {
        guard asks else { return max(Self.range.lowerBound, faded(now)) }
        let asked = roundTrip.map { HostTime(nanoseconds: $0.nanoseconds * 3) + Self.upstream } ?? Self.usual
        return min(max(asked, faded(now), Self.range.lowerBound), Self.range.upperBound)
    }

    /// A packet came so long after those behind it.
    mutating func note(late: HostTime, at now: HostTime) {
        let wanted = HostTime(nanoseconds: late.nanoseconds * 5 / 4) + .milliseconds(10)
        learnt = min(max(wanted, faded(now)), Self.range.upperBound)
        since = now
    }

    private func faded(_ now: HostTime) -> HostTime {
        let left = max(0, 1 - Self.fading * (now - since).inSeconds)
        return HostTime(nanoseconds: Int64(Double(learnt.nanoseconds) * left))
    }
}
