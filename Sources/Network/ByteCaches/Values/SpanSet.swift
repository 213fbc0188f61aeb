/// Which bytes of a resource are there: ranges of offsets, sorted, apart from each other. A value.
///
/// A film that was jumped about in has a hundred ranges, so each question is a binary search and each change moves
/// what lies behind it.
package struct SpanSet: Sendable, Equatable {
    /// In order; none is empty, none touches the next one.
    package private(set) var spans: [Range<Int64>] = []

    package init() {}

    package init(_ spans: some Sequence<Range<Int64>>) {
        for span in spans { insert(span) }
    }

    package var isEmpty: Bool { spans.isEmpty }

    /// Bytes in all.
    package var count: Int64 { spans.reduce(0) { $0 + Int64($1.count) } }

    /// The first range that ends behind `offset`; the count when there is none.
    private func index(endingAfter offset: Int64) -> Int {
        var low = 0
        var high = spans.count
        while low < high {
            let middle = (low + high) / 2
            if spans[middle].upperBound > offset { high = middle } else { low = middle + 1 }
        }
        return low
    }

    package mutating func insert(_ span: Range<Int64>) {
        guard !span.isEmpty else { return }
        // Those that touch it are joined too: one that ends where it begins, one that begins where it ends.
        let first = span.lowerBound == .min ? 0 : index(endingAfter: span.lowerBound - 1)
        var last = first
        var joined = span
        while last < spans.count, spans[last].lowerBound <= span.upperBound {
            joined = min(joined.lowerBound, spans[last].lowerBound)..<max(joined.upperBound, spans[last].upperBound)
            last += 1
        }
        spans.replaceSubrange(first..<last, with: CollectionOfOne(joined))
    }

    package mutating func subtract(_ span: Range<Int64>) {
        guard !span.isEmpty else { return }
        let first = index(endingAfter: span.lowerBound)
        var last = first
        var left: [Range<Int64>] = []
        while last < spans.count, spans[last].lowerBound < span.upperBound {
            let old = spans[last]
            if old.lowerBound < span.lowerBound { left.append(old.lowerBound..<span.lowerBound) }
            if old.upperBound > span.upperBound { left.append(span.upperBound..<old.upperBound) }
            last += 1
        }
        spans.replaceSubrange(first..<last, with: left)
    }

    package func contains(_ offset: Int64) -> Bool { end(at: offset) != nil }

    /// Every byte of it; true for an empty range.
    package func contains(_ span: Range<Int64>) -> Bool {
        span.isEmpty || end(at: span.lowerBound).map { $0 >= span.upperBound } ?? false
    }

    /// Where the range that `offset` lies in ends; nil: it lies in none.
    package func end(at offset: Int64) -> Int64? {
        let index = index(endingAfter: offset)
        guard index < spans.count, spans[index].lowerBound <= offset else { return nil }
        return spans[index].upperBound
    }

    /// Where the next range of at least `length` bytes begins that lies behind `offset`; nil: none does.
    package func start(after offset: Int64, ofAtLeast length: Int64 = 1) -> Int64? {
        spans[index(endingAfter: offset)...].first { $0.lowerBound > offset && Int64($0.count) >= length }?.lowerBound
    }

    /// The first bytes of `span` that are not there; nil: all are.
    package func firstGap(in span: Range<Int64>) -> Range<Int64>? {
        guard !span.isEmpty else { return nil }
        let start = end(at: span.lowerBound) ?? span.lowerBound
        guard start < span.upperBound else { return nil }
        return start..<min(span.upperBound, self.start(after: start) ?? span.upperBound)
    }

    /// The ranges within `span`, cut at its ends.
    package func spans(in span: Range<Int64>) -> [Range<Int64>] {
        spans[index(endingAfter: span.lowerBound)...].prefix { $0.lowerBound < span.upperBound }
            .map { $0.clamped(to: span) }.filter { !$0.isEmpty }
    }
}
