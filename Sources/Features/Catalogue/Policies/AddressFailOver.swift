package import PlayCore

/// Which of a definition's addresses is tried next. A value.
package struct AddressFailOver: Sendable, Equatable {
    package private(set) var current: NetworkEntry
    /// Those that failed since one was last played from.
    private var failed: Set<Int> = []

    /// - Parameter count: at least 1.
    package init(count: Int, startingAt index: Int = 0) {
        current = NetworkEntry(index: index, count: max(1, count))
    }

    /// Bytes came from the current one: the others may be tried again later.
    package mutating func succeeded() { failed = [] }

    /// - Returns: the one to try now, in the order of the list and round to its start; nil: all have failed, which is
    ///   1040.
    package mutating func next() -> NetworkEntry? {
        failed.insert(current.index)
        for step in 1..<max(current.count, 1) + 1 {
            let index = (current.index + step) % current.count
            guard !failed.contains(index) else { continue }
            current = NetworkEntry(index: index, count: current.count)
            return current
        }
        return nil
    }

    /// The error of the last one stays what it is where a token is wanted; else it is 1040.
    package static func code(afterLast error: PlayErrorCode) -> PlayErrorCode {
        error == .invalidToken ? .invalidToken : .invalidVideoURL
    }
}
