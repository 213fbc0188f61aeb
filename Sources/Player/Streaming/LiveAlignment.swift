import Manifests
import PlayCore

/// Puts live media playlists of one stream on one axis, since each starts with another segment.
enum LiveAlignment {
    /// Returns the list on the other one's axis, or `nil` if they share nothing.
    static func aligned(_ list: SegmentList, to other: SegmentList) -> SegmentList? {
        guard let distance = distance(list, other) else { return nil }
        var result = list
        result.segments = list.segments.map { $0.moved(to: $0.start + distance, discontinuity: $0.discontinuity) }
        return result
    }

    private static func distance(_ list: SegmentList, _ other: SegmentList) -> MediaTime? {
        for segment in list.segments {
            if let instant = segment.programDateTime, let time = other.time(at: instant) { return time - segment.start }
        }
        for segment in list.segments {
            if let index = other.index(number: segment.number) { return other.segments[index].start - segment.start }
        }
        return nil
    }
}
