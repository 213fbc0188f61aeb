import PlayCore

/// What a stream over UDP brought lately. A value.
struct DeliveryWatch: Sendable, Equatable {
    private static let length = HostTime.seconds(1)
    /// More than one of so many that is lost for good is more than a line loses by itself: what it loses is sent again.
    private static let most = 20

    /// On a line with 2 % loss on each hop and 20 ms of jitter an eighth is asked for.
    private static let mostAsked = 0.4

    private var delivery: StreamDelivery
    private var since: HostTime
    private(set) var isLossy = false

    init(_ delivery: StreamDelivery, at now: HostTime) { (self.delivery, since) = (delivery, now) }

    mutating func note(_ new: StreamDelivery, at now: HostTime) {
        guard now - since >= Self.length else { return }
        // Another connection counts from nought.
        let lost = max(0, new.lost - delivery.lost)
        let sum = max(0, new.received - delivery.received) + lost
        let asked = Double(max(0, new.asked - delivery.asked))
        isLossy = lost * Self.most > sum || asked > Double(sum) * Self.mostAsked
        (delivery, since) = (new, now)
    }
}

/// How the stream of one picture does: late, in pieces, silent. A value; another stream of the picture begins with another one.
struct StreamHealth: Sendable, Equatable {
    /// Nothing came of a stream that was asked for so long ago.
    private static let loadingPatience = HostTime.seconds(3)
    /// Nothing comes any more.
    private static let silence = HostTime.seconds(1)
    /// What was strained counts as such for so long.
    private static let memory = HostTime.milliseconds(1500)
    /// So much later than at its best: more than what is lost and sent again.
    private static let delay = HostTime.milliseconds(400)
    /// So much later than at its best: pictures are seen to come late.
    private static let jump = HostTime.milliseconds(800)
    /// Nothing came for so long: a picture every 15th of a second, and a key frame that is late.
    static let stall = HostTime.milliseconds(1500)

    /// The shortest delay so far.
    private var best: HostTime?
    private var delivery: DeliveryWatch?
    private var strainedUntil: HostTime?

    /// - Parameter loadingSince: nil: pictures come.
    mutating func note(_ status: LiveStreamStatus, loadingSince: HostTime?, at now: HostTime) {
        var watch = delivery ?? DeliveryWatch(status.delivery, at: now)
        watch.note(status.delivery, at: now)
        delivery = watch
        let isStrained: Bool
        if let loadingSince {
            isStrained = now - loadingSince > Self.loadingPatience
        } else {
            let best = min(best ?? status.latency, status.latency)
            self.best = best
            let isSilent = status.arrival.map { now - $0 > Self.silence } ?? false
            isStrained = watch.isLossy || isSilent || status.latency - best > Self.delay
        }
        if isStrained { strainedUntil = now + Self.memory }
    }

    /// After ``note(_:loadingSince:at:)``: the viewer sees that it stands still or comes late.
    func stutters(_ status: LiveStreamStatus, at now: HostTime) -> Bool {
        guard let arrival = status.arrival, let best else { return false }
        return now - arrival > Self.stall || status.latency - best > Self.jump
    }

    func isStrained(at now: HostTime) -> Bool { strainedUntil.map { $0 > now } ?? false }
}
