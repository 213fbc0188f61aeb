import Manifests
import PlayCore

/// Reads segments by their parts, each with its own duration and address.
extension StreamSegments {
    func readsParts(_ rendition: Int) -> Bool { lists.parts(rendition) != nil }

    func askAhead(_ rendition: Int) {
        guard readsParts(rendition) else { return }
        do throws(ByteSourceError) {
            try lists.ask(rendition)
            for hint in lists.playlist(rendition)?.preloadHints ?? [] {
                if hint.isPart {
                    try store.expect(hint, of: rendition, patience: lists.patience(rendition))
                } else {
                    try store.body(of: InitSection(resource: hint.resource, range: hint.range)).prepare()
                }
            }
        } catch {
            // Requested again when needed, where a failure counts.
            Log.shared.write(.debug, "net", "not sent for ahead: \(error.code)")
        }
    }

    /// Returns the segment after `cursor`, or the part if reading is within a segment. `nil` if it does not exist yet.
    static func piece(_ list: SegmentList, after cursor: MediaTime) -> Segment? {
        guard let first = index(list, after: cursor) else { return nil }
        for segment in list.segments[first...] {
            // One request is better than many.
            if segment.isComplete, segment.parts.isEmpty || cursor - segment.start <= tolerance(segment.duration) {
                return segment
            }
            if let part = segment.parts.firstIndex(where: { $0.end - cursor > tolerance($0.duration) }) {
                return segment.piece(part)
            }
        }
        return nil
    }

    /// Returns the place to start decoding `time`: at the last independent part (any part of sound), else the segment.
    static func beginning(_ list: SegmentList, at time: MediaTime, isSound: Bool) -> MediaTime? {
        guard let index = list.index(at: time) else { return nil }
        let segment = list.segments[index]
        return segment.parts.last { ($0.isIndependent || isSound) && $0.start <= time }?.start ?? segment.start
    }

    static func edges(_ list: SegmentList) -> [MediaTime] {
        list.segments.flatMap { segment in
            [segment.start] + segment.parts.dropFirst().filter(\.isIndependent).map(\.start)
        }
    }

    /// Returns whether a lane at `cursor` can continue with a piece of another rendition.
    static func canBegin(_ piece: Segment, at cursor: MediaTime, isSound: Bool) -> Bool {
        piece.isPart ? piece.isIndependent || isSound : cursor - piece.start <= tolerance(piece.duration)
    }

    /// Tolerates renditions whose edges differ by some milliseconds.
    static func tolerance(_ duration: MediaTime) -> MediaTime { min(.milliseconds(200), duration.scaled(by: 0.25)) }
}
