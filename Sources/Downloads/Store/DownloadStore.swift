internal import FoundationEssentials
package import PlayCore
internal import Storage

/// All downloads as they are kept: rows of an SQLite file, and beside it a folder for each with the same in `item.json`,
/// so that a damaged file costs nothing. Any thread; writing waits for nobody.
///
/// What is kept of bytes lies with them (``SpanJournal``); here a download is complete only after its files have their
/// names on the disk.
package final class DownloadStore: Sendable {
    private static let itemName = "item.json"
    private static let patience = HostTime.seconds(10)
    private static let migrations = [
        Migration([
            """
            CREATE TABLE downloads (
                gid TEXT PRIMARY KEY NOT NULL, position INTEGER NOT NULL, state INTEGER NOT NULL, item TEXT NOT NULL
            ) STRICT
            """
        ])
    ]

    package let folder: String
    private let thread: StorageThread
    /// What waits to be written; nil: to be forgotten.
    private let pending = Monitor<[DownloadID: DownloadItem?]>([:])

    /// - Parameter folder: absolute path; made when it is missing, for this user only. One process at a time.
    package init(folder: String) {
        self.folder = folder
        thread = StorageThread(
            DatabaseFile(folder: folder, name: "downloads.db", migrations: Self.migrations), name: "dl-store")
    }

    /// The folder of an item, for journals.
    func folder(of id: DownloadID) -> String { "\(folder)/\(id.text)" }

    /// All that there are, in no order. What only the folders know, since the file was damaged, comes from there.
    package func load() throws(DownloadProblem) -> [DownloadItem] {
        let rows: [DownloadItem]
        do throws(StorageError) {
            rows = try thread.perform(within: Self.patience) { database throws(StorageError) in
                try database.run("SELECT item FROM downloads").compactMap { $0.text(0).flatMap(Self.decoded) }
            }
        } catch {
            // The folders have all of it.
            Log.shared.write(.error, "downloads", error.description)
            rows = []
        }
        let known = Set(rows.map(\.id))
        var items = rows
        for name in FolderRemoval.names(folder) {
            guard let id = DownloadID(name), !known.contains(id),
                let bytes = try Disk.contents("\(folder)/\(name)/\(Self.itemName)"),
                let item = Self.decoded(String(decoding: bytes, as: UTF8.self)), item.id == id
            else { continue }
            items.append(item)
            save(item)
        }
        return items
    }

    /// Keeps an item as it is now.
    package func save(_ item: DownloadItem) { queue(item.id, item) }

    /// Forgets it, with its journals.
    package func remove(_ id: DownloadID) { queue(id, nil) }

    /// However many wait, they are one piece of work.
    private func queue(_ id: DownloadID, _ item: DownloadItem?) {
        pending.withLock { $0[id] = .some(item) }
        thread.post(replacing: "write") { [self] database throws(StorageError) in try write(database) }
    }

    private func write(_ database: Database) throws(StorageError) {
        let changes = pending.withLock { pending in
            defer { pending = [:] }
            return pending
        }
        for (id, item) in changes {
            guard let item else {
                // First: who finds it is believed.
                Disk.remove("\(folder(of: id))/\(Self.itemName)")
                continue
            }
            if let text = Self.encoded(item) { writeBeside(item, text) }
        }
        try database.transaction { () throws(StorageError) in
            for (id, item) in changes { try Self.write(id, item, database) }
        }
        for (id, item) in changes where item == nil { FolderRemoval.remove(folder(of: id)) }
    }

    private static func write(_ id: DownloadID, _ item: DownloadItem?, _ database: Database) throws(StorageError) {
        guard let item else {
            try database.run("DELETE FROM downloads WHERE gid = ?", .text(id.text))
            return
        }
        guard let text = encoded(item) else { return }
        try database.run(
            "INSERT OR REPLACE INTO downloads (gid, position, state, item) VALUES (?, ?, ?, ?)",
            .text(id.text), .integer(item.order), .integer(Int64(item.state.rawValue)), .text(text))
    }

    /// Has what waits written. Call once.
    @discardableResult
    package func close(within limit: HostTime = .seconds(5)) -> Bool { thread.close(within: limit) }

    private func writeBeside(_ item: DownloadItem, _ text: String) {
        do throws(DownloadProblem) {
            let folder = folder(of: item.id)
            try Disk.makeFolders(folder, mode: 0o700)
            try Disk.write(Array(text.utf8), to: "\(folder)/\(Self.itemName)")
        } catch {
            Log.shared.write(.error, "downloads", error.detail)
        }
    }

    // MARK: texts

    private static func encoded(_ item: DownloadItem) -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        do {
            return String(decoding: try encoder.encode(item), as: UTF8.self)
        } catch {
            // Only a number that JSON has not could be the reason; there is none.
            Log.shared.write(.error, "downloads", "\(item.id): \(error)")
            return nil
        }
    }

    private static func decoded(_ text: String) -> DownloadItem? {
        do {
            return try JSONDecoder().decode(DownloadItem.self, from: Data(text.utf8))
        } catch {
            Log.shared.write(.error, "downloads", "an item that cannot be read: \(error)")
            return nil
        }
    }
}
