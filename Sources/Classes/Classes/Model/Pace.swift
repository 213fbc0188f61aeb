/// A rate limit with a burst (the generic cell rate algorithm). Times are milliseconds.
///
/// The state of a user is one number, the time at which the next use is due. In any span of `t` milliseconds there are
/// at most `(t + slack) / step + 1` uses.
package struct Pace: Sendable, Hashable {
    /// Between two uses at the steady rate; at least 1.
    package let step: Int64
    /// A use may be this much earlier than its due time; at least 0.
    package let slack: Int64

    package init(step: Int64, slack: Int64) { (self.step, self.slack) = (max(1, step), max(0, slack)) }

    /// - Parameter burst: the uses allowed at once, at least 1.
    package init(perMinute: Int, burst: Int) {
        let step = 60_000 / Int64(max(1, perMinute))
        self.init(step: step, slack: Int64(max(1, burst) - 1) * max(1, step))
    }

    package func wait(due: Int64, at now: Int64) -> Int64 { max(0, known(due, now) - slack - now) }

    package func next(after due: Int64, at now: Int64) -> Int64 { max(known(due, now), now) + step }

    /// Returns `now` for a time that this pace cannot have produced, which is from a longer pace or a clock that was
    /// set back.
    private func known(_ due: Int64, _ now: Int64) -> Int64 { due > now + slack + step ? now : due }
}

package struct PacedKeys<Key: Hashable & Sendable>: Sendable, Equatable {
    /// With this number of keys, idle ones are removed.
    private static var many: Int { 1024 }

    private let pace: Pace
    private var due: [Key: Int64] = [:]
    private var nextPrune = 0

    package init(_ pace: Pace) { self.pace = pace }

    /// Returns milliseconds; 0 for now.
    package func wait(_ key: Key, at now: Int64) -> Int64 { due[key].map { pace.wait(due: $0, at: now) } ?? 0 }

    /// Returns whether the use is allowed, and counts it.
    package mutating func spend(_ key: Key, at now: Int64) -> Bool {
        guard wait(key, at: now) == 0 else { return false }
        if due.count >= max(Self.many, nextPrune) {
            due = due.filter { $0.value > now }
            nextPrune = due.count * 2
        }
        due[key] = pace.next(after: due[key] ?? now, at: now)
        return true
    }

    package mutating func forget(_ key: Key) { due[key] = nil }
}
