import PlayCore

extension SegmentList {
    /// Returns a later reading on this one's axis. Common segments keep their times and discontinuities. Readings
    /// without common segments are connected by the calendar, else by the numbers. If numbers went back (a restarted
    /// packager), a discontinuity starts at the end. A reading without segments changes only the state.
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
            // Skipped numbers may have hidden discontinuities; the newer count includes them if it continues.
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

    /// Returns `nil` if a side has no calendar, or if the segments would overlap by more than 100 ms or be more than a
    /// day apart: encoders' clocks may be wrong.
    private func startByCalendar(_ segment: Segment, after last: Segment) -> MediaTime? {
        guard let before = last.programDateTime, let instant = segment.programDateTime else { return nil }
        let start = last.start + (instant - before)
        guard start > last.end - .milliseconds(100), start < last.end + .seconds(86_400) else { return nil }
        return max(start, last.end)
    }

    private mutating func move(to start: MediaTime, discontinuity: Int) {
        guard let first = segments.first else { return }
        let (distance, change) = (start - first.start, discontinuity - first.discontinuity)
        for index in segments.indices {
            let segment = segments[index]
            segments[index] = segment.moved(
                to: segment.start + distance, discontinuity: segment.discontinuity + change)
        }
    }

    /// Assigns the times of `older` to common segments; later ones follow the last of them.
    private mutating func align(with older: SegmentList) {
        var distance = MediaTime.zero
        var change = 0
        var leading: [Int] = []
        for index in segments.indices {
            let segment = segments[index]
            if let known = older.index(number: segment.number).map({ older.segments[$0] }) {
                (distance, change) = (known.start - segment.start, known.discontinuity - segment.discontinuity)
            } else if segment.number < older.segments[0].number {
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
