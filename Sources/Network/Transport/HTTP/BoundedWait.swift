import CPlatform
import Glibc
package import PlayCore

/// A token that is cancelled after the time `patience`, or together with another one. One thread.
package final class BoundedWait {
    package let token = CancelToken()
    private let isOver = CancelToken()
    private let thread: WorkerThread

    package init(_ limit: HostTime, with parent: CancelToken? = nil) {
        thread = WorkerThread(name: "patience") { [token, isOver] in
            var waits = [isOver, parent].compactMap(\.self).map {
                pollfd(fd: $0.pollDescriptor, events: Int16(POLLIN), revents: 0)
            }
            poll(&waits, nfds_t(waits.count), Int32(clamping: limit.nanoseconds / 1_000_000))
            if !isOver.isCancelled { token.cancel() }
        }
    }

    /// Call once, last.
    package func end() {
        isOver.cancel()
        thread.join()
    }
}
