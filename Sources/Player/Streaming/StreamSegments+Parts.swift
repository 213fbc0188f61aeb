import Manifests
import PlayCore

/// Segments that are read by their parts: a part is a piece with a duration and an address of its own.
extension StreamSegments {
    func readsParts(_ rendition: Int) -> Bool { lists.parts(rendition) != nil }

    /// Sends for what follows the known list of a rendition, and for the part that its server says will be the next.
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
            // It is asked for again when it is needed, and then the failure counts.
            Log.shared.write(.debug, "net", "not sent for ahead: \(error.code)")
        }
    }

    /// The segment that follows `cursor`, or where reading stands within one, the part of it; nil: there is none yet.
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

    /// Where reading begins for what is shown at `time`, so that decoding can start there: the last such part, else the
    /// segment. Nil where there is nothing.
    ///
    /// - Parameter isSound: all parts will do.
    static func beginning(_ list: SegmentList, at time: MediaTime, isSound: Bool) -> MediaTime? {
        guard let index = list.index(at: time) else { return nil }
        let segment = list.segments[index]
        return segment.parts.last { ($0.isIndependent || isSound) && $0.start <= time }?.start ?? segment.start
    }

    /// Where another rendition can take over.
    static func edges(_ list: SegmentList) -> [MediaTime] {
        list.segments.flatMap { segment in
            [segment.start] + segment.parts.dropFirst().filter(\.isIndependent).map(\.start)
        }
    }

    /// Whether a lane that stands at `cursor` can go on with a piece of another rendition.
    static func canBegin(_ piece: Segment, at cursor: MediaTime, isSound: Bool) -> Bool {
        piece.isPart ? piece.isIndependent || isSound : cursor - piece.start <= tolerance(piece.duration)
    }

    /// Edges of renditions differ by some milliseconds.
    static func tolerance(_ duration: MediaTime) -> MediaTime { min(.milliseconds(200), duration.scaled(by: 0.25)) }
}
