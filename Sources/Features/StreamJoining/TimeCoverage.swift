import PlayCore

/// How much of the time that a stream promises has packets. A value.
struct TimeCoverage {
    /// Between two packets: pages of a lecture are shown for so long, and some segments are no longer.
    private static let longestStep = MediaTime.seconds(12)
    private var last: MediaTime?
    private(set) var total = MediaTime.zero

    mutating func add(_ time: MediaTime) {
        if let last, time > last { total += min(time - last, Self.longestStep) }
        last = max(time, last ?? time)
    }

    /// Segments are cut at key frames: what is only some seconds long may lack two.
    func isShort(of promised: MediaTime) -> Bool {
        PromisedLength(promised).isMissed(by: total, tolerance: .seconds(2))
    }
}
