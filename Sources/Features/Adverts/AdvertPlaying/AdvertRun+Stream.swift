import PlayCore
import Playback
import PlaybackModel

extension AdvertRun {
    var limit: MediaTime? {
        state.withLock { state in
            state.streamBreak(state.current)?.limit.map { max(.zero, $0 - state.length) }
        }
    }

    /// If content starts this far behind the start of a break, a seek led there.
    private static let reach = MediaTime.seconds(1)

    /// Returns where the content resumes, or `nil` for `position`. Skips no content if no advert could play.
    func resumption(from position: MediaTime) -> MediaTime? {
        state.withLock { state in
            guard let item = state.streamBreak(state.current), case .at(let time) = item.place,
                state.lengthOfAll > .zero
            else { return nil }
            let resumption = item.resumption ?? time + state.lengthOfAll
            // The viewer seeked past the break: playback continues at the target.
            return position - time > Self.reach && position > resumption ? nil : resumption
        }
    }

    func places(in duration: MediaTime?) -> [MediaRange] {
        state.withLock { state in
            let places = state.schedule?.places(in: duration) ?? []
            return places.compactMap { index, time in
                let point = MediaRange(start: time, end: time)
                guard state.breaks.indices.contains(index), case .stream(let item) = state.breaks[index] else {
                    return point
                }
                switch item.mark {
                case .none: return nil
                case .point: return point
                case .range: return MediaRange(start: time, end: max(time, item.resumption ?? time))
                }
            }
        }
    }

    func resume(at position: MediaTime?) { state.withLock { $0.schedule?.resume(at: position) } }

    func noteLength(_ duration: MediaTime?, _ ending: AdvertEnding) {
        guard ending == .played || ending == .skipped else { return }
        let limit = limit
        let length = max(duration ?? .zero, MediaTime(nanoseconds: 1))
        let played = limit.map { min($0, length) } ?? length
        state.withLock { state in
            state.length = state.length + played
            state.lengthOfAll = state.lengthOfAll + played
        }
    }
}

extension AdvertResolver {
    func adverts(of item: StreamBreak) throws(AdvertErrorCode) -> [ResolvedAdvert] {
        switch item.content {
        case .film(let location):
            var advert = Advert()
            advert.skip = item.skipTime.map { .time($0) }
            return [ResolvedAdvert(advert: advert, location: named(location))]
        case .list(let location):
            let list = try fetcher.assets(at: named(location), until: deadline, cancel: cancel)
            var begin = MediaTime.zero
            return list.assets.compactMap { asset in
                defer { begin = begin + (asset.duration ?? .zero) }
                guard let film = place(asset.location, from: location) else { return nil }
                var advert = Advert()
                advert.duration = asset.duration
                advert.skip = item.skipTime.map { .time(max(.zero, (list.skipTime ?? $0) - begin)) }
                return ResolvedAdvert(advert: advert, location: named(film))
            }
        }
    }
}
