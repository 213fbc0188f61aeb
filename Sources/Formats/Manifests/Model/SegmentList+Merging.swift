import PlayCore

extension SegmentList {
    /// A later reading of the same list, on this one's axis: what both have keeps its time and discontinuity, and the
    /// rest follows. Readings that miss each other are put together by the calendar, else by the numbers; numbers that
    /// went back (a packager that was started again) begin a discontinuity at the end.
    ///
    /// A reading without segments gives this list, with its state.
    package func merging(_ newer: SegmentList) -> SegmentList {
        guard !hasAbsoluteTimes, !newer.hasAbsoluteTimes, let last = segments.last else { return newer }
        guard let newerFirst = newer.segments.first, let newerLast = newer.segments.last else {
            var result = self
            result.isEnded = newer.isEnded
            return result
        }
        var result = newer
        if newerLast.number < segments[0].number {
            result.move(to: startByCalendar(newerFirst, after: last) ?? last.end, discontinuity: last.discontinuity + 1)
        } else if newerFirst.number > last.number {
            let missing = newerFirst.number - last.number - 1
            let guess = last.end + Self.span(missing, of: targetDuration)
            // Numbers that were skipped may have hidden discontinuities; the newer count knows, if it goes on.
            let discontinuity = max(newerFirst.discontinuity, last.discontinuity + (missing > 0 ? 1 : 0))
            result.move(to: startByCalendar(newerFirst, after: last) ?? guess, discontinuity: discontinuity)
        } else {
            result.align(with: self)
        }
        return result
    }

    private static func span(_ count: Int64, of duration: MediaTime) -> MediaTime {
        let product = count.multipliedSaturated(by: duration.nanoseconds)
        return MediaTime(nanoseconds: min(product, .farthest))
    }

    /// Nil without a calendar on both sides, and where it would overlap by more than a tenth of a second or lead more
    /// than a day away: clocks of encoders are wrong, too.
    private func startByCalendar(_ segment: Segment, after last: Segment) -> MediaTime? {
        guard let before = last.programDateTime, let instant = segment.programDateTime else { return nil }
        let start = last.start + (instant - before)
        guard start > last.end - .milliseconds(100), start < last.end + .seconds(86_400) else { return nil }
        return max(start, last.end)
    }

    /// Moves all, the first one to `start`.
    private mutating func move(to start: MediaTime, discontinuity: Int) {
        guard let first = segments.first else { return }
        let (distance, change) = (start - first.start, discontinuity - first.discontinuity)
        for index in segments.indices {
            let segment = segments[index]
            segments[index] = segment.moved(
                to: segment.start + distance, discontinuity: segment.discontinuity + change)
        }
    }

    /// Gives the segments that `older` has the times they had there; those behind follow the last of them.
    private mutating func align(with older: SegmentList) {
        var distance = MediaTime.zero
        var change = 0
        var leading: [Int] = []
        for index in segments.indices {
            let segment = segments[index]
            if let known = older.index(number: segment.number).map({ older.segments[$0] }) {
                (distance, change) = (known.start - segment.start, known.discontinuity - segment.discontinuity)
            } else if segment.number < older.segments[0].number {
                // A window that went back, before what was known.
                leading.append(index)
                continue
            }
            segments[index] = segment.moved(
                to: segment.start + distance, discontinuity: segment.discontinuity + change)
            for index in leading { moveLeading(index, by: distance, change) }
            leading = []
        }
    }

    private mutating func moveLeading(_ index: Int, by distance: MediaTime, _ change: Int) {
        let segment = segments[index]
        segments[index] = segment.moved(to: segment.start + distance, discontinuity: segment.discontinuity + change)
    }
}
