package import PlayCore

/// A thread with the process's only connection to a file (`storage` for persistent state, `cache-index`). It does
/// queued work in order of arrival. ``post(replacing:_:)`` never waits, however slow the disk is;
/// ``perform(within:_:)`` waits, for quick commands. The first work opens the file. A damaged file is moved aside and
/// replaced, while the work waits.
package final class StorageThread: Sendable {
    /// The limit of queued pieces of work. Positions of the same item replace each other, so only a hanging disk fills
    /// the queue. Further work is dropped and logged.
    package static let inboxLimit = 64

    package enum Notice: Sendable, Equatable {
        /// The damaged file was moved to `path`; a new one is in use.
        case damaged(path: String)
        /// Nothing can be stored; reported once.
        case unavailable(StorageError)
    }

    package typealias Work = @Sendable (Database) throws(StorageError) -> Void

    private struct Job {
        let tag: String?
        let work: Work
        /// Called once if the work cannot be done at all.
        let fail: @Sendable (StorageError) -> Void
    }

    private struct State {
        var jobs: [Job] = []
        var isWorking = false
        var isClosed = false
        var hasEnded = false
        var notices: [Notice] = []
    }

    private let state: Monitor<State>
    private let thread: WorkerThread

    /// `onNotice` is a wake-up: ``takeNotices()`` has news. Called on the thread.
    package init(_ file: DatabaseFile, name: String = "storage", onNotice: @escaping @Sendable () -> Void = {}) {
        let state = Monitor(State())
        self.state = state
        thread = WorkerThread(name: name) { Self.run(file, state, onNotice) }
    }

    /// Queues work, replacing queued work of the same tag. Returns false if the queue is full or closed. Any thread.
    @discardableResult
    package func post(replacing tag: String? = nil, _ work: @escaping Work) -> Bool {
        let job = Job(tag: tag, work: work) { Log.shared.write(.error, "storage", $0.description) }
        let isTaken = state.update { state in Self.add(job, to: &state) }
        if !isTaken { Log.shared.write(.error, "storage", "the inbox is full or closed: \(tag ?? "work") is given up") }
        return isTaken
    }

    private static func add(_ job: Job, to state: inout State) -> Bool {
        guard !state.isClosed else { return false }
        if let tag = job.tag { state.jobs.removeAll { $0.tag == tag } }
        guard state.jobs.count < inboxLimit else { return false }
        state.jobs.append(job)
        return true
    }

    /// Runs work after all queued work. Throws `.late` after `limit`, though the work is still done. Also throws the
    /// work's errors and `.closed`.
    package func perform<Result: Sendable>(
        within limit: HostTime, _ work: @escaping @Sendable (Database) throws(StorageError) -> Result
    ) throws(StorageError) -> Result {
        let answer = Monitor<Swift.Result<Result, StorageError>?>(nil)
        let job = Job(
            tag: nil,
            work: { database throws(StorageError) in
                let result = try work(database)
                answer.update { $0 = .success(result) }
            },
            fail: { error in answer.update { $0 = .failure(error) } })
        guard state.update({ Self.add(job, to: &$0) }) else {
            throw StorageError(.closed, operation: "perform", text: "closed, or the inbox is full")
        }
        guard let result = answer.wait(until: SystemClock().now + limit, { $0 }) else {
            throw StorageError(.late, operation: "perform", text: "no answer in time")
        }
        return try result.get()
    }

    package func takeNotices() -> [Notice] {
        state.withLock { state in
            defer { state.notices = [] }
            return state.notices
        }
    }

    /// Waits until the queue is empty. Returns false after `limit`. Any thread.
    @discardableResult
    package func settle(within limit: HostTime) -> Bool {
        state.wait(until: SystemClock().now + limit) { $0.jobs.isEmpty && !$0.isWorking ? true : nil } ?? false
    }

    /// Finishes the queued work. Call once. Returns false after `limit`; the thread then ends by itself.
    @discardableResult
    package func close(within limit: HostTime) -> Bool {
        state.update { $0.isClosed = true }
        guard state.wait(until: SystemClock().now + limit, { $0.hasEnded ? true : nil }) != nil else {
            Log.shared.write(.error, "storage", "not all could be written before the end")
            return false
        }
        thread.join()
        return true
    }

    // MARK: the thread

    private static func run(
        _ file: DatabaseFile, _ state: Monitor<State>, _ onNotice: @escaping @Sendable () -> Void
    ) {
        let worker = Worker(file: file) { notice in
            state.withLock { $0.notices.append(notice) }
            onNotice()
        }
        while let job = next(state) {
            do throws(StorageError) {
                try worker.perform(job.work)
            } catch {
                worker.reportFailure(error)
                job.fail(error)
            }
            state.update { $0.isWorking = false }
        }
        worker.close()
        state.update { $0.hasEnded = true }
    }

    private static func next(_ state: Monitor<State>) -> Job? {
        state.next { state in
            state.isWorking = !state.jobs.isEmpty
            if state.isWorking { return .work(state.jobs.removeFirst()) }
            return state.isClosed ? .end : .wait
        }
    }

    private final class Worker {
        private let file: DatabaseFile
        private let tell: (Notice) -> Void
        private var database: Database?
        private var openFailure: StorageError?
        private var isUnavailable = false

        init(file: DatabaseFile, tell: @escaping (Notice) -> Void) {
            self.file = file
            self.tell = tell
        }

        func perform(_ work: Work) throws(StorageError) {
            do throws(StorageError) {
                try work(try open())
            } catch  where error.code == .damaged {
                // Opening detects the damage, moves the file aside and creates a new one.
                database = nil
                try work(try open())
            }
        }

        func reportFailure(_ error: StorageError) {
            guard !isUnavailable, error.keepsFromWriting else { return }
            isUnavailable = true
            tell(.unavailable(error))
        }

        func close() { database = nil }

        private func open() throws(StorageError) -> Database {
            if let database { return database }
            // Fails at once: each attempt on a hanging disk would block.
            if let openFailure { throw openFailure }
            do throws(StorageError) {
                let opened = try file.open()
                database = opened.database
                if let path = opened.damaged { tell(.damaged(path: path)) }
                return opened.database
            } catch {
                if error.code != .busy { openFailure = error }
                throw error
            }
        }
    }
}
