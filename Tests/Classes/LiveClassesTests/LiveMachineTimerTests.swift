import ClassRules
import Classes
import LiveClasses
import PlayCore
import TestSupport
import Testing

@Suite("A live class: the timer")
struct LiveMachineTimerTests {
    @Test("a timer whose event was delayed counts from the keeper's time, as for a viewer who enters later")
    func delayed() throws {
        var script = LiveScript()
        script.enter()
        let teacher = LiveScript.user(.teacher, "Ms Wang")
        script.come(teacher)
        script.beat()
        let set = try script.kept.handle(.setTimer(60), by: teacher.id, at: script.time)
        script.pass(.seconds(7))
        script.keep(set)
        let event = try #require(script.events.last)
        let face = try #require(TimerFace(TimerArea.Received(signal: try signal(event), time: event.time)))
        // The axis starts where the class was entered, seven seconds ago.
        expect(face.seconds(at: .seconds(7)), is: 53)
    }

    private func signal(_ event: ClassEvent) throws -> TimerSignal {
        guard case .timer(let signal) = event.kind else { throw ClassError(.noTimer) }
        return signal
    }
}
