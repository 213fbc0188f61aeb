import DownloadModel

/// The items that are meant to run, by priority, then place. For ten thousand, a sorted array beats a tree.
struct WantedQueue: Sendable {
    private struct Entry: Sendable, Comparable {
        let id: DownloadID
        let priority: Double
        let order: Int64

        static func < (a: Entry, b: Entry) -> Bool { (b.priority, a.order) < (a.priority, b.order) }
    }

    private var entries: [Entry] = []
    private var known: [DownloadID: Entry] = [:]

    var isEmpty: Bool { entries.isEmpty }
    var count: Int { entries.count }
    /// Lazy, so that reading only the beginning is cheap.
    var ids: some Sequence<DownloadID> { entries.lazy.map(\.id) }

    func contains(_ id: DownloadID) -> Bool { known[id] != nil }

    mutating func set(_ item: DownloadItem) {
        remove(item.id)
        guard item.state == .running else { return }
        let entry = Entry(id: item.id, priority: item.priority, order: item.order)
        known[item.id] = entry
        entries.insert(entry, at: place(of: entry))
    }

    mutating func remove(_ id: DownloadID) {
        guard let entry = known.removeValue(forKey: id) else { return }
        entries.remove(at: place(of: entry))
    }

    private func place(of entry: Entry) -> Int {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle] < entry { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
