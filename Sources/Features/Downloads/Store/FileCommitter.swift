import DownloadModel
import PlayCore

/// Synchronizes finished files to the disk and renames them, several per turn, so that many small files do not wait for
/// the disk one by one. Any thread; work submitted during a turn waits for the next one. The sequence survives an
/// interruption at any step: the bytes are synchronized, the ``ItemLog`` records the file as correct with its name, and
/// the file is renamed. ``DownloadStore`` synchronizes the names before the list records that the item is complete.
final class FileCommitter: Sendable {
    struct Work: Sendable {
        let id: DownloadID
        let entry: String
        let part: String
        /// An absolute path.
        let target: String
        let ownsName: Bool
        let length: Int64
        /// `nil` if the bytes are already on the disk.
        let file: PartFile?
    }

    typealias Outcome = Result<String, DownloadProblem>
    private typealias Submitted = (work: Work, done: @Sendable (Outcome) -> Void)

    /// The time between two turns, unless many files wait. Files from a slow line come one by one, and each turn costs
    /// at least one write to the disk.
    private static let rest = HostTime.milliseconds(50)
    private static let crowd = 24

    private struct State: Sendable {
        var lastTurn = HostTime.zero
        var isAtWork = false
        var submitted: [Submitted] = []
    }

    private let log: ItemLog
    private let state = Monitor(State())
    private let threads = WorkerPool(name: "dl-commit")

    init(log: ItemLog) { self.log = log }

    /// Returns at once. `done` is called once on `dl-commit`, with the file's path or `.disk`. Other files wait.
    func submit(_ work: Work, done: @escaping @Sendable (Outcome) -> Void) {
        let (isFirst, isCrowd) = state.withLock { state in
            state.submitted.append((work, done))
            defer { state.isAtWork = true }
            return (!state.isAtWork, state.submitted.count == Self.crowd)
        }
        if isFirst { threads.run { [self] in runTurns() } }
        if isCrowd { state.notify() }
    }

    func commit(_ work: Work) throws(DownloadProblem) -> String {
        let outcome = Monitor<Outcome?>(nil)
        submit(work) { result in outcome.update { $0 = result } }
        return try (outcome.wait { $0 } ?? .failure(DownloadProblem(.disk))).get()
    }

    private func runTurns() {
        var isOver = false
        while !isOver {
            let earliest = state.withLock { $0.lastTurn } + Self.rest
            _ = state.wait(until: earliest) { state in
                state.submitted.count >= Self.crowd || SystemClock().now >= earliest ? true : nil
            }
            let submitted = state.withLock { state in
                defer { state.submitted = [] }
                return state.submitted
            }
            let outcomes = committed(submitted.map(\.work))
            for (entry, outcome) in zip(submitted, outcomes) { entry.done(outcome) }
            isOver = state.withLock { state in
                state.lastTurn = SystemClock().now
                state.isAtWork = !state.submitted.isEmpty
                return state.submitted.isEmpty
            }
        }
    }

    private func committed(_ works: [Work]) -> [Outcome] {
        // Starts all writes before it waits for the first one.
        if works.count > 1 { for work in works { work.file?.beginSynchronizing() } }
        var outcomes: [Outcome?] = works.map { _ in nil }
        var named: [(index: Int, work: Work, file: FinishedFile)] = []
        var taken: Set<String> = []
        for (index, work) in works.enumerated() {
            do throws(DownloadProblem) {
                try work.file?.synchronize()
                // The name is chosen before it is logged. If another process takes it, only its number changes.
                let name =
                    work.ownsName
                    ? work.target
                    : SafeFileName.unique(work.target) { taken.contains($0) || Disk.exists($0) }
                taken.insert(name)
                named.append((index, work, FinishedFile(length: work.length, path: name)))
            } catch {
                outcomes[index] = .failure(error)
            }
        }
        do throws(DownloadProblem) {
            try log.finish(named.map { ($0.work.id, $0.work.entry, $0.file) })
            for (index, work, file) in named {
                outcomes[index] = Result { () throws(DownloadProblem) in try rename(work, file) }
            }
        } catch {
            for entry in named { outcomes[entry.index] = .failure(error) }
        }
        return outcomes.compactMap(\.self)
    }

    private func rename(_ work: Work, _ file: FinishedFile) throws(DownloadProblem) -> String {
        if work.ownsName {
            try Disk.replace(file.path, with: work.part)
            return file.path
        }
        let path = try Disk.rename(work.part, toNew: file.path)
        if path != file.path {
            try log.finish([(work.id, work.entry, FinishedFile(length: file.length, path: path))])
        }
        return path
    }
}
