import PlayCore
import PlaybackModel

/// Parts of the item that do something when playing enters them.
extension PlaybackMachine {
    /// How playing comes to where a request leads.
    enum Arrival {
        /// As if it had played up to there: what begins there acts.
        case played
        case sought
        /// By taking back the last jump.
        case reverted
    }

    mutating func showRegions(_ opened: OpenedItem) {
        emit(.setMutedRanges(item.regions.index.muted))
        item.snapshot.regions = opened.canSeek ? item.regions.index.regions : []
    }

    /// A live stream marks its adverts while it plays.
    mutating func followAdverts(_ status: StreamStatus) {
        guard item.run.opened != nil, status.adverts != item.run.adverts else { return }
        item.run.adverts = status.adverts
        marksHaveChanged()
    }

    /// A container marks them while it is read.
    mutating func followAdverts(ofContainer adverts: [RegionMark]) {
        item.run.containerAdverts = adverts
        marksHaveChanged()
    }

    private mutating func marksHaveChanged() {
        guard let opened = item.run.opened else { return }
        item.regions.replace(
            opened.regions(by: item.options.regionRules, adverts: item.run.adverts + item.run.containerAdverts),
            at: item.clock.position(at: now))
        showRegions(opened)
    }

    mutating func followRegions() {
        guard item.state.isAdvancing, item.run.preroll == nil, item.snapshot.canSeek else { return }
        let position = item.clock.position(at: now)
        item.run.followed = position
        let entered = item.regions.play(to: position)
        for region in entered where !region.isLeft && region.effect != .show { notice(.entered(region)) }
        guard let first = entered.first(where: \.isLeft), let end = item.regions.index.leap(from: position),
            isThere(end)
        else { return }
        leap(over: first, from: position, to: end)
    }

    /// What is live has not come to every place yet.
    private func isThere(_ time: MediaTime) -> Bool {
        item.snapshot.liveState.map { time <= $0.edge.position(at: now) } ?? true
    }

    /// No picture from there on is shown by playing on. As it was when the regions were followed last: while the round
    /// goes on, the clock may come there.
    var nextLeap: MediaTime? {
        guard item.snapshot.canSeek, let position = item.run.followed else { return nil }
        return item.regions.index.nextLeap(after: position)
    }

    private mutating func leap(over region: Region, from position: MediaTime, to end: MediaTime) {
        let target = item.snapshot.duration.map { min(end, $0) } ?? end
        tellLeap(over: region, MediaRange(start: position, end: target))
        request(.time(target), mode: .exact, at: target, arrival: .played)
        note(item.state.beginSeek())
        item.run.liveCatchUp.place()
    }

    /// Tells of the highlight that is still to come: an instant is never entered.
    mutating func offerHighlight(after position: MediaTime) {
        let highlight = item.snapshot.regions.first {
            $0.kind == .highlight && $0.effect == .ask && $0.range.start > position
        }
        if let highlight { notice(.entered(highlight)) }
    }

    /// It can be taken back like a seek.
    mutating func tellLeap(over region: Region, _ range: MediaRange) {
        item.snapshot.revertPosition = range.start
        notice(.entered(Region(range: range, kind: region.kind, effect: region.effect, title: region.title)))
    }

    /// Where playing from the start begins, with what lies before it leapt over.
    mutating func start(after position: MediaTime) -> MediaTime {
        let index = item.regions.index
        guard let end = index.leap(from: position), let region = index.left(at: position) else { return position }
        let target = item.snapshot.duration.map { min(end, $0) } ?? end
        tellLeap(over: region, MediaRange(start: position, end: target))
        return target
    }

    mutating func arrive(at position: MediaTime, _ arrival: Arrival) {
        switch arrival {
        case .played: break
        case .sought: item.regions.leap(to: position)
        case .reverted: item.regions.leap(to: position, letsCutsBe: true)
        }
    }
}
