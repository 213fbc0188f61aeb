import PlayCore
import TestSupport
import Testing

@testable import LiveClasses

@Suite("The keeper's clock, derived from its messages")
struct KeeperClockTests {
    @Test("LIVE-82: a delayed time does not set the clock back")
    func late() {
        var clock = KeeperClock()
        expect(clock.hear(1_000_000, at: .seconds(10)), is: 1_000_000)
        // This time is a second late. If it were accepted, it would set the clock back by a second.
        expect(clock.hear(1_004_000, at: .seconds(15)), is: 1_005_000)
        expect(clock.hear(1_010_020, at: .seconds(20)), is: 1_010_020)
        expect(clock.hear(1_015_000, at: .seconds(25)), is: 1_015_020)
    }

    @Test("A clock that was set back is adopted after a minute")
    func back() {
        var clock = KeeperClock()
        _ = clock.hear(1_000_000, at: .seconds(0))
        var last: Int64 = 0
        for second in stride(from: 5, through: 65, by: 5) {
            last = clock.hear(990_000 + Int64(second) * 1000, at: .seconds(second))
            if second <= 60 { expect(last, is: 1_000_000 + Int64(second) * 1000) }
        }
        expect(last, is: 1_055_000)
    }
}
