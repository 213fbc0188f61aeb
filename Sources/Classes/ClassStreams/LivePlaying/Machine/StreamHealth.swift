import PlayCore

/// Recent losses of a stream over UDP.
struct DeliveryWatch: Sendable, Equatable {
    private static let length = HostTime.seconds(1)
    /// A connection is lossy if more than one packet in this number is lost in spite of retransmission.
    private static let most = 20

    /// A connection is lossy above this share of requested packets. 2 % loss on each hop with 20 ms of jitter causes an
    /// eighth.
    private static let mostAsked = 0.4

    private var delivery: StreamDelivery
    private var since: HostTime
    private(set) var isLossy = false

    init(_ delivery: StreamDelivery, at now: HostTime) { (self.delivery, since) = (delivery, now) }

    mutating func note(_ new: StreamDelivery, at now: HostTime) {
        guard now - since >= Self.length else { return }
        let lost = max(0, new.lost - delivery.lost)
        let sum = max(0, new.received - delivery.received) + lost
        let asked = Double(max(0, new.asked - delivery.asked))
        isLossy = lost * Self.most > sum || asked > Double(sum) * Self.mostAsked
        (delivery, since) = (new, now)
    }
}

/// The state of one picture's stream: late, damaged or silent. Each stream of the picture starts with a new value.
struct StreamHealth: Sendable, Equatable {
    /// A requested stream without a picture for this time is strained.
    private static let loadingPatience = HostTime.seconds(3)
    /// A running stream without a packet for this time is strained.
    private static let silence = HostTime.seconds(1)
    /// A stream stays strained for this time after the last sign of it.
    private static let memory = HostTime.milliseconds(1500)
    /// A larger increase of latency means strain. Longer than retransmission takes.
    private static let delay = HostTime.milliseconds(400)
    /// The viewer notices a larger increase of latency.
    private static let jump = HostTime.milliseconds(800)
    /// No packet for this time means stuttering. Allows for 15 pictures per second and a late key frame.
    static let stall = HostTime.milliseconds(1500)

    private var best: HostTime?
    private var delivery: DeliveryWatch?
    private var strainedUntil: HostTime?

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

    /// Whether the viewer sees the picture freeze or lag. Must follow ``note(_:loadingSince:at:)``.
    func stutters(_ status: LiveStreamStatus, at now: HostTime) -> Bool {
        guard let arrival = status.arrival, let best else { return false }
        return now - arrival > Self.stall || status.latency - best > Self.jump
    }

    func isStrained(at now: HostTime) -> Bool { strainedUntil.map { $0 > now } ?? false }
}
