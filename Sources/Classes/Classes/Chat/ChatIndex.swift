package import PlayCore

/// The slices of the chat and the times that they cover.
package struct ChatIndex: Sendable, Equatable {
    package struct Slice: Sendable, Hashable, Codable {
        package var file: String
        /// The slice covers the time up to the next slice's start.
        package var start: MediaTime
        /// Shown before the messages are loaded.
        package var count: Int

        package init(file: String, start: MediaTime, count: Int) {
            self.file = file
            self.start = start
            self.count = count
        }
    }

    /// Prevents an overflow of the sum.
    private static let greatestCount = 10_000_000

    package let slices: [Slice]

    package init(_ slices: some Sequence<Slice> = []) {
        self.slices = slices.map { slice in
            var slice = slice
            slice.count = min(max(slice.count, 0), Self.greatestCount)
            return slice
        }.stablySorted { $0.start < $1.start }
    }

    /// Includes filtered messages.
    package var count: Int { slices.reduce(0) { $0 + $1.count } }

    /// Before the first slice, returns the first.
    package func slice(at time: MediaTime) -> Int? {
        slices.isEmpty ? nil : max(0, slices.partitioningIndex { $0.start > time } - 1)
    }
}
