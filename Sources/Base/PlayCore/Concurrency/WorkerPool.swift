/// Threads for a series of short blocking jobs. A thread without a job stays a while for later ones. All submitted jobs
/// run at once: the caller limits their number. Any thread.
package final class WorkerPool: Sendable {
    private struct State {
        var jobs = Fifo<@Sendable () -> Void>()
        var idle = 0
        var isClosed = false
    }

    private let name: String
    private let linger: HostTime
    private let state = Monitor(State())

    /// `name` has at most 15 bytes. An idle thread ends after `linger`.
    package init(name: String, linger: HostTime = .seconds(2)) {
        self.name = name
        self.linger = linger
    }

    /// Submitted jobs are still done; idle threads end.
    deinit { state.update { $0.isClosed = true } }

    package func run(_ job: @escaping @Sendable () -> Void) {
        let isTaken = state.withLock { state in
            // Every idle thread already has a job.
            guard state.idle > state.jobs.count else { return false }
            state.jobs.append(job)
            return true
        }
        guard !isTaken else { return state.notifyOne() }
        WorkerThread(name: name) { [state, linger] in
            job()
            while let next = Self.next(state, linger) { next() }
        }.detach()
    }

    private static func next(_ state: Monitor<State>, _ linger: HostTime) -> (@Sendable () -> Void)? {
        state.withLock { $0.idle += 1 }
        let turn: NextWork<@Sendable () -> Void>? = state.wait(until: SystemClock().now + linger) { state in
            let job = state.jobs.popFirst()
            if job != nil || state.isClosed { state.idle -= 1 }
            return job.map(NextWork.work) ?? (state.isClosed ? .end : nil)
        }
        switch turn {
        case .work(let job): return job
        case .end: return nil
        // Checked once more at the deadline: a thread that leaves must not be counted as idle.
        case .wait, nil:
            return state.withLock { state in
                state.idle -= 1
                return state.jobs.popFirst()
            }
        }
    }
}
