package import PlayCore

/// The meaning of a splice message for adverts: a break begins, ends, or is cancelled.
package enum SpliceCue: Sendable, Equatable {
    /// `duration` is `nil` if undeclared.
    case out(SpliceEvent, duration: MediaTime?)
    case back(SpliceEvent)
    case cancelled(SpliceEvent)

    func lasting(_ other: MediaTime?) -> SpliceCue {
        if case .out(let event, nil) = self { .out(event, duration: other) } else { self }
    }

    var event: SpliceEvent {
        switch self {
        case .out(let event, _), .back(let event), .cancelled(let event): event
        }
    }

    fileprivate func isCancelled(by other: SpliceCue) -> Bool {
        guard case .cancelled(let cancelled) = other else { return false }
        return event.isMeant(by: cancelled)
    }
}

package struct PlacedCue: Sendable, Equatable {
    package let time: MediaTime
    package let cue: SpliceCue

    /// Returns whether another cue cancels this one. A break that has begun can no longer be cancelled (SCTE 67).
    func isCancelled(by other: PlacedCue) -> Bool { cue.isCancelled(by: other.cue) && time >= other.time }
}

extension [PlacedCue] {
    /// Adds a later cue. It may cancel earlier ones, and a repetition restores a cancelled one.
    mutating func note(_ new: PlacedCue) {
        removeAll { known in
            if case .out = new.cue { return new.cue.isCancelled(by: known.cue) }
            return known.isCancelled(by: new)
        }
        append(new)
    }
}

/// Identifies a break, to connect its end with its beginning.
package enum SpliceEvent: Sendable, Hashable {
    case insert(Int64)
    /// From a segmentation descriptor. `type` is the one that begins it.
    case segmentation(type: Int64, id: Int64)
    /// For cancellations, which have no type.
    case anySegmentation(id: Int64)
    /// The ID of a ``DateRange``.
    case range(String)
    /// `EXT-X-CUE-OUT` and `EXT-X-CUE-IN`, which have no identifiers.
    case tag

    /// SCTE 35 2023, table 23: breaks, adverts of providers and distributors, opportunities for them, blocks of them.
    /// Excludes overlays on the programme and announcements of other programmes.
    private static let types: Set<Int64> = [0x22, 0x30, 0x32, 0x34, 0x36, 0x44, 0x46]

    fileprivate func isMeant(by other: SpliceEvent) -> Bool {
        if case .segmentation(_, let id) = self, case .anySegmentation(id) = other { return true }
        return self == other
    }

    /// Returns `nil` if the type is not about adverts. Beginnings have even types, and the next number is the end.
    static func cue(type: Int64, id: Int64, duration: MediaTime?) -> SpliceCue? {
        if types.contains(type) { return .out(.segmentation(type: type, id: id), duration: duration) }
        return types.contains(type - 1) ? .back(.segmentation(type: type - 1, id: id)) : nil
    }
}

extension MediaTime {
    init(ticks: Int64) { self = ExactTime.ticks(ticks, per: 90_000) }
}
