package import PlayCore
package import Storage

/// The cache on the disk, as one process has it. Playing, preloading and downloads read and fill it alike; several
/// processes may have the same one. Any thread.
///
/// Nothing here ever fails a reader: what cannot be kept is fetched.
package final class ByteCache: Sendable {
    /// What the viewer should be told, each once.
    package enum Notice: Sendable, Equatable {
        /// There is no cache.
        case unavailable(StorageError)
        /// What plays is not kept any more: the disk is full, or it fails.
        case stopped(StorageError)
    }

    /// What an opening waits for the index; then it goes without.
    static let lookupLimit = HostTime.seconds(2)
    /// What a reader waits before it fetches.
    static let refreshLimit = HostTime.milliseconds(200)
    /// Bytes after which is looked whether there are too many (once an item would be too rare: items may be large).
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
        /// By the names of their files.
        var items: [String: WeakItem] = [:]
        var notices: [Notice] = []
        var hasStopped = false
        var lastReader = 0
        /// Since the last cleaning.
        var committed: Int64 = 0
    }

    private struct WeakItem: Sendable {
        weak let item: CachedItem?
    }

    /// Opens the index on a thread of its own and cleans up there (at the start).
    ///
    /// - Parameters:
    ///   - calendar: milliseconds since 1970.
    ///   - onNotice: called on any thread when ``takeNotices()`` has something new (a wake-up).
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

    /// Has what waits committed and ends the thread (cleans at the exit). Call once, when sources are gone:
    /// what is left of them can be read, and is not kept any more.
    ///
    /// - Returns: false when that took longer than `limit`.
    @discardableResult
    package func close(within limit: HostTime = .seconds(5)) -> Bool {
        for item in liveItems { item.queueCommit(flushes: true) }
        clean(sweeps: false)
        return thread.close(within: limit)
    }

    /// What there is to tell since the last call.
    package func takeNotices() -> [Notice] {
        for notice in thread.takeNotices() {
            switch notice {
            case .damaged(let path):
                folder.removeDamagedIndex(path)
                // Its files are nobody's now.
                clean(sweeps: true)
            // A disk that is full is told by what could not be kept.
            case .unavailable(let error) where error.code == .full: break
            case .unavailable(let error): state.withLock { $0.notices.append(.unavailable(error)) }
            }
        }
        return state.withLock { state in
            defer { state.notices = [] }
            return state.notices
        }
    }

    /// Of items that stop only the first is told.
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

    /// What there is of a resource, without asking its server.
    package func find(_ key: CacheKey) -> CachedItem? {
        let found = perform { index, _ throws(StorageError) in try self.stored(key.text, index) }
        guard let found = found ?? nil else { return nil }
        return item(found.0, found.1, file: nil)
    }

    /// Whether all bytes from `start` to `end`, nil: to the resource's end, are there, without asking its server.
    package func holds(_ key: CacheKey, from start: Int64, to end: Int64?) -> Bool {
        guard let item = find(key), let end = end ?? item.length else { return false }
        return start >= end || item.covered.contains(start..<end)
    }

    /// Finds or begins the item of the version that the server has now.
    ///
    /// Nil: it cannot be kept; or what there is of another version is pinned and stays.
    package func findOrCreate(_ key: CacheKey, _ info: ResourceInfo) -> CachedItem? {
        // What can be had in any order but has no known end has no place in a file.
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
        /// Of a new one.
        let file: (any CacheFile)?
        /// Files of the version before.
        let removed: [String]
    }

    private func stored(_ key: String, _ index: CacheIndex) throws(StorageError) -> (CacheRecord, [CachePiece])? {
        guard let record = try index.find(key) else { return nil }
        return (record, try index.pieces(of: record.id, in: 0..<(.max)))
    }

    /// Within a transaction: nobody else begins the same one meanwhile, and no sweep takes its file for nobody's.
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

    /// Whether bytes of both may be put together: those that are kept, and those of what the server has now.
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

    /// Whether it was compared with the server's so lately that it need not be asked.
    func isFresh(_ record: CacheRecord) -> Bool {
        (0..<CacheSettings.freshness).contains(milliseconds - record.checked)
    }

    /// Notes that the server still has this version.
    func confirm(_ record: CacheRecord) {
        let now = milliseconds
        post { index throws(StorageError) in try index.confirm(record, at: now) }
    }

    /// Those who have it open share one object.
    private func item(_ record: CacheRecord, _ pieces: [CachePiece], file: (any CacheFile)?) -> CachedItem? {
        if let known = state.withLock({ $0.items[record.file]?.item }) {
            known.add(pieces)
            return known
        }
        let opened: any CacheFile
        do throws(StorageError) {
            opened = if let file { file } else { try disk.open(folder.filePath(record.file), isNew: false) }
        } catch {
            // The file was removed by someone else: its pieces leave the index, too.
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

    /// What any process has written there; none when the index is busy.
    func pieces(of record: CacheRecord, in span: Range<Int64>) -> [CachePiece] {
        perform(within: Self.refreshLimit) { index, _ throws(StorageError) in
            try index.pieces(of: record.id, in: span)
        } ?? []
    }

    @discardableResult
    func post(_ work: @escaping @Sendable (CacheIndex) throws(StorageError) -> Void) -> Bool {
        thread.post { database throws(StorageError) in try work(CacheIndex(database)) }
    }

    /// Nil where it fails, which the log says.
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

    /// Bytes have come to the index; on its thread.
    func committed(_ bytes: Int64) {
        let isDue = state.withLock { state in
            state.committed += bytes
            guard state.committed >= Self.cleaningInterval else { return false }
            state.committed = 0
            return true
        }
        if isDue { clean(sweeps: false) }
    }

    /// After every item that was played; at the start, at the exit and while one grows it happens by itself.
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
