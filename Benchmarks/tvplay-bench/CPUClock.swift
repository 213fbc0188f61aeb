import CPlatform
import Glibc
import PlayCore

/// CPU time of a process: all its threads, user and system.
struct CPUClock {
    private let clock: clockid_t

    static let own = CPUClock(clock: CLOCK_PROCESS_CPUTIME_ID)

    private init(clock: clockid_t) { self.clock = clock }

    init?(process: pid_t) {
        var clock = clockid_t()
        guard clock_getcpuclockid(process, &clock) == 0 else { return nil }
        self.clock = clock
    }

    /// The CPU time; zero once the process has ended.
    var now: HostTime {
        var time = timespec()
        guard clock_gettime(clock, &time) == 0 else { return .zero }
        return HostTime(nanoseconds: Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec))
    }

    static func measure(_ body: () throws -> Void) rethrows -> HostTime {
        let start = own.now
        try body()
        return own.now - start
    }
}
