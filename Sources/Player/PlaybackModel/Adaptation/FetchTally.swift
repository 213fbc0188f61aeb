package import PlayCore

package struct FetchTally: Sendable, Hashable {
    /// The bytes of segments fetched whole.
    package private(set) var bytes = 0
    package private(set) var segments = 0
    package private(set) var switches = 0
    /// Bytes of larger renditions that the network would have carried, but the terminal could not show.
    package private(set) var savedBytes = 0
    private var last: Int?

    package init() {}

    package mutating func note(_ decision: AdaptationDecision, bytes: Int, duration: MediaTime) {
        if let last, last != decision.index { switches += 1 }
        last = decision.index
        segments += 1
        self.bytes += bytes
        savedBytes += decision.saved.bytes(of: duration)
    }

    /// 0 … 1, or `nil` before the first segment.
    package var savedShare: Double? {
        let whole = bytes + savedBytes
        return whole > 0 ? Double(savedBytes) / Double(whole) : nil
    }
}
