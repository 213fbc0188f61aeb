extension TimeText {
    /// Returns `mm:ss`, or `h:mm:ss` if the time or `reference` (the duration) has an hour. Hours have as many digits
    /// as in the reference, so the text keeps its length. Negative times count as 0.
    package static func format(_ time: MediaTime, like reference: MediaTime? = nil) -> String {
        let seconds = max(0, time.wholeSeconds)
        let hours = seconds / 3600
        let referenceHours = max(0, (reference ?? .zero).wholeSeconds) / 3600
        let tail = "\(padded(seconds / 60 % 60)):\(padded(seconds % 60))"
        guard hours > 0 || referenceHours > 0 else { return tail }
        let text = String(hours)
        let digits = String(referenceHours).count
        return String(repeating: "0", count: max(0, digits - text.count)) + text + ":" + tail
    }

    private static func padded(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }

    /// Rounds the value to at most `digits` (0 … 3) digits after the point.
    package static func decimal(_ value: Double, digits: Int) -> String {
        guard value.isFinite, abs(value) < 1e12 else { return "-" }
        let scale = [1, 10, 100, 1000][min(max(digits, 0), 3)]
        let scaled = Int((value * Double(scale)).rounded())
        guard digits > 0 else { return String(scaled) }
        let fraction = String(abs(scaled) % scale)
        let sign = scaled < 0 && abs(scaled) < scale ? "-" : ""
        return sign + "\(scaled / scale)." + String(repeating: "0", count: digits - fraction.count) + fraction
    }

    package static func rate(_ rate: PlaybackRate) -> String {
        var text = decimal(rate.value, digits: 2)
        while text.hasSuffix("0") { text.removeLast() }
        if text.hasSuffix(".") { text.removeLast() }
        return text
    }
}
