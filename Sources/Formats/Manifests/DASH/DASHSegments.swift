import PlayCore

struct DASHSegments {
    private let part: DASHTimeline.Part
    private let information: SegmentInformation
    private let location: ManifestLocation?
    private let live: LiveTiming?
    /// How long before its end a segment can be requested. `nil` means at any time.
    private let early: MediaTime?
    private let now: UTCTime?
    private var window: MediaRange?
    private let section: InitSection?
    private let discontinuity: Int
    private var values: TemplateText.Values
    /// Shared by consecutive segments with equal keys.
    private var key: SegmentKey?
    private var initSection: InitSection?
    private var result: [Segment] = []
    private var maximum = 0

    init(part: DASHTimeline.Part, base: Int, live: LiveTiming?, now: UTCTime?, window: MediaRange?) {
        self.part = part
        information = part.information
        location = part.location(base)
        early = part.availabilityOffset(base)
        self.live = live
        self.now = now
        self.window = window
        discontinuity = Int(part.start.nanoseconds / 1_000_000)
        values = TemplateText.Values(representationID: part.representationID, bandwidth: part.bandwidth)
        section =
            Self.initSection(part.information, location, values)
            ?? part.index?.headLength.flatMap { length in
                part.file(base).map { InitSection(resource: $0, range: ByteRange(offset: 0, length: length)) }
            }
    }

    private static func initSection(
        _ information: SegmentInformation, _ location: ManifestLocation?, _ values: TemplateText.Values
    ) -> InitSection? {
        if let text = information.initialization?.text(values) {
            return location?.resolve(text).map { InitSection(resource: $0) }
        }
        guard information.initializationURL != nil || information.initializationRange != nil else { return nil }
        return location?.resolve(information.initializationURL ?? "").map {
            InitSection(resource: $0, range: information.initializationRange)
        }
    }

    mutating func segments(atMost maximum: Int) throws(ManifestError) -> [Segment] {
        self.maximum = maximum
        values.number = information.startNumber
        let key = try part.encryption?.key(0, values, at: location)
        initSection = section.map { InitSection(resource: $0.resource, range: $0.range, key: key) }
        // Without names, all segments would have one address: the manifest's own.
        if information.kind == .template, information.media == nil { return [] }
        if part.needsIndex {
            try addIndexed()
        } else if let timeline = information.timeline, information.kind != .base {
            try add(timeline)
        } else if let duration = information.duration, information.kind != .base, information.kind != .whole {
            try addRegular(duration)
        } else if information.kind == .list, !information.pieces.isEmpty {
            try addOnly(information.pieces[0])
        } else {
            try addOnly(nil)
        }
        return result
    }

    // MARK: Kinds

    private mutating func addIndexed() throws(ManifestError) {
        guard let index = part.index else { throw ManifestError(.unsupported, "the index was not loaded") }
        for (number, entry) in index.entries.enumerated() {
            guard !entry.isIndex else { throw ManifestError(.unsupported, "an index of indexes") }
            let offset = ExactTime.ticks(information.presentationOffset, per: information.timescale)
            let time = ExactTime.ticks(entry.time, per: index.timescale)
            let end = ExactTime.ticks(entry.time.addingSaturated(entry.duration), per: index.timescale)
            try add(Int64(number + 1), text: "", range: entry.range, time: time, end: end, offset: offset)
        }
    }

    private mutating func add(_ timeline: [SegmentInformation.Entry]) throws(ManifestError) {
        let runs = runs(timeline)
        let begin = timelineBegin(runs)
        // A run of zero duration makes no progress and shows nothing.
        for run in runs where run.duration > 0 {
            let gone = max(0, begin.subtractingSaturated(run.time) / run.duration)
            for index in min(gone, run.count)..<run.count {
                let number = run.number.addingSaturated(index)
                if let last = information.endNumber, number > last { return }
                let time = run.time.addingSaturated(index.multipliedSaturated(by: run.duration))
                guard try add(number, ticks: time, duration: run.duration) else { return }
            }
        }
    }

    private struct Run {
        let time: Int64
        let duration: Int64
        let count: Int64
        let number: Int64

        var end: Int64 { time.addingSaturated(count.multipliedSaturated(by: duration)) }
    }

    private func runs(_ timeline: [SegmentInformation.Entry]) -> [Run] {
        var result: [Run] = []
        var number = information.startNumber
        for (place, entry) in timeline.enumerated() {
            let time = entry.time ?? result.last?.end ?? 0
            let next = place + 1 < timeline.count ? timeline[place + 1].time : nil
            let run = Run(
                time: time, duration: entry.duration, count: count(of: entry, from: time, before: next), number: number)
            number = number.addingSaturated(run.count)
            result.append(run)
        }
        return result
    }

    /// Counts an entry's segments. Without a count, they last until the next entry, the period's end or the live edge.
    private func count(of entry: SegmentInformation.Entry, from time: Int64, before next: Int64?) -> Int64 {
        guard entry.duration > 0 else { return 1 }
        func remaining(to end: Int64) -> Int64 { max(0, end.subtractingSaturated(time)) }
        if entry.repeats >= 0 {
            // Nothing plays past the period's end, whichever count is declared.
            guard let end = part.end, next == nil else { return entry.repeats + 1 }
            return min(entry.repeats + 1, remaining(to: ticks(at: end)) / entry.duration + 1)
        }
        if let end = next ?? part.end.map(ticks) {
            return remaining(to: end).addingSaturated(entry.duration - 1) / entry.duration
        }
        return endTicks.map { remaining(to: $0) / entry.duration } ?? 1
    }

    /// Returns ticks, never before the period. Listed segments count as available: if the list ends before the clock's
    /// edge (a wrong clock, a late packager), the window ends with the list.
    private mutating func timelineBegin(_ runs: [Run]) -> Int64 {
        guard let shown = window, let last = runs.last else { return information.presentationOffset }
        let late = max(.zero, shown.end - place(ofTicks: last.end))
        window = MediaRange(start: shown.start - late, end: shown.end)
        return max(information.presentationOffset, ticks(at: shown.start - late))
    }

    private func place(ofTicks ticks: Int64) -> MediaTime {
        part.start + ExactTime.ticks(ticks, per: information.timescale) - offsetTime
    }

    private func expiredCount(every duration: Int64) -> Int64 {
        guard let window else { return 0 }
        return max(0, ticks(at: window.start).subtractingSaturated(information.presentationOffset)) / duration
    }

    private mutating func addRegular(_ duration: Int64) throws(ManifestError) {
        let offset = information.presentationOffset
        var index = expiredCount(every: duration)
        while information.kind == .template || index < information.pieces.count {
            let number = information.startNumber.addingSaturated(index)
            if let last = information.endNumber, number > last { return }
            let time = offset.addingSaturated(index.multipliedSaturated(by: duration))
            if let end = endTicks, time >= end { return }
            // Without an end the list would be infinite.
            guard part.end != nil || live != nil || information.endNumber != nil || information.kind == .list else {
                throw ManifestError(.malformed, "segments without an end")
            }
            guard isAvailable(end: time.addingSaturated(duration)) else { return }
            guard try add(number, ticks: time, duration: duration) else { return }
            index += 1
        }
    }

    private mutating func addOnly(_ piece: SegmentInformation.Piece?) throws(ManifestError) {
        let offset = ExactTime.ticks(information.presentationOffset, per: information.timescale)
        let length = part.end.map { $0 - part.start } ?? .zero
        values.number = information.startNumber
        let text = piece?.media ?? information.media?.text(values) ?? ""
        try add(
            information.startNumber, text: text, range: piece?.range, time: offset, end: offset + length,
            offset: offset)
    }

    // MARK: Single segments

    /// - Returns: false at the period's end, or if no more segments are available.
    private mutating func add(_ number: Int64, ticks: Int64, duration: Int64) throws(ManifestError) -> Bool {
        values.number = number
        values.time = ticks
        var text = information.media?.text(values) ?? ""
        var range: ByteRange?
        if information.kind == .list {
            let place = number - information.startNumber
            guard information.pieces.indices.contains(Int(clamping: place)) else { return false }
            let piece = information.pieces[Int(place)]
            (text, range) = (piece.media ?? "", piece.range)
        }
        let scale = information.timescale
        return try add(
            number, text: text, range: range, time: ExactTime.ticks(ticks, per: scale),
            end: ExactTime.ticks(ticks.addingSaturated(duration), per: scale),
            offset: ExactTime.ticks(information.presentationOffset, per: scale))
    }

    /// Adds a segment. Each time is computed from ticks, so errors do not accumulate.
    @discardableResult
    private mutating func add(
        _ number: Int64, text: String, range: ByteRange?, time: MediaTime, end: MediaTime, offset: MediaTime
    ) throws(ManifestError) -> Bool {
        let start = part.start + (time - offset)
        let finish = part.start + (end - offset)
        if let end = part.end, start >= end, start > part.start { return false }
        guard finish > part.start || end == time else { return true }
        if let window, finish <= window.start { return true }
        guard result.count < maximum else { throw ManifestError(.tooLarge, "too many segments") }
        guard let resource = location?.resolve(text) else { throw ManifestError(.forbiddenReference, text) }
        let shown = part.end.map { min(finish, $0) } ?? finish
        var segment = Segment(
            number: number, start: start, duration: max(.zero, (isRegular ? shown : finish) - start),
            resource: resource, discontinuity: discontinuity)
        segment.range = range
        segment.initSection = initSection
        segment.key = try key(of: number)
        segment.mediaOffset = time
        segment.programDateTime = live.map { $0.availabilityStart + start }
        // Without chunks, a listed segment is complete even if it ends later by this clock.
        if let live, let now, let early, early > .zero { segment.isGrowing = live.availabilityStart + finish > now }
        result.append(segment)
        return true
    }

    private mutating func key(of number: Int64) throws(ManifestError) -> SegmentKey? {
        guard let encryption = part.encryption else { return nil }
        var values = values
        values.number = number
        let new = try encryption.key(number - information.startNumber, values, at: location)
        if new != key { key = new }
        return key
    }

    /// Whether durations are nominal, so that the last segment is cut at the period's end.
    private var isRegular: Bool { information.timeline == nil && !part.needsIndex }

    private func isAvailable(end: Int64) -> Bool {
        guard let live, let now else { return true }
        guard let early else { return true }
        return live.availabilityStart + (place(ofTicks: end) - early) <= now
    }

    private var offsetTime: MediaTime { ExactTime.ticks(information.presentationOffset, per: information.timescale) }

    private func ticks(at time: MediaTime) -> Int64 {
        ExactTime.count(of: time - part.start, per: information.timescale)
            .addingSaturated(information.presentationOffset)
    }

    /// The period's end in ticks, the live edge for an open live period, or `nil`.
    private var endTicks: Int64? {
        if let end = part.end { return ticks(at: end) }
        guard let live, let now else { return nil }
        return ticks(at: live.edge(at: now) + (early ?? .zero))
    }
}
