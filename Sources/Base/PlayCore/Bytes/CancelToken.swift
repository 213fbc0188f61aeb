import CPlatform
import Synchronization

/// A flag that, once set, ends every wait bound to it. Any thread.
///
/// One thread's waits can also be ended without the end of all: ``interrupt(_:)`` names a request that waits for that
/// thread, and the waits that end early for it look at ``isInterrupted`` until the thread has taken it (``begin(_:)``).
/// Since both are numbers that only rise, a late call ends no newer wait.
package final class CancelToken: Sendable {
    private struct Waiters {
        var next = 0
        var wakes: [Int: @Sendable () -> Void] = [:]
        /// For those that poll; most tokens have none.
        var wakeUp: WakeUp?
    }

    private let flag = Atomic<Bool>(false)
    /// The newest request, and the newest one that was taken.
    private let wanted = Atomic<UInt64>(0)
    private let begun = Atomic<UInt64>(0)
    private let waiters = Monitor(Waiters())

    package init() {}

    package var isCancelled: Bool { flag.load(ordering: .acquiring) }

    package func cancel() {
        flag.store(true, ordering: .releasing)
        let (wakes, wakeUp) = waiters.withLock { waiters in
            defer { waiters.wakes = [:] }
            return (Array(waiters.wakes.values), waiters.wakeUp)
        }
        wakeUp?.signal()
        for wake in wakes { wake() }
    }

    /// Whether what is being done is in vain: cancelled, or a newer request waits.
    package var isInterrupted: Bool {
        isCancelled || wanted.load(ordering: .acquiring) > begun.load(ordering: .acquiring)
    }

    /// Request `number` waits: ends the waits of whoever is to take it.
    package func interrupt(_ number: UInt64) {
        wanted.max(number, ordering: .releasing)
        let wakes = waiters.withLock { Array($0.wakes.values) }
        for wake in wakes { wake() }
    }

    /// Request `number` was taken: waits last again, until a newer one.
    package func begin(_ number: UInt64) { begun.max(number, ordering: .releasing) }

    /// Readable from the moment of cancelling on, for `poll` beside the awaited descriptor.
    package var pollDescriptor: Int32 {
        let wakeUp = waiters.withLock { waiters in
            let wakeUp = waiters.wakeUp ?? WakeUp()
            waiters.wakeUp = wakeUp
            return wakeUp
        }
        // Cancelled before or meanwhile: once more does no harm.
        if isCancelled { wakeUp.signal() }
        return wakeUp.descriptor
    }

    /// For a wait that is not a `poll`: calls `wake` on the thread that cancels, and on one that
    /// interrupts; at once where the former has happened.
    ///
    /// `wake` only unblocks its waiter, which then looks at ``isCancelled`` or ``isInterrupted``. It may still be called while the result
    /// goes.
    /// - Returns: what ends the registration when it goes.
    package func onCancel(_ wake: @escaping @Sendable () -> Void) -> CancelRegistration {
        let number = waiters.withLock { waiters in
            waiters.next += 1
            waiters.wakes[waiters.next] = wake
            return waiters.next
        }
        // Cancelled before or meanwhile: a waiter may then be woken twice, which it does not mind.
        if isCancelled { wake() }
        return CancelRegistration(token: self, number: number)
    }

    fileprivate func forget(_ number: Int) { waiters.withLock { _ = $0.wakes.removeValue(forKey: number) } }
}

/// One waiter of a ``CancelToken``, as long as it lives.
package final class CancelRegistration: Sendable {
    private let token: CancelToken
    private let number: Int

    fileprivate init(token: CancelToken, number: Int) {
        self.token = token
        self.number = number
    }

    deinit { token.forget(number) }
}
