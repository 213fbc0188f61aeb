import CPlatform

/// A mutex and a condition around a value: the one place with raw pthread locks. Replaces `Synchronization.Mutex`: the
/// thread sanitizer does not see the contended hand-over of its futex (it reports races between two `withLock` bodies;
/// Swift 6.3.1), and it costs three times as much uncontended. Priority-inheriting, monotonic clock. Locks are leaves:
/// closures must not call out, log, or wait for anything but this monitor.
package final class Monitor<Value>: @unchecked Sendable {
    /// Never of size zero: the thread sanitizer would take such a value for the object itself.
    private struct Held {
        var value: Value
        private let isThere = true
        init(_ value: consuming Value) { self.value = value }
    }

    // Sendable: `held` is touched only while `mutex` is held.
    private var held: Held
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>

    package init(_ value: sending Value) {
        held = Held(value)
        mutex = .allocate(capacity: 1)
        condition = .allocate(capacity: 1)
        var mutexAttributes = pthread_mutexattr_t()
        pthread_mutexattr_init(&mutexAttributes)
        pthread_mutexattr_setprotocol(&mutexAttributes, Int32(PTHREAD_PRIO_INHERIT))
        pthread_mutex_init(mutex, &mutexAttributes)
        pthread_mutexattr_destroy(&mutexAttributes)
        var conditionAttributes = pthread_condattr_t()
        pthread_condattr_init(&conditionAttributes)
        pthread_condattr_setclock(&conditionAttributes, CLOCK_MONOTONIC)
        pthread_cond_init(condition, &conditionAttributes)
        pthread_condattr_destroy(&conditionAttributes)
    }

    deinit {
        pthread_cond_destroy(condition)
        pthread_mutex_destroy(mutex)
        condition.deallocate()
        mutex.deallocate()
    }

    package func withLock<R, E: Error>(_ body: (inout Value) throws(E) -> sending R) throws(E) -> sending R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&held.value)
    }

    /// Wakes every waiter, so that each checks its condition again.
    package func update<R, E: Error>(_ body: (inout Value) throws(E) -> sending R) throws(E) -> sending R {
        pthread_mutex_lock(mutex)
        defer {
            // In this order, a woken waiter finds the lock free and need not sleep a second time.
            pthread_mutex_unlock(mutex)
            pthread_cond_broadcast(condition)
        }
        return try body(&held.value)
    }

    /// Wakes every waiter. For a change made by `wait` or `withLock`.
    package func notify() { pthread_cond_broadcast(condition) }

    /// Wakes one waiter, for work that any of them can do.
    package func notifyOne() { pthread_cond_signal(condition) }

    /// Calls `body` at once and after every ``update(_:)``, until it returns a result. Returns `nil` at the deadline.
    package func wait<R>(until deadline: HostTime? = nil, _ body: (inout Value) -> sending R?) -> sending R? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&held.value) { return result }
            guard let deadline else {
                pthread_cond_wait(condition, mutex)
                continue
            }
            var time = timespec(
                tv_sec: Int(deadline.nanoseconds / 1_000_000_000), tv_nsec: Int(deadline.nanoseconds % 1_000_000_000))
            if pthread_cond_timedwait(condition, mutex, &time) == ETIMEDOUT { return body(&held.value) }
        }
    }

    /// Waits for the next piece of work: `while let job = monitor.next({ … }) { … }`. Calls `body` at once and after
    /// every ``update(_:)``. Returns `nil` if there will be no more work.
    package func next<R>(_ body: (inout Value) -> sending NextWork<R>) -> sending R? {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            switch body(&held.value) {
            case .work(let work): return work
            case .end: return nil
            case .wait: pthread_cond_wait(condition, mutex)
            }
        }
    }
}

/// With a double optional, "not yet" is easily confused with "never".
package enum NextWork<Work> {
    case work(Work)
    case wait
    case end
}
