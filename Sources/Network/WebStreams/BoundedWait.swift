import Glibc
import PlayCore

/// A token that is cancelled after a while, or with another one. One thread uses it; a thread of its own (`web-wait`) counts.
final class BoundedWait {
    let token = CancelToken()
    private let isOver = CancelToken()
    private let thread: WorkerThread

    /// - Parameter parent: cancels it, too.
    init(_ limit: HostTime, with parent: CancelToken? = nil) {
        thread = WorkerThread(name: "web-wait") { [token, isOver] in
            var waits = [isOver, parent].compactMap(\.self).map {
                pollfd(fd: $0.pollDescriptor, events: Int16(POLLIN), revents: 0)
            }
            poll(&waits, nfds_t(waits.count), Int32(clamping: limit.nanoseconds / 1_000_000))
            if !isOver.isCancelled { token.cancel() }
        }
    }

    /// Call once, last.
    func end() {
        isOver.cancel()
        thread.join()
    }
}
