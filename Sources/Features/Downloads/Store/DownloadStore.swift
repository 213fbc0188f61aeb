package import DownloadModel
import Encoding
package import PlayCore
internal import Storage

/// The storage of all downloads: rows of an SQLite database, and a copy as text (``ItemLog``), so that nothing is lost
/// if the database is damaged. A ``SpanJournal`` beside each file records its received bytes. An item is stored as
/// complete only after its files have their names on the disk. Any thread; writing never blocks the caller.
package final class DownloadStore: Sendable {
    private static let patience = HostTime.seconds(10)
    private static let migrations = [
        Migration([
            """
            CREATE TABLE downloads (
                gid TEXT PRIMARY KEY NOT NULL, position INTEGER NOT NULL, state INTEGER NOT NULL, item TEXT NOT NULL
            ) STRICT
            """
        ]),
        Migration(["CREATE TABLE options (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) STRICT"]),
    ]

    package let folder: String
    private let thread: StorageThread
    private struct Change: Sendable {
        /// `nil` if it is removed.
        var item: DownloadItem?
        /// The item's text if the log already has it.
        var logged: String?
    }
    private struct Pending: Sendable {
        var items: [DownloadID: Change] = [:]
        /// `nil` if they are unchanged.
        var options: [String: String]?
    }

    let log: ItemLog
    let committer: FileCommitter
    private let lastWrite = Monitor(HostTime.zero)
    private let isUrgent = Monitor(false)
    private let pending = Monitor(Pending())

    /// - Parameter folder: absolute; created private to this user if missing. One process at a time may use it.
    package init(folder: String) {
        self.folder = folder
        log = ItemLog(folder: folder)
        committer = FileCommitter(log: log)
        thread = StorageThread(
            DatabaseFile(folder: folder, name: "downloads.db", migrations: Self.migrations), name: "dl-store")
    }

    func folder(of id: DownloadID) -> String { "\(folder)/\(id.text)" }

    package struct Kept: Sendable {
        /// In no particular order.
        package var items: [DownloadItem] = []
        package var options: [String: String] = [:]
    }

    /// Loads the items. If the database was damaged, those that only the log has come from there.
    package func load() throws(DownloadProblem) -> Kept {
        var kept = Kept()
        do throws(StorageError) {
            kept = try thread.perform(within: Self.patience) { database throws(StorageError) in
                Kept(
                    items: try database.run("SELECT item FROM downloads").compactMap {
                        $0.text(0).flatMap(Self.decoded)
                    }, options: try Self.options(database))
            }
        } catch {
            // The log has everything except the options.
            Log.shared.write(.error, "downloads", error.description)
        }
        let log = try log.read(Self.decoded)
        kept.items.removeAll { log.removed.contains($0.id) }
        let known = Set(kept.items.map(\.id))
        let others = log.items.filter { !known.contains($0.id) }
        kept.items += others
        for item in others { save(item) }
        for id in log.removed { remove(id) }
        for index in kept.items.indices where kept.items[index].files.isEmpty {
            guard let files = log.names[kept.items[index].id] else { continue }
            kept.items[index].files = files
            save(kept.items[index])
        }
        self.log.saved(kept.items)
        return kept
    }

    /// Returns 0 if the folder cannot be read. No daemon may have it open.
    package static func count(in folder: String) -> Int {
        do throws(DownloadProblem) {
            return try ItemLog(folder: folder).read(decoded).items.count
        } catch {
            Log.shared.write(.info, "downloads", error.detail)
            return 0
        }
    }

    /// The item survives any end of the process from now on.
    package func add(_ item: DownloadItem) {
        let text = Self.encoded(item)
        beside { () throws(DownloadProblem) in try log.add(item.id, text) }
        queue(item.id, Change(item: item, logged: text), mayWait: true)
    }

    /// Stores the names before the first file exists. Call ``save(_:)`` afterwards.
    func name(_ item: DownloadItem) { beside { () throws(DownloadProblem) in try log.name(item.id, item.files) } }

    /// - Parameter mayWait: whether the log or the item's next run could recover the change, so that many such changes
    ///   can be written together.
    package func save(_ item: DownloadItem, mayWait: Bool = false) {
        queue(item.id, Change(item: item), mayWait: mayWait)
    }

    package func remove(_ id: DownloadID) { queue(id, Change()) }

    package func save(options: [String: String]) { queue { $0.options = options } }

    private func queue(_ id: DownloadID, _ change: Change, mayWait: Bool = false) {
        queue(mayWait: mayWait) { $0.items[id] = change }
    }

    private func queue(mayWait: Bool = false, _ body: (inout Pending) -> Void) {
        pending.withLock { body(&$0) }
        if !mayWait { isUrgent.update { $0 = true } }
        thread.post(replacing: "write") { [self] database throws(StorageError) in try write(database) }
    }

    private static let rest = HostTime.milliseconds(250)

    private func rest() {
        let earliest = lastWrite.withLock { $0 + Self.rest }
        _ = isUrgent.wait(until: earliest) { $0 ? () : nil }
        isUrgent.withLock { $0 = false }
        lastWrite.withLock { $0 = SystemClock().now }
    }

    private func write(_ database: Database) throws(StorageError) {
        rest()
        let changes = pending.withLock { pending in
            defer { pending = Pending() }
            return pending
        }
        var texts: [DownloadID: String] = [:]
        var unlogged: [String] = []
        for (id, change) in changes.items {
            guard let item = change.item else { continue }
            let text = change.logged ?? Self.encoded(item)
            texts[id] = text
            if change.logged == nil { unlogged.append(text) }
        }
        // The log comes first, because its removals take precedence over the database.
        let removed = changes.items.filter { $0.value.item == nil }.map(\.key)
        beside { () throws(DownloadProblem) in try log.append(unlogged, removed: removed) }
        do throws(StorageError) {
            try keep(changes, texts, in: database)
        } catch {
            // The disk may be full. The changes are retried with the next change, or at the end.
            pending.withLock { pending in
                pending.items.merge(changes.items) { newer, _ in newer }
                pending.options = pending.options ?? changes.options
            }
            throw error
        }
        for (id, change) in changes.items where change.item == nil {
            // Removes the journals, including a folder of them for each stream.
            Log.shared.write(FolderRemoval.remove(folder(of: id), depth: 2), "downloads")
        }
        log.saved(changes.items.values.compactMap(\.item))
    }

    private func keep(
        _ changes: Pending, _ texts: [DownloadID: String], in database: Database
    ) throws(StorageError) {
        synchronizeFolders(of: changes.items.values.compactMap(\.item).filter { $0.label == .done })
        try database.transaction { () throws(StorageError) in
            for (id, change) in changes.items { try Self.write(id, change.item, texts[id], database) }
            if let options = changes.options { try Self.write(options, database) }
        }
        if log.isLong { try shortenLog(database) }
    }

    private func shortenLog(_ database: Database) throws(StorageError) {
        let texts = try database.run("SELECT item FROM downloads").compactMap { $0.text(0) }
        do throws(DownloadProblem) {
            try log.replace(with: texts)
        } catch {
            Log.shared.write(.error, "downloads", error.detail)
        }
    }

    /// Synchronizes each folder once, before the database records the completion.
    private func synchronizeFolders(of items: [DownloadItem]) {
        let folders = Set(items.flatMap { item in item.files.map { Disk.folder(of: "\(item.folder)/\($0.name)") } })
        for folder in folders {
            do throws(DownloadProblem) { try Disk.synchronizeFolder(folder) } catch {
                Log.shared.write(.error, "downloads", error.detail)
            }
        }
    }

    private static func options(_ database: Database) throws(StorageError) -> [String: String] {
        var result: [String: String] = [:]
        for row in try database.run("SELECT name, value FROM options") {
            if let name = row.text(0), let value = row.text(1) { result[name] = value }
        }
        return result
    }

    private static func write(_ options: [String: String], _ database: Database) throws(StorageError) {
        try database.run("DELETE FROM options")
        for (name, value) in options {
            try database.run("INSERT INTO options (name, value) VALUES (?, ?)", .text(name), .text(value))
        }
    }

    private static func write(
        _ id: DownloadID, _ item: DownloadItem?, _ text: String?, _ database: Database
    ) throws(StorageError) {
        guard let item else {
            try database.run("DELETE FROM downloads WHERE gid = ?", .text(id.text))
            return
        }
        guard let text else { return }
        try database.run(
            "INSERT OR REPLACE INTO downloads (gid, position, state, item) VALUES (?, ?, ?, ?)",
            .text(id.text), .integer(item.order), .integer(Int64(item.state.rawValue)), .text(text))
    }

    @discardableResult
    package func close(within limit: HostTime = .seconds(5)) -> Bool {
        isUrgent.update { $0 = true }
        if pending.withLock({ !$0.items.isEmpty || $0.options != nil }) { queue { _ in } }
        return thread.close(within: limit)
    }

    private func beside(_ body: () throws(DownloadProblem) -> Void) {
        do throws(DownloadProblem) { try body() } catch {
            Log.shared.write(.error, "downloads", error.detail)
        }
    }

    // MARK: Encoding

    private static func encoded(_ item: DownloadItem) -> String { String(decoding: item.json.bytes, as: UTF8.self) }

    private static func decoded(_ text: String) -> DownloadItem? {
        do throws(JSONValue.Problem) {
            if let item = DownloadItem(try JSONValue(document: Array(text.utf8))) { return item }
            Log.shared.write(.error, "downloads", "an item that cannot be read: a member is missing")
        } catch {
            Log.shared.write(.error, "downloads", "an item that cannot be read: \(error.words)")
        }
        return nil
    }
}
