import ByteCaches

/// Distributes a file's bytes to lanes. Lanes get windows from the front, so that the beginning can be played. Each
/// window is a part of the rest: large at first, a block at the end. Lanes of different speeds thus end together, and
/// no lane requests bytes of another.
struct RangePlan: Sendable, Equatable {
    /// Limits how much a slow lane withholds from the others.
    static let largestWindow: Int64 = 32 << 20
    /// The window before the length is known. The other lanes wait only for the head of this response.
    static let firstWindow: Int64 = 1 << 20

    /// The length, or `nil` if it is unknown: a single lane then fetches all bytes.
    var length: Int64?
    private(set) var done: SpanSet
    private(set) var claimed = SpanSet()
    /// The alignment of windows, except at the end of the file.
    let block: Int64

    init(length: Int64?, done: SpanSet, block: Int64 = PartFile.block) {
        self.length = length
        self.done = done
        self.block = block
    }

    var isComplete: Bool { length.map { done.contains(0..<$0) } ?? false }

    /// In bytes.
    var doneCount: Int64 { done.count }

    private var taken: SpanSet {
        var result = done
        for span in claimed.spans { result.insert(span) }
        return result
    }

    mutating func nextSpan(lanes: Int) -> Range<Int64>? {
        let taken = taken
        guard let gap = taken.firstGap(in: 0..<(length ?? .max)) else { return nil }
        let window: Int64
        if let length {
            let left = length - taken.count
            let share = left / Int64(2 * max(1, lanes))
            window = max(block, min(Self.largestWindow, share / block * block))
        } else {
            window = Self.firstWindow
        }
        // Extends to a block's edge, so that later windows begin there.
        let edge = (gap.lowerBound + window) / block * block
        let span = gap.lowerBound..<min(gap.upperBound, max(edge, gap.lowerBound + 1))
        claimed.insert(span)
        return span
    }

    mutating func claim(_ span: Range<Int64>) { claimed.insert(span) }

    mutating func finish(_ span: Range<Int64>) {
        done.insert(span)
        claimed.subtract(span)
    }

    /// Returns to the plan the part of a claim that its lane will not fetch.
    mutating func release(_ span: Range<Int64>) { if !span.isEmpty { claimed.subtract(span) } }
}
