import CPlatform
import Synchronization

/// An eventfd that unblocks another thread's `poll`. It carries no data. Any thread may signal.
package final class WakeUp: Sendable {
    /// Readable while a signal is not yet cleared.
    package let descriptor: Int32
    /// Announced signals that were not taken, never less than the descriptor's count. While it is 0, ``clear()`` makes
    /// no system call: a loop clears a dozen wake-ups in each round.
    private let announced = Atomic<UInt64>(0)

    package init() {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC | EFD_NONBLOCK))
        precondition(descriptor >= 0, "eventfd: no descriptor left")
    }

    deinit { close(descriptor) }

    package func signal() {
        announced.add(1, ordering: .acquiringAndReleasing)
        _ = eventfd_write(descriptor, 1)
    }

    /// Returns whether there were any signals.
    @discardableResult
    package func clear() -> Bool {
        guard announced.load(ordering: .acquiring) > 0 else { return false }
        var value: eventfd_t = 0
        guard eventfd_read(descriptor, &value) == 0 else { return false }
        announced.subtract(value, ordering: .acquiringAndReleasing)
        return true
    }

    /// Waits for a signal and takes it. Returns false at the deadline.
    @discardableResult
    package func wait(until deadline: HostTime) -> Bool {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let left = deadline - SystemClock().now
        // Rounded up to a full millisecond, or the caller would spin within the last one.
        let milliseconds = (max(.zero, left).nanoseconds + 999_999) / 1_000_000
        return poll(&wait, 1, Int32(clamping: milliseconds)) == 1 && clear()
    }
}
