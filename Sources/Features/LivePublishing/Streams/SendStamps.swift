import ClassAccess

/// Timestamps of one connection: the class's time, and each later than the one before. A value.
struct SendStamps: Sendable {
    /// The class's clock was set back by less, or what came late is not worth a new connection.
    private static let tolerance: Int64 = 1000
    private var last: Int64?

    /// - Parameter time: by the keeper's clock, in milliseconds since 1970.
    /// - Returns: nil: timestamps begin again (each 25 days), or the clock was set back: a new connection is needed.
    mutating func stamp(_ time: Int64) -> Int64? {
        var stamp = MediaTimestamp.stamp(time)
        if let last, stamp <= last {
            guard last - stamp < Self.tolerance else { return nil }
            stamp = last + 1
        }
        last = stamp
        return stamp
    }
}
