package import PlayCore
package import Storage

/// The disk cache of a process, shared with others. Any thread. If it fails, readers fetch instead.
package final class ByteCache: Sendable {
    /// Each is reported once.
    package enum Notice: Sendable, Equatable {
        case unavailable(StorageError)
        /// Storing the playing item has stopped: the disk is full, or fails.
        case stopped(StorageError)
    }

    /// The longest wait for the index when an item opens. Without it the item plays without the cache.
    static let lookupLimit = HostTime.seconds(2)
    /// How long a reader waits for the index before it fetches.
    static let refreshLimit = HostTime.milliseconds(200)
    /// Bytes after which the capacity is checked. Once per item would be too rare, because items may be large.
    static let cleaningInterval: Int64 = 64 << 20

    package let settings: CacheSettings
    let folder: CacheFolder
    let clock: any HostClock
    private let calendar: @Sendable () -> Int64
    private let disk: any CacheDisk
    private let thread: StorageThread
    private let onNotice: @Sendable () -> Void
    private let state = Monitor(State())

    private struct State {
        /// Keyed by file name.
        var items: [String: WeakItem] = [:]
        var notices: [Notice] = []
        var hasStopped = false
        var lastReader = 0
        /// Bytes since the last cleaning.
        var committed: Int64 = 0
    }

    private struct WeakItem: Sendable {
        weak let item: CachedItem?
    }

    /// Opens the index and cleans the cache on its own thread. `calendar` returns milliseconds since 1970. `onNotice`
    /// is called on any thread when ``takeNotices()`` has news.
    package init(
        folder: String, settings: CacheSettings, disk: any CacheDisk = SystemDisk(),
        clock: any HostClock = SystemClock(), calendar: @escaping @Sendable () -> Int64 = { WallTime.now.milliseconds },
        onNotice: @escaping @Sendable () -> Void = {}
    ) {
        self.settings = settings
        self.folder = CacheFolder(path: folder)
        self.disk = disk
        self.clock = clock
        self.calendar = calendar
        self.onNotice = onNotice
        thread = StorageThread(CacheSchema.file(in: self.folder), name: "cache-index", onNotice: onNotice)
        clean(sweeps: true)
    }

    var milliseconds: Int64 { calendar() }

    /// Commits pending pieces and ends the thread. Call once, after releasing the sources: remaining ones can only
    /// read. Returns false after `limit`.
    @discardableResult
    package func close(within limit: HostTime = .seconds(5)) -> Bool {
        for item in liveItems { item.queueCommit(flushes: true) }
        clean(sweeps: false)
        return thread.close(within: limit)
    }

    package func takeNotices() -> [Notice] {
        for notice in thread.takeNotices() {
            switch notice {
            case .damaged(let path):
                folder.removeDamagedIndex(path)
                clean(sweeps: true)
            // The items that could not be stored report a full disk.
            case .unavailable(let error) where error.code == .full: break
            case .unavailable(let error): state.withLock { $0.notices.append(.unavailable(error)) }
            }
        }
        return state.withLock { state in
            defer { state.notices = [] }
            return state.notices
        }
    }

    /// Reports a notice. Of several stopped items, only the first.
    func tell(_ notice: Notice) {
        Log.shared.write(.error, "cache", "\(notice)")
        let isNew = state.withLock { state in
            guard !state.hasStopped else { return false }
            state.hasStopped = true
            state.notices.append(notice)
            return true
        }
        if isNew { onNotice() }
    }

    func newReader() -> Int {
        state.withLock { state in
            state.lastReader += 1
            return state.lastReader
        }
    }

    // MARK: items

    package func find(_ key: CacheKey) -> CachedItem? {
        let found = perform { index, _ throws(StorageError) in try self.stored(key.text, index) }
        guard let found = found ?? nil else { return nil }
        return item(found.0, found.1, file: nil)
    }

    /// Returns whether the bytes up to `end`, or to the resource's end, are stored. Sends no request.
    package func holds(_ key: CacheKey, from start: Int64, to end: Int64?) -> Bool {
        guard let item = find(key), let end = end ?? item.length else { return false }
        return start >= end || item.covered.contains(start..<end)
    }

    /// Returns `nil` if the version cannot be stored, or if a pinned item of another version must stay.
    package func findOrCreate(_ key: CacheKey, _ info: ResourceInfo) -> CachedItem? {
        // A seekable resource of unknown length cannot be stored in a file.
        guard info.mayStore, info.size != nil || !info.canSeek else { return nil }
        let outcome = perform { index, database throws(StorageError) in
            try database.transaction { () throws(StorageError) in try self.renew(key, info, index) }
        }
        guard let outcome = outcome ?? nil else { return nil }
        folder.removeFiles(outcome.removed)
        return item(outcome.record, outcome.pieces, file: outcome.file)
    }

    private struct Renewal: Sendable {
        let record: CacheRecord
        let pieces: [CachePiece]
        let file: (any CacheFile)?
        let removed: [String]
    }

    private func stored(_ key: String, _ index: CacheIndex) throws(StorageError) -> (CacheRecord, [CachePiece])? {
        guard let record = try index.find(key) else { return nil }
        return (record, try index.pieces(of: record.id, in: 0..<(.max)))
    }

    /// Only within a transaction: no other process creates the item, and no sweep removes its file as an orphan.
    private func renew(
        _ key: CacheKey, _ info: ResourceInfo, _ index: CacheIndex
    ) throws(StorageError) -> Renewal? {
        var removed: [String] = []
        if let (record, pieces) = try stored(key.text, index) {
            if isSameVersion(record, as: info) {
                try index.confirm(record, at: milliseconds)
                return Renewal(record: record, pieces: pieces, file: nil, removed: [])
            }
            guard !record.isPinned else { return nil }
            try index.remove([record.id])
            removed = [record.file]
        }
        let name = CacheFolder.newFileName()
        let file = try disk.open(folder.filePath(name), isNew: true)
        guard let record = try index.begin(key, info, file: name, at: milliseconds) else { return nil }
        return Renewal(record: record, pieces: [], file: file, removed: removed)
    }

    /// Returns whether stored bytes and those of the server's current version may be combined.
    func isSameVersion(_ record: CacheRecord, as info: ResourceInfo) -> Bool {
        switch record.info.validator.compare(info.validator) {
        case .same: return true
        case .changed: return false
        case .unknown:
            let age = milliseconds - record.created
            let hasLength = record.info.size != nil && record.info.size == info.size
            return hasLength && (0..<CacheSettings.unprovenLifetime).contains(age)
        }
    }

    /// Returns whether a recent confirmation by the server makes a request unnecessary.
    func isFresh(_ record: CacheRecord) -> Bool {
        (0..<CacheSettings.freshness).contains(milliseconds - record.checked)
    }

    func confirm(_ record: CacheRecord) {
        let now = milliseconds
        post { index throws(StorageError) in try index.confirm(record, at: now) }
    }

    private func item(_ record: CacheRecord, _ pieces: [CachePiece], file: (any CacheFile)?) -> CachedItem? {
        if let known = state.withLock({ $0.items[record.file]?.item }) {
            known.add(pieces)
            return known
        }
        let opened: any CacheFile
        do throws(StorageError) {
            opened = if let file { file } else { try disk.open(folder.filePath(record.file), isNew: false) }
        } catch {
            // Another process has removed the file, so its pieces leave the index, too.
            Log.shared.write(.error, "cache", error.description)
            post { index throws(StorageError) in try index.remove([record.id]) }
            return nil
        }
        let item = CachedItem(record, pieces, file: opened, cache: self)
        return state.withLock { state in
            if let known = state.items[record.file]?.item { return known }
            state.items = state.items.filter { $0.value.item != nil }
            state.items[record.file] = WeakItem(item: item)
            return item
        }
    }

    private var liveItems: [CachedItem] { state.withLock { $0.items.values.compactMap(\.item) } }

    // MARK: the index

    /// Includes pieces written by other processes. Returns none if the index is busy.
    func pieces(of record: CacheRecord, in span: Range<Int64>) -> [CachePiece] {
        perform(within: Self.refreshLimit) { index, _ throws(StorageError) in
            try index.pieces(of: record.id, in: span)
        } ?? []
    }

    @discardableResult
    func post(_ work: @escaping @Sendable (CacheIndex) throws(StorageError) -> Void) -> Bool {
        thread.post { database throws(StorageError) in try work(CacheIndex(database)) }
    }

    private func perform<Result: Sendable>(
        within limit: HostTime = lookupLimit,
        _ work: @escaping @Sendable (CacheIndex, Database) throws(StorageError) -> Result
    ) -> Result? {
        do throws(StorageError) {
            return try thread.perform(within: limit) { database throws(StorageError) in
                try work(CacheIndex(database), database)
            }
        } catch {
            Log.shared.write(.error, "cache", error.description)
            return nil
        }
    }

    /// Notes bytes that the index now has. On its thread.
    func committed(_ bytes: Int64) {
        let isDue = state.withLock { state in
            state.committed += bytes
            guard state.committed >= Self.cleaningInterval else { return false }
            state.committed = 0
            return true
        }
        if isDue { clean(sweeps: false) }
    }

    /// Call after every played item. Cleaning at the start, at the exit and while an item grows is automatic.
    package func clean() { clean(sweeps: false) }

    private func clean(sweeps: Bool) {
        thread.post(replacing: sweeps ? "sweep" : "clean") { [folder, settings, self] database throws(StorageError) in
            let held = Set(liveItems.map(\.record.id))
            let cleaning = CacheCleaning(folder, database)
            if sweeps { try cleaning.sweep() }
            try cleaning.evict(settings, held: held)
        }
    }
}
