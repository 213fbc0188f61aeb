package import DownloadModel

package struct DownloadStatus: Sendable, Equatable {
    package let item: DownloadItem
    /// In bytes, on the disk.
    package let done: Int64
    /// In bytes.
    package let total: Int64?
    package let bytesPerSecond: Int64
    package let activity: DownloadActivity
    package let connections: Int
    /// Bytes received over the network in this run, and bytes copied from the cache.
    package let fetched: Int64
    package let copied: Int64

    package var phase: DownloadPhase { activity.phase }
    package var waiting: DownloadWaiting? { activity.waiting }

    /// 0 … 1.
    package var fraction: Double {
        if item.state == .completed { return 1 }
        guard let total, total > 0 else { return 0 }
        return min(1, Double(done) / Double(total))
    }
}

package struct DownloadLabels: Sendable, Equatable {
    package struct Entry: Sendable, Equatable {
        package let id: DownloadID
        package let label: DownloadLabel

        package init(id: DownloadID, label: DownloadLabel) { (self.id, self.label) = (id, label) }
    }
    package let version: UInt64
    package let entries: [Entry]

    package init(version: UInt64, entries: [Entry]) { (self.version, self.entries) = (version, entries) }
}

package struct DownloadSnapshot: Sendable, Equatable {
    /// Rises with every change except progress. Equal versions have the same items and states.
    package let version: UInt64
    package let statuses: [DownloadStatus]
    package let isRefreshing: Bool

    package var bytesPerSecond: Int64 { statuses.reduce(0) { $0 + $1.bytesPerSecond } }

    package subscript(id: DownloadID) -> DownloadStatus? { statuses.first { $0.item.id == id } }
}
