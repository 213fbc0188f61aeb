package import PlayCore

/// The rules for recording resume positions.
package struct ResumePolicy: Sendable, Equatable {
    /// Whether positions are written and used (`playTimeRecordEnabled`).
    package var isEnabled = true
    /// Whether positions are written (`--no-history`, `--no-save-position-on-quit`). Existing ones are used in any
    /// case.
    package var writes = true
    /// The remaining time below which an item counts as finished. Never negative.
    package var ignorableRemainingTimeInterval: MediaTime

    /// The interval of writes during playback.
    package static let writeInterval = HostTime.seconds(5)
    package static let maximumRecords = 100

    package init(ignorableRemainingTimeInterval: MediaTime = .seconds(5)) {
        self.ignorableRemainingTimeInterval = max(.zero, ignorableRemainingTimeInterval)
    }

    /// Whether strictly less than the interval is left. An item of unknown duration is never finished.
    package func isFinished(at position: MediaTime, duration: MediaTime?) -> Bool {
        guard let duration else { return false }
        return duration - position < ignorableRemainingTimeInterval
    }

    /// Returns the position to start at: the recorded one, unless resuming is off or an initial play time was
    /// requested.
    ///
    /// - Parameter initialPlayTime: the requested time. Zero means the record or the beginning; `nil` means a place
    ///   that only the open item can resolve (a chapter, a percentage).
    /// - Returns: the recorded position, or `nil` to start at `initialPlayTime`.
    package func start(record: MediaTime?, initialPlayTime: MediaTime?) -> MediaTime? {
        guard isEnabled, let initialPlayTime, initialPlayTime <= .zero, let record, record > .zero else { return nil }
        return record
    }
}

/// An item as resuming sees it.
package enum ResumableItem: Sendable, Equatable {
    /// An item that can be resumed.
    case recorded(ResumeKey)
    /// An item without a position to resume at: a pipe, a picture, a live stream.
    case unrecorded
}
