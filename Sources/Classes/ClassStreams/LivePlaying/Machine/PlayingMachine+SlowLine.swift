package import PlayCore

extension PlayingMachine {
    /// Saves what the connection cannot carry, or restores it. Must follow all ``note(_:of:isSeen:at:)``.
    package mutating func save(isSeen: (LivePicture) -> Bool, at now: HostTime) {
        let main = main
        let streams = videos.map { video in
            PictureThrift.Stream(
                picture: video.picture, isLarge: video.picture == main, isSeen: isSeen(video.picture),
                canShrink: video.definition == .full && hasSmaller(video.picture),
                isStrained: health[video.picture]?.isStrained(at: now) ?? false)
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
        health[video.picture] = nil
    }

    private mutating func tell(_ was: [(picture: LivePicture, saving: PictureThrift.Saving)], at now: HostTime) {
        let savings = thrift.savings
        if savings.isEmpty { return news.append(.lineIsFree) }
        guard savings.count > was.count else { return }
        let resting = savings.filter { $0.saving == .resting }.map(\.picture)
        news.append(.slowLine(resting: resting.map { name(of: $0) }))
    }

    private func name(of picture: LivePicture) -> String {
        switch picture {
        case .person(let id): sending[id]?.name ?? ""
        case .shared: sending.shared.flatMap { sending[$0.user]?.name } ?? ""
        }
    }
}
