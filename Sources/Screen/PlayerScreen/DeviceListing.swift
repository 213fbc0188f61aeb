import PlayCore

extension String {
    /// Descriptions of devices have several lines.
    var onOneLine: String { split(separator: "\n").joined(separator: ", ") }
}

/// What the system has, found out on a thread of its own: servers of sound are asked for it and devices opened. Main
/// thread.
final class DeviceListing<Found: Sendable> {
    private let threadName: String
    private let wakeUp: WakeUp
    private let list: @Sendable () -> Found
    private let found = Monitor<Found?>(nil)
    private let isListing = Monitor(false)
    private var thread: WorkerThread?

    /// - Parameters:
    ///   - wakeUp: signalled when there is another list.
    ///   - list: may wait.
    init(_ threadName: String, wakeUp: WakeUp, _ list: @escaping @Sendable () -> Found) {
        self.threadName = threadName
        self.wakeUp = wakeUp
        self.list = list
    }

    /// Nil until the first list is there.
    var newest: Found? { found.withLock { $0 } }

    /// While it is being done it is not begun again.
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

    /// A list that a dead server holds up is left alone: it ends with the process.
    func close() {
        guard !isListing.withLock({ $0 }) else { return }
        thread?.join()
        thread = nil
    }
}
