/// Some bytes of a resource, from `offset` on. A value.
package struct ByteRange: Sendable, Hashable {
    /// Counted from the resource's start; never negative.
    package let offset: Int64
    /// Nil: up to the resource's end. Never negative.
    package let length: Int64?

    package init(offset: Int64, length: Int64?) {
        precondition(offset >= 0 && (length ?? 0) >= 0, "a range of bytes is not negative")
        self.offset = offset
        self.length = length
    }

    /// From `offset` up to, but without, `end`; nil: up to the resource's end.
    package init(offset: Int64, end: Int64?) {
        self.init(offset: offset, length: end.map { $0 - offset })
    }

    /// The first byte behind it; nil when it reaches to the resource's end. Saturates.
    package var end: Int64? {
        length.map { length in
            let (sum, overflow) = offset.addingReportingOverflow(length)
            return overflow ? .max : sum
        }
    }
}
