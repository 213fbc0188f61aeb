import ClassRules
import Classes
import PlayCore
import TestSupport
import Testing

@Suite struct ClassDoorTests {
    @Test("a teacher locks and unlocks the class, and a wish for the current state is refused")
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

    @Test("teachers and assistants are notified of refused people, at most five at once and then one in five seconds")
    func turnedAway() {
        var room = Classroom()
        let told = room.machine.turnedAway("Mallory", at: room.now)
        expect(told, is: ["t", "a"].map { .tell($0, .turnedAway("Mallory")) })
        let more = (1...50).flatMap { room.machine.turnedAway("Mallory \($0)", at: room.now) }
        expect(more.notices(to: "t").count, is: 4)
        #expect(room.machine.turnedAway("too soon", at: room.now + 4_999).isEmpty)
        expect(room.machine.turnedAway("later", at: room.now + 5_000).notices(to: "a"), is: [.turnedAway("later")])
    }

    // MARK: The waiting room

    private let anna = Classroom.student("anna")
    private let bert = Classroom.student("bert")

    private func waiting() throws -> Classroom {
        var room = Classroom(isInProgress: false)
        try room.wish(.waitingRoom(true), by: "t")
        return room
    }

    @Test("teachers and assistants receive the list of waiting people in order, even if they enter later")
    func list() throws {
        var room = try waiting()
        let first = room.machine.knock(anna, at: room.now)
        expect(first, is: ["t", "a"].map { .tell($0, .waiting([anna], count: 1)) })
        // A list for each change would be a hundred lists for a hundred people.
        #expect(room.machine.knock(bert, at: room.now + 1).isEmpty)
        expect(room.pass(1_000).notices(to: "t"), is: [.waiting([anna, bert], count: 2)])
        #expect(room.machine.knock(anna, at: room.now).isEmpty, "a repeated request changes nothing")
        let second = room.machine.enter(ClassUser(id: "t2", name: "Second", role: .teacher), at: room.now)
        expect(second.notices(to: "t2"), is: [.waiting([anna, bert], count: 2)])
        #expect(room.machine.enter(Classroom.student("s9"), at: room.now).notices(to: "s9").isEmpty)
    }

    @Test("a teacher or an assistant admits or refuses a person once")
    func answers() throws {
        var room = try waiting()
        for user in [anna, bert] { _ = room.machine.knock(user, at: room.now) }
        expect(room.refusal(.admit(ClassReply(user: "anna", true)), by: "s1"), is: .teacherOrAssistantNeeded)
        try expect(
            room.wish(.admit(ClassReply(user: "anna", true)), by: "a").notices(to: "t"),
            is: [.waiting([bert], count: 1)])
        expect(Set(room.machine.waitingRoom.letIn.keys), is: ["anna"])
        expect(room.refusal(.admit(ClassReply(user: "anna", true)), by: "t"), is: .userNotWaiting)
        try room.wish(.admit(ClassReply(user: "bert", false)), by: "t")
        #expect(room.machine.waiting.isEmpty && room.machine.waitingRoom.refused["bert"] != nil)
        #expect(room.machine.knock(bert, at: room.now).isEmpty, "the refused person does not wait again at once")
        expect(room.refusal(.admitAll, by: "t"), is: .unchanged)
        _ = room.machine.enter(anna, at: room.now)
        #expect(room.machine.waitingRoom.letIn.isEmpty)
        room.pass(ClassLimits.refusedEntry)
        expect(room.machine.knock(bert, at: room.now).notices(to: "t"), is: [.waiting([bert], count: 1)])
        _ = room.machine.knock(anna, at: room.now)
        try room.wish(.admitAll, by: "t")
        expect(Set(room.machine.waitingRoom.letIn.keys), is: ["anna", "bert"])
    }

    @Test("a person who stops repeating the request leaves the list, and closing the waiting room empties it")
    func leaving() throws {
        var room = try waiting()
        _ = room.machine.knock(anna, at: room.now)
        room.pass(6_000)
        _ = room.machine.knock(anna, at: room.now)
        _ = room.machine.knock(bert, at: room.now)
        room.pass(10_999)
        expect(room.machine.waiting, is: [anna, bert])
        expect(room.pass(1).notices(to: "t"), is: [.waiting([], count: 0)])
        expect(room.machine.nextDeadline, is: nil)
        _ = room.machine.knock(anna, at: room.now)
        try room.wish(.waitingRoom(false), by: "t")
        #expect(room.machine.waiting.isEmpty && room.machine.knock(anna, at: room.now).isEmpty)
    }

    @Test("the waiting room has a bounded number of people, and a notice lists the first of them")
    func many() throws {
        var room = try waiting()
        for number in 0..<ClassLimits.waitingPeople + 5 {
            _ = room.machine.knock(Classroom.student("n\(number)"), at: room.now)
        }
        expect(room.machine.waitingCount, is: ClassLimits.waitingPeople)
        guard case .waiting(let users, let count)? = room.pass(1_000).notices(to: "t").last else {
            Issue.record("no list")
            return
        }
        #expect(users.count == ClassLimits.listedWaitingPeople && count == ClassLimits.waitingPeople)
        expect(room.machine.waitingRoom.pause, is: 12)
        var client = ClassMachine(state: room.machine.state)
        client.know(Classroom.teacher)
        client.follow(waiting: users, count: count)
        #expect(client.waitingCount == count && client.refusal(of: .admitAll, by: "t", at: 0) == nil)
    }
}
