import DownloadModel
import PlayCore

/// Brings finished files to the disk and gives them their names: several at once, so that of many small ones each does not
/// wait for the disk alone. Any thread; what comes while others are at it waits for the next turn.
///
/// Each step can be interrupted: first the bytes are on the disk, then the ``ItemLog`` says that the file is right and
/// which name it gets, then it gets it. That the name is on the disk is seen to before the list says that the item is
/// complete (``DownloadStore``).
final class FileCommitter: Sendable {
    struct Work: Sendable {
        let id: DownloadID
        /// The file within the item.
        let entry: String
        let part: String
        /// Absolute path that the file is to have.
        let target: String
        /// The name is this file's: who has it loses it.
        let ownsName: Bool
        let length: Int64
        /// Nil: its bytes are on the disk.
        let file: PartFile?
    }

    typealias Outcome = Result<String, DownloadProblem>
    private typealias Submitted = (work: Work, done: @Sendable (Outcome) -> Void)

    /// Between two turns, unless so many wait: files of a slow line come one by one, and each turn costs the disk one write
    /// at least.
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

    /// Returns at once.
    ///
    /// - Parameter done: called once on the thread `dl-commit`, with the path that the file has then or `.disk`; the others
    ///   wait for it.
    func submit(_ work: Work, done: @escaping @Sendable (Outcome) -> Void) {
        let (isFirst, isCrowd) = state.withLock { state in
            state.submitted.append((work, done))
            defer { state.isAtWork = true }
            return (!state.isAtWork, state.submitted.count == Self.crowd)
        }
        if isFirst { threads.run { [self] in runTurns() } }
        if isCrowd { state.notify() }
    }

    /// - Returns: the path that the file has now.
    /// - Throws: `.disk`.
    func commit(_ work: Work) throws(DownloadProblem) -> String {
        let outcome = Monitor<Outcome?>(nil)
        submit(work) { result in outcome.update { $0 = result } }
        return try (outcome.wait { $0 } ?? .failure(DownloadProblem(.disk))).get()
    }

    /// Until nothing is left to do.
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

    /// One outcome for each.
    private func committed(_ works: [Work]) -> [Outcome] {
        // All are under way before the first is waited for.
        if works.count > 1 { for work in works { work.file?.beginSynchronizing() } }
        var outcomes: [Outcome?] = works.map { _ in nil }
        var named: [(index: Int, work: Work, file: FinishedFile)] = []
        var taken: Set<String> = []
        for (index, work) in works.enumerated() {
            do throws(DownloadProblem) {
                try work.file?.synchronize()
                // The name is chosen before the log says it; who takes it meanwhile loses only a number.
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
