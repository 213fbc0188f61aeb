import PlayCore

/// How much of the time that a stream promises is covered by packets.
struct TimeCoverage {
    /// Between two packets: a lecture shows a page for that long, and some segments are no longer.
    private static let longestStep = MediaTime.seconds(12)
    private var last: MediaTime?
    private(set) var total = MediaTime.zero

    mutating func add(_ time: MediaTime) {
        if let last, time > last { total += min(time - last, Self.longestStep) }
        last = max(time, last ?? time)
    }

    /// Allows for cutting: segments are cut at key frames, so a stream of only some seconds may lack two.
    func isShort(of promised: MediaTime) -> Bool {
        PromisedLength(promised).isMissed(by: total, tolerance: .seconds(2))
    }
}
