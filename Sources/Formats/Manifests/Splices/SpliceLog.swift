package import PlayCore

/// The splice cues found in containers so far. Repetitions are stored once.
package struct SpliceLog: Sendable {
    package private(set) var cues: [PlacedCue] = []

    /// A day of a channel. Beyond it the oldest are dropped.
    private static let limit = 500
    private static let mostCues = 64
    /// Positions of a repeated cue differ by up to this, because tracks and segments round.
    private static let tolerance = MediaTime.milliseconds(500)
    /// A cue farther from its message does not belong to this stream.
    private static let farthest = MediaTime.seconds(3600)
    /// 33 bits of 90 kHz.
    private static let wrap = MediaTime(ticks: 1 << 33)

    package init() {}

    /// Adds a section of a transport stream. Returns whether it contained a new cue.
    ///
    /// - Parameter shift: from the container's times to the axis.
    package mutating func add(section: [UInt8], at place: MediaTime, shift: MediaTime) -> Bool {
        let message: SpliceMessage
        do throws(ManifestError) {
            message = try SpliceSection.message(section)
        } catch {
            return false
        }
        let time = message.ticks.map { Self.unwrapped(MediaTime(ticks: $0) + shift, near: place) } ?? place
        return add(message.cues, at: time, near: place)
    }

    /// Adds a message. Returns whether it contained a new cue. `shift` leads from its times to the axis.
    package mutating func add(_ message: EventMessage, inSegmentAt start: MediaTime, shift: MediaTime) -> Bool {
        let time =
            switch message.time {
            case .fromStart(let time): start + time
            case .onTrack(let time): time + shift
            }
        return add(message.splices.map { $0.lasting(message.duration) }, at: time, near: start)
    }

    /// Notes a jump: a later end does not end a break that began before the jump and is still open.
    package mutating func jump(from place: MediaTime, to target: MediaTime) {
        guard target > place else { return }
        let lastBack = cues.filter { if case .back = $0.cue { true } else { false } }.map(\.time).max()
        cues.removeAll { placed in
            guard case .out(_, nil) = placed.cue, placed.time < target else { return false }
            return lastBack.map { $0 < placed.time } ?? true
        }
    }

    private mutating func add(_ new: [SpliceCue], at time: MediaTime, near place: MediaTime) -> Bool {
        guard time > place - Self.farthest, time < place + Self.farthest else { return false }
        var isNew = false
        for cue in new.prefix(Self.mostCues) {
            let placed = PlacedCue(time: time, cue: cue)
            guard !isKnown(placed) else { continue }
            cues.note(placed)
            isNew = true
        }
        if cues.count > Self.limit { cues.removeFirst(cues.count - Self.limit) }
        return isNew
    }

    private func isKnown(_ new: PlacedCue) -> Bool {
        let same = cues.filter { $0.cue.isRepeated(by: new.cue) }
        if same.contains(where: { max($0.time - new.time, new.time - $0.time) < Self.tolerance }) { return true }
        // A cue without a time moves to the place of each repetition.
        if let last = cues.last, last.cue.isRepeated(by: new.cue), last.cue.duration == nil, last.time <= new.time {
            return true
        }
        return same.contains { known in
            known.cue.duration.map { known.time < new.time && new.time < known.time + $0 } ?? false
        }
    }

    /// Adds multiples of the 33-bit range to get the time nearest to `place`.
    private static func unwrapped(_ time: MediaTime, near place: MediaTime) -> MediaTime {
        let turns = ((place - time).inSeconds / wrap.inSeconds).rounded()
        return time + MediaTime(nanoseconds: Int64(turns) &* wrap.nanoseconds)
    }
}

extension SpliceCue {
    fileprivate var duration: MediaTime? { if case .out(_, let duration) = self { duration } else { nil } }

    fileprivate func isRepeated(by other: SpliceCue) -> Bool {
        switch (self, other) {
        case (.out(let event, let duration), .out(let otherEvent, let otherDuration)):
            event == otherEvent && (duration != nil || otherDuration == nil)
        case (.back(let event), .back(let otherEvent)): event == otherEvent
        case (.cancelled(let event), .cancelled(let otherEvent)): event == otherEvent
        default: false
        }
    }
}
