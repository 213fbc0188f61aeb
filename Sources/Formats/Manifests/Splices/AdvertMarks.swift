package import PlayCore

/// Finds a stream's own adverts, as its manifest and its containers mark them.
package enum AdvertMarks {
    private static let mostCues = 10_000
    /// The newest ranges of a playlist count.
    private static let mostRanges = 500

    /// Returns the cues of a playlist's ranges (`SCTE35-OUT`, `SCTE35-IN`, `SCTE35-CMD`) and of its segments' tags.
    package static func cues(_ ranges: [DateRange], in list: SegmentList) -> [PlacedCue] {
        var cues: [PlacedCue] = []
        for range in ranges.filter(\.isSplice).suffix(mostRanges) {
            guard let instant = range.start, let time = list.place(of: instant) else { continue }
            for cue in range.splices { cues.note(PlacedCue(time: time, cue: cue)) }
        }
        for segment in list.segments {
            guard let cue = segment.cue else { continue }
            switch cue {
            case .out(let duration): cues.append(PlacedCue(time: segment.start, cue: .out(.tag, duration: duration)))
            case .back: cues.append(PlacedCue(time: segment.start, cue: .back(.tag)))
            case .inside(let elapsed, let duration):
                // If the list contains the break's beginning, that counts instead.
                guard segment.number == list.segments.first?.number else { continue }
                let start = segment.start - (elapsed ?? .zero)
                cues.append(PlacedCue(time: start, cue: .out(.tag, duration: duration)))
            }
        }
        return cues
    }

    package static func cues(_ events: [TimedEvent]) -> [PlacedCue] {
        var cues: [PlacedCue] = []
        for event in events {
            for cue in event.splices { cues.note(PlacedCue(time: event.start, cue: cue.lasting(event.duration))) }
        }
        return cues
    }

    package static func marks(_ cues: [PlacedCue]) -> [RegionMark] {
        let cues = cues.prefix(mostCues)
        let cancellations = cues.filter { if case .cancelled = $0.cue { true } else { false } }
        let sorted = cues.filter { cue in !cancellations.contains(where: cue.isCancelled) }.enumerated()
            .sorted { ($0.element.time, $0.offset) < ($1.element.time, $1.offset) }.map(\.element)
        var breaks = OpenBreaks()
        for placed in sorted {
            switch placed.cue {
            case .out(let event, let duration): breaks.begin(event, at: placed.time, duration)
            case .back(let event): breaks.end(event, at: placed.time)
            case .cancelled: break
            }
        }
        return MediaRangeSet(breaks.all).ranges.map {
            RegionMark(start: .time(max(.zero, $0.start)), end: .time($0.end), kind: .advert)
        }
    }
}

private struct OpenBreaks {
    private var open: [SpliceEvent: (start: MediaTime, end: MediaTime?)] = [:]
    private var lastInsert: SpliceEvent?
    private var over: [MediaRange] = []

    mutating func begin(_ event: SpliceEvent, at time: MediaTime, _ duration: MediaTime?) {
        let end = duration.map { time + $0 }
        if let earlier = open[event] {
            // Messages are repeated.
            guard let known = earlier.end, known <= time else {
                if earlier.end == nil { open[event] = (earlier.start, end) }
                return
            }
            over.append(MediaRange(start: earlier.start, end: known))
        }
        open[event] = (time, end)
        if case .insert = event { lastInsert = event }
    }

    mutating func end(_ event: SpliceEvent, at time: MediaTime) {
        var event = event
        // Some senders use another number for the return. It does not apply to a break whose length is already over.
        if open[event] == nil, case .insert = event, let lastInsert, open[lastInsert]?.end.map({ $0 >= time }) ?? true {
            event = lastInsert
        }
        guard let known = open.removeValue(forKey: event) else { return }
        over.append(MediaRange(start: known.start, end: time))
    }

    var all: [MediaRange] {
        over + open.values.compactMap { known in known.end.map { MediaRange(start: known.start, end: $0) } }
    }
}

extension DateRange {
    fileprivate var isSplice: Bool { attributes.keys.contains { $0.hasPrefix("SCTE35-") } }

    fileprivate var splices: [SpliceCue] {
        let known = duration ?? length ?? plannedDuration
        if let text = attributes["SCTE35-OUT"] {
            // The attribute itself starts a break, unless its message is about something else.
            let cues = Self.cues(text)
            guard let cues else { return [.out(.range(id), duration: known)] }
            return cues.compactMap { cue in
                switch cue {
                case .out(let event, let duration): .out(event, duration: known ?? duration)
                case .back: nil
                case .cancelled: cue
                }
            }
        }
        let text = attributes["SCTE35-IN"] ?? attributes["SCTE35-CMD"]
        return (text.flatMap(Self.cues) ?? []).map { cue in
            if case .out(let event, let duration) = cue { return .out(event, duration: known ?? duration) }
            return cue
        }
    }

    private static func cues(_ text: String) -> [SpliceCue]? {
        do throws(ManifestError) {
            return try SpliceSection.cues(text)
        } catch {
            return nil
        }
    }

    private var length: MediaTime? {
        guard let start, let end else { return nil }
        return end - start
    }
}

extension SegmentList {
    /// Accepts instants up to a day outside the segments. Returns `nil` without a calendar.
    package func place(of instant: UTCTime) -> MediaTime? {
        if let time = time(at: instant) { return time }
        guard let first = segments.first, let last = segments.last, let begin = first.programDateTime,
            let end = last.programDateTime
        else { return nil }
        let (before, after) = (instant - begin, instant - end)
        if before < .zero { return before > -.seconds(86_400) ? first.start + before : nil }
        return after > last.duration && after < .seconds(86_400) ? last.start + after : nil
    }
}
