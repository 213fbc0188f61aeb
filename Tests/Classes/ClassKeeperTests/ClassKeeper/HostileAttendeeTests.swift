import ClassAccess
import ClassKeeper
import ClassRules
import ClassWire
import Classes
import ClassroomHarness
import Encoding
import PlayCore
import Signalling
import TestSupport
import Testing
import XML

/// A participant who sends what tvplay never sends. Nothing changes for other participants.
@Suite("A hostile student", .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
struct HostileAttendeeTests {
    private let classroom: LiveClassroom
    private let teacher: Attendee
    private let eve: Attendee

    init() throws {
        classroom = try LiveClassroom()
        teacher = try Attendee(classroom, "Wang", .teacher).enter()
        eve = try Attendee(classroom, "Eve").enter()
        try teacher.wish(.start(true))
    }

    private func truth() throws -> (state: ClassState, number: Int64) {
        try #require(try classroom.working.state(of: LiveClassroom.name))
    }

    private func stays(_ work: () throws -> Void) throws {
        try eve.settle(number: try truth().number)
        let before = try truth()
        try work()
        // The answer to this request shows that everything sent before has been processed.
        _ = try eve.page(StateRequest(room: eve.ticket.room))
        let after = try truth()
        #expect(after.number == before.number && after.state == before.state)
        try teacher.settle(number: after.number)
        #expect(teacher.state.content == after.state.content && teacher.gaps == 0)
    }

    private func send(_ type: String, _ payload: XMLElement, to: String? = nil, from: String? = nil) {
        var attributes = ["type": type, "id": "x", "to": to ?? eve.ticket.room]
        attributes["from"] = from
        let name = type == "groupchat" || type == "normal" ? "message" : "iq"
        eve.send(XMLElement(name, attributes: attributes, children: [payload]))
    }

    @Test("a forged event, beat and notice change nothing")
    func forged() throws {
        try stays {
            var chain = try EventChain(number: truth().number, hash: "0123456789abcdef")
            let event = chain.append(ClassEvent(.zero, .live(.classInProgress(false))))
            send("groupchat", EventStanza(event).element)
            send("groupchat", EventStanza(beat: chain, at: 1).element)
            let notice = NoticeStanza(room: eve.ticket.room, notice: .invitation(by: teacher.id, true)).element
            send("normal", notice, to: eve.ticket.room + "/Wang")
            send("normal", notice, to: eve.ticket.keeper)
        }
        #expect(teacher.notices.isEmpty)
    }

    @Test(
        "acts are refused if they come from outsiders, name another room, are unreadable, too large, too deep or too many"
    )
    func acts() throws {
        let outsider = try Attendee(classroom, "Out")
        #expect(outsider.probe.session() != nil)
        try expect(outsider.wish(.requestToSpeak), is: .refused(ClassError(.notPresent)))
        try stays {
            var foreign = ClassAct(room: "other@rooms.tv.test", id: "1", wish: .requestToSpeak).element
            send("set", foreign, to: eve.ticket.keeper)
            foreign =
                ClassAct(room: eve.ticket.room, id: String(repeating: "i", count: 65), wish: .requestToSpeak).element
            send("set", foreign, to: eve.ticket.keeper)
            for json in [
                "{\"name\":\"destroy\"}", "{", String(repeating: "[", count: 20_000),
                "{\"name\":\"start\",\"value\":7}",
            ] {
                send("set", act(json), to: eve.ticket.keeper)
            }
            send(
                "set",
                act("{\"name\":\"notice\",\"value\":{\"text\":\"" + String(repeating: "x", count: 50_000) + "\"}}"),
                to: eve.ticket.keeper)
            var deep = XMLElement("x")
            for _ in 0..<200 { deep = XMLElement("x", children: [deep]) }
            send(
                "set",
                XMLElement(
                    "act", namespace: WireNames.live, attributes: ["room": eve.ticket.room, "id": "d"], children: [deep]
                ), to: eve.ticket.keeper)
            // A forged act of the teacher: the server blocks it, or states the real sender.
            let forged = ClassAct(room: eve.ticket.room, id: "t", wish: .start(false)).element
            send("get", forged, to: eve.ticket.keeper)
        }
        for number in 0..<300 { eve.begin(.requestToSpeak, id: "many-\(number)") }
        #expect(try teacher.wish(.notice(PostedNotice(text: "still here"))) != .refused(ClassError(.tooManyWishes)))
    }

    private func act(_ json: String) -> XMLElement {
        XMLElement(
            "act", namespace: WireNames.live, attributes: ["room": eve.ticket.room, "id": "j"],
            children: [XMLElement("json", namespace: "urn:xmpp:json:0", text: json)])
    }

    @Test("reusing another participant's act ID does not return that participant's answer")
    func otherActs() throws {
        let anna = try Attendee(classroom, "Anna").enter()
        let hers = try anna.wish(.requestToSpeak, id: "hers")
        let his = try eve.wish(.withdrawRequest, id: "hers")
        #expect(his == .refused(ClassError(.notRequested)) && his != hers)
        #expect(try truth().state.live.requests[anna.id] != nil)
    }

    @Test("a participant with the absent keeper's nickname is not trusted, and loses it when the keeper returns")
    func keepersNick() throws {
        try teacher.settle(number: try truth().number)
        classroom.stop()
        let before = teacher.chain
        let fake = try Attendee(classroom, eve.ticket, resource: "fake", nick: "keeper")
        try fake.enterRoom()
        #expect(fake.occupancy.own?.affiliation != .owner)
        var chain = before
        fake.send(
            XMLElement(
                "message", attributes: ["type": "groupchat", "to": eve.ticket.room],
                children: [
                    XMLElement("body", text: "class over"),
                    EventStanza(chain.append(ClassEvent(.zero, .live(.classInProgress(false))))).element,
                ]))
        #expect(teacher.wait { teacher.bodies.contains("class over") ? () : nil } != nil)
        expect(teacher.chain, is: before)
        try classroom.start()
        #expect(fake.wait { fake.occupancy.state == .outside ? () : nil } != nil)
        try teacher.settle(number: try truth().number)
        #expect(teacher.state.live.isInProgress)
    }

    @Test("a name that differs from the ticket's is refused, and a second person of the same name gets a number")
    func names() throws {
        let impostor = try Attendee(classroom, classroom.ticket("Mallory"), nick: "Wang 2")
        try impostor.enterRoom()
        #expect(impostor.wait { impostor.occupancy.state == .outside ? () : nil } != nil)
        let second = try classroom.ticket("Wang")
        #expect(second.user.name == "Wang 2" && second.user.id != teacher.id)
        try expect(classroom.ticket("Ｗａｎｇ").user.name, is: "Wang 3")
        try expect(classroom.ticket("keeper").user.name, is: "keeper 2")
    }
}

private enum WireNames {
    static let live = "urn:tvplay:room:1"
}
