package import Adaptation
package import PlayCore

/// Whoever chooses renditions in the simulator.
package protocol SimulatedPolicy {
    mutating func choose(_ conditions: AdaptationConditions) -> Int
    mutating func note(_ transfer: Transfer)
    /// Another rendition for the segment that is loading; nil: go on.
    mutating func review(_ progress: SegmentProgress, _ conditions: AdaptationConditions) -> Int?
}

extension SimulatedPolicy {
    package mutating func note(_ transfer: Transfer) {}
    package mutating func review(_ progress: SegmentProgress, _ conditions: AdaptationConditions) -> Int? { nil }
}

/// Always the same.
package struct FixedPolicy: SimulatedPolicy {
    private let index: Int

    package init(index: Int) { self.index = index }

    package func choose(_ conditions: AdaptationConditions) -> Int { index }
}

/// BOLA-basic: nothing but the buffer.
package struct BufferOnlyPolicy: SimulatedPolicy {
    private let utility: BufferUtility

    /// - Parameter reachable: the most that can be buffered; a shorter one scales the range of the rule.
    package init(ladder: RenditionLadder, reachable: HostTime) {
        let tuning = AdaptationTuning()
        let most = min(tuning.plenty, reachable)
        utility = BufferUtility(
            rates: ladder.rungs.map(\.average),
            least: min(tuning.comfortable, HostTime(nanoseconds: most.nanoseconds / 3)), most: most)
    }

    package func choose(_ conditions: AdaptationConditions) -> Int {
        utility.index(buffered: conditions.rate.host(for: conditions.buffered))
    }
}

/// Nothing but the estimate: the highest that needs 80 % of it, as stagefright had it.
package struct BandwidthOnlyPolicy: SimulatedPolicy {
    private let ladder: RenditionLadder
    private var estimator = BandwidthEstimator()

    package init(ladder: RenditionLadder) { self.ladder = ladder }

    package mutating func note(_ transfer: Transfer) { estimator.note(transfer) }

    package func choose(_ conditions: AdaptationConditions) -> Int {
        let share = AdaptationTuning().safeShare
        return ladder.adaptive.last { ladder[$0].average <= estimator.rate(at: conditions.now).scaled(by: share) }
            ?? ladder.adaptive[0]
    }
}

/// ``AdaptationPolicy``.
package struct HybridPolicy: SimulatedPolicy {
    private var policy: AdaptationPolicy
    private let abandons: Bool
    package private(set) var decisions: [AdaptationDecision] = []

    /// - Parameter abandons: false: segments that will be late are waited for.
    package init(_ policy: AdaptationPolicy, abandons: Bool = true) {
        self.policy = policy
        self.abandons = abandons
    }

    package mutating func note(_ transfer: Transfer) { policy.note(transfer) }

    package mutating func choose(_ conditions: AdaptationConditions) -> Int {
        let decision = policy.decide(conditions)
        decisions.append(decision)
        return decision.index
    }

    package mutating func review(_ progress: SegmentProgress, _ conditions: AdaptationConditions) -> Int? {
        guard abandons, let decision = policy.review(progress, conditions) else { return nil }
        decisions.append(decision)
        return decision.index
    }
}
