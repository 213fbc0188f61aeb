import CPlatform
import Glibc
package import PlayCore

extension WakeUp {
    /// Waits until it is signalled, and takes the signal.
    ///
    /// - Returns: false: it was not within ``Patience/limit``.
    package func wait() -> Bool {
        var wait = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        let milliseconds = Int32(clamping: Patience.limit.nanoseconds / 1_000_000)
        return poll(&wait, 1, milliseconds) == 1 && clear()
    }
}
