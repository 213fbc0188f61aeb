import ClassAccess
import ClassKeeper
import ClassRules
import ClassWire
import Classes
import ClassroomHarness
import Encoding
import FoundationEssentials
import PlayCore
import Signalling
import Storage
import TestSupport
import Testing
import XML

@Suite("A keeper at work", .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
struct KeeperTests {
    private let classroom: LiveClassroom

    init() throws { classroom = try LiveClassroom() }

    private var truth: (state: ClassState, number: Int64) {
        get throws { try #require(try classroom.working.state(of: LiveClassroom.name)) }
    }

    private func agree(_ attendees: Attendee...) throws {
        let truth = try truth
        for attendee in attendees {
            try attendee.settle(number: truth.number)
            expect(attendee.state.content, is: truth.state.content, "\(attendee.ticket.user.name)")
            expect(attendee.gaps, is: 0)
        }
    }

    @Test(
        "wishes become events for all participants, and a late participant has the same state (LIVE-15, LIVE-48)"
    )
    func acting() throws {
        let teacher = try Attendee(classroom, "Wang", .teacher).enter()
        let anna = try Attendee(classroom, "Anna").enter()
        try expect(anna.wish(.start(true)), is: .refused(ClassError(.teacherNeeded)))
        try expect(anna.wish(.requestToSpeak), is: .refused(ClassError(.notInProgress)))
        guard case .done = try teacher.wish(.start(true)) else {
            Issue.record("not begun")
            return
        }
        let answer = try anna.wish(.requestToSpeak)
        try expect(answer, is: .done(try truth.number))
        let late = try Attendee(classroom, "Zoë").enter()
        #expect(late.state.live.requests[anna.id] != nil)
        try teacher.wish(.reply(ClassReply(user: anna.id, true)))
        try agree(teacher, anna, late)
        #expect(anna.state.live.speakers[anna.id] != nil)
        #expect(late.bodies.contains("Anna may speak"))
    }

    @Test("a repeated act is performed once and answered twice, and another person's act with the same ID is separate")
    func idempotence() throws {
        let teacher = try Attendee(classroom, "Wang", .teacher).enter()
        let assistant = try Attendee(classroom, "Chen", .assistant).enter()
        try teacher.wish(.start(true))
        let anna = try Attendee(classroom, "Anna").enter()
        let first = try teacher.wish(.like(anna.id), id: "same")
        let second = try teacher.wish(.like(anna.id), id: "same")
        expect(first, is: second)
        let other = try assistant.wish(.like(anna.id), id: "same")
        #expect(other != first)
        try expect(truth.state.live.likes[anna.id], is: 2)
        classroom.stop()
        try classroom.start()
        try expect(teacher.wish(.like(anna.id), id: "same"), is: first)
        try expect(truth.state.live.likes[anna.id], is: 2)
        try agree(teacher, assistant, anna)
    }

    @Test("a notice to one person reaches only that person (LIVE-54)")
    func notices() throws {
        let teacher = try Attendee(classroom, "Wang", .teacher).enter()
        let anna = try Attendee(classroom, "Anna").enter()
        let bert = try Attendee(classroom, "Bert").enter()
        try teacher.wish(.start(true))
        try teacher.wish(.invite(ClassPermission(user: anna.id, true)))
        let notice = ClassNotice.invitation(by: teacher.id, true)
        #expect(anna.wait { anna.notices.contains(notice) ? () : nil } != nil)
        try anna.wish(.answerInvitation(true))
        try agree(teacher, anna, bert)
        #expect(bert.notices.isEmpty && bert.state.live.speakers[anna.id] != nil)
    }

    @Test(
        "LIVE-69, LIVE-68: a ban lasts through entering again, and messages written while writing is forbidden are retracted"
    )
    func chat() throws {
        let teacher = try Attendee(classroom, "Wang", .teacher).enter()
        let anna = try Attendee(classroom, "Anna").enter()
        try teacher.wish(.banFromChat(ChatBanWish(user: anna.id, seconds: 600)))
        func isVisitor(_ who: Attendee) -> Void? { who.occupancy.own?.role == .visitor ? () : nil }
        #expect(anna.wait { isVisitor(anna) } != nil)
        let again = try Attendee(classroom, anna.ticket, resource: "again")
        anna.send(anna.occupancy.leaveForTest())
        try again.enter()
        #expect(again.wait { isVisitor(again) } != nil)
        try teacher.wish(.banFromChat(ChatBanWish(user: anna.id, seconds: 0)))
        #expect(again.wait { again.occupancy.own?.role == .participant ? () : nil } != nil)
        again.say("I am back")
        #expect(teacher.wait { teacher.bodies.contains("I am back") ? () : nil } != nil)
        try teacher.wish(.forbidChat(true))
        again.say("and loud")
        #expect(
            teacher.wait { teacher.news.contains { if case .retracted = $0 { true } else { false } } ? () : nil } != nil
        )
        #expect(again.wait { isVisitor(again) } != nil)
        try agree(teacher)
    }

    @Test("an expelled user is removed and gets no further ticket")
    func expulsion() throws {
        let teacher = try Attendee(classroom, "Wang", .teacher).enter()
        let anna = try Attendee(classroom, "Anna").enter()
        try teacher.wish(.expel(anna.id))
        #expect(anna.wait { anna.occupancy.state == .outside ? () : nil } != nil)
        #expect(throws: (any Error).self) { try classroom.ticket("Anna", resume: anna.ticket.resume) }
        #expect(teacher.wait { teacher.state.users.list[anna.id] == nil ? () : nil } != nil)
        // The server decides which of the two it reports first.
        #expect([.banned, .membersOnly].contains(anna.knock()))
    }

    @Test("every person who gets a ticket while the chat server is busy is admitted")
    func manyTickets() throws {
        classroom.server.pause()
        let names = ["Anna", "Bert", "Clara"]
        let tickets = try names.map { try classroom.ticket($0) }
        classroom.server.resume()
        for ticket in tickets {
            let isInside = try Attendee(classroom, ticket).knockUntilInside()
            #expect(isInside, "\(ticket.user.name)")
        }
    }

    @Test("codes and classes stored by another process take effect, and a class that ends closes its room (LIVE-07)")
    func foreignChanges() throws {
        let anna = try Attendee(classroom, "Anna").enter()
        // This process must not open the file twice, because closing it would release the keeper's locks.
        let keeper = try classroom.working
        try keeper.keep(ClassPlan(name: "zoology", title: "Zoology"))
        let code = try keeper.makeCode(for: "zoology", .student, expires: WallTime.now.milliseconds / 1000 + 100)
        #expect(keeper.waitUntilReady())
        try expect(classroom.ticket("Bert", room: "zoology").room, is: "zoology@rooms.tv.test")
        expect(code.room, is: "zoology")
        try keeper.keep(ClassPlan(name: LiveClassroom.name, title: "Botany", isOver: true))
        #expect(anna.wait { anna.occupancy.state == .outside ? () : nil } != nil)
        expect(keeper.status.rooms.keys.sorted(), is: ["zoology"])
        #expect(throws: (any Error).self) { try classroom.ticket("Clara") }
    }

    @Test("a store has at most one keeper")
    func lock() throws {
        let settings = KeeperSettings(
            folder: classroom.folder.path, prosody: classroom.server.configuration, host: "127.0.0.1", authority: nil)
        #expect(throws: KeeperError.inUse(classroom.folder.path)) { try Keeper(settings) }
    }

    // MARK: Coming back

    @Test("after the server is killed and restarted, the keeper returns and the numbers continue")
    func serverRestart() throws {
        try classroom.wait(.seconds(60))
        let teacher = try Attendee(classroom, "Wang", .teacher).enter()
        try teacher.wish(.start(true))
        let number = try truth.number
        try classroom.server.restart()
        #expect(teacher.probe.failure() != nil)
        teacher.probe.connection.reconnect()
        try teacher.enterRoom()
        #expect(try classroom.working.waitUntilReady())
        try teacher.loadState()
        #expect(teacher.state.live.isInProgress)
        try teacher.wish(.notice(PostedNotice(text: "again")))
        try expect(truth.number, is: number + 1)
        try agree(teacher)
    }

    @Test("a restarted keeper has its whole state, and users who left meanwhile have left")
    func keeperRestart() throws {
        let teacher = try Attendee(classroom, "Wang", .teacher).enter()
        let anna = try Attendee(classroom, "Anna").enter()
        try teacher.wish(.start(true))
        try anna.wish(.requestToSpeak)
        let before = try truth
        classroom.stop()
        anna.send(anna.occupancy.leaveForTest())
        let (_, stanza) = teacher.begin(.notice(PostedNotice(text: "nobody hears")))
        guard case .failed? = teacher.answer(stanza) else {
            Issue.record("answered by nobody")
            return
        }
        try classroom.start()
        #expect(teacher.wait { teacher.state.users.list[anna.id] == nil ? () : nil } != nil)
        #expect(try truth.number > before.number)
        try agree(teacher)
        #expect(teacher.state.live.isInProgress && teacher.state.live.requests.isEmpty)
    }
}

extension RoomOccupancy {
    func leaveForTest() -> XMLElement {
        var copy = self
        return copy.leave()
    }
}
