import PlayCore
import PlaybackModel

extension PlaybackMachine {
    enum Arrival {
        /// As if playback had reached it: parts that start at it take effect.
        case played
        case sought
        case reverted
    }

    mutating func showRegions(_ opened: OpenedItem) {
        emit(.setMutedRanges(item.regions.index.muted))
        item.snapshot.regions = opened.canSeek ? item.regions.index.regions : []
    }

    mutating func followAdverts(_ status: StreamStatus) {
        guard item.run.opened != nil, status.adverts != item.run.adverts else { return }
        item.run.adverts = status.adverts
        marksHaveChanged()
    }

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

    private func isThere(_ time: MediaTime) -> Bool {
        item.snapshot.liveState.map { time <= $0.edge.position(at: now) } ?? true
    }

    /// The start of the next part to skip, whose pictures must stay hidden. Relative to the last call of
    /// ``followRegions()``, because the clock may pass it within the round.
    var nextLeap: MediaTime? {
        guard item.snapshot.canSeek, let position = item.run.followed else { return nil }
        return item.regions.index.nextLeap(after: position)
    }

    private mutating func leap(over region: Region, from position: MediaTime, to end: MediaTime) {
        let target = item.snapshot.duration.map { min(end, $0) } ?? end
        reportSkip(over: region, MediaRange(start: position, end: target))
        request(.time(target), mode: .exact, at: target, arrival: .played)
        note(item.state.beginSeek())
        item.run.liveCatchUp.place()
    }

    /// Notifies the viewer of the next highlight. A highlight is an instant, which playback never enters.
    mutating func offerHighlight(after position: MediaTime) {
        let highlight = item.snapshot.regions.first {
            $0.kind == .highlight && $0.effect == .ask && $0.range.start > position
        }
        if let highlight { notice(.entered(highlight)) }
    }

    /// Notifies the viewer of a skipped part. Notes the start of the skip, so that it can be undone like a seek.
    mutating func reportSkip(over region: Region, _ range: MediaRange) {
        item.snapshot.revertPosition = range.start
        notice(.entered(Region(range: range, kind: region.kind, effect: region.effect, title: region.title)))
    }

    /// Returns where playback begins after skipping the parts at its start.
    mutating func start(after position: MediaTime) -> MediaTime {
        let index = item.regions.index
        guard let end = index.leap(from: position), let region = index.left(at: position) else { return position }
        let target = item.snapshot.duration.map { min(end, $0) } ?? end
        reportSkip(over: region, MediaRange(start: position, end: target))
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
