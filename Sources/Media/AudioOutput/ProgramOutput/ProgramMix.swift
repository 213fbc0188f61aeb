/// Joins the sound of outputs that run at the same time, such as a live class and the item beside it. All deliver at
/// the pace of the host's clock, in pieces of different lengths.
struct ProgramMix {
    /// Samples of one output that wait for another one. An output that is later has no sound now.
    private let limit: Int
    /// The waiting samples by output. Contains only outputs that may deliver soon.
    private var waiting: [Int: [Float]] = [:]

    init(limit: Int) { self.limit = limit }

    mutating func append(_ samples: some Sequence<Float>, of output: Int) -> [Float] {
        waiting[output, default: []] += samples
        let counts = waiting.values.map(\.count)
        let (most, least) = (counts.max() ?? 0, counts.min() ?? 0)
        let isLate = most - least > limit
        let count = isLate ? most : least
        var sum = [Float](repeating: 0, count: count)
        for (output, queue) in waiting {
            for (index, sample) in queue.prefix(count).enumerated() { sum[index] += sample }
            waiting[output] = isLate && queue.isEmpty ? nil : Array(queue.dropFirst(count))
        }
        return sum
    }

    mutating func remove(_ output: Int) { waiting[output] = nil }
}
