package import PlayCore

/// The axis of a class's events here: zero is when it began to be entered, so that what is past has negative times and the
/// panes follow the viewer's own clock. A value.
package struct LiveAxis: Sendable, Equatable {
    package let base: HostTime
    /// Milliseconds since 1970 by the keeper's clock, at ``base``.
    package private(set) var wallTime: Int64

    package init(base: HostTime, wallTime: Int64) {
        self.base = base
        self.wallTime = wallTime
    }

    package func position(at now: HostTime) -> MediaTime { MediaTime(nanoseconds: (now - base).nanoseconds) }

    /// The keeper's clock as it is known by now.
    package mutating func set(wallTime: Int64, at now: HostTime) {
        self.wallTime = wallTime &- (now - base).nanoseconds / 1_000_000
    }

    /// Of something that has happened already; what should not have is now.
    package func position(ofWallTime time: Int64, at now: HostTime) -> MediaTime {
        let limit = Self.longest
        let distance = min(max(time &- wallTime, -limit), limit)
        return min(MediaTime(nanoseconds: distance * 1_000_000), position(at: now))
    }

    /// A hundred years, in milliseconds: a time that others write may be any number.
    private static let longest: Int64 = 100 * 366 * 86_400_000
}
