import PlayCore
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(10))) struct WorkerThreadTests {
    @Test("a blocked thread is abandoned, and one that ends is joined")
    func leaving() {
        let gate = Monitor(false)
        let held = WorkerThread(name: "test-held") { _ = gate.wait { $0 ? true : nil } }
        #expect(!held.leave(within: .milliseconds(10)))
        gate.update { $0 = true }
        let done = Monitor(false)
        let brief = WorkerThread(name: "test-brief") { done.update { $0 = true } }
        #expect(brief.leave(within: .seconds(60)))
        #expect(done.withLock { $0 })
    }

    @Test("a result is returned in time or not at all")
    func results() {
        let gate = Monitor(false)
        defer { gate.update { $0 = true } }
        expect(
            WorkerThread.result(of: "test-held", within: .milliseconds(10)) { gate.wait { $0 ? true : nil } }, is: nil)
        expect(WorkerThread.result(of: "test-brief", within: .seconds(60)) { 42 }, is: 42)
    }
}
