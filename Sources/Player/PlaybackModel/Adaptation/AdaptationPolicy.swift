import PlayCore

/// Chooses the rendition to fetch, before each segment. A hybrid like the DYNAMIC rule of dash.js: while the buffer is
/// small, the bandwidth decides, and a segment must arrive before the buffer is empty. A comfortable buffer may shrink:
/// on a slower network its length decides how long to keep the rendition (``BufferUtility``). A rendition above what
/// the network sustains is never started (BOLA does, and switches six times as often for the same quality), nor one
/// that the terminal cannot show (``DisplayCap``). All lengths are in playback time, so a rate of 2 doubles every need.
package struct AdaptationPolicy: Sendable {
    package let ladder: RenditionLadder
    package var selection = RenditionSelection.automatic
    /// The terminal's limit, or `nil` to fetch all that the network carries (`--fetch-full-size`).
    package var cap: DisplayCap?
    package var estimator: BandwidthEstimator
    let rules: BufferRules
    let tuning: AdaptationTuning
    private let startIndex: Int?

    package internal(set) var current: Int?
    var lastChange: HostTime?
    private(set) var isComfortable = false
    var allowance = PictureAllowance()

    /// `estimator`: the previous item's, which knows the network. `startIndex` replaces the estimate at the start.
    package init(
        ladder: RenditionLadder, cap: DisplayCap? = nil, rules: BufferRules = .standard,
        estimator: BandwidthEstimator = BandwidthEstimator(), tuning: AdaptationTuning = AdaptationTuning(),
        startIndex: Int? = nil
    ) {
        self.ladder = ladder
        self.cap = cap
        self.rules = rules
        self.estimator = estimator
        self.tuning = tuning
        self.startIndex = startIndex.flatMap { ladder.rungs.indices.contains($0) ? $0 : nil }
    }

    package mutating func note(_ transfer: Transfer) { estimator.note(transfer) }

    /// Called after a seek, which loses the buffer but not the knowledge of the network.
    package mutating func restart() { isComfortable = false }

    package mutating func decide(_ conditions: AdaptationConditions) -> AdaptationDecision {
        let outlook = Outlook(conditions, policy: self)
        let (index, reason) = choose(outlook)
        if let current, index != current { lastChange = conditions.now }
        current = index
        return AdaptationDecision(
            index: index, reason: reason, bandwidth: outlook.bandwidth,
            saved: reason == .manual ? .zero : saved(by: index, outlook))
    }

    private mutating func choose(_ outlook: Outlook) -> (Int, AdaptationDecision.Reason) {
        if case .fixed(let key) = selection, let index = ladder.index(of: key) { return (index, .manual) }
        let allowed = outlook.allowed
        guard allowed.count > 1 else { return (allowed[0], .onlyOne) }
        guard let current, let kept = allowed.last(where: { $0 <= current }) else { return (start(outlook), .start) }
        updateComfort(outlook)
        let wanted = isComfortable ? comfortable(kept, outlook) : cautious(kept, outlook)
        return wanted.0 == kept && kept != current ? (kept, .display) : wanted
    }

    private func start(_ outlook: Outlook) -> Int {
        if let startIndex { return outlook.allowed.last { $0 <= startIndex } ?? outlook.allowed[0] }
        let limit = min(tuning.longestStart, outlook.conditions.segmentLasting)
        return outlook.highest { outlook.time(for: $0) <= limit && outlook.sustains($0, tuning.safeShare) }
    }

    private func cautious(_ kept: Int, _ outlook: Outlook) -> (Int, AdaptationDecision.Reason) {
        let safe = outlook.highest { outlook.sustains($0, tuning.safeShare) && outlook.arrivesInTime($0) }
        if safe > kept, mayRise(outlook) { return (safe, .bandwidth) }
        let isSustained = outlook.sustains(kept, tuning.holdShare)
        if safe >= kept || isSustained && outlook.arrivesInTime(kept) { return (kept, .held) }
        return (safe, isSustained ? .shortBuffer : .bandwidth)
    }

    private func comfortable(_ kept: Int, _ outlook: Outlook) -> (Int, AdaptationDecision.Reason) {
        let worth = outlook.worthOfBuffer
        let rise = outlook.highest {
            outlook.arrivesInTime($0)
                && outlook.sustains($0, $0 <= worth ? tuning.worthyRiseShare : tuning.comfortableRiseShare)
        }
        if rise > kept, mayRise(outlook) { return (rise, .bandwidth) }
        if outlook.sustains(kept, tuning.holdShare) { return (kept, .held) }
        if kept <= worth, outlook.arrivesInTime(kept) { return (kept, .buffer) }
        let safe = outlook.highest { outlook.sustains($0, tuning.safeShare) }
        let lower = outlook.highest { $0 <= max(safe, worth) && outlook.arrivesInTime($0) }
        return (min(kept, lower), .bandwidth)
    }

    private func mayRise(_ outlook: Outlook) -> Bool {
        lastChange.map { outlook.conditions.now - $0 >= tuning.riseInterval } ?? true
    }

    private mutating func updateComfort(_ outlook: Outlook) {
        let lasting = outlook.conditions.lasting
        if lasting >= tuning.comfortable {
            isComfortable = true
        } else if lasting < HostTime(nanoseconds: tuning.comfortable.nanoseconds / 2) {
            isComfortable = false
        }
    }

    /// Returns the saved rate, or zero unless the display is the limit.
    private func saved(by index: Int, _ outlook: Outlook) -> BitRate {
        guard cap != nil, index == outlook.allowed.last else { return .zero }
        let affordable = ladder.adaptive.last { outlook.sustains($0, tuning.safeShare) } ?? index
        return ladder[affordable].average - ladder[index].average
    }
}
