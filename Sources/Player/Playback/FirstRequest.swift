import MediaSources
import PlayCore
import PlaybackModel

/// Where an item's first packets come from. Pure.
struct FirstRequest: Equatable {
    let target: DemuxRequest.Target
    let mode: StreamStart.Mode
    /// Where the clock stands until they are there.
    let position: MediaTime
    /// What lies before that and is leapt over, where nobody has asked for a place.
    let leapt: MediaRange?

    /// - Parameter start: nil, or where nothing can be sought: the start of the item. Of what is live, a negative time
    ///   counts from its edge. Parameter now: where it is asked for at once; a stream with low latency is then played as
    ///   near to the edge as it wants, though its last key frame may be farther.
    init(
        _ start: SeekTarget?, at instant: UTCTime? = nil, _ opened: OpenedItem, chapters: [Chapter],
        _ regions: RegionIndex, now: HostTime? = nil
    ) {
        var start = start
        if let instant, let origin = opened.stream?.status.origin {
            start = .absolute(max(MediaTime(nanoseconds: 1), instant - origin))
        }
        var end = opened.duration ?? opened.stream?.status.live?.edge.position
        // A guess does not cut short where the viewer begins.
        if opened.isDurationGuessed, case .absolute(let time)? = start, time >= .zero { end = nil }
        let resolver = SeekResolver(base: .zero, duration: end, chapters: chapters)
        switch start.map(resolver.resolve) ?? .none {
        case .time(let time, _) where opened.canSeek && time > .zero:
            (target, mode, position, leapt) = (.time(time), .exact, time, nil)
        case .share(let share) where opened.canSeek:
            (target, mode, position, leapt) = (.share(share), .keyframe, .zero, nil)
        default:
            let first = opened.naturalStart
            if start == nil, opened.canSeek, let end = regions.leap(from: first), opened.reaches(end) {
                let place = opened.duration.map { min(end, $0) } ?? end
                (target, mode, position) = (.time(place), .exact, place)
                leapt = MediaRange(start: first, end: place)
            } else if let now, let live = opened.stream?.status.live, live.lowLatency != nil {
                let place = live.livePosition(at: now)
                (target, mode, position, leapt) = (.time(place), .exact, place, nil)
            } else {
                (target, mode, position, leapt) = (.here, .keyframe, first, nil)
            }
        }
    }
}

extension OpenedItem {
    /// Where it begins, as far as the options say.
    func start(by options: SessionOptions) -> SeekTarget? {
        options.isStartRemembered && stream?.status.live != nil ? nil : options.start
    }

    /// Whether playing can go on there: of what is live, what comes later is not there yet.
    func reaches(_ time: MediaTime) -> Bool { stream?.status.live.map { time <= $0.edge.position } ?? true }

    /// What becomes of its parts.
    ///
    /// - Parameter adverts: of its stream, as it marks them by now.
    func regions(by rules: RegionRules?, adverts: [RegionMark]) -> RegionIndex {
        guard let rules else { return RegionIndex() }
        return rules.regions(
            marks.marks + adverts, chapters: chapters, duration: duration, framesPerSecond: framesPerSecond)
    }

    /// Its chapters, with those that its marks name.
    func chapters(by rules: RegionRules?) -> [Chapter] {
        rules?.chapters(chapters, marks.marks, framesPerSecond: framesPerSecond) ?? chapters
    }

    private var framesPerSecond: Double? {
        tracks.lazy.compactMap { if case .video(_, _, let rate) = $0.kind { rate } else { nil } }.first
    }
}
