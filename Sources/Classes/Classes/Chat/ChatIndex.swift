package import PlayCore

/// The slices of the chat and the times that they cover.
package struct ChatIndex: Sendable, Equatable {
    package struct Slice: Sendable, Hashable, Codable {
        package var file: String
        /// The start of the time that the slice covers, up to the next slice's start.
        package var start: MediaTime
        /// The number of messages, shown before they are loaded.
        package var count: Int

        package init(file: String, start: MediaTime, count: Int) {
            self.file = file
            self.start = start
            self.count = count
        }
    }

    /// The greatest count that is accepted for a slice, so that the sum cannot overflow.
    private static let greatestCount = 10_000_000

    /// The slices in the order of their times.
    package let slices: [Slice]

    package init(_ slices: some Sequence<Slice> = []) {
        self.slices = slices.map { slice in
            var slice = slice
            slice.count = min(max(slice.count, 0), Self.greatestCount)
            return slice
        }.stablySorted { $0.start < $1.start }
    }

    /// The number of all messages, including filtered ones.
    package var count: Int { slices.reduce(0) { $0 + $1.count } }

    /// Returns the slice of `time`, the first slice if `time` is earlier, or `nil` if there are none.
    package func slice(at time: MediaTime) -> Int? {
        slices.isEmpty ? nil : max(0, slices.partitioningIndex { $0.start > time } - 1)
    }
}
