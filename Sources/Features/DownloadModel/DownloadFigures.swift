package import Encoding

package struct DownloadFigures: Sendable, Equatable {
    /// In bytes, on the disk.
    package var done: Int64
    /// In bytes.
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

    package init(_ value: JSONValue) {
        self.init(
            done: value[.done]?.wholeNumber ?? 0, total: value[.total]?.wholeNumber,
            bytesPerSecond: value[.speed]?.wholeNumber ?? 0, fraction: value[.fraction]?.anyNumber ?? 0)
    }

    package func differsVisibly(from other: DownloadFigures) -> Bool {
        abs(fraction - other.fraction) >= 0.001 || bytesPerSecond != other.bytesPerSecond || total != other.total
    }

    /// `nil` if the download stalls or its size is unknown.
    package var secondsLeft: Int64? {
        guard let total, bytesPerSecond > 0 else { return nil }
        return max(0, total - done) / bytesPerSecond
    }
}
