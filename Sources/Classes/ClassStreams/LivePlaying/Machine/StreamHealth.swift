import PlayCore

/// Recent losses of a stream over UDP.
struct DeliveryWatch: Sendable, Equatable {
    private static let length = HostTime.seconds(1)
    /// A connection is lossy if more than one packet of so many is lost for good, that is, in spite of retransmission.
    private static let most = 20

    /// Lossy above this share of requested packets. 2 % loss on each hop with 20 ms of jitter request an eighth.
    private static let mostAsked = 0.4

    private var delivery: StreamDelivery
    private var since: HostTime
    private(set) var isLossy = false

    init(_ delivery: StreamDelivery, at now: HostTime) { (self.delivery, since) = (delivery, now) }

    mutating func note(_ new: StreamDelivery, at now: HostTime) {
        guard now - since >= Self.length else { return }
        // A new connection counts from zero.
        let lost = max(0, new.lost - delivery.lost)
        let sum = max(0, new.received - delivery.received) + lost
        let asked = Double(max(0, new.asked - delivery.asked))
        isLossy = lost * Self.most > sum || asked > Double(sum) * Self.mostAsked
        (delivery, since) = (new, now)
    }
}

/// The state of one picture's stream: late, damaged, or silent. Another stream of the picture begins with a new value.
struct StreamHealth: Sendable, Equatable {
    /// A stream that is requested counts as strained after this time without a picture.
    private static let loadingPatience = HostTime.seconds(3)
    /// A running stream counts as strained after this time without a packet.
    private static let silence = HostTime.seconds(1)
    /// How long a stream still counts as strained after the last sign of it.
    private static let memory = HostTime.milliseconds(1500)
    /// Increase of the latency above which a stream is strained: more than retransmission takes.
    private static let delay = HostTime.milliseconds(400)
    /// Increase of the latency above which the viewer sees the delay.
    private static let jump = HostTime.milliseconds(800)
    /// Time without a packet that counts as stuttering. Allows for 15 pictures a second and a late key frame.
    static let stall = HostTime.milliseconds(1500)

    /// The lowest latency so far.
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

    /// Whether the viewer sees the picture freeze or lag. Call after ``note(_:loadingSince:at:)``.
    func stutters(_ status: LiveStreamStatus, at now: HostTime) -> Bool {
        guard let arrival = status.arrival, let best else { return false }
        return now - arrival > Self.stall || status.latency - best > Self.jump
    }

    func isStrained(at now: HostTime) -> Bool { strainedUntil.map { $0 > now } ?? false }
}
