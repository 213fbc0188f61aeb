/// How often something may happen: evenly, with a burst (the generic cell rate algorithm). Times are milliseconds. A value.
///
/// A user of a pace has one number, the time at which the next use is due. In any span of `t` milliseconds there are at
/// most `(t + slack) / step + 1` uses.
package struct Pace: Sendable, Hashable {
    /// Between two even uses; at least 1.
    package let step: Int64
    /// How long before its time a use is allowed; at least 0.
    package let slack: Int64

    package init(step: Int64, slack: Int64) { (self.step, self.slack) = (max(1, step), max(0, slack)) }

    /// - Parameter burst: uses that are allowed at once, at least 1.
    package init(perMinute: Int, burst: Int) {
        let step = 60_000 / Int64(max(1, perMinute))
        self.init(step: step, slack: Int64(max(1, burst) - 1) * max(1, step))
    }

    /// How long a use has to wait; 0: it may be now.
    package func wait(due: Int64, at now: Int64) -> Int64 { max(0, known(due, now) - slack - now) }

    /// When the next use is due after one now.
    package func next(after due: Int64, at now: Int64) -> Int64 { max(known(due, now), now) + step }

    /// A later time than this pace can lead to is that of a longer pace, or of a clock that was set back: it counts for
    /// nothing.
    private func known(_ due: Int64, _ now: Int64) -> Int64 { due > now + slack + step ? now : due }
}

/// A pace that each of many keeps for itself. A value.
package struct PacedKeys<Key: Hashable & Sendable>: Sendable, Equatable {
    /// Keys that are at rest are forgotten in such numbers.
    private static var many: Int { 1024 }

    private let pace: Pace
    private var due: [Key: Int64] = [:]
    private var nextPrune = 0

    package init(_ pace: Pace) { self.pace = pace }

    /// Milliseconds until a key may be used; 0: now.
    package func wait(_ key: Key, at now: Int64) -> Int64 { due[key].map { pace.wait(due: $0, at: now) } ?? 0 }

    /// Returns whether the use is allowed; only then it is counted.
    package mutating func spend(_ key: Key, at now: Int64) -> Bool {
        guard wait(key, at: now) == 0 else { return false }
        if due.count >= max(Self.many, nextPrune) {
            due = due.filter { $0.value > now }
            nextPrune = due.count * 2
        }
        due[key] = pace.next(after: due[key] ?? now, at: now)
        return true
    }

    /// The key begins with a whole burst again.
    package mutating func forget(_ key: Key) { due[key] = nil }
}
