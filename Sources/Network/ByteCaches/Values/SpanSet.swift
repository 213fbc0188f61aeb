/// Sorted, separate ranges of offsets. A film with many seeks has a hundred. A query is a binary search.
package struct SpanSet: Sendable, Equatable {
    /// Sorted; no range is empty or touches the next one.
    package private(set) var spans: [Range<Int64>] = []

    package init() {}

    package init(_ spans: some Sequence<Range<Int64>>) {
        for span in spans { insert(span) }
    }

    package var isEmpty: Bool { spans.isEmpty }

    package var count: Int64 { spans.reduce(0) { $0 + Int64($1.count) } }

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
        // Also joins adjacent ranges.
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

    package func contains(_ span: Range<Int64>) -> Bool {
        span.isEmpty || end(at: span.lowerBound).map { $0 >= span.upperBound } ?? false
    }

    package func end(at offset: Int64) -> Int64? {
        let index = index(endingAfter: offset)
        guard index < spans.count, spans[index].lowerBound <= offset else { return nil }
        return spans[index].upperBound
    }

    package func start(after offset: Int64, ofAtLeast length: Int64 = 1) -> Int64? {
        spans[index(endingAfter: offset)...].first { $0.lowerBound > offset && Int64($0.count) >= length }?.lowerBound
    }

    package func firstGap(in span: Range<Int64>) -> Range<Int64>? {
        guard !span.isEmpty else { return nil }
        let start = end(at: span.lowerBound) ?? span.lowerBound
        guard start < span.upperBound else { return nil }
        return start..<min(span.upperBound, self.start(after: start) ?? span.upperBound)
    }

    package func spans(in span: Range<Int64>) -> [Range<Int64>] {
        spans[index(endingAfter: span.lowerBound)...].prefix { $0.lowerBound < span.upperBound }
            .map { $0.clamped(to: span) }.filter { !$0.isEmpty }
    }
}
