/// One slot for the newest value. Counts the values replaced before they were taken. Any thread.
package final class Mailbox<Value: Sendable>: Sendable {
    private struct State {
        var value: Value?
        var replaced = 0
    }

    private let state = Monitor(State())
    private let wakeUp: WakeUp?

    package init(wakeUp: WakeUp? = nil) { self.wakeUp = wakeUp }

    package func put(_ value: Value) {
        // Releases the replaced value after the lock: its deinit may take long.
        let old = state.withLock { state -> Value? in
            let old = state.value
            if old != nil { state.replaced += 1 }
            state.value = value
            return old
        }
        wakeUp?.signal()
        _ = old
    }

    package func receive() -> Value? {
        state.withLock { state in
            defer { state.value = nil }
            return state.value
        }
    }

    package var replacedCount: Int { state.withLock { $0.replaced } }
}
