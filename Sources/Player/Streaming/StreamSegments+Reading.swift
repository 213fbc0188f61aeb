import Manifests
import Media
import MediaSources
import PlayCore
import PlaybackModel
import Transport

extension StreamSegments {
    /// Returns the piece after `cursor`, waiting for a live one, or `nil` at the end. Moves the cursor over gaps.
    func segment(_ rendition: Int, from cursor: inout MediaTime) throws(ByteSourceError) -> Segment? {
        while true {
            let list = try lists.list(rendition)
            if let window = list.window, cursor < window.start, !list.isEnded { cursor = window.start }
            if let piece = Self.piece(list, after: cursor) {
                guard piece.isGap else { return piece }
                cursor = piece.end
                continue
            }
            guard let instant = lists.nextReading(rendition) else { return nil }
            askAhead(rendition)
            try wait(until: instant)
            _ = try lists.refresh(rendition)
            noteLive(rendition)
        }
    }

    func mainVariant(after current: Int) -> Int {
        if let soundOnly, !wantsPicture || !control.status.carriesPictures { return soundOnly }
        return current == soundOnly ? lastPictures : current
    }

    /// Returns whether a live list may have news, so that reading it does not wait for the server.
    func isTimeToRead(_ rendition: Int) -> Bool {
        guard readsParts(rendition) else { return lists.nextReading(rendition).map { $0 <= clock.now } ?? false }
        askAhead(rendition)
        return lists.isAnswered(rendition)
    }

    /// Returns whether the next segment is not available yet, or never will be.
    func isAtEdge(_ rendition: Int, _ cursor: MediaTime) -> Bool {
        do {
            return Self.piece(try lists.list(rendition), after: cursor) == nil
        } catch {
            return true
        }
    }

    func isNewest(_ segment: Segment, _ rendition: Int) -> Bool {
        lists.knownList(rendition)?.segments.last.map { $0.start <= segment.start } ?? false
    }

    static func index(_ list: SegmentList, after cursor: MediaTime) -> Int? {
        guard let index = list.index(at: cursor) else { return nil }
        let segment = list.segments[index]
        if segment.end - cursor > tolerance(segment.duration) { return index }
        return index + 1 < list.segments.count ? index + 1 : nil
    }

    func wait(until instant: HostTime) throws(ByteSourceError) {
        let wake = Monitor(())
        let registration = access.cancel.onCancel { wake.update { _ in } }
        let cancel = access.cancel
        _ = wake.wait(until: instant) { _ in cancel.isInterrupted ? () : nil }
        withExtendedLifetime(registration) {}
        if cancel.isInterrupted { throw ByteSourceError(.cancelled, operation: "wait", context: "") }
    }
}
