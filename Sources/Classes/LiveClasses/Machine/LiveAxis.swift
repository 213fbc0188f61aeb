package import PlayCore

/// The axis of a class's events, by the viewer's own clock. Zero is the start of entering; earlier times are negative.
package struct LiveAxis: Sendable, Equatable {
    package let base: HostTime
    /// The keeper's clock at ``base``, in milliseconds since 1970.
    package private(set) var wallTime: Int64

    package init(base: HostTime, wallTime: Int64) {
        self.base = base
        self.wallTime = wallTime
    }

    package func position(at now: HostTime) -> MediaTime { MediaTime(nanoseconds: (now - base).nanoseconds) }

    package mutating func set(wallTime: Int64, at now: HostTime) {
        self.wallTime = wallTime &- (now - base).nanoseconds / 1_000_000
    }

    /// Maps a time in the future to now.
    package func position(ofWallTime time: Int64, at now: HostTime) -> MediaTime {
        let limit = Self.longest
        let distance = min(max(time &- wallTime, -limit), limit)
        return min(MediaTime(nanoseconds: distance * 1_000_000), position(at: now))
    }

    /// In milliseconds: a hundred years. A received time may be any number.
    private static let longest: Int64 = 100 * 366 * 86_400_000
}
