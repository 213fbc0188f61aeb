import DownloadModel
import PlayCore

/// Fetches the first file by concurrent ranges, and several others at a time by one request each. Blocks.
final class SetFetcher: Sendable {
    struct Entry: Sendable {
        let number: Int
        /// Identifies the file within the item, and names its journal.
        let journal: String
        /// The file's name within the item's folder.
        let name: String
        let ownsName: Bool
        let keepsServerTime: Bool
        let file: RemoteFile
        let address: FileAddress
        var opening: FileOpening?

        func mayLack(after problem: DownloadProblem) -> Bool {
            if problem.code == .refused { return file.isDispensable || file.isOptional && isAbsence(problem) }
            return file.isDispensable && [.network, .unreadable, .keepsChanging, .page].contains(problem.code)
        }

        private func isAbsence(_ problem: DownloadProblem) -> Bool { [404, 410].contains(problem.number) }
    }

    private let folder: String
    private let state: String
    private let key: SecureKey?
    private let run: FetchRun
    private let id: DownloadID
    private let log: ItemLog
    private let committer: FileCommitter

    /// - Parameter state: the folder of journals.
    init(_ id: DownloadID, folder: String, state: String, _ store: DownloadStore, key: SecureKey?, _ run: FetchRun) {
        self.id = id
        self.folder = folder
        self.state = state
        log = store.log
        committer = store.committer
        self.key = key
        self.run = run
    }

    struct Finished: Sendable, Equatable {
        let number: Int
        /// The name within the folder, or `nil` if the server lacks the file and the item is complete without it.
        let name: String?
        let size: Int64
    }

    private struct Rest {
        var entries: ArraySlice<Entry>
        var results: [Int: Finished]
        var stop: FetchStop?
        var lanes: Int
        /// Files that are being fetched or wait for their names.
        var open = 0
    }

    /// Files that wait for their names are open files.
    private static let openLimit = 48

    func fetch(_ entries: [Entry]) throws(FetchStop) -> [Finished] {
        guard let first = entries.first else { return [] }
        let found = try fetch(first)
        let count = min(run.progress.laneLimit, entries.count - 1)
        let rest = Monitor(Rest(entries: entries.dropFirst(), results: [first.number: found], lanes: count))
        for _ in 0..<count { WorkerThread(name: "dl-set") { [self] in lane(rest) }.detach() }
        let (results, stop) =
            rest.wait { $0.lanes == 0 && $0.open == 0 ? ($0.results, $0.stop) : nil } ?? ([:], .cancelled)
        if let stop { throw stop }
        return entries.compactMap { results[$0.number] }
    }

    private func lane(_ rest: Monitor<Rest>) {
        @Sendable func end(_ result: Result<Finished, FetchStop>) {
            rest.update { rest in
                rest.open -= 1
                switch result {
                case .success(let finished): rest.results[finished.number] = finished
                case .failure(let stop): rest.stop = rest.stop ?? stop
                }
            }
        }
        while let entry = Self.next(rest) {
            do throws(FetchStop) {
                if let finished = try begin(entry, done: end) { end(.success(finished)) }
            } catch {
                end(.failure(error))
            }
        }
        rest.update { $0.lanes -= 1 }
    }

    private static func next(_ rest: Monitor<Rest>) -> Entry? {
        rest.next { rest in
            guard rest.stop == nil, !rest.entries.isEmpty else { return .end }
            guard rest.open < openLimit else { return .wait }
            rest.open += 1
            return .work(rest.entries.removeFirst())
        }
    }

    /// Fetches a file that is the whole item. Returns `nil` if `done` will be called on another thread.
    func fetch(
        _ entry: Entry, done: @escaping @Sendable (Result<Finished, FetchStop>) -> Void
    ) throws(FetchStop) -> Finished? {
        let finished = try begin(entry, done: done)
        if finished == nil { run.progress.update { $0.phase = .processing } }
        return finished
    }

    private func begin(
        _ entry: Entry, done: @escaping @Sendable (Result<Finished, FetchStop>) -> Void
    ) throws(FetchStop) -> Finished? {
        let finisher = finisher(entry)
        switch try fetchBytes(entry, finisher) {
        case .finished(let finished): return finished
        case .ready(let ready):
            finisher.finish(ready) { [self] outcome in
                done(outcome.map { finished(entry, $0, ready.length) }.mapError { .problem($0) })
            }
            return nil
        }
    }

    private func fetch(_ entry: Entry) throws(FetchStop) -> Finished {
        let finisher = finisher(entry)
        switch try fetchBytes(entry, finisher) {
        case .finished(let finished): return finished
        case .ready(let ready):
            run.progress.update { $0.phase = .processing }
            defer { run.progress.update { $0.phase = .transfer } }
            let path = try disk { () throws(DownloadProblem) in try finisher.finish(ready) }
            return finished(entry, path, ready.length)
        }
    }

    private func finisher(_ entry: Entry) -> FileFinisher {
        let target = folder + "/" + entry.name
        return FileFinisher(
            id: id, entry: entry.journal, target: target, part: target + PartFile.ending, ownsName: entry.ownsName,
            log: log, committer: committer)
    }

    private enum Fetched {
        /// The file already exists, or the item is complete without it.
        case finished(Finished)
        case ready(FileFinisher.Ready)
    }

    private func fetchBytes(_ entry: Entry, _ finisher: FileFinisher) throws(FetchStop) -> Fetched {
        if run.cancel.isCancelled { throw .cancelled }
        if let done = try disk({ () throws(DownloadProblem) in try finisher.finished() }) {
            _ = entry.opening?.claim()
            return .finished(finished(entry, done.path, done.length))
        }
        try disk { () throws(DownloadProblem) in try finisher.begin() }
        let job = FileFetcher.Job(
            part: finisher.part, journal: "\(state)/\(entry.journal).spans", key: key, size: entry.file.size,
            number: entry.number, opening: entry.opening)
        do throws(FetchStop) {
            let fetched = try FileFetcher(job, entry.address, run).fetch()
            do throws(DownloadProblem) {
                let plain = try fetched.isPacked ? UnpackedFile.make(of: fetched, job) : nil
                let ready = try finisher.prepare(
                    plain?.part ?? fetched.part, length: plain?.length ?? fetched.length, sha256: entry.file.sha256)
                if entry.keepsServerTime, let seconds = fetched.modified { Disk.setTime(seconds, of: finisher.part) }
                return .ready(ready)
            } catch {
                // The wrong bytes cannot be located, so all are fetched again.
                if error.code == .checksum { Disk.remove(job.journal) }
                throw .problem(error)
            }
        } catch .problem(let problem) where entry.mayLack(after: problem) && !run.cancel.isCancelled {
            Log.shared.write(.warning, "downloads", "left out: \(entry.name): \(problem.code) \(problem.detail)")
            return .finished(Finished(number: entry.number, name: nil, size: 0))
        }
    }

    private func finished(_ entry: Entry, _ path: String, _ length: Int64) -> Finished {
        run.progress.update {
            $0.underWay[entry.number] = nil
            $0.finished += length
        }
        return Finished(number: entry.number, name: String(path.dropFirst(folder.count + 1)), size: length)
    }
}
