import PlayCore
import Synchronization
import TestSupport
import Testing

@Suite("Waking a waiting thread", .timeLimit(.minutes(10)))
struct WakeUpTests {
    @Test("several signals are taken as one, and only once")
    func takenOnce() {
        let wakeUp = WakeUp()
        #expect(!wakeUp.clear())
        wakeUp.signal()
        wakeUp.signal()
        #expect(wakeUp.clear())
        #expect(!wakeUp.clear())
        wakeUp.signal()
        #expect(wakeUp.wait(until: SystemClock().now + Patience.limit))
        #expect(!wakeUp.clear())
    }

    @Test("data written before a signal is seen after it, and no thread wakes without a signal")
    func manySignallers() {
        let wakeUp = WakeUp()
        let total = 4 * 20_000
        let put = Atomic(0)
        let workers = (0..<4).map { worker in
            WorkerThread(name: "signaller-\(worker)") {
                for _ in 0..<(total / 4) {
                    put.add(1, ordering: .releasing)
                    wakeUp.signal()
                }
            }
        }
        var rounds = 0
        while put.load(ordering: .acquiring) < total, wakeUp.wait(until: SystemClock().now + Patience.limit) {
            rounds += 1
        }
        for worker in workers { worker.join() }
        expect(put.load(ordering: .acquiring), is: total)
        #expect(rounds <= total)
        _ = wakeUp.clear()
        #expect(!wakeUp.wait(until: SystemClock().now + .milliseconds(20)))
    }
}
