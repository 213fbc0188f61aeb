package import PlayCore

/// The numbers and the rule by which positions are remembered. A value.
package struct ResumePolicy: Sendable, Equatable {
    /// `playTimeRecordEnabled`: positions are written and used.
    package var isEnabled = true
    /// Positions are written (`--no-history`, `--no-save-position-on-quit`); those that are there are used all the same.
    package var writes = true
    /// With less than this left an item counts as finished; never negative.
    package var ignorableRemainingTimeInterval: MediaTime

    /// Between two writes while it plays.
    package static let writeInterval = HostTime.seconds(5)
    package static let maximumRecords = 100

    package init(ignorableRemainingTimeInterval: MediaTime = .seconds(5)) {
        self.ignorableRemainingTimeInterval = max(.zero, ignorableRemainingTimeInterval)
    }

    /// Strictly less than the interval is left. Nothing is known of an item without a duration.
    package func isFinished(at position: MediaTime, duration: MediaTime?) -> Bool {
        guard let duration else { return false }
        return duration - position < ignorableRemainingTimeInterval
    }

    /// Where to start an item: at its record, unless resuming is off or an initial play time was asked for.
    ///
    /// - Parameter initialPlayTime: zero: from the record, or the beginning; nil: somewhere that only the open item
    ///   can tell (a chapter, per cent).
    /// - Returns: nil to start at `initialPlayTime`.
    package func start(record: MediaTime?, initialPlayTime: MediaTime?) -> MediaTime? {
        guard isEnabled, let initialPlayTime, initialPlayTime <= .zero, let record, record > .zero else { return nil }
        return record
    }
}

/// What an item is, as far as resuming cares.
package enum ResumableItem: Sendable, Equatable {
    /// Its position can be gone back to.
    case recorded(ResumeKey)
    /// A pipe, a picture, a live stream: has no position that one could go back to.
    case unrecorded
}
