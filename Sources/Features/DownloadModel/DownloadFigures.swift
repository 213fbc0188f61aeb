package import Encoding

/// What of a download changes while it runs. A value.
package struct DownloadFigures: Sendable, Equatable {
    /// Bytes that are there.
    package var done: Int64
    /// Bytes; nil: not known.
    package var total: Int64?
    package var bytesPerSecond: Int64
    /// 0 … 1.
    package var fraction: Double

    package init(done: Int64 = 0, total: Int64? = nil, bytesPerSecond: Int64 = 0, fraction: Double = 0) {
        self.done = done
        self.total = total
        self.bytesPerSecond = bytesPerSecond
        self.fraction = min(max(0, fraction), 1)
    }

    /// Of a record, or of as much of it as was asked for.
    package init(_ value: JSONValue) {
        self.init(
            done: value[.done]?.wholeNumber ?? 0, total: value[.total]?.wholeNumber,
            bytesPerSecond: value[.speed]?.wholeNumber ?? 0, fraction: value[.fraction]?.anyNumber ?? 0)
    }

    /// Whether what shows `self` has to be drawn again to show `other`.
    package func differsVisibly(from other: DownloadFigures) -> Bool {
        abs(fraction - other.fraction) >= 0.001 || bytesPerSecond != other.bytesPerSecond || total != other.total
    }

    /// Whole seconds; nil: it stands, or its size is not known.
    package var secondsLeft: Int64? {
        guard let total, bytesPerSecond > 0 else { return nil }
        return max(0, total - done) / bytesPerSecond
    }
}
