/// The numbers are the catalogue's and are kept in files. To be read together with the item's problem.
package enum DownloadState: Int, Sendable, Hashable {
    case invalid = -1
    case running = 0
    /// With a problem: it happened while downloading.
    case paused = 1
    /// With a problem: the file has been lost.
    case completed = 2
}

/// State and problem together. The words go over the wire: never rename one.
package enum DownloadLabel: String, Sendable, Hashable, CaseIterable {
    case invalid = "invalid"
    case downloading = "downloading"
    case paused = "paused"
    case failed = "failed"
    case done = "done"
    case fileLost = "fileLost"
    /// Loading ahead that somebody has ended.
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

/// aria2's words for the same, as its clients expect them.
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

/// What is being done. The words go over the wire: never rename one.
package enum DownloadPhase: String, Sendable, Hashable, CaseIterable {
    case idle = "idle"
    /// Its addresses are being asked for.
    case preparing = "preparing"
    case transfer = "transfer"
    /// A request failed and is made again.
    case retrying = "retrying"
    /// All bytes are there; their checksum is taken, names are given.
    case processing = "processing"
    /// The segments of a stream become one file; ``DownloadRecord/joined`` says how far that is.
    case joining = "joining"
}

/// Why an item that wants to run does not. The words go over the wire: never rename one.
package enum DownloadWaiting: String, Sendable, Hashable, CaseIterable {
    /// Outside the hours.
    case schedule = "schedule"
    /// The line is metered.
    case metered = "metered"
    /// A limit of items is set and reached.
    case limit = "limit"
    /// Other downloads have all connections that there may be to its server.
    case server = "server"
}
