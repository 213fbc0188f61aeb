/// Threads for short pieces of work that block, of which many come one after the other: who has ended one takes the next,
/// and stays a while for those that come. Any thread.
///
/// As many run at once as there is work: whoever gives it sees to its number.
package final class WorkerPool: Sendable {
    private struct State {
        var jobs = Fifo<@Sendable () -> Void>()
        /// Threads that wait for work.
        var idle = 0
        var isClosed = false
    }

    private let name: String
    private let linger: HostTime
    private let state = Monitor(State())

    /// - Parameters:
    ///   - name: of its threads; at most 15 bytes.
    ///   - linger: how long a thread without work stays.
    package init(name: String, linger: HostTime = .seconds(2)) {
        self.name = name
        self.linger = linger
    }

    /// Work that was given is done; threads that wait for more end.
    deinit { state.update { $0.isClosed = true } }

    /// Returns at once; `job` runs on a thread of its own until it returns.
    package func run(_ job: @escaping @Sendable () -> Void) {
        let isTaken = state.withLock { state in
            // Those that are idle have work waiting for them already.
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

    /// Waits for work; nil: none came.
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
        // At the deadline it is asked once more: whoever leaves without work is not counted on.
        case .wait, nil:
            return state.withLock { state in
                state.idle -= 1
                return state.jobs.popFirst()
            }
        }
    }
}
