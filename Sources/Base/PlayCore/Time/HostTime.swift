import CPlatform

/// An instant, or a length, on the host's monotonic clock, in nanoseconds.
package struct HostTime: Sendable, Hashable, Comparable, AdditiveArithmetic {
    package let nanoseconds: Int64

    package init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

    package static let zero = HostTime(nanoseconds: 0)

    package static func seconds(_ value: Int) -> HostTime { HostTime(nanoseconds: Int64(value) * 1_000_000_000) }
    package static func milliseconds(_ value: Int) -> HostTime { HostTime(nanoseconds: Int64(value) * 1_000_000) }
    package static func microseconds(_ value: Int) -> HostTime { HostTime(nanoseconds: Int64(value) * 1000) }

    package var inSeconds: Double { Double(nanoseconds) / 1e9 }
    package var inMilliseconds: Double { Double(nanoseconds) / 1e6 }

    /// Returns the earlier of two instants. `nil` means never.
    package static func earlier(_ a: HostTime?, _ b: HostTime?) -> HostTime? {
        guard let a, let b else { return a ?? b }
        return min(a, b)
    }

    package static func < (a: HostTime, b: HostTime) -> Bool { a.nanoseconds < b.nanoseconds }
    package static func + (a: HostTime, b: HostTime) -> HostTime {
        HostTime(nanoseconds: a.nanoseconds &+ b.nanoseconds)
    }
    package static func - (a: HostTime, b: HostTime) -> HostTime {
        HostTime(nanoseconds: a.nanoseconds &- b.nanoseconds)
    }
}

package protocol HostClock: Sendable {
    /// The current time. Any thread; never goes backwards.
    var now: HostTime { get }
}

/// `CLOCK_MONOTONIC`: does not count time while the machine is suspended.
package struct SystemClock: HostClock {
    package init() {}

    package var now: HostTime { time(of: CLOCK_MONOTONIC) }

    /// CPU time of the calling thread since its start.
    package var threadTime: HostTime { time(of: CLOCK_THREAD_CPUTIME_ID) }

    private func time(of clock: clockid_t) -> HostTime {
        var time = timespec()
        clock_gettime(clock, &time)
        return HostTime(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }
}
