import MediaSources
import PlayCore
import PlaybackModel

struct FirstRequest: Equatable {
    let target: DemuxRequest.Target
    let mode: StreamStart.Mode
    let position: MediaTime
    /// The skipped range before it, if the caller requested no place.
    let leapt: MediaRange?

    /// `start` is `nil` for the item's start, and also if seeks are impossible. In live items a negative time counts
    /// from the edge. `now` is set if packets are requested at once: a low-latency stream then starts as near to the
    /// edge as it recommends, even if its last key frame is farther away.
    init(
        _ start: SeekTarget?, at instant: UTCTime? = nil, _ opened: OpenedItem, chapters: [Chapter],
        _ regions: RegionIndex, now: HostTime? = nil
    ) {
        var start = start
        if let instant, let origin = opened.stream?.status.origin {
            start = .absolute(max(MediaTime(nanoseconds: 1), instant - origin))
        }
        var end = opened.duration ?? opened.stream?.status.live?.edge.position
        // An estimated duration must not limit the requested start.
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
    func start(by options: SessionOptions) -> SeekTarget? {
        let isLeft = options.isStartRemembered && stream?.status.live != nil || startsBehindEnd(options)
        return isLeft ? nil : options.start
    }

    func startsBehindEnd(_ options: SessionOptions) -> Bool {
        guard options.startsWithinItem, case .absolute(let time)? = options.start, let duration else { return false }
        return time >= duration && !isDurationGuessed && !isStillImage
    }

    /// Returns whether the place exists. Times beyond the edge of a live item do not exist yet.
    func reaches(_ time: MediaTime) -> Bool { stream?.status.live.map { time <= $0.edge.position } ?? true }

    func regions(by rules: RegionRules?, adverts: [RegionMark]) -> RegionIndex {
        guard let rules else { return RegionIndex() }
        return rules.regions(
            marks.marks + adverts, chapters: chapters, duration: duration, framesPerSecond: framesPerSecond)
    }

    func chapters(by rules: RegionRules?) -> [Chapter] {
        rules?.chapters(chapters, marks.marks, framesPerSecond: framesPerSecond) ?? chapters
    }

    private var framesPerSecond: Double? {
        tracks.lazy.compactMap { if case .video(_, _, let rate) = $0.kind { rate } else { nil } }.first
    }
}
