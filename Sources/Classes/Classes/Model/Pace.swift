/// A limit for the rate of a use, with a burst (the generic cell rate algorithm). Times are milliseconds.
///
/// The state of a user is one number, the time at which the next use is due. In any span of `t` milliseconds there are
/// at most `(t + slack) / step + 1` uses.
package struct Pace: Sendable, Hashable {
    /// The time between two even uses; at least 1.
    package let step: Int64
    /// How long before its due time a use is allowed; at least 0.
    package let slack: Int64

    package init(step: Int64, slack: Int64) { (self.step, self.slack) = (max(1, step), max(0, slack)) }

    /// - Parameter burst: the number of uses that are allowed at once, at least 1.
    package init(perMinute: Int, burst: Int) {
        let step = 60_000 / Int64(max(1, perMinute))
        self.init(step: step, slack: Int64(max(1, burst) - 1) * max(1, step))
    }

    /// Returns how long a use must wait; 0 if it is allowed now.
    package func wait(due: Int64, at now: Int64) -> Int64 { max(0, known(due, now) - slack - now) }

    package func next(after due: Int64, at now: Int64) -> Int64 { max(known(due, now), now) + step }

    /// Returns a usable due time. One later than this pace can produce is from a longer pace or a clock set back.
    private func known(_ due: Int64, _ now: Int64) -> Int64 { due > now + slack + step ? now : due }
}

package struct PacedKeys<Key: Hashable & Sendable>: Sendable, Equatable {
    /// The least number of keys at which idle keys are removed.
    private static var many: Int { 1024 }

    private let pace: Pace
    private var due: [Key: Int64] = [:]
    private var nextPrune = 0

    package init(_ pace: Pace) { self.pace = pace }

    /// Returns the milliseconds until a key may be used; 0 for now.
    package func wait(_ key: Key, at now: Int64) -> Int64 { due[key].map { pace.wait(due: $0, at: now) } ?? 0 }

    /// Counts a use if it is allowed, and returns whether it is.
    package mutating func spend(_ key: Key, at now: Int64) -> Bool {
        guard wait(key, at: now) == 0 else { return false }
        if due.count >= max(Self.many, nextPrune) {
            due = due.filter { $0.value > now }
            nextPrune = due.count * 2
        }
        due[key] = pace.next(after: due[key] ?? now, at: now)
        return true
    }

    /// Gives the key a whole burst again.
    package mutating func forget(_ key: Key) { due[key] = nil }
}
