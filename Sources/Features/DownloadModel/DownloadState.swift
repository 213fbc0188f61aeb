/// The numbers are the catalogue's and are kept in files. Read the state together with the item's problem.
package enum DownloadState: Int, Sendable, Hashable {
    case invalid = -1
    case running = 0
    /// Paused, or failed while downloading if the item has a problem.
    case paused = 1
    /// Completed, or completed and lost if the item has a problem.
    case completed = 2
}

/// State and problem combined. The words go over the wire: never rename one.
package enum DownloadLabel: String, Sendable, Hashable, CaseIterable {
    case invalid = "invalid"
    case downloading = "downloading"
    case paused = "paused"
    case failed = "failed"
    case done = "done"
    case fileLost = "fileLost"
    /// Loading ahead that was cancelled.
    case cancelled = "cancelled"

    package init(_ state: DownloadState, _ problem: DownloadProblem?) {
        self =
            switch state {
            case .invalid: .invalid
            case .running: .downloading
            case .paused: problem.map { $0.code == .cancelled ? .cancelled : .failed } ?? .paused
            case .completed: problem == nil ? .done : .fileLost
            }
    }
}

/// aria2's words for the labels, as its clients expect them.
package enum DownloadStatusWord: String, Sendable, Hashable, CaseIterable {
    case active = "active"
    case waiting = "waiting"
    case paused = "paused"
    case error = "error"
    case complete = "complete"
    case removed = "removed"

    package init(_ label: DownloadLabel, isWaiting: Bool) {
        self =
            switch label {
            case .downloading: isWaiting ? .waiting : .active
            case .paused: .paused
            case .failed, .fileLost: .error
            case .done: .complete
            case .invalid, .cancelled: .removed
            }
    }
}

/// The words go over the wire: never rename one.
package enum DownloadPhase: String, Sendable, Hashable, CaseIterable {
    case idle = "idle"
    /// The item's addresses are being requested.
    case preparing = "preparing"
    case transfer = "transfer"
    case retrying = "retrying"
    /// All bytes are there; the checksum is computed and the files are renamed.
    case processing = "processing"
    /// A stream's segments are being joined into one file; ``DownloadRecord/joined`` has the progress.
    case joining = "joining"
}

/// The words go over the wire: never rename one.
package enum DownloadWaiting: String, Sendable, Hashable, CaseIterable {
    case schedule = "schedule"
    case metered = "metered"
    /// The limit of running items is reached.
    case limit = "limit"
    /// Other downloads use all permitted connections to its server.
    case server = "server"
}
