package import Classes

/// How many new people may join. Returning people do not count.
package struct JoinLimits: Sendable, Hashable {
    /// Limit of one address (for IPv6, one /64), which a whole school may share.
    package var perAddress = Pace(perMinute: 500, burst: 1_000)
    package var perCode = Pace(perMinute: 1_000, burst: 1_000)
    /// Limit of one class, in all.
    package var people = 5_000

    package init() {}
}
