package import PlayCore

/// Which slice of the chat covers which time. A value.
package struct ChatIndex: Sendable, Equatable {
    package struct Slice: Sendable, Hashable, Codable {
        /// The file within the room.
        package var file: String
        /// Messages from here on, up to the next slice's start.
        package var start: MediaTime
        /// How many there are; for what is shown before they are loaded.
        package var count: Int

        package init(file: String, start: MediaTime, count: Int) {
            self.file = file
            self.start = start
            self.count = count
        }
    }

    /// What an index may say of a slice, so that a sum of all is a number.
    private static let greatestCount = 10_000_000

    /// In the order of their times.
    package let slices: [Slice]

    package init(_ slices: some Sequence<Slice> = []) {
        self.slices = slices.map { slice in
            var slice = slice
            slice.count = min(max(slice.count, 0), Self.greatestCount)
            return slice
        }.stablySorted { $0.start < $1.start }
    }

    /// Of all messages, filtered ones included.
    package var count: Int { slices.reduce(0) { $0 + $1.count } }

    /// The slice that has the messages of `time`; before the first one the first. Nil: there are none.
    package func slice(at time: MediaTime) -> Int? {
        slices.isEmpty ? nil : max(0, slices.partitioningIndex { $0.start > time } - 1)
    }
}
