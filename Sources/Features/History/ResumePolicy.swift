package import PlayCore

package struct ResumePolicy: Sendable, Equatable {
    /// Whether positions are written and used (`playTimeRecordEnabled`).
    package var isEnabled = true
    /// `--no-history`, `--no-save-position-on-quit`. Existing positions are used in any case.
    package var writes = true
    /// The remaining time below which an item counts as finished. Never negative.
    package var ignorableRemainingTimeInterval: MediaTime

    /// During playback.
    package static let writeInterval = HostTime.seconds(5)
    package static let maximumRecords = 100

    package init(ignorableRemainingTimeInterval: MediaTime = .seconds(5)) {
        self.ignorableRemainingTimeInterval = max(.zero, ignorableRemainingTimeInterval)
    }

    /// An item of unknown duration is never finished.
    package func isFinished(at position: MediaTime, duration: MediaTime?) -> Bool {
        guard let duration else { return false }
        return duration - position < ignorableRemainingTimeInterval
    }

    /// Returns the recorded position, or `nil` to start at `initialPlayTime`.
    ///
    /// - Parameter initialPlayTime: zero means the record or the beginning; `nil` a place that requires the open item
    ///   (a chapter, a percentage).
    package func start(record: MediaTime?, initialPlayTime: MediaTime?) -> MediaTime? {
        guard isEnabled, let initialPlayTime, initialPlayTime <= .zero, let record, record > .zero else { return nil }
        return record
    }
}

package enum ResumableItem: Sendable, Equatable {
    case recorded(ResumeKey)
    /// A pipe, a picture, a live stream.
    case unrecorded
}
