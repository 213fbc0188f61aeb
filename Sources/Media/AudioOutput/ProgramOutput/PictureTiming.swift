import PlayCore

struct FrameRate: Equatable {
    let numerator: Int
    let denominator: Int

    static let standard = FrameRate(numerator: 25, denominator: 1)

    private static let usual = [
        FrameRate(numerator: 24000, denominator: 1001), FrameRate(numerator: 24, denominator: 1), standard,
        FrameRate(numerator: 30000, denominator: 1001), FrameRate(numerator: 30, denominator: 1),
        FrameRate(numerator: 48, denominator: 1), FrameRate(numerator: 50, denominator: 1),
        FrameRate(numerator: 60000, denominator: 1001), FrameRate(numerator: 60, denominator: 1),
    ]

    init(numerator: Int, denominator: Int) { (self.numerator, self.denominator) = (numerator, denominator) }

    /// Selects the nearest usual rate, else one in thousandths; ``standard`` if `duration` is not a film's.
    init(duration: MediaTime) {
        let rate = 1e9 / Double(max(1, duration.nanoseconds))
        let nearest = Self.usual.min { abs($0.value - rate) < abs($1.value - rate) } ?? .standard
        if abs(nearest.value - rate) < nearest.value * 0.01 {
            self = nearest
        } else if (1...240).contains(rate) {
            self.init(numerator: Int((rate * 1000).rounded()), denominator: 1000)
        } else {
            self = .standard
        }
    }

    var value: Double { Double(numerator) / Double(denominator) }
}

/// Computes how often to write each picture so that the stream has a constant rate.
struct PictureTiming {
    let rate: FrameRate
    private var last: (time: MediaTime, due: HostTime?)?
    /// The place in pictures of the stream.
    private var place = 0.0
    private var written = 0

    /// In seconds. A longer gap means that playback has paused, or that the picture lasts that long.
    private static let longestGap = 0.5
    /// The limit of repetitions of a picture. No film has a longer gap.
    private static let mostRepeats = 250.0

    init(rate: FrameRate) { self.rate = rate }

    /// - Parameter due: display time, or `nil` for a still picture and for the first of a run.
    /// - Returns: the number of repetitions; 0 if the stream is ahead of the picture.
    mutating func count(time: MediaTime, due: HostTime?, isStill: Bool) -> Int {
        defer { last = (time, due) }
        guard let due, let before = last, let since = before.due else {
            // The same picture in other colours, without a time of its own.
            if due == nil, !isStill, last?.time == time { return 0 }
            place = Double(written + 1)
            written += 1
            return 1
        }
        var gap = Double((due - since).nanoseconds) / 1e9
        if !(0...Self.longestGap).contains(gap) { gap = max(0, Double((time - before.time).nanoseconds) / 1e9) }
        place += min(gap * rate.value, Self.mostRepeats)
        let count = max(0, Int(place.rounded()) - written)
        written += count
        return count
    }
}
