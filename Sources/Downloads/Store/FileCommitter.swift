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
    /// Between two turns, unless so many wait: files of a slow line come one by one, and each turn costs the disk one write
    /// at least. Fewer than runs there may be (``DownloadManager/runLimit``), which all wait here.
    private static let rest = HostTime.milliseconds(50)
    private static let crowd = 24

    private struct State: Sendable {
        var lastTurn = HostTime.zero
        /// Of those that wait.
        var leader: Int?
        var waiting: [Int: Work] = [:]
        var outcomes: [Int: Outcome] = [:]
        var next = 0
        var isBusy = false
    }
    private enum Turn: Sendable {
        case mine([Int: Work])
        case over(Outcome)
        /// It is to be looked at again.
        case later
    }

    private let log: ItemLog
    private let state = Monitor(State())

    init(log: ItemLog) { self.log = log }

    /// - Returns: the path that the file has now.
    /// - Throws: `.disk`.
    func commit(_ work: Work) throws(DownloadProblem) -> String {
        let (number, isCrowd) = state.withLock { state in
            state.next += 1
            state.waiting[state.next] = work
            state.leader = state.leader ?? state.next
            return (state.next, state.waiting.count >= Self.crowd)
        }
        if isCrowd { state.notify() }
        while true {
            switch turn(number) {
            case .over(let outcome): return try outcome.get()
            case .mine(let works):
                let outcomes = committed(works)
                state.update { state in
                    state.outcomes.merge(outcomes) { _, new in new }
                    state.isBusy = false
                    state.lastTurn = SystemClock().now
                }
            case .later: break
            }
        }
    }

    /// Who came first leads: takes all that wait once it is time. The others sleep until theirs is done.
    private func turn(_ number: Int) -> Turn {
        // While others are at it their end wakes the leader.
        let (isNext, earliest) = state.withLock { ($0.leader == number && !$0.isBusy, $0.lastTurn + Self.rest) }
        return state.wait(until: isNext ? earliest : nil) { state in
            if let outcome = state.outcomes.removeValue(forKey: number) { return .over(outcome) }
            guard state.leader == number, !state.isBusy else { return nil }
            guard state.waiting.count >= Self.crowd || SystemClock().now >= state.lastTurn + Self.rest else {
                // Another turn has ended meanwhile.
                return state.lastTurn + Self.rest == earliest ? nil : .later
            }
            (state.isBusy, state.leader) = (true, nil)
            defer { state.waiting = [:] }
            return .mine(state.waiting)
        } ?? .later
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
