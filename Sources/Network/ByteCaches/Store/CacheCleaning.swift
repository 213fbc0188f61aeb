internal import Glibc
import PlayCore
package import Storage

/// Removes cached items. On the thread of the index.
package struct CacheCleaning {
    private let folder: CacheFolder
    private let database: Database
    private var index: CacheIndex { CacheIndex(database) }

    package init(_ folder: CacheFolder, _ database: Database) {
        self.folder = folder
        self.database = database
    }

    package struct Outcome: Sendable, Equatable {
        package var items = 0
        package var bytes: Int64 = 0
    }

    /// Removes the items of ``EvictionPlan``, except `held` ones, which this process uses.
    @discardableResult
    package func evict(_ settings: CacheSettings, held: Set<Int64> = []) throws(StorageError) -> Outcome {
        let free = folder.freeBytes()
        return try remove { records in
            let items = records.map { record in
                EvictionPlan.Item(
                    id: record.id, bytes: record.bytes, filled: record.filled, isPinned: record.isPinned,
                    isHeld: held.contains(record.id))
            }
            return Set(
                EvictionPlan.victims(
                    items, capacity: settings.capacity, minimumFree: settings.minimumFree, free: free))
        }
    }

    /// Keeps downloads.
    @discardableResult
    package func remove(where isWanted: (CacheRecord) -> Bool) throws(StorageError) -> Outcome {
        try remove { records in Set(records.filter { !$0.isPinned && isWanted($0) }.map(\.id)) }
    }

    private func remove(_ choose: ([CacheRecord]) -> Set<Int64>) throws(StorageError) -> Outcome {
        let chosen = try database.transaction { () throws(StorageError) in
            let records = try index.records()
            let ids = choose(records)
            try index.remove(Array(ids))
            return records.filter { ids.contains($0.id) }
        }
        // After the transaction: a crash in between leaves files without a record, which the next sweep removes.
        folder.removeFiles(chosen.map(\.file))
        return Outcome(items: chosen.count, bytes: chosen.reduce(0) { $0 + $1.bytes })
    }

    /// Removes files without a record. A new file is created within a transaction, so it always has one.
    package func sweep() throws(StorageError) {
        try database.transaction { () throws(StorageError) in
            let known = Set(try database.run("SELECT file FROM item").compactMap { $0.text(0) })
            folder.removeFiles(folder.fileNames().filter { CacheFolder.isFileName($0) && !known.contains($0) })
        }
    }
}
