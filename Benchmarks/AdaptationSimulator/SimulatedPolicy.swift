package import PlayCore
package import PlaybackModel

package protocol SimulatedPolicy {
    mutating func choose(_ conditions: AdaptationConditions) -> Int
    mutating func note(_ transfer: Transfer)
    mutating func review(_ progress: SegmentProgress, _ conditions: AdaptationConditions) -> Int?
}

extension SimulatedPolicy {
    package mutating func note(_ transfer: Transfer) {}
    package mutating func review(_ progress: SegmentProgress, _ conditions: AdaptationConditions) -> Int? { nil }
}

package struct FixedPolicy: SimulatedPolicy {
    private let index: Int

    package init(index: Int) { self.index = index }

    package func choose(_ conditions: AdaptationConditions) -> Int { index }
}

/// BOLA-basic: uses only the buffer.
package struct BufferOnlyPolicy: SimulatedPolicy {
    private let utility: BufferUtility

    /// - Parameter reachable: the largest possible buffer; a shorter one scales the range of the rule.
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

/// Uses only the estimate: chooses the highest rendition that needs 80 % of it, as stagefright did.
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

package struct HybridPolicy: SimulatedPolicy {
    private var policy: AdaptationPolicy
    private let abandons: Bool
    package private(set) var decisions: [AdaptationDecision] = []

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
