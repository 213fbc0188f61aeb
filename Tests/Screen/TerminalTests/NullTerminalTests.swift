import CPlatform
import Cells
import Glibc
import PlayCore
import TestSupport
import Testing

@testable import Terminal

@Suite("No terminal", .timeLimit(.minutes(10)))
struct NullTerminalTests {
    /// Returns the events of a wait after a signal. The wait runs on its own thread, where signals are blocked.
    private func events(after signal: Int32?, survivesHangUp: Bool = false, wakeUps: [WakeUp] = []) -> [InputEvent]? {
        let found = Monitor<[InputEvent]?>(nil)
        let thread = WorkerThread(name: "no-terminal") {
            guard let terminal = try? NullTerminal(front: nil, survivesHangUp: survivesHangUp) else { return }
            if let signal { pthread_kill(pthread_self(), signal) }
            let events = terminal.waitForEvents(
                until: SystemClock().now + .milliseconds(20), wakeUps: wakeUps.map(\.descriptor))
            found.withLock { $0 = events }
        }
        thread.join()
        return found.withLock { $0 }
    }

    @Test("a termination signal ends even a program that survives hang-ups", arguments: [SIGINT, SIGTERM, SIGQUIT])
    func signals(signal: Int32) {
        expect(events(after: signal), is: [.terminated(signal: signal)])
        expect(events(after: signal, survivesHangUp: true), is: [.terminated(signal: signal)])
    }

    @Test("a hang-up ends the program, unless it survives hang-ups")
    func hangUp() {
        expect(events(after: SIGHUP), is: [.terminated(signal: SIGHUP)])
        expect(events(after: SIGHUP, survivesHangUp: true), is: [])
    }

    @Test("other signals, wake-ups and deadlines cause no events")
    func nothing() {
        expect(events(after: SIGWINCH), is: [])
        expect(events(after: nil), is: [])
        let wakeUp = WakeUp()
        wakeUp.signal()
        expect(events(after: nil, wakeUps: [wakeUp]), is: [])
        #expect(wakeUp.clear())
    }

    @Test("a wake-up ends the wait", .timeLimit(.minutes(10)))
    func wakeUp() throws {
        let terminal = try NullTerminal(front: nil)
        let wakeUp = WakeUp()
        wakeUp.signal()
        #expect(terminal.waitForEvents(until: nil, wakeUps: [wakeUp.descriptor]).isEmpty)
        #expect(!terminal.canPresent)
        expect(terminal.bytesWritten, is: 0)
    }
}
