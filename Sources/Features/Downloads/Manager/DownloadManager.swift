package import DownloadModel
package import PlayCore
import Storage
package import Transport

/// All downloads of one account. Any thread. Only ``init`` and ``close(within:)`` block on a network or a disk. Its own
/// thread (`downloads`) compares the runs that should exist (``DownloadPlanner``) with those that do, then starts and
/// stops runs, each on a thread (`dl-item`). Observers are notified and then call ``snapshot()``.
package final class DownloadManager: Sendable {
    package struct Settings: Sendable {
        /// A folder per identifier, private to this user.
        package var folder: String
        package var limits = DownloadLimits()
        /// Applies the stored options (``DownloadManager/setOptions(_:)``) before the first run.
        package var adjust: @Sendable (DownloadLimits, [String: String]) -> DownloadLimits = { limits, _ in limits }
        package var template = NameTemplate.standard
        /// Whether the line is metered, or may be. Called on the manager's thread if it matters.
        package var isMetered: @Sendable () -> Bool = { false }
        /// Returns the moment on the viewer's clock.
        package var moment: @Sendable () -> DownloadSchedule.Moment = { LocalClock.moment }

        package init(folder: String) { self.folder = folder }
    }

    struct Running: Sendable {
        let cancel: CancelToken
        let progress: FetchProgress
        var share: DownloadPlanner.Share?
        var isStopping = false
    }

    struct State: Sendable {
        var list: DownloadList
        var runs: [DownloadID: Running] = [:]
        var hold: DownloadWaiting?
        var isMetered = false
        /// Items that wait for an unmetered line while others run.
        var unmetered: Set<DownloadID> = []
        /// Items that want to run since the last step, which will decide whether they wait.
        var fresh: Set<DownloadID> = []
        /// The most that one step examined.
        var mostLookedAt = 0
        /// Removed items, whose files are deleted once their runs have ended.
        var removed: [DownloadID: DownloadItem] = [:]
        var limits: DownloadLimits
        var version: UInt64 = 1
        var isRefreshing = false
        var isClosed = false
        var refreshes: [Refresh] = []
    }

    struct Refresh: Sendable {
        let apply: @Sendable (HTTPClient) -> Void
        let completion: @Sendable () -> Void
    }

    private struct FileLook {
        var began: HostTime?
        var isUnderWay = false
    }

    /// The interval of checks for deleted files, and the longest wait for their results.
    private static let (fileInterval, filePatience) = (HostTime.seconds(1), HostTime.milliseconds(100))

    /// The pause between two steps, because with many small files hundreds of runs end in a second.
    private static let rest = HostTime.milliseconds(2)

    let settings: Settings
    let context: FetchContext
    let resolver: any DownloadResolver
    let store: DownloadStore
    /// `nil` if the manager is closed.
    private let lock: Monitor<FileLock?>
    let onChange: @Sendable () -> Void
    let state: Monitor<State>
    /// Held while an item's files get their names, so that two items cannot choose the same one.
    let naming = Monitor(())
    private let fileLook = Monitor(FileLook())
    /// The options that clients of this account have set, by name.
    private let options: Monitor<[String: String]>
    let bell = Doorbell()
    let totalGate: SpeedGate
    let runners = WorkerPool(name: "dl-item")
    private let thread = Monitor<WorkerThread?>(nil)

    /// - Throws: `.notPossible` if another process uses the folder; `.disk`.
    private static func lock(_ folder: String) throws(DownloadProblem) -> FileLock {
        try Disk.makeFolders(folder, mode: 0o700)
        let path = folder + "/lock"
        switch FileLock.acquire(path, .exclusive) {
        case .acquired(let lock): return lock
        case .held: throw DownloadProblem(.notPossible, detail: "another process has \(folder)")
        case .failed(let number): throw Disk.problem(number, path)
        }
    }

    /// Loads the list and resumes running items. Throws `.notPossible` if another process uses the folder.
    ///
    /// - Parameter onChange: called on any thread when ``snapshot()`` changes, except for progress.
    package init(
        _ settings: Settings, context: FetchContext, resolver: any DownloadResolver,
        onChange: @escaping @Sendable () -> Void = {}
    ) throws(DownloadProblem) {
        FileRights.prepare()
        self.settings = settings
        self.context = context
        self.resolver = resolver
        self.onChange = onChange
        lock = Monitor(try Self.lock(settings.folder))
        store = DownloadStore(folder: settings.folder)
        let kept = try store.load()
        let limits = settings.adjust(settings.limits, kept.options)
        state = Monitor(State(list: DownloadList(kept.items), limits: limits))
        options = Monitor(kept.options)
        totalGate = SpeedGate(rate: limits.bytesPerSecond)
        checkFiles()
        let thread = WorkerThread(name: "downloads") { [self] in
            var seen: UInt64 = 0
            while let next = step() {
                let now = SystemClock().now
                seen = bell.wait(
                    after: seen, until: next.seconds.map { now + .seconds($0) }, notBefore: now + Self.rest)
            }
        }
        self.thread.withLock { $0 = thread }
    }

    // MARK: Queries

    /// Returns the downloads, fast enough for every update of a list.
    package func snapshot() -> DownloadSnapshot {
        let now = SystemClock().now
        return state.withLock { state in
            let statuses = state.list.items.map { Self.status($0, state, now) }
            return DownloadSnapshot(version: state.version, statuses: statuses, isRefreshing: state.isRefreshing)
        }
    }

    /// Costs less than ``snapshot()``. Returns `nil` if the version is unchanged.
    package func labels(after version: UInt64? = nil) -> DownloadLabels? {
        state.withLock { state in
            guard state.version != version else { return nil }
            return DownloadLabels(version: state.version, entries: state.list.labels)
        }
    }

    private static func status(_ item: DownloadItem, _ state: State, _ now: HostTime) -> DownloadStatus {
        guard let progress = state.runs[item.id]?.progress else {
            return DownloadStatus(
                item: item, done: item.doneSize, total: item.totalSize, bytesPerSecond: 0,
                activity: DownloadActivity(waiting: waiting(item, state)), connections: 0, fetched: 0, copied: 0)
        }
        return progress.read { progress in
            let activity = progress.activity(at: now, state.limits)
            return DownloadStatus(
                item: item, done: progress.done ?? item.doneSize,
                total: progress.expected ?? item.totalSize, bytesPerSecond: progress.speed.bytesPerSecond(at: now),
                activity: activity, connections: activity.waiting == nil ? progress.connections : 0,
                fetched: progress.fetched, copied: progress.copied)
        }
    }

    private static func waiting(_ item: DownloadItem, _ state: State) -> DownloadWaiting? {
        guard item.state == .running, !state.isRefreshing, !state.fresh.contains(item.id) else { return nil }
        return state.hold ?? (state.unmetered.contains(item.id) ? .metered : .limit)
    }

    package func status(of id: DownloadID) -> (status: DownloadStatus, place: Int)? {
        let now = SystemClock().now
        return state.withLock { state in
            state.list.place(of: id).map { (Self.status(state.list.items[$0], state, now), $0) }
        }
    }

    /// A complete ID is found at once.
    package func ids(beginning prefix: String) -> [DownloadID] {
        state.withLock { state in
            if let id = DownloadID(prefix) { return state.list[id] == nil ? [] : [id] }
            return prefix.isEmpty ? [] : state.list.items.map(\.id).filter { $0.text.hasPrefix(prefix) }
        }
    }

    package func ids(where isWanted: (DownloadItem) -> Bool) -> [DownloadID] {
        state.withLock { $0.list.items.filter(isWanted).map(\.id) }
    }

    package var count: Int { state.withLock { $0.list.items.count } }

    package func existing(_ identity: DownloadIdentity) -> DownloadID? {
        state.withLock { $0.list.existing(identity)?.id }
    }

    /// Returns the place for ``PartialByteSource``, or `nil` for streams and before the first byte.
    package func partial(of id: DownloadID) -> PartialFile? {
        guard let item = state.withLock({ $0.list[id] }), item.state != .completed, !item.joins,
            let main = item.mainPath
        else {
            return nil
        }
        let place = PartialFile(
            part: main + PartFile.ending, journal: "\(store.folder(of: id))/0.spans", mode: item.mode)
        return Disk.exists(place.part) ? place : nil
    }

    // MARK: Changes

    /// Throws `.duplicate` with the ID of the existing item; `.refreshing`; `.noTokenSource`.
    ///
    /// - Parameter setting: sets attributes of the new item before its first request.
    @discardableResult
    package func add(
        _ request: DownloadRequest, setting: (inout DownloadItem) -> Void = { _ in }
    ) throws(DownloadProblem) -> DownloadID {
        if request.wishes.ahead != nil { try resolver.checkAhead(request) }
        if request.wishes.ahead == nil || !request.requestOptions.isEmpty {
            let means = try context.means(request.requestOptions, request.identity, resolver)
            if request.wishes.ahead == nil { try means.resolver.check(request) }
        }
        let item = try change { state throws(DownloadProblem) in
            makeSpace(for: request, &state)
            let added = try state.list.add(request, id: .random(), at: WallTime.now.milliseconds)
            let item = state.list.change(added.id, setting) ?? added
            if item.state == .running { state.fresh.insert(item.id) }
            return item
        }
        store.add(item)
        wake()
        return item.id
    }

    /// Does nothing if the item is already paused.
    package func pause(_ id: DownloadID) throws(DownloadProblem) {
        try set(id) { item throws(DownloadProblem) in
            if item.state == .completed { throw DownloadProblem(.notPossible) }
            if item.state == .running { (item.state, item.problem) = (.paused, nil) }
        }
    }

    /// Resumes a download, even after a failure. Downloads a lost file again, and starts a waiting retry at once.
    package func resume(_ id: DownloadID) throws(DownloadProblem) {
        checkFiles(of: id)
        state.withLock { $0.runs[id]?.progress }?.hurry()
        try set(id) { item throws(DownloadProblem) in
            if item.state == .completed, item.problem == nil { throw DownloadProblem(.notPossible) }
            if item.state == .completed { item.doneSize = 0 }
            (item.state, item.problem) = (.running, nil)
        }
    }

    /// Removes an item with its partial and finished files.
    package func remove(_ id: DownloadID) throws(DownloadProblem) {
        try change { state throws(DownloadProblem) in
            guard let item = state.list.remove(id) else { throw DownloadProblem(.notFound) }
            state.removed[id] = item
        }
        wake()
    }

    package func remove(_ ids: Set<DownloadID>) throws(DownloadProblem) -> [DownloadID] {
        let gone = try change { state throws(DownloadProblem) in
            let gone = state.list.remove(ids)
            for item in gone { state.removed[item.id] = item }
            return gone
        }
        wake()
        return gone.map(\.id)
    }

    package func setPriority(_ priority: Double, of id: DownloadID) throws(DownloadProblem) {
        try set(id) { item throws(DownloadProblem) in item.setPriority(priority) }
    }

    /// Bytes per second. `nil` removes the limit.
    package func setSpeedLimit(_ limit: Int64?, of id: DownloadID) throws(DownloadProblem) {
        try set(id) { item throws(DownloadProblem) in item.speedLimit = limit }
    }

    package func setNotes(_ notes: [String: String], note: String?, of id: DownloadID) throws(DownloadProblem) {
        try set(id) { item throws(DownloadProblem) in (item.notes, item.note) = (notes, note) }
    }

    /// Moves as aria2's changePosition does.
    package func move(_ id: DownloadID, to position: Int) throws(DownloadProblem) {
        let moved = try change { state throws(DownloadProblem) in
            guard state.list[id] != nil else { throw DownloadProblem(.notFound) }
            return state.list.move(id, to: position)
        }
        for item in moved { store.save(item) }
        wake()
    }

    package var limits: DownloadLimits {
        get { state.withLock { $0.limits } }
        set {
            state.withLock { $0.limits = newValue }
            totalGate.setRate(newValue.bytesPerSecond)
            wake()
        }
    }

    package var keptOptions: [String: String] { options.withLock { $0 } }

    /// Stores the clients' options for later managers. Replaces the previous ones.
    package func setOptions(_ new: [String: String]) {
        options.withLock { $0 = new }
        store.save(options: new)
    }

    package func lineIs(metered isMetered: Bool) {
        if state.withLock({ $0.isMetered != isMetered }) { bell.ring() }
    }

    /// Ends all runs, calls `apply` to change the network's settings, and restarts the runs. Until `completion` is
    /// called, items cannot be added, removed, paused or resumed.
    package func refresh(_ apply: @escaping @Sendable (HTTPClient) -> Void, completion: @escaping @Sendable () -> Void)
    {
        state.withLock { state in
            state.isRefreshing = true
            state.version += 1
            state.refreshes.append(Refresh(apply: apply, completion: completion))
        }
        wake()
    }

    /// Marks finished items whose files no longer exist, and unmarks those whose files are back. `nil` checks all.
    package func checkFiles(of id: DownloadID? = nil) {
        let items = state.withLock { state in id.map { state.list[$0].map { [$0] } ?? [] } ?? state.list.items }
        let lost = items.filter { item in
            item.state == .completed && item.problem == nil && item.mainPath.map { !Disk.exists($0) } ?? false
        }
        for item in lost {
            let changed = state.withLock { state in
                state.version += 1
                return state.list.change(item.id) { $0.problem = DownloadProblem(.fileLost) }
            }
            if let changed { store.save(changed) }
        }
        let found = items.filter { item in
            item.state == .completed && item.problem?.code == .fileLost && item.mainPath.map(Disk.exists) ?? false
        }
        for item in found {
            let changed = state.withLock { state in
                state.version += 1
                return state.list.change(item.id) { $0.problem = nil }
            }
            if let changed { store.save(changed) }
        }
        if !lost.isEmpty || !found.isEmpty { onChange() }
    }

    /// Runs ``checkFiles(of:)`` on another thread, because a drive may respond late. Call before reading the list.
    package func lookForFiles() {
        let now = SystemClock().now
        let isDue = fileLook.withLock { look in
            if look.isUnderWay || look.began.map({ now < $0 + Self.fileInterval }) ?? false { return false }
            look = FileLook(began: now, isUnderWay: true)
            return true
        }
        guard isDue else { return }
        runners.run { [self] in
            checkFiles()
            fileLook.update { $0.isUnderWay = false }
        }
        _ = fileLook.wait(until: now + Self.filePatience) { $0.isUnderWay ? nil : true }
    }

    /// Ends all runs, which this folder's next manager resumes. Call once, or the manager is never released.
    package func close(within limit: HostTime = .seconds(10)) {
        state.update { $0.isClosed = true }
        bell.ring()
        // After the time-out, a run is blocked in a system call. Its bytes are safe.
        _ = state.wait(until: SystemClock().now + limit) { $0.runs.isEmpty ? true : nil }
        thread.withLock { $0 }?.join()
        store.close(within: limit)
        lock.withLock { $0 = nil }
    }

    func change<R: Sendable>(
        _ body: (inout State) throws(DownloadProblem) -> R
    ) throws(DownloadProblem) -> R {
        try state.update { state throws(DownloadProblem) in
            guard !state.isRefreshing else { throw DownloadProblem(.refreshing) }
            let result = try body(&state)
            state.version += 1
            return result
        }
    }

    func set(
        _ id: DownloadID, _ body: (inout DownloadItem) throws(DownloadProblem) -> Void
    ) throws(DownloadProblem) {
        let item = try change { state throws(DownloadProblem) in
            guard var item = state.list[id] else { throw DownloadProblem(.notFound) }
            let wanted = item.state == .running
            try body(&item)
            state.list.change(id) { $0 = item }
            if item.state == .running, !wanted { state.fresh.insert(id) }
            return item
        }
        store.save(item)
        wake()
    }

    func wake() {
        bell.ring()
        onChange()
    }
}
