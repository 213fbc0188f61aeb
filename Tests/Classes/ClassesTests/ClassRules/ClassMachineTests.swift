import ClassRules
import Classes
import PlayCore
import TestSupport
import Testing

@Suite struct ClassMachineTests {
    @Test(
        "LIVE-01, LIVE-45, LIVE-80: the rules of a class hold after random wishes in random order",
        arguments: 1...4)
    func anything(seed: UInt64) throws {
        var room = RandomClass(seed: seed)
        // Each step checks the rules against the new state.
        for _ in 0..<2_000 { try room.step() }
        #expect(!room.fulfilled.isEmpty && !room.refused.isEmpty, "a class in which nothing happened proves nothing")
    }

    @Test("LIVE-80: random classes fulfil every kind of wish and meet most reasons for refusals")
    func everywhere() throws {
        var fulfilled: Set<String> = []
        var refused: Set<ClassError.Reason> = []
        for seed in 11...14 as ClosedRange<UInt64> {
            var room = RandomClass(seed: seed)
            for _ in 0..<2_500 { try room.step() }
            fulfilled.formUnion(room.fulfilled)
            refused.formUnion(room.refused)
        }
        expect(fulfilled.count, is: 44, "\(fulfilled.sorted())")
        #expect(refused.count >= 35, "\(refused.map(\.rawValue))")
    }

    @Test("LIVE-16: beyond a hundred users only the count is sent, once a second, and a user who acts is listed")
    func largeClass() throws {
        var machine = ClassMachine()
        var events: [ClassEvent.Kind] = []
        events += machine.enter(Classroom.teacher, at: 0).events
        events += try machine.handle(.start(true), by: "t", at: 0).events
        for number in 0..<300 { events += machine.enter(Classroom.student("s\(number)"), at: 10).events }
        expect(machine.state.users.list.count, is: ClassLimits.listedUsers)
        expect(events.count { $0.name == "usersEntered" }, is: ClassLimits.listedUsers)
        #expect(!events.contains { $0.name == "userCount" })
        expect(machine.nextDeadline, is: 1_010)
        let counted = machine.expire(at: 1_010)
        guard case .publish(let event, false) = counted.first, counted.count == 1 else { throw ClassError(.unchanged) }
        #expect(event.kind == .live(.userCount(301)) && event.time == .milliseconds(1_010))
        // Unlisted users have all rights of students, and are listed when they use them.
        let raised = try machine.handle(.requestToSpeak, by: "s250", at: 2_000).events
        expect(raised.map(\.name), is: ["usersEntered", "speakingRequested"])
        expect(machine.expire(at: 3_000).events, is: [.live(.userCount(301))])
        for number in 200..<250 { #expect(machine.leave("s\(number)", at: 4_000).isEmpty) }
        expect(machine.expire(at: 5_000).events, is: [.live(.userCount(251))])
        expect(machine.leave("s250", at: 6_000).events, is: [.usersLeft(["s250"])])
        expect(machine.state.users.totalCount, is: 250)
        expect(machine.enter(Classroom.assistant, at: 7_000).events.map(\.name), is: ["usersEntered"])
        expect(machine.state.users.totalCount, is: 251)
    }

    @Test("LIVE-46: a client that the keeper has not listed reports the same refusals as the keeper")
    func client() throws {
        var room = Classroom()
        for number in 10..<110 { _ = room.machine.enter(Classroom.student("s\(number)"), at: room.now) }
        let late = try #require(room.machine.user("s109"))
        expect(room.machine.state.users.list["s109"], is: nil)
        var client = ClassMachine(state: room.machine.state)
        expect(client.refusal(of: .requestToSpeak, by: "s109", at: room.now)?.reason, is: .notPresent)
        client.know(late)
        expect(client.refusal(of: .requestToSpeak, by: "s109", at: room.now), is: nil)
        try room.wish(.forbidRequests(true), by: "t")
        client = ClassMachine(state: room.machine.state)
        client.know(late)
        expect(client.refusal(of: .requestToSpeak, by: "s109", at: room.now)?.reason, is: .requestsForbidden)
    }

    @Test("LIVE-51: times of events are on the class's axis, and stay the same while the clock is set back")
    func clock() throws {
        var machine = ClassMachine(epoch: 900_000)
        expect(machine.enter(Classroom.teacher, at: 1_000_000).published.first?.time, is: .seconds(100))
        try expect(machine.handle(.start(true), by: "t", at: 990_000).published.first?.time, is: .seconds(100))
        _ = machine.enter(Classroom.student("s1"), at: 1_000_000)
        _ = try machine.handle(.requestToSpeak, by: "s1", at: 995_000)
        // Deadlines are absolute.
        expect(machine.state.live.requests["s1"]?.deadline, is: 1_030_000)
    }

    @Test("LIVE-80: a user with too many wishes is refused as a robot")
    func tooFast() throws {
        var room = Classroom()
        for number in 0..<ClassLimits.wishes.inSecond {
            try room.wish(.forbidRequests(number % 2 == 0), by: "a")
        }
        expect(room.kind(.forbidRequests(true), by: "a"), is: .areYouRobot)
        expect(room.refusal(.forbidRequests(true), by: "t"), is: nil)
        room.pass(1_000)
        expect(room.refusal(.forbidRequests(true), by: "a"), is: nil)
    }

    @Test("LIVE-83: names and pictures of users are bounded, and features stay within usable limits")
    func bounds() {
        var room = Classroom()
        let long = String(repeating: "长", count: 10_000)
        let user = ClassUser(
            id: "x", name: long, role: ClassUser.Role(rawValue: long), avatar: long,
            badges: Array(repeating: long, count: 100))
        let entered = room.machine.enter(user, at: room.now)
        #expect(entered.published.allSatisfy { JSONLines.write([$0]).count <= ClassLimits.eventBytes })
        expect(room.machine.user("x")?.name.count, is: ClassLimits.nameLength)
        expect(room.machine.role(of: "x"), is: .student)
        #expect(room.machine.enter(ClassUser(id: long, name: ""), at: room.now).isEmpty)
        _ = room.machine.configure(ClassFeatures(maxSpeakerCount: -5, requestTimeout: .max), at: room.now)
        expect(room.machine.features.maxSpeakerCount, is: 1)
        expect(room.machine.features.requestTimeout, is: 3_600_000)
    }

    @Test("LIVE-10: a user who enters again with another role first leaves with the old one")
    func otherRole() throws {
        var room = Classroom()
        try room.letSpeak("s1")
        let actions = room.machine.enter(ClassUser(id: "s1", name: "", role: .assistant), at: room.now)
        expect(actions.events.map(\.name), is: ["usersLeft", "usersEntered"])
        #expect(room.live.speakers.isEmpty)
        #expect(room.machine.enter(ClassUser(id: "s1", name: "", role: .assistant), at: room.now).events.isEmpty)
    }
}
