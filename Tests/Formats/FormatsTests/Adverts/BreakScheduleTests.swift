import PlayCore
import TestSupport
import Testing

@testable import Adverts

/// The breaks that are due at a position of the content.
@Suite("Breaks on the content's axis")
struct BreakScheduleTests {
    private static let hour = MediaTime.seconds(3600)

    private func schedule() -> BreakSchedule {
        BreakSchedule([
            .start, .at(.time(.seconds(600))), .at(.percent(50)), .at(.time(.seconds(2400))), .end,
        ])
    }

    @Test("each break is due once, in order, when playback reaches it")
    func order() {
        var schedule = schedule()
        expect(schedule.dueBeforeStart(), is: 0)
        expect(schedule.dueBeforeStart(), is: nil)
        var seen: [Int] = []
        for second in 0...3599 {
            if let index = schedule.due(at: .seconds(second), in: Self.hour) { seen.append(index) }
        }
        expect(seen, is: [1, 2, 3])
        expect(schedule.dueAtEnd(Self.hour, in: Self.hour), is: 4)
        expect(schedule.dueAtEnd(Self.hour, in: Self.hour), is: nil)
    }

    @Test(
        "after a seek over several breaks only the last is due, and the others when playback reaches them"
    )
    func seek() {
        var schedule = schedule()
        expect(schedule.due(at: .seconds(10), in: Self.hour), is: nil)
        expect(schedule.due(at: .seconds(2000), in: Self.hour), is: 2)
        expect(schedule.due(at: .seconds(599), in: Self.hour), is: nil)
        expect(schedule.due(at: .seconds(601), in: Self.hour), is: 1)
        expect(schedule.due(at: .seconds(2390), in: Self.hour), is: nil)
        expect(schedule.next(after: .seconds(2390), in: Self.hour)?.index, is: 3)
    }

    @Test("breaks before the start of playback are not due, and a seek back to one makes it due")
    func resumed() {
        var schedule = schedule()
        expect(schedule.due(at: .seconds(2000), in: Self.hour), is: nil)
        expect(schedule.due(at: .seconds(2001), in: Self.hour), is: nil)
        expect(schedule.due(at: .seconds(600), in: Self.hour), is: nil)
        expect(schedule.due(at: .seconds(601), in: Self.hour), is: 1)
    }

    @Test("a break at a share of an unknown duration is never due")
    func unknown() {
        var schedule = BreakSchedule([.at(.percent(50))])
        expect(schedule.due(at: .zero, in: nil), is: nil)
        expect(schedule.due(at: .seconds(10_000), in: nil), is: nil)
        #expect(schedule.next(after: .zero, in: nil) == nil)
    }

    @Test(
        "an added break is due in its turn, and a moved one at its new time"
    )
    func added() {
        var schedule = BreakSchedule([.start])
        expect(schedule.dueBeforeStart(), is: 0)
        schedule.add(.start)
        schedule.add(.at(.time(.seconds(30))))
        schedule.add(.end)
        schedule.add(.end)
        expect(schedule.dueBeforeStart(), is: 1)
        expect(schedule.due(at: .seconds(10), in: nil), is: nil)
        schedule.move(2, to: .at(.time(.seconds(20))))
        expect(schedule.next(after: .seconds(10), in: nil)?.time, is: .seconds(20))
        expect(schedule.due(at: .seconds(25), in: nil), is: 2)
        expect(schedule.atEnd, is: 3)
        expect(schedule.dueAtEnd(.seconds(60), in: nil), is: 3)
        expect(schedule.dueAtEnd(.seconds(60), in: nil), is: 4)
        expect(schedule.dueAtEnd(.seconds(60), in: nil), is: nil)
    }

    @Test("breaks within replaced content are not due, but one at its very end is")
    func replaced() {
        var schedule = BreakSchedule([
            .at(.time(.seconds(10))), .at(.time(.seconds(15))), .at(.time(.seconds(20))),
        ])
        expect(schedule.due(at: .seconds(9), in: nil), is: nil)
        expect(schedule.due(at: .seconds(10), in: nil), is: 0)
        schedule.resume(at: .seconds(20))
        expect(schedule.due(at: .seconds(20), in: nil), is: 2)
        expect(schedule.due(at: .seconds(21), in: nil), is: nil)
    }

    @Test("breaks at the same time are due together, and dropped or earlier ones are not due")
    func together() {
        var schedule = BreakSchedule([
            .at(.time(.seconds(10))), .at(.time(.seconds(10))), .at(.time(.seconds(30))), .at(.time(.seconds(5))),
        ])
        expect(schedule.due(at: .seconds(9), in: nil), is: nil)
        let first = schedule.due(at: .seconds(10), in: nil)
        #expect([0, 1].contains(first))
        #expect([0, 1].contains(schedule.dueWith(first ?? 0)))
        #expect(schedule.dueWith(0) == nil && schedule.dueWith(-1) == nil)
        #expect(schedule.isOver(0) && !schedule.isOver(2))
        schedule.resume(at: nil)
        expect(schedule.due(at: .seconds(6), in: nil), is: nil)
        schedule.drop(2)
        expect(schedule.due(at: .seconds(40), in: nil), is: nil)
    }
}
