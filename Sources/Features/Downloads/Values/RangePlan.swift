import ByteCaches

/// Who fetches which bytes of a file. A value.
///
/// Lanes take windows from the front, so that what is there can be played, and each window is a part of what is left: large
/// at first, a block at the end. So lanes of different speeds end together, and nothing that one has asked for is ever
/// asked for by another.
struct RangePlan: Sendable, Equatable {
    /// No request asks for more: what others could take from a slow lane is never more than that.
    static let largestWindow: Int64 = 32 << 20
    /// Before the length is known: the others wait for this answer's first words only.
    static let firstWindow: Int64 = 1 << 20

    /// Bytes in all; nil: not known, then one lane takes everything.
    var length: Int64?
    private(set) var done: SpanSet
    private(set) var claimed = SpanSet()
    /// Windows begin and end at multiples of it, but for the file's end.
    let block: Int64

    init(length: Int64?, done: SpanSet, block: Int64 = PartFile.block) {
        self.length = length
        self.done = done
        self.block = block
    }

    var isComplete: Bool { length.map { done.contains(0..<$0) } ?? false }

    /// Bytes that are there.
    var doneCount: Int64 { done.count }

    /// What is neither there nor being fetched.
    private var taken: SpanSet {
        var result = done
        for span in claimed.spans { result.insert(span) }
        return result
    }

    /// The next window for a lane; nil: there is none left.
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
        // To a block's edge, so that later ones begin there.
        let edge = (gap.lowerBound + window) / block * block
        let span = gap.lowerBound..<min(gap.upperBound, max(edge, gap.lowerBound + 1))
        claimed.insert(span)
        return span
    }

    /// What is asked for already.
    mutating func claim(_ span: Range<Int64>) { claimed.insert(span) }

    /// Bytes came.
    mutating func finish(_ span: Range<Int64>) {
        done.insert(span)
        claimed.subtract(span)
    }

    /// What was claimed and will not come from this lane.
    mutating func release(_ span: Range<Int64>) { if !span.isEmpty { claimed.subtract(span) } }
}
