import PlayCore
import PlaybackModel

/// Where an item's first packets come from. Pure.
struct FirstRequest: Equatable {
    let target: DemuxRequest.Target
    let mode: StreamStart.Mode
    /// Where the clock stands until they are there.
    let position: MediaTime

    /// - Parameter start: nil, or where nothing can be sought: the start of the item.
    init(_ start: SeekTarget?, _ opened: OpenedItem) {
        let resolver = SeekResolver(base: .zero, duration: opened.duration, chapters: opened.chapters)
        switch start.map(resolver.resolve) ?? .none {
        case .time(let time, _) where opened.canSeek && time > .zero:
            (target, mode, position) = (.time(time), .exact, time)
        case .share(let share) where opened.canSeek: (target, mode, position) = (.share(share), .keyframe, .zero)
        default: (target, mode, position) = (.here, .keyframe, opened.naturalStart)
        }
    }
}
