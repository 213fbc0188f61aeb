import Cells
import Localization
import PlayCore
import PlaybackModel

extension AppState {
    mutating func cannotSeek(at now: HostTime) -> [Effect] {
        message = Message(tr("There is no seeking in this item"), at: now)
        return []
    }

    /// Relative to the position now, or to the target of a seek that is still running.
    mutating func seekBy(_ distance: MediaTime, _ mode: SeekMode, at now: HostTime) -> [Effect] {
        guard snapshot.canSeek else { return cannotSeek(at: now) }
        seekEcho = SeekEcho(target: bounded(shownPosition(at: now) + distance), askedAt: now)
        sayTarget(at: now)
        return [.command(.seek(.relative(distance), mode))]
    }

    /// To a place; the new position is shown at once.
    mutating func seek(_ target: SeekTarget, _ mode: SeekMode, at now: HostTime) -> [Effect] {
        guard snapshot.canSeek else { return cannotSeek(at: now) }
        var target = target
        switch target {
        case .absolute(let time):
            target = .absolute(bounded(time))
            seekEcho = SeekEcho(target: bounded(time), askedAt: now)
        case .percent(let percent):
            seekEcho = snapshot.duration.map { SeekEcho(target: $0.scaled(by: percent / 100), askedAt: now) }
        case .relative, .chapter: break
        }
        sayTarget(at: now)
        return [.command(.seek(target, mode))]
    }

    private func bounded(_ time: MediaTime) -> MediaTime {
        guard let duration = snapshot.duration else { return max(.zero, time) }
        return time.clamped(to: .zero...max(.zero, duration))
    }

    /// UI-03: never before 0.
    mutating func jumpBack(at now: HostTime) -> [Effect] {
        if shownPosition(at: now) <= options.jumpBackInterval { return seek(.absolute(.zero), .keyframe, at: now) }
        return seekBy(-options.jumpBackInterval, .keyframe, at: now)
    }

    /// To a neighbouring chapter or mark. Back leads to the current one first, unless that is less
    /// than 3 s ago.
    mutating func seekChapter(_ step: Int, at now: HostTime) -> [Effect] {
        let places = places
        guard !places.isEmpty else {
            message = Message(tr("This item has no chapters"), at: now)
            return []
        }
        let position = shownPosition(at: now)
        let current = place(at: position) ?? -1
        var target = current + step
        if step < 0, current >= 0, position - places[current].time > .seconds(3) { target += 1 }
        guard target < places.count else {
            message = Message(tr("This is the last chapter"), at: now)
            return []
        }
        return seekToPlace(places[max(0, target)].kind, at: now)
    }

    mutating func seekToChapter(_ index: Int, at now: HostTime) -> [Effect] {
        guard snapshot.canSeek else { return cannotSeek(at: now) }
        seekEcho = SeekEcho(target: bounded(snapshot.chapters[index].range.start), askedAt: now)
        sayTarget(at: now)
        return [.command(.seek(.chapter(index), .exact))]
    }

    /// What the bar shows anyway is not said again while it is there.
    private mutating func sayTarget(at now: HostTime) {
        guard let target = seekEcho?.target else { return }
        let time = TimeText.format(target, like: snapshot.duration)
        if let index = place(at: target) {
            message = Message(tr("Seek %1 (chapter %2)", time, placeName(index, in: places)), at: now)
        } else if barPhase(at: now) == .hidden {
            message = Message(tr("Seek %1", time), at: now)
        }
    }

    /// `l`: the start here, then the end here, then no loop.
    mutating func toggleABLoop(at now: HostTime) -> [Effect] {
        guard snapshot.canSeek else { return cannotSeek(at: now) }
        let position = shownPosition(at: now)
        let text = TimeText.format(position, like: snapshot.duration)
        if let start = snapshot.abLoopStart, snapshot.abLoopEnd == nil, position > start {
            snapshot.abLoopEnd = position
            message = Message(tr("A-B loop until %1", text), at: now)
        } else if snapshot.abLoopStart == nil {
            snapshot.abLoopStart = position
            message = Message(tr("A-B loop from %1", text), at: now)
        } else {
            snapshot.abLoopStart = nil
            snapshot.abLoopEnd = nil
            message = Message(tr("A-B loop off"), at: now)
        }
        return [.command(.setABLoop(start: snapshot.abLoopStart, end: snapshot.abLoopEnd))]
    }
}
