import PlayCore
import TestSupport
import Testing

/// Waiting for the next piece of work.
struct MonitorTests {
    private struct State {
        var jobs: [Int?] = []
        var isClosed = false

        mutating func next() -> NextWork<Int?> {
            if !jobs.isEmpty { return .work(jobs.removeFirst()) }
            return isClosed ? .end : .wait
        }
    }

    @Test("an idle thread waits, takes all work in order, and ends only at the end")
    func waits() {
        let (state, looks, done) = (Monitor(State()), Monitor(0), Monitor<[Int?]>([]))
        let thread = WorkerThread(name: "work") {
            while let job = state.next({ state in
                looks.update { $0 += 1 }
                return state.next()
            }) {
                done.update { $0.append(job) }
            }
        }
        // The thread has already looked in vain before the first job arrives.
        looks.wait { $0 > 0 ? () : nil }
        for job in [1, nil, 3] { state.update { $0.jobs.append(job) } }
        done.wait { $0.count == 3 ? () : nil }
        state.update { $0.jobs.append(4) }
        state.update { $0.isClosed = true }
        thread.join()
        expect(done.withLock { $0 }, is: [1, nil, 3, 4], "work that is nil is work, too")
    }

    @Test("a wait without a result at its deadline returns nil after a last look at the state")
    func deadline() {
        let state = Monitor(0)
        let found: Int? = state.wait(until: SystemClock().now + .milliseconds(1)) { state in
            state += 1
            return state == 5 ? state : nil
        }
        expect(found, is: nil)
        #expect(state.withLock { $0 } >= 2)
    }
}
