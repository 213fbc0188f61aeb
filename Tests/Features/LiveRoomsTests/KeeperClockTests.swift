import PlayCore
import TestSupport
import Testing

@testable import LiveRooms

@Suite("The keeper's clock by what it says")
struct KeeperClockTests {
    @Test("LIVE-82: a time that was held up on the way sets the clock back by nothing")
    func late() {
        var clock = KeeperClock()
        expect(clock.hear(1_000_000, at: .seconds(10)), is: 1_000_000)
        // A second late, and what is sent here would have the time of a second ago.
        expect(clock.hear(1_004_000, at: .seconds(15)), is: 1_005_000)
        expect(clock.hear(1_010_020, at: .seconds(20)), is: 1_010_020)
        expect(clock.hear(1_015_000, at: .seconds(25)), is: 1_015_020)
    }

    @Test("A clock that was set back is believed after a minute")
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
