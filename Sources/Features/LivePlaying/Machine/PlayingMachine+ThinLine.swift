package import PlayCore

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

/// A line that does not carry all that is open.
extension PlayingMachine {
    /// Nothing came of a stream that was asked for so long ago.
    private static let loadingPatience = HostTime.seconds(3)
    /// Nothing comes any more.
    private static let silence = HostTime.seconds(1)
    /// What was strained counts as such for so long.
    private static let memory = HostTime.milliseconds(1500)
    /// So much later than at its best: more than what is lost and sent again.
    private static let delay = HostTime.milliseconds(400)

    mutating func noteStrain(_ status: LiveStreamStatus, of video: Video, at now: HostTime) {
        var watch = deliveries[video.picture] ?? DeliveryWatch(status.delivery, at: now)
        watch.note(status.delivery, at: now)
        deliveries[video.picture] = watch
        let isStrained: Bool
        if let since = video.loadingSince {
            isStrained = now - since > Self.loadingPatience
        } else {
            let isSilent = status.arrival.map { now - $0 > Self.silence } ?? false
            let isLate = status.latency - (best[video.picture] ?? status.latency) > Self.delay
            best[video.picture] = min(best[video.picture] ?? status.latency, status.latency)
            isStrained = watch.isLossy || isSilent || isLate
        }
        if isStrained { strained[video.picture] = now + Self.memory }
    }

    /// Goes without what the line does not carry, and takes it up again. After ``note(_:of:isSeen:at:)`` of all.
    package mutating func save(isSeen: (LivePicture) -> Bool, at now: HostTime) {
        let main = main
        let streams = videos.map { video in
            PictureThrift.Stream(
                picture: video.picture, isLarge: video.picture == main, isSeen: isSeen(video.picture),
                canShrink: video.definition == .full && hasSmaller(video.picture),
                isStrained: strained[video.picture].map { $0 > now } ?? false)
        }
        let was = thrift.savings
        guard thrift.look(streams, at: now) else { return }
        for place in videos.indices { follow(place, at: now) }
        tell(was, at: now)
    }

    private func hasSmaller(_ picture: LivePicture) -> Bool {
        if case .person(let id) = picture { sending[id]?.hasSmallVideo == true } else { false }
    }

    private mutating func follow(_ place: Int, at now: HostTime) {
        let video = videos[place]
        let saving = thrift.saving(of: video.picture)
        var definition = LiveDefinition.full
        if case .person(let id) = video.picture { definition = definitions[id] ?? .full }
        if saving == .small { definition = .small }
        let isResting = saving == .resting
        guard definition != video.definition || isResting != video.isResting else { return }
        videos[place] = Video(
            picture: video.picture, definition: definition, loadingSince: isResting ? nil : now, aspect: video.aspect,
            isResting: isResting)
        (best[video.picture], deliveries[video.picture]) = (nil, nil)
        strained[video.picture] = nil
    }

    private mutating func tell(_ was: [(picture: LivePicture, saving: PictureThrift.Saving)], at now: HostTime) {
        let savings = thrift.savings
        if savings.isEmpty { return news.append(.lineIsFree) }
        // What comes back is seen.
        guard savings.count > was.count else { return }
        let resting = savings.filter { $0.saving == .resting }.map(\.picture)
        news.append(.thinLine(resting: resting.map { name(of: $0) }))
    }

    private func name(of picture: LivePicture) -> String {
        switch picture {
        case .person(let id): sending[id]?.name ?? ""
        case .shared: sending.shared.flatMap { sending[$0.user]?.name } ?? ""
        }
    }
}
