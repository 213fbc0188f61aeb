import Cells
import PlayCore
import PlaybackModel
import ScreenKit

extension AppState {
    /// Seeks relative to the target of the current seek, else to the position.
    mutating func seekBy(_ distance: MediaTime, _ mode: SeekMode, at now: HostTime) -> [Effect] {
        seek(.relative(distance), mode, at: now)
    }

    mutating func seek(_ target: SeekTarget, _ mode: SeekMode, at now: HostTime) -> [Effect] {
        if let refusal = refuse(.seek(target, mode), at: now) { return refusal }
        var target = target
        let time: MediaTime?
        switch target {
        case .absolute(let wanted):
            target = .absolute(bounded(wanted))
            time = bounded(wanted)
        case .relative(let distance): time = bounded(shownPosition(at: now) + distance)
        case .percent(let percent): time = snapshot.duration?.scaled(by: percent / 100)
        case .chapter(let index): time = bounded(snapshot.chapters[index].range.start)
        }
        let effects = ask(.seek(target, mode), to: time)
        if let time { sayTarget(time, at: now) }
        return effects
    }

    mutating func revertSeek(at now: HostTime) -> [Effect] {
        if let refusal = refuse(.revertSeek, at: now) { return refusal }
        let target = snapshot.revertPosition
        let effects = ask(.revertSeek, to: target)
        if let target { sayTarget(target, at: now) } else { message = Message(tr("No seek to undo"), at: now) }
        return effects
    }

    private func bounded(_ time: MediaTime) -> MediaTime {
        guard let duration = snapshot.duration else { return max(.zero, time) }
        return time.clamped(to: .zero...max(.zero, duration))
    }

    mutating func jumpBack(at now: HostTime) -> [Effect] {
        if shownPosition(at: now) <= options.jumpBackInterval { return seek(.absolute(.zero), .keyframe, at: now) }
        return seekBy(-options.jumpBackInterval, .keyframe, at: now)
    }

    /// A step back first seeks to the start of the current chapter or mark, unless that started less than 3 s ago.
    mutating func seekChapter(_ step: Int, at now: HostTime) -> [Effect] {
        let places = places
        guard !places.isEmpty else {
            message = Message(whenOpen(tr("No chapters in this item")), at: now)
            return []
        }
        let position = shownPosition(at: now)
        let current = place(at: position) ?? -1
        var target = current + step
        if step < 0, current >= 0, position - places[current].time > .seconds(3) { target += 1 }
        guard target < places.count else {
            message = Message(tr("Already at the last chapter"), at: now)
            return []
        }
        return seekToPlace(places[max(0, target)].kind, at: now)
    }

    mutating func seekToChapter(_ index: Int, at now: HostTime) -> [Effect] {
        seek(.chapter(index), .exact, at: now)
    }

    /// Shows the target, unless the bar shows it.
    private mutating func sayTarget(_ target: MediaTime, at now: HostTime) {
        let time = TimeText.format(target, like: snapshot.duration)
        if let index = place(at: target) {
            message = Message(tr("Seek %1 (chapter %2)", time, placeName(index, in: places)), at: now)
        } else if barPhase(at: now) == .hidden {
            message = Message(tr("Seek %1", time), at: now)
        } else if message?.kind == .info {
            // Removes the target of an earlier seek.
            message = nil
        }
    }

    /// Sets the start of the loop, then its end, then removes the loop.
    mutating func toggleABLoop(at now: HostTime) -> [Effect] {
        let position = shownPosition(at: now)
        if let refusal = refuse(.seek(.absolute(position), .exact), at: now) { return refusal }
        let text = TimeText.format(position, like: snapshot.duration)
        if let start = snapshot.abLoopStart, snapshot.abLoopEnd == nil, position > start {
            message = Message(tr("A-B loop: end %1", text), at: now)
            return ask(.setABLoop(start: start, end: position))
        }
        if snapshot.abLoopStart == nil {
            message = Message(tr("A-B loop: start %1", text), at: now)
            return ask(.setABLoop(start: position, end: snapshot.abLoopEnd))
        }
        message = Message(tr("A-B loop: off"), at: now)
        return ask(.setABLoop(start: nil, end: nil))
    }
}
