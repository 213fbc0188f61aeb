import ClassRules
import Classes
import PlayCore
import TestSupport
import Testing

@Suite("The timer of a live class")
struct ClassTimerTests {
    private func signal(_ phase: TimerSignal.Phase, _ total: Int, _ remaining: Int) -> ClassEvent.Kind {
        .timer(TimerSignal(phase, total: total, remaining: remaining, isDecrease: true))
    }

    @Test("a timer counts by the class's clock, stops while it is paused, and ends by itself")
    func course() throws {
        var room = Classroom(isInProgress: false)
        try expect(room.wish(.setTimer(300), by: "t").events, is: [signal(.running, 300, 300)])
        #expect(room.pass(47_500).events.isEmpty)
        try expect(room.wish(.pauseTimer(true), by: "t").events, is: [signal(.paused, 300, 253)])
        expect(room.refusal(.pauseTimer(true), by: "t"), is: .unchanged)
        #expect(room.pass(3_600_000).events.isEmpty)
        try expect(room.wish(.pauseTimer(false), by: "t").events, is: [signal(.running, 300, 253)])
        expect(room.machine.nextDeadline, is: room.now + 253_000)
        #expect(room.pass(252_999).events.isEmpty)
        expect(room.pass(1).events, is: [signal(.stopped, 300, 0)])
        expect(room.machine.nextDeadline, is: nil)
        expect(room.refusal(.pauseTimer(true), by: "t"), is: .noTimer)
    }

    @Test("only a teacher sets a timer, a new one replaces it, and removing it does not count as its end")
    func rights() throws {
        var room = Classroom()
        for user in ["a", "s1", "g"] { expect(room.refusal(.setTimer(60), by: user), is: .teacherNeeded) }
        for seconds in [-1, 86_401] { expect(room.refusal(.setTimer(seconds), by: "t"), is: .badDuration) }
        expect(room.refusal(.setTimer(0), by: "t"), is: .noTimer)
        try room.wish(.setTimer(60), by: "t")
        room.pass(10_000)
        try expect(room.wish(.setTimer(90), by: "t").events, is: [signal(.running, 90, 90)])
        room.pass(10_000)
        try expect(room.wish(.setTimer(0), by: "t").events, is: [signal(.stopped, 90, 80)])
        expect(room.refusal(.setTimer(0), by: "t"), is: .noTimer)
    }

    @Test("a timer that ran out while no keeper was running ends when the next one starts, and the class's end ends it")
    func ends() throws {
        var room = Classroom()
        try room.wish(.setTimer(60), by: "t")
        var next = ClassMachine(state: room.machine.state, memory: room.machine.memory)
        expect(next.expire(at: room.now + 90_000).events, is: [signal(.stopped, 60, 0)])
        room.pass(20_000)
        #expect(try room.wish(.start(false), by: "t").events.contains(signal(.stopped, 60, 40)))
    }

    @Test("a client whose keeper sends impossible times still judges wishes")
    func impossible() {
        var machine = Classroom().machine
        for (time, remaining) in [(Int64.max, Int.max), (.max, .min), (.min, .max), (.min, .min)] {
            machine.follow(ClassEvent(MediaTime(nanoseconds: time), signal(.running, .max, remaining)))
            let isOver = time == .min
            expect(machine.refusal(of: .pauseTimer(true), by: "t", at: 2_000_000)?.reason, is: isOver ? .noTimer : nil)
        }
    }
}
