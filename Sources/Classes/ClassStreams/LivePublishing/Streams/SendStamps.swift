import ClassAccess

/// Timestamps of one connection: the class's time, strictly increasing.
struct SendStamps: Sendable {
    /// In milliseconds. A late packet or a smaller step back of the clock does not justify a new connection.
    private static let tolerance: Int64 = 1000
    private var last: Int64?

    /// Returns `nil` if a new connection is needed: timestamps repeat every 25 days, and the clock may be set back.
    /// `time` is by the keeper's clock, in milliseconds since 1970.
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
