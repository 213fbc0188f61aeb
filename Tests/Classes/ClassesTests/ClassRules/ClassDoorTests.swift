import ClassRules
import Classes
import PlayCore
import TestSupport
import Testing

/// The rules for those who want to enter.
@Suite struct ClassDoorTests {
    @Test("a teacher locks the class and unlocks it, and a wish for the present state is refused")
    func lock() throws {
        var room = Classroom(isInProgress: false)
        expect(room.refusal(.lock(false), by: "t"), is: .unchanged)
        try expect(room.wish(.lock(true), by: "t").events, is: [.live(.locked(true))])
        #expect(room.live.isLocked && room.refusal(.lock(true), by: "t") == .unchanged)
        expect(room.refusal(.lock(false), by: "a"), is: .teacherNeeded)
        try room.wish(.start(true), by: "t")
        try room.wish(.start(false), by: "t")
        #expect(room.live.isLocked, "the lock lasts until a teacher opens it")
        try room.wish(.lock(false), by: "t")
        #expect(!room.live.isLocked)
    }

    @Test("teachers and assistants read who was refused, at most five at once and then one in five seconds")
    func turnedAway() {
        var room = Classroom()
        let told = room.machine.turnedAway("Mallory", at: room.now)
        expect(told, is: ["t", "a"].map { .tell($0, .turnedAway("Mallory")) })
        let more = (1...50).flatMap { room.machine.turnedAway("Mallory \($0)", at: room.now) }
        expect(more.notices(to: "t").count, is: 4)
        #expect(room.machine.turnedAway("too soon", at: room.now + 4_999).isEmpty)
        expect(room.machine.turnedAway("later", at: room.now + 5_000).notices(to: "a"), is: [.turnedAway("later")])
    }
}
