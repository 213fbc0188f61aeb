import PlayCore

/// How long to wait for a missing packet, by the round-trip time and the delays of late packets.
struct HolePatience: Sendable {
    static let range = HostTime.milliseconds(20)...HostTime.milliseconds(250)
    /// The wait delays all sound, and the pictures with it. 20 ms of sound are not worth more.
    static let mostOfSound = HostTime.milliseconds(80)
    /// Time until the next packet of sound reveals a hole and the request is sent.
    private static let finding = HostTime.milliseconds(20)
    /// The wait before the round trip is measured.
    private static let usual = HostTime.milliseconds(250)
    private static let upstream = HostTime.milliseconds(200)
    /// The decay per second of the value from late packets.
    private static let fading = 0.02

    /// Whether missing packets are requested. Otherwise only reordered packets can still arrive.
    private let asks: Bool
    private let isSound: Bool
    var roundTrip: HostTime?
    private var learnt = HostTime.zero
    private var since = HostTime.zero

    init(asks: Bool = true, isSound: Bool = false) { (self.asks, self.isSound) = (asks, isSound) }

    /// Pictures wait long enough for packets lost before the server. Janus 1.1.2 requests those when the next picture
    /// arrives, again after 155 ms, and repeats a retransmission after 200 ms. Sound waits for one request.
    func length(at now: HostTime) -> HostTime {
        min(max(asks ? asked : .zero, faded(now), Self.range.lowerBound), most)
    }

    private var most: HostTime { isSound ? Self.mostOfSound : Self.range.upperBound }

    private var asked: HostTime {
        guard let roundTrip else { return Self.usual }
        if isSound { return HostTime(nanoseconds: roundTrip.nanoseconds * 3 / 2) + Self.finding }
        return HostTime(nanoseconds: roundTrip.nanoseconds * 3) + Self.upstream
    }

    /// Notes a packet that arrived this long after its successors.
    mutating func note(late: HostTime, at now: HostTime) {
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
