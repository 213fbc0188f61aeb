import Manifests
import PlayCore
import PlaybackModel

enum StreamBreaks {
    /// The newest breaks count.
    static let limit = 256
    private static let longestID = 512

    /// - Parameter location: returns a resource's address or path, or `nil` if it cannot be opened.
    static func list(
        _ ranges: [DateRange], in list: SegmentList, location: (ResourceReference) -> String?
    ) -> [StreamBreak] {
        ranges.filter { $0.interstitial != nil }.suffix(limit).compactMap { range in
            guard let interstitial = range.interstitial, range.id.utf8.count <= longestID,
                let content = content(interstitial, location), let place = place(range, interstitial, list)
            else { return nil }
            var result = StreamBreak(id: range.id, place: place, content: content)
            result.resumption = resumption(from: place, interstitial, list)
            result.limit = interstitial.playoutLimit.flatMap { $0 > .zero ? $0 : nil }
            result.skipTime = interstitial.restrictions.contains("SKIP") ? nil : interstitial.skipOffset ?? .zero
            result.mark = interstitial.isPrimary ? .none : interstitial.occupiesRange ? .range : .point
            return result
        }
    }

    private static func content(
        _ interstitial: Interstitial, _ location: (ResourceReference) -> String?
    ) -> StreamBreak.Content? {
        switch interstitial.content {
        case .asset(let resource): location(resource).map { .film($0) }
        case .list(let resource): location(resource).map { .list($0) }
        }
    }

    private static func place(
        _ range: DateRange, _ interstitial: Interstitial, _ list: SegmentList
    ) -> StreamBreak.Place? {
        if range.cues.contains("PRE") { return .start }
        if range.cues.contains("POST") { return .end }
        guard let instant = range.start, let window = list.window, let time = list.place(of: instant) else {
            return nil
        }
        guard time >= window.start, !list.isEnded || time <= window.end else { return nil }
        let place = interstitial.snaps.contains("OUT") ? list.edge(nearest: time) : time
        // At the very start, the break precedes the whole stream.
        return place <= .zero ? .start : .at(place)
    }

    private static func resumption(
        from place: StreamBreak.Place, _ interstitial: Interstitial, _ list: SegmentList
    ) -> MediaTime? {
        guard let offset = interstitial.resumeOffset, case .at(let time) = place else { return nil }
        let resumption = max(.zero, time + offset)
        return interstitial.snaps.contains("IN") ? list.edge(nearest: resumption) : resumption
    }
}

extension SegmentList {
    /// Returns the nearest place where a segment begins or the last one ends.
    fileprivate func edge(nearest time: MediaTime) -> MediaTime {
        guard let index = index(at: time) else { return time }
        let segment = segments[index]
        return time - segment.start <= segment.end - time ? segment.start : segment.end
    }
}
