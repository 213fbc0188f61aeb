import CPlatform
import PlayCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct WorkerPoolTests {
    /// Runs a job on the pool and returns its result.
    private func run<R: Sendable>(on pool: WorkerPool, _ body: @escaping @Sendable () -> R) -> R? {
        let result = Monitor<R?>(nil)
        pool.run {
            let value = body()
            result.update { $0 = value }
        }
        return result.wait { $0 }
    }

    @Test("all submitted jobs run at the same time")
    func atOnce() {
        let pool = WorkerPool(name: "test-pool")
        let state = Monitor((inside: 0, mayLeave: false))
        for _ in 0..<20 {
            pool.run {
                state.update { $0.inside += 1 }
                _ = state.wait { $0.mayLeave ? () : nil }
                state.update { $0.inside -= 1 }
            }
        }
        expect(state.wait { $0.inside == 20 ? true : nil }, is: true)
        state.update { $0.mayLeave = true }
        expect(state.wait { $0.inside == 0 ? true : nil }, is: true)
    }

    @Test("a thread is reused for the next job, and ends after a long idle time")
    func reuse() {
        let pool = WorkerPool(name: "test-pool", linger: .seconds(60))
        let names = Set((0..<200).compactMap { _ in run(on: pool) { pthread_self() } })
        // The thread may not yet be idle when the next job is submitted.
        #expect(names.count < 100)
        let hasty = WorkerPool(name: "test-pool", linger: .zero)
        for _ in 0..<50 { expect(run(on: hasty) { true }, is: true) }
    }

    @Test("submitted jobs are done even if the pool is released")
    func going() {
        let done = Monitor(0)
        var pool: WorkerPool? = WorkerPool(name: "test-pool", linger: .seconds(60))
        _ = run(on: pool!) { 1 }
        for _ in 0..<50 { pool?.run { done.update { $0 += 1 } } }
        pool = nil
        expect(done.wait { $0 == 50 ? true : nil }, is: true)
    }

    @Test("jobs submitted from many threads are each done once")
    func load() {
        let pool = WorkerPool(name: "test-pool", linger: .milliseconds(1))
        let done = Monitor([Int](repeating: 0, count: 4000))
        let givers = (0..<4).map { giver in
            WorkerThread(name: "test-giver") {
                for number in 0..<1000 { pool.run { done.update { $0[giver * 1000 + number] += 1 } } }
            }
        }
        for giver in givers { giver.join() }
        expect(done.wait { $0.allSatisfy { $0 > 0 } ? true : nil }, is: true)
        expect(done.withLock { $0 }, is: [Int](repeating: 1, count: 4000))
    }
}
