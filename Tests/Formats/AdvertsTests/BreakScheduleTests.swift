import PlayCore
import Testing

@testable import Adverts

/// Which break is due where the content stands.
@Suite("Breaks on the content's axis")
struct BreakScheduleTests {
    private static let hour = MediaTime.seconds(3600)

    private func schedule() -> BreakSchedule {
        BreakSchedule([
            .start, .at(.time(.seconds(600))), .at(.percent(50)), .at(.time(.seconds(2400))), .end,
        ])
    }

    @Test("each is due once, in order, as playing comes to it")
    func order() {
        var schedule = schedule()
        #expect(schedule.dueBeforeStart() == 0)
        #expect(schedule.dueBeforeStart() == nil)
        var seen: [Int] = []
        for second in 0...3599 {
            if let index = schedule.due(at: .seconds(second), in: Self.hour) { seen.append(index) }
        }
        #expect(seen == [1, 2, 3])
        #expect(schedule.dueAtEnd(Self.hour, in: Self.hour) == 4)
        #expect(schedule.dueAtEnd(Self.hour, in: Self.hour) == nil)
    }

    @Test(
        "a seek over several makes the last one due; the others are due when playing comes to them, and it is not again"
    )
    func seek() {
        var schedule = schedule()
        #expect(schedule.due(at: .seconds(10), in: Self.hour) == nil)
        #expect(schedule.due(at: .seconds(2000), in: Self.hour) == 2)
        #expect(schedule.due(at: .seconds(599), in: Self.hour) == nil)
        #expect(schedule.due(at: .seconds(601), in: Self.hour) == 1)
        #expect(schedule.due(at: .seconds(2390), in: Self.hour) == nil)
        #expect(schedule.next(after: .seconds(2390), in: Self.hour)?.index == 3)
    }

    @Test("what lies before the place where playing begins is not due, and a seek back to a break makes that due")
    func resumed() {
        var schedule = schedule()
        #expect(schedule.due(at: .seconds(2000), in: Self.hour) == nil)
        #expect(schedule.due(at: .seconds(2001), in: Self.hour) == nil)
        #expect(schedule.due(at: .seconds(600), in: Self.hour) == nil)
        #expect(schedule.due(at: .seconds(601), in: Self.hour) == 1)
    }

    @Test("a share of an unknown duration is never due")
    func unknown() {
        var schedule = BreakSchedule([.at(.percent(50))])
        #expect(schedule.due(at: .zero, in: nil) == nil)
        #expect(schedule.due(at: .seconds(10_000), in: nil) == nil)
        #expect(schedule.next(after: .zero, in: nil) == nil)
    }
}
