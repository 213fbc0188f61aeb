import PlayCore

/// How long a missing packet is waited for: 20 to 250 ms (of sound 80), as the way there and back and what came late have taught.
/// A value.
struct HolePatience: Sendable {
    static let range = HostTime.milliseconds(20)...HostTime.milliseconds(250)
    /// All sound is heard so much later, and its pictures wait for it; what 20 ms of it are worth is less than that.
    static let mostOfSound = HostTime.milliseconds(80)
    /// Until the next packet of sound shows a hole, and it is asked for.
    private static let finding = HostTime.milliseconds(20)
    /// Until anything is known.
    private static let usual = HostTime.milliseconds(250)
    private static let upstream = HostTime.milliseconds(200)
    /// By so much of itself what was learnt from late packets fades in a second.
    private static let fading = 0.02

    /// Whether what is missing is asked for: else only what was overtaken can still come.
    private let asks: Bool
    private let isSound: Bool
    /// There and back, if it was measured.
    var roundTrip: HostTime?
    private var learnt = HostTime.zero
    private var since = HostTime.zero

    init(asks: Bool = true, isSound: Bool = false) { (self.asks, self.isSound) = (asks, isSound) }

    /// Of pictures: until what was lost on the sender's way to the server has come, too: the server asks when the next picture arrives,
    /// and once more after 155 ms; and what it has sent again it sends once more after 200 ms (Janus 1.1.2). A key frame
    /// would take longer. Of sound: until what was asked for once comes.
    func length(at now: HostTime) -> HostTime {
        min(max(asks ? asked : .zero, faded(now), Self.range.lowerBound), most)
    }

    private var most: HostTime { isSound ? Self.mostOfSound : Self.range.upperBound }

    private var asked: HostTime {
        guard let roundTrip else { return Self.usual }
        if isSound { return HostTime(nanoseconds: roundTrip.nanoseconds * 3 / 2) + Self.finding }
        return HostTime(nanoseconds: roundTrip.nanoseconds * 3) + Self.upstream
    }

    /// A packet came so long after those behind it.
    mutating func note(late: HostTime, at now: HostTime) {
        // What comes later than anybody waits teaches nothing.
        guard late <= most else { return }
        let wanted = HostTime(nanoseconds: late.nanoseconds * 5 / 4) + .milliseconds(10)
        learnt = min(max(wanted, faded(now)), most)
        since = now
    }

    private func faded(_ now: HostTime) -> HostTime {
        let left = max(0, 1 - Self.fading * (now - since).inSeconds)
        return HostTime(nanoseconds: Int64(Double(learnt.nanoseconds) * left))
    }
}
