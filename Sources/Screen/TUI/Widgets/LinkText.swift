import PlayCore

/// Rates and times of the line to the terminal in common units.
enum LinkText {
    /// Returns `640 kbit/s`, `5.1 Mbit/s`.
    static func rate(_ bytesPerSecond: Double) -> String {
        let bits = max(0, bytesPerSecond * 8)
        if bits < 999_500 { return TimeText.decimal(bits / 1000, digits: 0) + " kbit/s" }
        return TimeText.decimal(bits / 1e6, digits: bits < 99.95e6 ? 1 : 0) + " Mbit/s"
    }

    /// Returns `62 ms`, `0.3 ms`.
    static func time(_ time: HostTime) -> String {
        TimeText.decimal(time.inMilliseconds, digits: time < .milliseconds(10) ? 1 : 0) + " ms"
    }
}
