import PlayCore

struct TimeCoverage {
    /// The longest time between two packets: a lecture shows a page for that long, and some segments are no longer.
    private static let longestStep = MediaTime.seconds(12)
    private var last: MediaTime?
    private(set) var total = MediaTime.zero

    mutating func add(_ time: MediaTime) {
        if let last, time > last { total += min(time - last, Self.longestStep) }
        last = max(time, last ?? time)
    }

    /// Tolerates segments cut at key frames: a stream of only some seconds may lack two.
    func isShort(of promised: MediaTime) -> Bool {
        PromisedLength(promised).isMissed(by: total, tolerance: .seconds(2))
    }
}
