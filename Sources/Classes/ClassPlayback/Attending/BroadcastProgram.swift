package import Classes
import PlayCore
import Processes

/// The program that receives a class's broadcasts. No shell sees texts of the class. Used by one thread, which blocks
/// only in ``close()``.
package final class BroadcastProgram {
    private let words: [String]
    private var hook: BroadcastHook?

    /// An empty command does nothing. Otherwise it gets each broadcast on standard input.
    package init(command: String) { words = command.split(separator: " ").map(String.init) }

    package func tell(_ event: ClassEvent) {
        guard !words.isEmpty else { return }
        let hook = hook ?? BroadcastHook(words)
        self.hook = hook
        hook.tell(JSONLines.write([event]))
    }

    /// Must be the last call, made once.
    package func close() {
        hook?.close()
        hook = nil
    }
}

/// The thread `room-hook`: runs the program once for each event, in order.
private final class BroadcastHook: Sendable {
    private struct State {
        var events: [[UInt8]] = []
        var isClosed = false
    }

    /// If the program is too slow, further events are dropped and logged.
    private static let mostWaiting = 64
    private static let limits = ProgramRun.Limits(time: .seconds(10), outputBytes: 1 << 20)

    private let state = Monitor(State())
    private let cancel = CancelToken()
    private let thread: WorkerThread

    init(_ words: [String]) {
        let (state, cancel) = (state, cancel)
        thread = WorkerThread(name: "room-hook") {
            while let event = Self.next(state) { Self.run(words, event, cancel) }
        }
    }

    func tell(_ event: [UInt8]) {
        let isTaken = state.update { state in
            guard state.events.count < Self.mostWaiting else { return false }
            state.events.append(event)
            return true
        }
        if !isTaken { Log.shared.write(.warning, "rooms", "the broadcast command is too slow: an event is left out") }
    }

    func close() {
        cancel.cancel()
        state.update { $0.isClosed = true }
        thread.join()
    }

    private static func next(_ state: Monitor<State>) -> [UInt8]? {
        state.next { state in
            if state.isClosed { return .end }
            return state.events.isEmpty ? .wait : .work(state.events.removeFirst())
        }
    }

    private static func run(_ words: [String], _ event: [UInt8], _ cancel: CancelToken) {
        do throws(ProgramError) {
            let result = try ProgramRun.run(words, input: event, limits: limits, cancel: cancel)
            guard result.status != 0 else { return }
            Log.shared.write(.warning, "rooms", "\(words[0]) ended with \(result.status)")
        } catch {
            Log.shared.write(.warning, "rooms", "\(error)")
        }
    }
}
