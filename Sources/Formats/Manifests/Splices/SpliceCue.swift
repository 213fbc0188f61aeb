package import PlayCore

/// What a message about splices says of adverts: a break begins, is over, or does not come after all. A value.
package enum SpliceCue: Sendable, Equatable {
    /// The programme is left.
    ///
    /// - Parameter duration: nil: the message does not say.
    case out(SpliceEvent, duration: MediaTime?)
    /// The programme goes on.
    case back(SpliceEvent)
    /// What was said of the event before no longer holds.
    case cancelled(SpliceEvent)

    /// The same, with a duration that was told beside it where it has none of its own.
    func lasting(_ other: MediaTime?) -> SpliceCue {
        if case .out(let event, nil) = self { .out(event, duration: other) } else { self }
    }

    var event: SpliceEvent {
        switch self {
        case .out(let event, _), .back(let event), .cancelled(let event): event
        }
    }

    /// Whether another one takes this one back.
    fileprivate func isCancelled(by other: SpliceCue) -> Bool {
        guard case .cancelled(let cancelled) = other else { return false }
        return event.isMeant(by: cancelled)
    }
}

/// A cue at its place on the axis. A value.
package struct PlacedCue: Sendable, Equatable {
    package let time: MediaTime
    package let cue: SpliceCue

    /// Whether another one takes this one back: a break that began before cannot be taken back any more (SCTE 67).
    func isCancelled(by other: PlacedCue) -> Bool { cue.isCancelled(by: other.cue) && time >= other.time }
}

extension [PlacedCue] {
    /// Adds what is said next: it may take back what was said before, and what is said once more holds again.
    mutating func note(_ new: PlacedCue) {
        removeAll { known in
            if case .out = new.cue { return new.cue.isCancelled(by: known.cue) }
            return known.isCancelled(by: new)
        }
        append(new)
    }
}

/// What connects the end of a break with its beginning.
package enum SpliceEvent: Sendable, Hashable {
    /// Of `splice_insert`.
    case insert(Int64)
    /// Of a segmentation descriptor, with the type that begins it.
    case segmentation(type: Int64, id: Int64)
    /// All segmentations of a number; in cancellations, which name no type.
    case anySegmentation(id: Int64)
    /// A range of a playlist.
    case range(String)
    /// `EXT-X-CUE-OUT` and `EXT-X-CUE-IN`, which have no names.
    case tag

    /// SCTE 35 2023, table 23: breaks, adverts of providers and distributors, opportunities for them, blocks of them.
    /// What lies over the programme's picture and what announces other programmes is no break.
    private static let types: Set<Int64> = [0x22, 0x30, 0x32, 0x34, 0x36, 0x44, 0x46]

    /// Whether a cancellation of `other` means this one.
    fileprivate func isMeant(by other: SpliceEvent) -> Bool {
        if case .segmentation(_, let id) = self, case .anySegmentation(id) = other { return true }
        return self == other
    }

    /// Nil: the type is not about adverts. Each type that begins something is even, and what ends it is one more.
    static func cue(type: Int64, id: Int64, duration: MediaTime?) -> SpliceCue? {
        if types.contains(type) { return .out(.segmentation(type: type, id: id), duration: duration) }
        return types.contains(type - 1) ? .back(.segmentation(type: type - 1, id: id)) : nil
    }
}

extension MediaTime {
    /// Of a clock that counts 90,000 a second.
    init(ticks: Int64) { self = ExactTime.ticks(ticks, per: 90_000) }
}
