package struct ByteRange: Sendable, Hashable {
    /// Counted from the resource's start; never negative.
    package let offset: Int64
    /// Never negative, or `nil` for a range up to the resource's end.
    package let length: Int64?

    package init(offset: Int64, length: Int64?) {
        precondition(offset >= 0 && (length ?? 0) >= 0, "a range of bytes is not negative")
        self.offset = offset
        self.length = length
    }

    /// - Parameter end: exclusive, or `nil` for the resource's end.
    package init(offset: Int64, end: Int64?) {
        self.init(offset: offset, length: end.map { $0 - offset })
    }

    /// The first byte after the range, or `nil` if it extends to the resource's end. Saturates.
    package var end: Int64? {
        length.map { length in
            let (sum, overflow) = offset.addingReportingOverflow(length)
            return overflow ? .max : sum
        }
    }
}
