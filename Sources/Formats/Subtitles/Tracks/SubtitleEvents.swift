package import PlayCore

package enum SubtitleEvent: Sendable, Equatable {
    /// `onSubtitleExtAdded(trackIndex, url)`.
    case added(track: Int, origin: SubtitleOrigin)
    /// `onSubtitleHeader(trackIndex, header)`, for formats that have one.
    case header(track: Int, text: String)
    /// `onSubtitleShow(trackIndex, subtitleID, text)`.
    case show(track: Int, id: Int, text: String)
    /// `onSubtitleHide(trackIndex, subtitleID)`, for this cue only.
    case hide(track: Int, id: Int)
}

package struct SubtitleEventTracker: Sendable, Equatable {
    private struct Shown: Sendable, Hashable {
        let track: Int
        let id: Int
    }

    private var announced: [SubtitleOrigin] = []
    private var shown: [Shown] = []

    package init() {}

    /// Returns the changes since the last call: tracks, then hidden cues, then shown ones.
    package mutating func update(_ set: SubtitleSet, at position: MediaTime) -> [SubtitleEvent] {
        var events: [SubtitleEvent] = []
        let origins = set.tracks.map(\.origin)
        // Another item has other tracks.
        if !origins.starts(with: announced) { announced = [] }
        for number in announced.count..<origins.count {
            events.append(.added(track: number, origin: origins[number]))
            let header = set.tracks[number].header
            if !header.isEmpty { events.append(.header(track: number, text: header)) }
        }
        announced = origins
        var now: [Shown] = []
        var texts: [String] = []
        for slot in SubtitleSlot.allCases {
            guard let track = set.selection(slot) else { continue }
            for cue in set.active(slot, at: position) {
                now.append(Shown(track: track, id: cue.id))
                texts.append(cue.text)
            }
        }
        let (before, after) = (Set(shown), Set(now))
        events += shown.filter { !after.contains($0) }.map { .hide(track: $0.track, id: $0.id) }
        for (line, text) in zip(now, texts) where !before.contains(line) {
            events.append(.show(track: line.track, id: line.id, text: text))
        }
        shown = now
        return events
    }
}
