package import DownloadModel

/// An item with how it is doing. A value.
package struct DownloadStatus: Sendable, Equatable {
    package let item: DownloadItem
    /// Bytes that are there.
    package let done: Int64
    /// Nil: not known.
    package let total: Int64?
    package let bytesPerSecond: Int64
    /// What is being done, or why nothing is.
    package let activity: DownloadActivity
    /// Requests under way.
    package let connections: Int
    /// Bytes that came over the network in this run, and that the cache had.
    package let fetched: Int64
    package let copied: Int64

    package var phase: DownloadPhase { activity.phase }
    package var waiting: DownloadWaiting? { activity.waiting }

    /// 0.0 … 1.0.
    package var fraction: Double {
        if item.state == .completed { return 1 }
        guard let total, total > 0 else { return 0 }
        return min(1, Double(done) / Double(total))
    }
}

/// Which items there are and what is to be said of each: what clients are told of. A value.
package struct DownloadLabels: Sendable, Equatable {
    package struct Entry: Sendable, Equatable {
        package let id: DownloadID
        package let label: DownloadLabel

        package init(id: DownloadID, label: DownloadLabel) { (self.id, self.label) = (id, label) }
    }
    /// As ``DownloadSnapshot/version``.
    package let version: UInt64
    /// In the order of the list.
    package let entries: [Entry]

    package init(version: UInt64, entries: [Entry]) { (self.version, self.entries) = (version, entries) }
}

/// All of it at one moment. A value.
package struct DownloadSnapshot: Sendable, Equatable {
    /// Rises with every change but those of progress: what has the same number has the same items and states.
    package let version: UInt64
    /// In the order of the list.
    package let statuses: [DownloadStatus]
    package let isRefreshing: Bool

    package var bytesPerSecond: Int64 { statuses.reduce(0) { $0 + $1.bytesPerSecond } }

    package subscript(id: DownloadID) -> DownloadStatus? { statuses.first { $0.item.id == id } }
}
