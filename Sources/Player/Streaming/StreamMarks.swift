import Manifests
import PlayCore

/// Places that a manifest marks besides its chapters (`EXT-X-DATERANGE`, DASH's `EventStream`), for the slider and the
/// list of chapters. Excludes adverts and control messages, see ``AdvertMarks``.
enum StreamMarks {
    /// More marks would form a solid line on every slider.
    static let limit = 500
    /// Characters of a title. No screen shows more.
    private static let titleLimit = 200
    /// Schemes of control messages for manifests and adverts, and binary ones: ID3, SCTE 35.
    private static let orders = [
        "urn:mpeg:dash:event:", "urn:scte:", "https://aomedia.org/emsg/id3", "urn:dashif:alternative",
    ]

    private struct Mark {
        let start: MediaTime
        let end: MediaTime?
        let title: String?
    }

    /// Omits a mark at the start of a chapter of the same name.
    static func merged(_ chapters: [Chapter], _ marks: [Chapter]) -> [Chapter] {
        let new = marks.filter { mark in
            !chapters.contains {
                $0.title == mark.title && abs(($0.range.start - mark.range.start).nanoseconds) < 500_000_000
            }
        }
        return (chapters + new).enumerated().sorted {
            ($0.element.range.start, $0.offset) < ($1.element.range.start, $1.offset)
        }.map(\.element)
    }

    /// Returns the chapters whose places follow from the list's calendar.
    static func chapters(_ ranges: [DateRange], in list: SegmentList) -> [Chapter] {
        guard let window = list.window else { return [] }
        let marks = ranges.compactMap { range -> Mark? in
            guard range.classID != "com.apple.hls.interstitial", range.interstitial == nil,
                !range.attributes.keys.contains(where: { $0.hasPrefix("SCTE35-") }),
                let instant = range.start, let start = list.time(at: instant)
            else { return nil }
            let length = range.duration ?? range.end.map { $0 - instant } ?? range.plannedDuration
            return Mark(start: start, end: length.map { start + $0 }, title: range.attributes["X-TITLE"] ?? range.id)
        }
        return chapters(marks, within: window)
    }

    static func chapters(_ events: [TimedEvent], within window: MediaRange) -> [Chapter] {
        let marks = events.compactMap { event -> Mark? in
            let scheme = event.scheme.lowercased()
            guard !orders.contains(where: scheme.hasPrefix) else { return nil }
            let texts = [event.message, event.id, event.value].compactMap(\.self)
            return Mark(
                start: event.start, end: event.duration.map { event.start + $0 },
                title: texts.first { !$0.isEmpty && !$0.hasPrefix("<") })
        }
        return chapters(marks, within: window)
    }

    /// Creates chapters. A mark without an end lasts until the next.
    private static func chapters(_ marks: [Mark], within window: MediaRange) -> [Chapter] {
        let inside = marks.filter { $0.start >= window.start && $0.start < window.end }
        let sorted = inside.enumerated().sorted { ($0.element.start, $0.offset) < ($1.element.start, $1.offset) }
            .prefix(limit).map(\.element)
        return sorted.indices.map { index in
            let mark = sorted[index]
            let next = index + 1 < sorted.count ? sorted[index + 1].start : window.end
            let end = (mark.end ?? next).clamped(to: mark.start...window.end)
            return Chapter(
                range: MediaRange(start: mark.start, end: end),
                title: mark.title.map { String($0.prefix(titleLimit)) })
        }
    }
}
