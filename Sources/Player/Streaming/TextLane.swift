import Manifests
import Media
import MediaSources
import PlayCore

/// Reads one track's text, a segment at a time, beside the other lanes. Used on the `demux` thread.
final class TextLane {
    let choice: TextChoices.Choice
    private unowned let stream: StreamSegments
    private var cursor = MediaTime.zero
    private var pending: Pending?
    /// Starts of the returned segments, whose lines the screen keeps.
    private var given: Set<MediaTime> = []
    /// Consecutive failures, which end the requests: text is not worth loading a server.
    private var failures = 0
    private static let mostFailures = 3
    /// How far ahead of the reading position text is requested.
    private static let lead = MediaTime.seconds(4)
    /// After this much reading, late text is awaited. Until then pictures have priority.
    private static let patience = MediaTime.seconds(2)

    private struct Pending {
        let segment: Segment
        let opening: SegmentBody?
        let body: SegmentBody
        let asked: MediaTime
    }

    init(_ choice: TextChoices.Choice, _ stream: StreamSegments) {
        self.choice = choice
        self.stream = stream
    }

    func move(to time: MediaTime) {
        cursor = time
        pending = nil
        failures = 0
    }

    /// Returns text that has arrived, and requests the next. If it `waits`, for all text that begins before `position`.
    func next(until position: MediaTime, waits: Bool) -> SubtitleText? {
        guard failures < Self.mostFailures else { return nil }
        do throws(ByteSourceError) {
            if pending == nil { pending = try ask(position) }
            guard let pending else { return nil }
            let isOverdue = position > max(pending.segment.start, pending.asked) + Self.patience
            guard waits || isOverdue || pending.body.hasArrived else { return nil }
            guard let text = try readText(pending) else { return nil }
            self.pending = nil
            failures = 0
            given.insert(pending.segment.start)
            return text
        } catch {
            leaveOut(error)
            return nil
        }
    }

    private func leaveOut(_ error: ByteSourceError) {
        if let pending { stream.store.drop(pending.body) }
        // A seek ended the wait. The text is requested again.
        if error.code == .cancelled {
            if let pending { cursor = min(cursor, pending.segment.start) }
        } else {
            failures += 1
            Log.shared.write(.warning, "net", "text is left out: \(error.code)")
        }
        pending = nil
    }

    private func ask(_ position: MediaTime) throws(ByteSourceError) -> Pending? {
        var list = try stream.lists.list(choice.rendition)
        let reached = stream.readsParts(choice.rendition) ? cursor : position
        if !list.isEnded, (list.window?.end ?? .zero) <= reached, stream.isTimeToRead(choice.rendition) {
            _ = try stream.lists.refresh(choice.rendition)
            list = try stream.lists.list(choice.rendition)
        }
        if let start = list.window?.start, cursor < start { cursor = start }
        while let segment = StreamSegments.piece(list, after: cursor), segment.start < position + Self.lead {
            guard !segment.isGap, !given.contains(segment.start) else {
                cursor = segment.end
                continue
            }
            let opening = try segment.initSection.map { section throws(ByteSourceError) in
                try stream.store.body(of: section)
            }
            let body = try stream.store.body(of: segment)
            try opening?.prepare()
            try body.prepare()
            cursor = segment.end
            return Pending(segment: segment, opening: opening, body: body, asked: position)
        }
        return nil
    }

    /// Returns `nil` if the text's place on the axis is not known yet.
    private func readText(_ pending: Pending) throws(ByteSourceError) -> SubtitleText? {
        var bytes: [UInt8] = []
        if let opening = pending.opening {
            try opening.finish()
            bytes += opening.bytes
        }
        try pending.body.finish()
        bytes += pending.body.bytes
        guard let offset = offset(pending.segment, bytes) else { return nil }
        return SubtitleText(track: choice.track.id, payload: bytes, start: offset, end: nil)
    }

    private func offset(_ segment: Segment, _ bytes: [UInt8]) -> MediaTime? {
        if let mediaOffset = segment.mediaOffset { return segment.start - mediaOffset }
        if let map = TimestampMap(bytes) {
            return stream.axis.offset(discontinuity: segment.discontinuity, first: map.time, near: segment.start)
                .map { $0 + map.distance }
        }
        guard segment.initSection != nil else { return .zero }
        return stream.axis.offset(discontinuity: segment.discontinuity, first: segment.start, near: segment.start)
    }
}

/// A stream's text lanes, of which only the selected ones fetch. Used on the `demux` thread.
final class TextLanes {
    let lanes: [TextLane]
    private let stream: StreamSegments
    private var active: Set<Int> = []
    /// Texts to return at once for a late selection.
    private static let mostAtOnce = 64

    init(_ choices: TextChoices, _ stream: StreamSegments) {
        self.stream = stream
        lanes = choices.list.map { TextLane($0, stream) }
    }

    var tracks: [TrackInfo] { lanes.map(\.choice.track) }

    func form(of track: Int) -> SubtitleTextForm? {
        lanes.first { $0.choice.track.id == track }.map { .document(isTTML: $0.choice.isTTML) }
    }

    func move(to time: MediaTime) {
        for lane in lanes { lane.move(to: time) }
    }

    /// Returns the selected lanes. Newly selected ones start at the playback position.
    private func wanted(_ position: MediaTime) -> [TextLane] {
        guard !lanes.isEmpty else { return [] }
        let wanted = stream.control.texts
        if wanted != active {
            let start = min(position, stream.control.demand?.position ?? position)
            for lane in lanes where wanted.contains(lane.choice.track.id) && !active.contains(lane.choice.track.id) {
                lane.move(to: start)
            }
            active = wanted
        }
        return wanted.isEmpty ? [] : lanes.filter { wanted.contains($0.choice.track.id) }
    }

    func next(until position: MediaTime, isAtEnd: Bool) -> SubtitleText? {
        for lane in wanted(position) {
            if let text = lane.next(until: position, waits: isAtEnd) { return text }
        }
        return nil
    }

    func missed(until position: MediaTime) -> [SubtitleText] {
        var texts: [SubtitleText] = []
        while texts.count < Self.mostAtOnce, let text = next(until: position, isAtEnd: true) { texts.append(text) }
        return texts
    }
}
