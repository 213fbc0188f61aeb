import DownloadModel
import PlayCore
import Transport

extension DownloadManager {
    struct Steps {
        var starts: [DownloadItem] = []
        var stops: [CancelToken] = []
        var removals: [DownloadItem] = []
        var refreshes: [Refresh] = []
        var isOver = false
        var seconds: Int?
    }

    /// Starts missing runs and stops surplus ones. Returns `nil` if the manager has ended.
    func step() -> Steps? {
        let moment = settings.moment()
        // Without restrictions the line is not queried.
        let isMetered = asksForLine && settings.isMetered()
        let steps = state.update { state in look(&state, moment, isMetered) }
        for token in steps.stops { token.cancel() }
        for item in steps.removals { discard(item) }
        for item in steps.starts { start(item) }
        if !steps.refreshes.isEmpty { refreshed(steps.refreshes) }
        return steps.isOver ? nil : steps
    }

    private func look(_ state: inout State, _ moment: DownloadSchedule.Moment, _ isMetered: Bool) -> Steps {
        var steps = Steps()
        state.isMetered = isMetered
        let unmetered = isMetered ? state.list.unmetered : []
        let candidates = candidates(&state, without: unmetered)
        let decision =
            state.isClosed || state.isRefreshing
            ? DownloadPlanner.Decision()
            : DownloadPlanner.decide(candidates, state.limits, at: moment, isMetered: isMetered)
        steps.seconds = decision.secondsToChange
        for (id, run) in state.runs where decision.shares[id] == nil && !run.isStopping {
            state.runs[id]?.isStopping = true
            steps.stops.append(run.cancel)
        }
        for candidate in candidates {
            // A stopping run is started again once it has ended.
            guard let share = decision.shares[candidate.id], state.runs[candidate.id]?.isStopping != true else {
                continue
            }
            give(share, to: candidate.id, &state, &steps)
        }
        if unmetered != state.unmetered { state.version += 1 }
        state.unmetered = unmetered
        settle(&state, DownloadPlanner.hold(state.limits, at: moment, isMetered: isMetered))
        steps.removals = state.removed.values.filter { state.runs[$0.id] == nil }
        for item in steps.removals { state.removed[item.id] = nil }
        if state.isRefreshing, state.runs.isEmpty { swap(&steps.refreshes, &state.refreshes) }
        steps.isOver = state.isClosed && state.runs.isEmpty
        return steps
    }

    private func give(
        _ share: DownloadPlanner.Share, to id: DownloadID, _ state: inout State, _ steps: inout Steps
    ) {
        if state.runs[id] == nil {
            guard let item = state.list[id] else { return }
            state.runs[id] = Running(
                cancel: CancelToken(), progress: FetchProgress(host: item.identity.origin) { [bell] in bell.ring() })
            steps.starts.append(item)
            if !state.fresh.contains(id) { state.version += 1 }
        }
        guard let running = state.runs[id], running.share != share else { return }
        state.runs[id]?.share = share
        running.progress.laneLimit = share.connections
        running.progress.gate.setRate(share.bytesPerSecond)
    }

    /// Marks fresh items that do not run as waiting, with the present reason.
    private func settle(_ state: inout State, _ hold: DownloadWaiting?) {
        let waits = state.fresh.contains { state.runs[$0] == nil && state.list.wanted.contains($0) }
        if waits || hold != state.hold { state.version += 1 }
        state.hold = hold
        state.fresh = []
    }

    /// Returns all running items, and as many waiting ones as may run.
    ///
    /// - Parameter held: items that wait for an unmetered line. They do not count.
    private func candidates(_ state: inout State, without held: Set<DownloadID>) -> [DownloadPlanner.Candidate] {
        let wanted = state.list.wanted
        let limit = state.limits.runningItems.map { max(1, $0) }
        let free = wanted.ids.lazy.filter { !held.contains($0) }
        let allowed = limit.map { Set(free.prefix($0)) }
        var ids = state.runs.keys.filter { allowed?.contains($0) ?? (wanted.contains($0) && !held.contains($0)) }
        // Items that wait for a retry or for their files' names do not count.
        var space = state.limits.activeItems - ids.count { state.runs[$0]?.progress.isBusy == true }
        for id in free.prefix(limit ?? .max) {
            guard space > 0 else { break }
            guard state.runs[id] == nil else { continue }
            ids.append(id)
            space -= 1
        }
        state.mostLookedAt = max(state.mostLookedAt, ids.count)
        return ids.compactMap { state.list[$0] }.sorted { $0.order < $1.order }.map { item in
            DownloadPlanner.Candidate(
                id: item.id, priority: item.priority, speedLimit: item.speedLimit,
                host: state.runs[item.id]?.progress.host)
        }
    }

    private func refreshed(_ refreshes: [Refresh]) {
        for refresh in refreshes { refresh.apply(context.client) }
        state.withLock { state in
            // More refreshes may have been requested meanwhile.
            state.isRefreshing = !state.refreshes.isEmpty
            state.version += 1
        }
        for refresh in refreshes { refresh.completion() }
        wake()
    }

    private func start(_ item: DownloadItem) {
        guard let running = state.withLock({ $0.runs[item.id] }) else { return }
        runners.run { [self] in
            FileRights.setUmask(item.wishes.umask)
            do throws(DownloadProblem) {
                let means = try context.means(item.requestOptions, item.identity, resolver)
                run(item, running, means).execute { [self] in ended(item.id, $0, running) }
            } catch {
                ended(item.id, .failed(error), running)
            }
        }
    }

    private func run(_ item: DownloadItem, _ running: Running, _ means: RequestMeans) -> ItemRun {
        ItemRun(
            item: item, store: store, template: settings.template, resolver: means.resolver,
            run: FetchRun(
                context: context.with(means.client), progress: running.progress, totalGate: totalGate,
                cancel: running.cancel),
            naming: naming, isTaken: { [self] path in state.withLock { $0.list.isTaken(path, by: item.id) } },
            prepared: { [self] in learnt($0) }, keep: { [self] in kept($0) })
    }

    private func learnt(_ item: DownloadItem) {
        state.withLock { state in
            state.version += 1
            _ = state.list.change(item.id) {
                ($0.files, $0.joins) = (item.files, item.joins)
                $0.title = item.title
                $0.kind = item.kind
                ($0.classID, $0.sessionID) = (item.classID, item.sessionID)
                ($0.definitionKey, $0.definitionName) = (item.definitionKey, item.definitionName)
            }
        }
    }

    private func kept(_ before: DownloadItem) {
        guard let item = state.withLock({ $0.list[before.id] }) else { return }
        if before.files.isEmpty { store.name(item) }
        store.save(item, mayWait: true)
        onChange()
    }

    private func ended(_ id: DownloadID, _ outcome: ItemRun.Outcome, _ running: Running) {
        let progress = running.progress.read { (done: $0.done, expected: $0.expected) }
        let changed = state.update { state in
            state.runs[id] = nil
            state.version += 1
            return state.list.change(id) { item in
                item.doneSize = progress.done ?? item.doneSize
                item.totalSize = progress.expected ?? item.totalSize
                switch outcome {
                case .completed(let done):
                    let (priority, order, notes, note) = (item.priority, item.order, item.notes, item.note)
                    item = done
                    item.setPriority(priority)
                    (item.order, item.notes, item.note) = (order, notes, note)
                    (item.state, item.problem) = (.completed, nil)
                case .failed(let problem) where item.state == .running:
                    (item.state, item.problem) = (.paused, problem)
                case .failed, .stopped: break
                }
            }
        }
        if let changed { store.save(changed, mayWait: true) }
        wake()
    }

    private func discard(_ item: DownloadItem) {
        for file in item.files {
            let path = "\(item.folder)/\(file.name)"
            Disk.remove(path)
            Disk.remove(path + PartFile.ending)
        }
        if item.joins, let main = item.mainPath { JoinedStream.removeSegments(of: main) }
        for file in item.files where file.name.hasSuffix("/" + StreamFetcher.indexName) {
            StreamFetcher.removePieces("\(item.folder)/\(Disk.folder(of: file.name))")
        }
        // Removes only empty folders. Other files in them stay.
        var folders: Set<String> = []
        for file in item.files {
            let parts = file.name.split(separator: "/").dropLast()
            for count in stride(from: parts.count, to: 0, by: -1) {
                folders.insert(parts.prefix(count).joined(separator: "/"))
            }
        }
        for folder in folders.sorted(by: { $0.utf8.count > $1.utf8.count }) {
            Disk.removeFolder("\(item.folder)/\(folder)")
        }
        store.remove(item.id)
    }
}
