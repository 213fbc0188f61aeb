package import PlayCore

/// What was fetched, for the statistics page. A value.
package struct FetchTally: Sendable, Hashable {
    /// Of segments that were fetched whole.
    package private(set) var bytes = 0
    package private(set) var segments = 0
    /// Between one segment and the next.
    package private(set) var switches = 0
    /// Bytes that a larger rendition would have taken, which the terminal could not show and the line would have
    /// carried.
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

    /// 0 … 1: of what would have been fetched; nil before the first segment.
    package var savedShare: Double? {
        let whole = bytes + savedBytes
        return whole > 0 ? Double(savedBytes) / Double(whole) : nil
    }
}
