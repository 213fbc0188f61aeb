import CPlatform
import Synchronization

/// A flag that, once set, ends every wait bound to it. Any thread. ``interrupt(_:)`` ends the waits of one thread
/// without cancelling: ``isInterrupted`` is true until the thread takes the request with ``begin(_:)``. Request numbers
/// only rise, so a late call never ends a newer wait.
package final class CancelToken: Sendable {
    private struct Waiters {
        var next = 0
        var wakes: [Int: @Sendable () -> Void] = [:]
        var wakeUp: WakeUp?
    }

    private let flag = Atomic<Bool>(false)
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

    /// Whether to stop the current work: the token is cancelled, or a newer request waits.
    package var isInterrupted: Bool {
        isCancelled || wanted.load(ordering: .acquiring) > begun.load(ordering: .acquiring)
    }

    package func interrupt(_ number: UInt64) {
        wanted.max(number, ordering: .releasing)
        let wakes = waiters.withLock { Array($0.wakes.values) }
        for wake in wakes { wake() }
    }

    package func begin(_ number: UInt64) { begun.max(number, ordering: .releasing) }

    /// For `poll`. Readable once the token is cancelled.
    package var pollDescriptor: Int32 {
        let wakeUp = waiters.withLock { waiters in
            let wakeUp = waiters.wakeUp ?? WakeUp()
            waiters.wakeUp = wakeUp
            return wakeUp
        }
        // The token may have been cancelled before or meanwhile; a second call is harmless.
        if isCancelled { wakeUp.signal() }
        return wakeUp.descriptor
    }

    /// Registers a callback for waits that do not use `poll`. The thread that cancels or interrupts calls it; if the
    /// token is already cancelled, it is called at once. It only unblocks its waiter, which then checks ``isCancelled``
    /// or ``isInterrupted``. Releasing the result ends the registration; a call may still arrive meanwhile.
    package func onCancel(_ wake: @escaping @Sendable () -> Void) -> CancelRegistration {
        let number = waiters.withLock { waiters in
            waiters.next += 1
            waiters.wakes[waiters.next] = wake
            return waiters.next
        }
        // The token may have been cancelled before or meanwhile; a second call is harmless.
        if isCancelled { wake() }
        return CancelRegistration(token: self, number: number)
    }

    fileprivate func forget(_ number: Int) { waiters.withLock { _ = $0.wakes.removeValue(forKey: number) } }
}

package final class CancelRegistration: Sendable {
    private let token: CancelToken
    private let number: Int

    fileprivate init(token: CancelToken, number: Int) {
        self.token = token
        self.number = number
    }

    deinit { token.forget(number) }
}
