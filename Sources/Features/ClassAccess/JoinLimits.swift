package import Rooms

/// How many new people may join. Whoever comes again is none. A value.
package struct JoinLimits: Sendable, Hashable {
    /// From one address (for IPv6, one /64): a school may be behind it.
    package var perAddress = Pace(perMinute: 500, burst: 1_000)
    /// By one code.
    package var perCode = Pace(perMinute: 1_000, burst: 1_000)
    /// In one class, in all.
    package var people = 5_000

    package init() {}
}
