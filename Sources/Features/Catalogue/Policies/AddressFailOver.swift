package import PlayCore

package struct AddressFailOver: Sendable, Equatable {
    package private(set) var current: NetworkEntry
    /// The indices that failed since an address last worked.
    private var failed: Set<Int> = []

    package init(count: Int, startingAt index: Int = 0) {
        current = NetworkEntry(index: index, count: max(1, count))
    }

    package mutating func succeeded() { failed = [] }

    /// Advances in the order of the list, with wrap-around. Returns `nil` if all have failed (1040).
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

    /// Returns the last address's error if it asks for a token, else 1040.
    package static func code(afterLast error: PlayErrorCode) -> PlayErrorCode {
        error == .invalidToken ? .invalidToken : .invalidVideoURL
    }
}
