/// The catalogue's numbers, which stored files contain. Read the state together with the item's problem.
package enum DownloadState: Int, Sendable, Hashable {
    case invalid = -1
    case running = 0
    /// Paused. With a problem: failed while downloading.
    case paused = 1
    /// Completed. With a problem: the files are lost.
    case completed = 2
}

/// Combines state and problem. Raw values are part of the protocol: never rename one.
package enum DownloadLabel: String, Sendable, Hashable, CaseIterable {
    case invalid = "invalid"
    case downloading = "downloading"
    case paused = "paused"
    case failed = "failed"
    case done = "done"
    case fileLost = "fileLost"
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

/// aria2's words for the labels.
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

/// Raw values are part of the protocol: never rename one.
package enum DownloadPhase: String, Sendable, Hashable, CaseIterable {
    case idle = "idle"
    case preparing = "preparing"
    case transfer = "transfer"
    case retrying = "retrying"
    /// All bytes have arrived. The checksum is computed and the files are renamed.
    case processing = "processing"
    /// A stream's segments are being joined into one file; ``DownloadRecord/joined`` has the progress.
    case joining = "joining"
}

/// Raw values are part of the protocol: never rename one.
package enum DownloadWaiting: String, Sendable, Hashable, CaseIterable {
    case schedule = "schedule"
    case metered = "metered"
    /// The allowed number of items already runs.
    case limit = "limit"
    /// Other downloads use all permitted connections to its server.
    case server = "server"
}
