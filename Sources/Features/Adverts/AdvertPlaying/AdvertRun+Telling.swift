import PlayCore
import Playback
import PlaybackModel

extension AdvertRun {
    var status: AdvertStatus {
        state.withLock { state in
            var status = AdvertStatus()
            guard let place = state.current, let advert = state.advert(place)?.advert else { return status }
            status.number = place.number + 1
            status.count = state.resolved[place.index]?.count ?? 1
            status.title = advert.title
            status.duration = advert.duration
            status.skipTime = advert.skipTime
            status.page = advert.clickThrough
            return status
        }
    }

    func follow(_ snapshot: PlaybackSnapshot, content: MediaTime, at now: HostTime) -> [AdvertEvent] {
        guard let place = state.withLock({ $0.current }), let advert = state.withLock({ $0.advert(place) }) else {
            return []
        }
        if snapshot.status == .failed, let code = snapshot.error?.code {
            let isMissing = [.fileLost, .requestFailed, .invalidVideoURL, .invalidToken].contains(code)
            state.withLock { $0.failures[place] = isMissing ? .fileMissing : .notPlayable }
        }
        var progress = state.withLock { $0.progress } ?? AdvertProgress(advert.advert)
        let hadStarted = progress.hasStarted
        let position = snapshot.clock.position(at: now)
        var news: [AdvertProgress.News] = []
        switch snapshot.status {
        case .playing where snapshot.clock.isRunning:
            let duration = snapshot.duration ?? advert.advert.duration
            let limit = limit
            news = progress.play(to: position, of: limit.map { min($0, duration ?? $0) } ?? duration)
        case .paused: news = progress.pause()
        default: break
        }
        news += progress.hear(isMuted: snapshot.isMuted || snapshot.volume == 0)
        state.withLock { [progress] state in
            state.progress = progress
            state.duration = snapshot.duration ?? state.duration
        }
        var events: [AdvertEvent] = []
        if progress.hasStarted, !hadStarted { events = begin(place, advert, snapshot, content) }
        return events + report(news, of: advert, place, content, position)
    }

    private func begin(
        _ place: Place, _ advert: ResolvedAdvert, _ snapshot: PlaybackSnapshot, _ content: MediaTime
    ) -> [AdvertEvent] {
        let (count, isNew, trackers) = state.withLock { state in
            defer { state.isInBreak = true }
            return (state.resolved[place.index]?.count ?? 1, !state.isInBreak, state.trackers(of: place.index))
        }
        if isNew { sender.report(trackers.starts) { $0.contentPlayhead = content } }
        report(advert.advert.trackers.impressions, of: advert, place, content, .zero)
        let duration = snapshot.duration ?? advert.advert.duration
        return (isNew ? [.sequenceEnter(count: count)] : [])
            + [.enter(number: place.number + 1, count: count, duration: duration)]
    }

    func finish(_ ending: AdvertEnding, content: MediaTime) -> [AdvertEvent] {
        guard let place = state.withLock({ $0.current }) else { return [] }
        noteLength(state.withLock { $0.duration ?? $0.advert(place)?.advert.duration }, ending)
        var events: [AdvertEvent] = []
        if let advert = state.withLock({ $0.advert(place) }) {
            events = finish(ending, place, advert, content)
        } else if ending == .failed || ending == .late {
            let code = state.withLock { $0.failures[place] } ?? (ending == .late ? .wrapperTimeout : nil)
            if let code { events = [.error(code: code.rawValue)] }
        }
        let (isOver, trackers) = state.withLock { state in
            (state.progress, state.duration) = (nil, nil)
            let isOver = state.isInBreak && (ending == .left || state.next == nil)
            if isOver { state.isInBreak = false }
            return (isOver, state.trackers(of: place.index))
        }
        guard isOver else { return events }
        sender.report(trackers.ends) { $0.contentPlayhead = content }
        return events + [.sequenceExit]
    }

    private func finish(
        _ ending: AdvertEnding, _ place: Place, _ advert: ResolvedAdvert, _ content: MediaTime
    ) -> [AdvertEvent] {
        let number = place.number + 1
        var progress = state.withLock { $0.progress } ?? AdvertProgress(advert.advert)
        let exit: [AdvertEvent] = progress.hasStarted ? [.exit(number: number)] : []
        switch ending {
        case .left: return exit
        case .played:
            let news = progress.complete()
            return report(news, of: advert, place, content, advert.advert.duration ?? .zero) + exit
        case .skipped:
            report(advert.advert.trackers.events[.skip] ?? [], of: advert, place, content, nil)
            return [.skip(number: number)] + exit
        case .failed, .late:
            let known = state.withLock { $0.failures[place] }
            let code = known ?? (ending == .late ? AdvertErrorCode.fileTimeout : .notPlayable)
            sender.report(advert.advert.trackers.errors) { macros in
                macros.errorCode = code
                macros.contentPlayhead = content
                macros.asset = advert.location
                macros.podSequence = number
            }
            return [.error(code: code.rawValue)] + exit
        }
    }

    func noteClick() -> [AdvertEvent] {
        guard let place = state.withLock({ $0.current }), let advert = state.withLock({ $0.advert(place) }) else {
            return []
        }
        report(advert.advert.trackers.clicks, of: advert, place, .zero, nil)
        return [.click(number: place.number + 1)]
    }

    private func report(
        _ news: [AdvertProgress.News], of advert: ResolvedAdvert, _ place: Place, _ content: MediaTime,
        _ position: MediaTime
    ) -> [AdvertEvent] {
        var events: [AdvertEvent] = []
        for item in news {
            switch item {
            case .progress(let address): report([address], of: advert, place, content, position)
            case .event(let name):
                report(advert.advert.trackers.events[name] ?? [], of: advert, place, content, position)
                if let percent = name.percent { events.append(.progress(number: place.number + 1, percent: percent)) }
            }
        }
        return events
    }

    private func report(
        _ addresses: [String], of advert: ResolvedAdvert, _ place: Place, _ content: MediaTime, _ position: MediaTime?
    ) {
        sender.report(addresses) { macros in
            macros.contentPlayhead = content
            macros.advertPlayhead = position
            macros.asset = advert.location
            macros.podSequence = place.number + 1
        }
    }
}

extension AdvertEventName {
    fileprivate var percent: Int? {
        switch self {
        case .firstQuartile: 25
        case .midpoint: 50
        case .thirdQuartile: 75
        case .complete: 100
        case .creativeView, .start, .skip, .pause, .resume, .mute, .unmute: nil
        }
    }
}
