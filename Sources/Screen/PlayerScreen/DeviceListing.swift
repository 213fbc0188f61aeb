package import PlayCore

extension String {
    package var onOneLine: String { split(separator: "\n").joined(separator: ", ") }
}

/// Lists devices on a thread, because that queries sound servers and opens devices. Main thread.
package final class DeviceListing<Found: Sendable> {
    private let threadName: String
    private let wakeUp: WakeUp
    private let list: @Sendable () -> Found
    private let found = Monitor<Found?>(nil)
    private let isListing = Monitor(false)
    private var thread: WorkerThread?

    /// - Parameter list: may block.
    package init(_ threadName: String, wakeUp: WakeUp, _ list: @escaping @Sendable () -> Found) {
        self.threadName = threadName
        self.wakeUp = wakeUp
        self.list = list
    }

    package var newest: Found? { found.withLock { $0 } }

    package func refresh() {
        let isFree = isListing.withLock { isListing in
            defer { isListing = true }
            return !isListing
        }
        guard isFree else { return }
        thread?.join()
        let (found, isListing, wakeUp, list) = (found, isListing, wakeUp, list)
        thread = WorkerThread(name: threadName) {
            let new = list()
            found.withLock { $0 = new }
            isListing.withLock { $0 = false }
            wakeUp.signal()
        }
    }

    /// Stops listing. If a dead server blocks it, the thread is abandoned and ends with the process.
    package func close() {
        guard !isListing.withLock({ $0 }) else { return }
        thread?.join()
        thread = nil
    }
}
