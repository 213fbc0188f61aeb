import PlayCore

package enum SlowMode {
    /// - Parameter wait: in milliseconds.
    package static func words(wait: Int64) -> String {
        let seconds = Int((wait + 999) / 1000)
        return trn(
            "Slow mode: you may write again in %1 second", "Slow mode: you may write again in %1 seconds", seconds)
    }

    /// - Parameter interval: in seconds; 0 if slow mode has ended.
    package static func words(interval: Int) -> String {
        guard interval > 0 else { return tr("Slow mode is off") }
        return trn(
            "Slow mode: students may write once in %1 second", "Slow mode: students may write once in %1 seconds",
            interval)
    }
}
