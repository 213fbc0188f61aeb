package import PlayCore

package struct AdvertProgress: Sendable {
    package enum News: Sendable, Equatable {
        case event(AdvertEventName)
        case progress(address: String)
    }

    private let advert: Advert
    private var told: Set<AdvertEventName> = []
    private var passed: Set<Int> = []
    private var isPaused = false
    private var isMuted: Bool?

    package init(_ advert: Advert) { self.advert = advert }

    package private(set) var hasStarted = false

    package mutating func play(to position: MediaTime, of duration: MediaTime?) -> [News] {
        var news: [News] = []
        if !hasStarted {
            hasStarted = true
            news += [.event(.creativeView), .event(.start)]
        }
        if isPaused {
            isPaused = false
            news.append(.event(.resume))
        }
        let duration = duration ?? advert.duration
        if let duration, duration > .zero {
            let share = position.inSeconds / duration.inSeconds
            for (name, least) in Self.quarters where share >= least && told.insert(name).inserted {
                news.append(.event(name))
            }
        }
        for (index, tracker) in advert.trackers.progress.enumerated() {
            guard let time = tracker.offset.time(in: duration), position >= time, passed.insert(index).inserted else {
                continue
            }
            news.append(.progress(address: tracker.address))
        }
        return news
    }

    private static let quarters: [(AdvertEventName, Double)] = [
        (.firstQuartile, 0.25), (.midpoint, 0.5), (.thirdQuartile, 0.75),
    ]

    package mutating func pause() -> [News] {
        guard hasStarted, !isPaused else { return [] }
        isPaused = true
        return [.event(.pause)]
    }

    package mutating func hear(isMuted: Bool) -> [News] {
        defer { self.isMuted = isMuted }
        guard let before = self.isMuted, before != isMuted else { return [] }
        return [.event(isMuted ? .mute : .unmute)]
    }

    /// Completes the advert. Also returns quarters that were not reported yet.
    package mutating func complete() -> [News] {
        guard hasStarted else { return [] }
        let rest = Self.quarters.map(\.0).filter { told.insert($0).inserted }
        return (rest + [.complete]).map(News.event)
    }
}
