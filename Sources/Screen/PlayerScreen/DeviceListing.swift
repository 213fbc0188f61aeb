import PlayCore

extension String {
    /// The description, which can have several lines, on one line.
    var onOneLine: String { split(separator: "\n").joined(separator: ", ") }
}

/// The devices of the system, listed on a thread of their own, because that queries sound servers and opens devices.
/// Main thread.
final class DeviceListing<Found: Sendable> {
    private let threadName: String
    private let wakeUp: WakeUp
    private let list: @Sendable () -> Found
    private let found = Monitor<Found?>(nil)
    private let isListing = Monitor(false)
    private var thread: WorkerThread?

    /// - Parameters:
    ///   - wakeUp: signalled when there is another list.
    ///   - list: may block.
    init(_ threadName: String, wakeUp: WakeUp, _ list: @escaping @Sendable () -> Found) {
        self.threadName = threadName
        self.wakeUp = wakeUp
        self.list = list
    }

    /// The newest list, or `nil` until the first one is complete.
    var newest: Found? { found.withLock { $0 } }

    /// Starts a listing, unless one is in progress.
    func refresh() {
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

    /// Stops listing. A listing that a dead server blocks is abandoned; it ends with the process.
    func close() {
        guard !isListing.withLock({ $0 }) else { return }
        thread?.join()
        thread = nil
    }
}
