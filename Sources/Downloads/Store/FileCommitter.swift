import PlayCore

/// Brings finished files to the disk and gives them their names: several at once, so that of many small ones each does not
/// wait for the disk alone. Any thread; whoever comes while others are at it waits for the next turn.
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

    private typealias Outcome = Result<String, DownloadProblem>
    private struct State: Sendable {
        var waiting: [Int: Work] = [:]
        var outcomes: [Int: Outcome] = [:]
        var next = 0
        var isBusy = false
    }
    private enum Turn: Sendable {
        case mine([Int: Work])
        case over(Outcome)
    }

    private let log: ItemLog
    private let state = Monitor(State())

    init(log: ItemLog) { self.log = log }

    /// - Returns: the path that the file has now.
    /// - Throws: `.disk`.
    func commit(_ work: Work) throws(DownloadProblem) -> String {
        let number = state.withLock { state in
            defer { state.next += 1 }
            state.waiting[state.next] = work
            return state.next
        }
        while true {
            let turn = state.wait { state -> Turn? in
                if let outcome = state.outcomes.removeValue(forKey: number) { return .over(outcome) }
                guard !state.isBusy else { return nil }
                state.isBusy = true
                defer { state.waiting = [:] }
                return .mine(state.waiting)
            }
            switch turn {
            case .over(let outcome)?: return try outcome.get()
            case .mine(let works)?:
                let outcomes = committed(works)
                state.update { state in
                    state.outcomes.merge(outcomes) { _, new in new }
                    state.isBusy = false
                }
            // Without a deadline there is always one of the two.
            case nil: throw DownloadProblem(.notPossible)
            }
        }
    }

    private func committed(_ works: [Int: Work]) -> [Int: Outcome] {
        // All are under way before the first is waited for.
        if works.count > 1 { for work in works.values { work.file?.beginSynchronizing() } }
        var outcomes: [Int: Outcome] = [:]
        var named: [Int: (work: Work, file: FinishedFile)] = [:]
        var taken: Set<String> = []
        for (number, work) in works {
            do throws(DownloadProblem) {
                try work.file?.synchronize()
                // The name is chosen before the log says it; who takes it meanwhile loses only a number.
                let name =
                    work.ownsName
                    ? work.target
                    : SafeFileName.unique(work.target) { taken.contains($0) || Disk.exists($0) }
                taken.insert(name)
                named[number] = (work, FinishedFile(length: work.length, path: name))
            } catch {
                outcomes[number] = .failure(error)
            }
        }
        do throws(DownloadProblem) {
            try log.finish(named.values.map { ($0.work.id, $0.work.entry, $0.file) })
        } catch {
            for number in named.keys { outcomes[number] = .failure(error) }
            return outcomes
        }
        for (number, entry) in named {
            do throws(DownloadProblem) {
                outcomes[number] = .success(try rename(entry.work, entry.file))
            } catch {
                outcomes[number] = .failure(error)
            }
        }
        return outcomes
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
