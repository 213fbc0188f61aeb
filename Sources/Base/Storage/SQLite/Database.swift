internal import CSQLite

/// One connection to one file, with its statements.
///
/// Not `Sendable`: made and used on one thread (``StorageThread``, or the main thread of a quick command). Another
/// process may hold the file too; whoever comes second waits up to ``busyTimeout``.
package final class Database {
    /// How changes are made safe against a crash.
    package enum Journal: String, Sendable, Equatable {
        /// Readers and a writer do not hinder each other. Its index is shared memory, which only processes of one
        /// machine on a file system of that machine see: on NFS and the like two of them would ruin the file.
        case wal
        /// Works everywhere.
        case delete
    }

    /// Milliseconds that a statement waits for another process. A position that is written takes one or two;
    /// on a busy disk a hundred, and SQLite does not queue fairly.
    package static let busyTimeout: Int32 = 5000

    private let handle: OpaquePointer
    private var statements: [String: Statement] = [:]

    /// Opens the file, which has to exist (an empty one is an empty database).
    ///
    /// - Throws: `.cannotOpen`, `.damaged`, `.busy`, `.io`.
    package init(path: String, journal: Journal) throws(StorageError) {
        handle = try Self.open(path)
        do throws(StorageError) {
            sqlite3_busy_timeout(handle, Self.busyTimeout)
            try check(tv_make_defensive(handle), "configure")
            try chooseJournal(journal)
            // With a write-ahead log a power cut may lose the last seconds and never damages; without one it might.
            try run("PRAGMA synchronous=\(journal == .wal ? "NORMAL" : "FULL")")
        } catch {
            statements = [:]
            sqlite3_close_v2(handle)
            throw error
        }
    }

    deinit {
        statements = [:]
        sqlite3_close_v2(handle)
    }

    private static func open(_ path: String) throws(StorageError) -> OpaquePointer {
        var opened: OpaquePointer?
        // Multi-thread mode: one thread uses it, so it needs no locks of its own.
        let flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE
        let result = sqlite3_open_v2(path, &opened, flags, nil)
        guard result == SQLITE_OK, let opened else {
            defer { sqlite3_close_v2(opened) }
            throw SQLiteError.error(result, on: opened, operation: "open", context: path)
        }
        return opened
    }

    /// The mode is a property of the file: who finds it held by others in another mode stays with theirs.
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

    /// Runs one statement, which is kept prepared for the next time.
    ///
    /// - Parameter values: for its places `?`, exactly as many.
    /// - Returns: all rows of its result.
    @discardableResult
    package func run(_ sql: String, _ values: StorageValue...) throws(StorageError) -> [StorageRow] {
        let statement = if let kept = statements[sql] { kept } else { try Statement(sql, on: handle) }
        statements[sql] = statement
        return try statement.run(values)
    }

    /// Does all of `body` or nothing of it. No other process writes meanwhile.
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
            // After some errors SQLite has rolled back by itself; then there is nothing to roll back.
            if sqlite3_get_autocommit(handle) == 0 { try run("ROLLBACK") }
            throw error
        }
    }

    /// - Throws: `.damaged` when the file's structure is not whole. Reads all of it.
    package func checkIntegrity() throws(StorageError) {
        let rows = try run("PRAGMA quick_check(1)")
        guard let answer = rows.first?.text(0), answer != "ok" else { return }
        throw StorageError(.damaged, operation: "quick_check", text: answer)
    }

    /// The journal that the file has now.
    package func journal() throws(StorageError) -> Journal? {
        try run("PRAGMA journal_mode").first?.text(0).flatMap(Journal.init)
    }

    /// `user_version`: how many ``Migration``s it has seen.
    package func version() throws(StorageError) -> Int {
        Int(try run("PRAGMA user_version").first?.integer(0) ?? 0)
    }

    func setVersion(_ version: Int) throws(StorageError) {
        // Not cached as others are: a statement of its own for each number.
        try Statement("PRAGMA user_version=\(version)", on: handle).runOnce()
    }
}

extension Statement {
    fileprivate func runOnce() throws(StorageError) { _ = try run([]) }
}
