package import Classes

/// The limits for new people. Returning people do not count.
package struct JoinLimits: Sendable, Hashable {
    /// For IPv6, an address is a /64, which a whole school may share.
    package var perAddress = Pace(perMinute: 500, burst: 1_000)
    package var perCode = Pace(perMinute: 1_000, burst: 1_000)
    package var people = 5_000

    package init() {}
}
