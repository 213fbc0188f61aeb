internal import CSQLite

/// One connection to one file, with its statements. Created and used on one thread (``StorageThread``, or the main
/// thread of a quick command). If another process holds the file, a statement waits up to ``busyTimeout``.
package final class Database {
    package enum Journal: String, Sendable, Equatable {
        /// Readers and a writer do not block each other. Its index is shared memory, visible only to processes of one
        /// machine: on NFS and the like, two machines would destroy the file.
        case wal
        /// A rollback journal, which works on every file system.
        case delete
    }

    /// Milliseconds that a statement waits for another process. Writing a position takes one or two, a hundred on a
    /// busy disk, and SQLite does not queue fairly.
    package static let busyTimeout: Int32 = 5000

    let handle: OpaquePointer
    private var statements: [String: Statement] = [:]

    /// The file must exist; an empty one is an empty database. Throws `.cannotOpen`, `.damaged`, `.busy`, `.io`.
    package init(path: String, journal: Journal) throws(StorageError) {
        handle = try Self.open(path)
        do throws(StorageError) {
            sqlite3_busy_timeout(handle, Self.busyTimeout)
            try check(tv_make_defensive(handle), "configure")
            try chooseJournal(journal)
            // With a write-ahead log, a power cut may lose the last seconds but damages nothing; without one it might.
            try run("PRAGMA synchronous=\(journal == .wal ? "NORMAL" : "FULL")")
        } catch {
            statements = [:]
            sqlite3_close_v2(handle)
            throw error
        }
    }

    package init(reading path: String) throws(StorageError) {
        handle = try Self.open(path, SQLITE_OPEN_READONLY)
        sqlite3_busy_timeout(handle, Self.busyTimeout)
        guard tv_make_defensive(handle) == SQLITE_OK else {
            let error = SQLiteError.error(SQLITE_ERROR, on: handle, operation: "configure", context: path)
            sqlite3_close_v2(handle)
            throw error
        }
    }

    deinit {
        statements = [:]
        sqlite3_close_v2(handle)
    }

    private static func open(
        _ path: String, _ access: Int32 = SQLITE_OPEN_READWRITE
    ) throws(StorageError) -> OpaquePointer {
        var opened: OpaquePointer?
        // Multi-thread mode: only one thread uses the connection, so it needs no locks of its own.
        let flags = access | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let result = sqlite3_open_v2(path, &opened, flags, nil)
        guard result == SQLITE_OK, let opened else {
            defer { sqlite3_close_v2(opened) }
            throw SQLiteError.error(result, on: opened, operation: "open", context: path)
        }
        return opened
    }

    /// Sets the journal mode of the file. If another process has the file open, its mode remains in use.
    private func chooseJournal(_ journal: Journal) throws(StorageError) {
        do throws(StorageError) {
            try run("PRAGMA journal_mode=\(journal.rawValue)")
        } catch  where error.code == .busy {
            return
        }
    }

    private func check(_ result: Int32, _ operation: String) throws(StorageError) {
        guard result == SQLITE_OK else {
            throw SQLiteError.error(result, on: handle, operation: operation, context: "")
        }
    }

    /// Keeps the statement prepared. `values` has exactly one value for each `?`.
    @discardableResult
    package func run(_ sql: String, _ values: StorageValue...) throws(StorageError) -> [StorageRow] {
        let statement = if let kept = statements[sql] { kept } else { try Statement(sql, on: handle) }
        statements[sql] = statement
        return try statement.run(values)
    }

    /// Applies all changes of `body` or none. No other process writes meanwhile.
    @discardableResult
    package func transaction<Result>(
        _ body: () throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        try run("BEGIN IMMEDIATE")
        do throws(StorageError) {
            let result = try body()
            try run("COMMIT")
            return result
        } catch {
            // After some errors SQLite has already rolled back.
            if sqlite3_get_autocommit(handle) == 0 { try run("ROLLBACK") }
            throw error
        }
    }

    /// - Throws: `.damaged` if the file's structure is damaged.
    package func checkIntegrity() throws(StorageError) {
        let rows = try run("PRAGMA quick_check(1)")
        guard let answer = rows.first?.text(0), answer != "ok" else { return }
        throw StorageError(.damaged, operation: "quick_check", text: answer)
    }

    package func journal() throws(StorageError) -> Journal? {
        try run("PRAGMA journal_mode").first?.text(0).flatMap(Journal.init)
    }

    /// Returns `user_version`: the number of ``Migration``s applied.
    package func version() throws(StorageError) -> Int {
        Int(try run("PRAGMA user_version").first?.integer(0) ?? 0)
    }

    func setVersion(_ version: Int) throws(StorageError) {
        // Not cached: each number needs a statement of its own.
        try Statement("PRAGMA user_version=\(version)", on: handle).runOnce()
    }
}

extension Statement {
    fileprivate func runOnce() throws(StorageError) { _ = try run([]) }
}
