package import PlayCore

/// Performs jobs that a disk or a network may block forever, one after the other on its own thread. Abandons a job
/// beyond the time limit. Its thread ends when the disk responds, and a new thread takes over the remaining jobs, up to
/// a limit. Main thread; never blocks.
package final class PatientLane<Job: Hashable & Sendable, Answer: Sendable> {
    private struct State {
        var jobs: [Job] = []
        var answers: [(job: Job, answer: Answer)] = []
        var running: (job: Job, since: HostTime)?
        /// Rises with each thread. A thread with an older number ends.
        var epoch = 0
        var abandoned = 0
        var isClosed = false
    }

    private let name: String
    private let patience: HostTime
    private let wakeUp: WakeUp
    private let makeWork: @Sendable (CancelToken) -> (Job) -> Answer
    private let state = Monitor(State())
    private let cancel = CancelToken()
    private var thread: WorkerThread?

    /// More dead disks are unlikely, and each thread reserves 8 MiB of address space.
    private static var mostAbandoned: Int { 4 }

    /// - Parameters:
    ///   - name: the thread's name, at most 15 bytes.
    ///   - wakeUp: signalled with each answer.
    ///   - makeWork: called on each thread, to create its work. The token is cancelled at the end.
    package init(
        name: String, patience: HostTime, wakeUp: WakeUp,
        makeWork: @escaping @Sendable (CancelToken) -> (Job) -> Answer
    ) {
        self.name = name
        self.patience = patience
        self.wakeUp = wakeUp
        self.makeWork = makeWork
    }

    /// Replaces the waiting jobs. Finishes the running job.
    package func want(_ jobs: [Job]) {
        state.update { state in
            state.jobs = jobs.filter { $0 != state.running?.job }
        }
        start()
    }

    package func add(_ job: Job) {
        state.update { $0.jobs.append(job) }
        start()
    }

    package func takeAnswers() -> [(job: Job, answer: Answer)] {
        state.withLock { state in
            defer { state.answers = [] }
            return state.answers
        }
    }

    /// The time of the next ``check(at:)``, or `nil` if nothing is running.
    package var nextCheck: HostTime? { state.withLock { $0.running.map { $0.since + patience } } }

    package func check(at now: HostTime) -> Job? {
        let (job, mayGoOn) = state.update { [patience] state -> (Job?, Bool) in
            guard let running = state.running, now - running.since >= patience else { return (nil, false) }
            state.running = nil
            state.epoch += 1
            state.abandoned += 1
            return (running.job, state.abandoned <= Self.mostAbandoned)
        }
        guard let job else { return nil }
        thread?.detach()
        thread = nil
        if mayGoOn { start() }
        return job
    }

    /// Ends the thread, or detaches it if a job is running. Call once, last.
    package func close() {
        cancel.cancel()
        let isBusy = state.update { state in
            state.isClosed = true
            return state.running != nil
        }
        if isBusy { thread?.detach() } else { thread?.join() }
        thread = nil
    }

    // MARK: The thread

    private func start() {
        guard thread == nil else { return }
        let epoch: Int? = state.withLock { state in
            state.isClosed || state.jobs.isEmpty || state.abandoned > Self.mostAbandoned ? nil : state.epoch
        }
        guard let epoch else { return }
        let (state, wakeUp, makeWork, cancel) = (state, wakeUp, makeWork, cancel)
        thread = WorkerThread(name: name) {
            let work = makeWork(cancel)
            while let job = Self.next(state, epoch) {
                let answer = work(job)
                let isOld = state.update { state in
                    state.answers.append((job, answer))
                    if state.epoch == epoch { state.running = nil } else { state.abandoned -= 1 }
                    return state.epoch != epoch
                }
                wakeUp.signal()
                if isOld { return }
            }
        }
    }

    /// Returns `nil` if the lane is closed or another thread has taken over.
    private static func next(_ state: Monitor<State>, _ epoch: Int) -> Job? {
        state.next { state in
            if state.isClosed || state.epoch != epoch { return .end }
            guard !state.jobs.isEmpty else { return .wait }
            let job = state.jobs.removeFirst()
            state.running = (job, SystemClock().now)
            return .work(job)
        }
    }
}
