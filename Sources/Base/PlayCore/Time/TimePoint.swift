/// The position that `--start`, `--end` or "go to time" names in an item.
package enum TimePoint: Sendable, Equatable {
    case time(MediaTime)
    /// The distance from the end; never negative.
    case beforeEnd(MediaTime)
    /// 0 … 100 of the duration.
    case percent(Double)
    /// Index from 0; the viewer counts from 1.
    case chapter(Int)

    /// Reads mpv's relative times: a time, `-time` before the end, `pp%`, `#chapter`; `nil` for any other text.
    package static func parse(_ text: String) -> TimePoint? {
        if text.hasPrefix("#") {
            return Int(text.dropFirst()).flatMap { $0 >= 1 ? .chapter($0 - 1) : nil }
        }
        if text.hasSuffix("%") {
            // Excludes exponents and words, which `Double` would accept.
            guard text.dropLast().utf8.allSatisfy({ (48...57).contains($0) || "+-.".utf8.contains($0) }) else {
                return nil
            }
            return Double(text.dropLast()).flatMap { (0...100).contains($0) ? .percent($0) : nil }
        }
        guard let time = TimeText.parse(text) else { return nil }
        return text.hasPrefix("-") ? .beforeEnd(-time) : .time(time)
    }
}
