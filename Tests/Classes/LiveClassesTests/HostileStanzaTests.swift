import ClassAccess
import ClassKeeper
import ClassRules
import ClassWire
import Classes
import ClassroomHarness
import LiveClasses
import PlayCore
import Signalling
import TestSupport
import Testing
import XML

@Suite(
    "Forged stanzas in a live class", .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
struct HostileStanzaTests {
    private let classroom: LiveClassroom
    private let teacher: LiveVisitor
    private let anna: LiveVisitor
    private let eve: Forger

    init() throws {
        classroom = try LiveClassroom()
        teacher = try LiveVisitor(try classroom.ticket("Wang", .teacher)).enter()
        anna = try LiveVisitor(try classroom.ticket("Anna")).enter()
        eve = try Forger(classroom, try classroom.ticket("Eve"))
        try expect(teacher.wish(.start(true)), is: nil)
        let document = ClassDocument(
            id: "d", title: "Leaves", pages: [.init(picture: "https://a.test/1"), .init(picture: "https://a.test/2")])
        try expect(teacher.wish(.addDocument(document)), is: nil)
        try expect(teacher.wish(.showPage(PageChange(PageKey(document: "d", page: 0)))), is: nil)
        for visitor in [teacher, anna] { try visitor.wait("page") { $0.state.documents.page?.key.document == "d" } }
    }

    private func truth() throws -> (state: ClassState, number: Int64) {
        try #require(try classroom.working.state(of: LiveClassroom.name))
    }

    /// Expects that `work` changes nothing for the keeper and the clients, and delivers no notice to the clients.
    private func changesNothing(_ work: () throws -> Void) throws {
        let before = try truth()
        try work()
        // This line follows everything that was sent, in the room's order.
        eve.say("that was it")
        for visitor in [teacher, anna] {
            try visitor.wait("the last line") { _ in visitor.lines.contains { $0.text == "that was it" } }
            expect(visitor.view.state.content, is: before.state.content)
            #expect(!visitor.news.contains { if case .notice = $0 { true } else { false } })
        }
        try expect(truth().number, is: before.number)
    }

    /// A turned page, the end of the class, a presenter and a notice. Each has the next valid number and hash.
    private func forgedEvents() throws -> [XMLElement] {
        // Every participant knows the valid chain.
        let chain = eve.chain
        let kinds: [ClassEvent.Kind] = [
            .pageShown(PageChange(PageKey(document: "d", page: 1))), .live(.classInProgress(false)),
            .presenter(eve.ticket.user.id), .notice(PostedNotice(text: "go home")),
        ]
        return kinds.map { kind in
            var next = chain
            return EventStanza(next.append(ClassEvent(.zero, kind))).element
        }
    }

    @Test("LIVE-01: a student's forged page, end of class, presenter, notice and beats change nothing")
    func events() throws {
        try eve.follow(to: truth().number)
        try changesNothing {
            for element in try forgedEvents() { eve.groupchat([element]) }
            eve.groupchat([EventStanza(beat: EventChain(number: 9_999, hash: "0123456789abcdef"), at: 1).element])
            eve.groupchat([EventStanza(beat: eve.chain, at: Int64.max).element])
        }
    }

    @Test("LIVE-01: the keeper's notices have no effect when another participant sends them")
    func told() throws {
        let me = anna.view.me.id
        try changesNothing {
            for notice in [
                ClassNotice.invitation(by: teacher.view.me.id, true),
                .remote(RemoteSwitch(user: me, hasAudio: true, hasVideo: true), by: teacher.view.me.id),
            ] {
                let element = NoticeStanza(room: classroom.room.description, notice: notice).element
                for to in [
                    classroom.room.description + "/Anna", "n-\(me)@" + classroom.server.configuration.clientDomain,
                ] {
                    for from in [nil, eve.ticket.keeper] { eve.message("normal", to: to, from: from, [element]) }
                }
                eve.message("normal", to: eve.ticket.keeper, from: nil, [element])
            }
        }
    }

    @Test(
        "LIVE-01: acts in another participant's name are refused or change nothing"
    )
    func acts() throws {
        try expect(anna.wish(.requestToSpeak), is: nil)
        try teacher.wait("hand") { $0.live.requests.count == 1 }
        try anna.wait("hand") { $0.live.requests.count == 1 }
        try changesNothing {
            let (wang, me) = (teacher.view.me.id, anna.view.me.id)
            let address = "n-\(wang)@" + classroom.server.configuration.clientDomain
            for from in [address, address + "/tvplay", eve.ticket.keeper, classroom.room.description + "/Wang"] {
                #expect(eve.act(.start(false), from: from) != nil)
                #expect(eve.act(.showPage(PageChange(PageKey(document: "d", page: 1))), from: from) != nil)
            }
            expect(eve.act(.lowerHand(me)), is: .refused(ClassError(.teacherOrAssistantNeeded)))
            expect(eve.act(.reply(ClassReply(user: me, true))), is: .refused(ClassError(.teacherOrAssistantNeeded)))
            let shape = Shape(
                id: wang + "/1", on: PageKey(document: "d", page: 0), .pencil, [BoardPoint(x: 0.1, y: 0.1)])
            expect(eve.act(.draw(shape)), is: .refused(ClassError(.notGranted)))
        }
    }

    @Test("LIVE-01, LIVE-75: a muted participant cannot publish a notice in any way")
    func visitor() throws {
        try expect(teacher.wish(.banFromChat(ChatBanWish(user: eve.ticket.user.id, seconds: 600))), is: nil)
        #expect(eve.waitForRole(.visitor))
        let before = try truth()
        expect(eve.act(.notice(PostedNotice(text: "go home"))), is: .refused(ClassError(.teacherNeeded)))
        for element in try forgedEvents() { eve.groupchat([XMLElement("body", text: "go home"), element]) }
        eve.subject("go home")
        try expect(teacher.wish(.notice(PostedNotice(text: "page 3"))), is: nil)
        try anna.wait("notice") { $0.state.words.notice?.text == "page 3" }
        try expect(truth().number, is: before.number + 1)
        #expect(anna.view.state.documents.page?.key.page == 0 && anna.view.live.isInProgress)
        #expect(anna.lines.isEmpty && teacher.lines.isEmpty)
    }

    @Test(
        "LIVE-01: a participant with the crashed keeper's nickname is not trusted, and is removed when the keeper returns"
    )
    func chair() throws {
        try eve.follow(to: truth().number)
        let before = try truth()
        classroom.stop()
        eve.changeNick("keeper")
        for element in try forgedEvents() { eve.groupchat([XMLElement("body", text: "class over"), element]) }
        eve.groupchat([EventStanza(beat: EventChain(number: 9_999, hash: "0123456789abcdef"), at: 1).element])
        let invitation = ClassNotice.invitation(by: teacher.view.me.id, true)
        let told = NoticeStanza(room: classroom.room.description, notice: invitation).element
        eve.message("normal", to: classroom.room.description + "/Anna", from: nil, [told])
        // Text beside an event is shown only from the keeper, so this forged line does not appear.
        eve.say("I keep this class")
        try anna.wait("the false keeper's words") { _ in anna.lines.map(\.text) == ["I keep this class"] }
        // A wish during that time reaches only the real keeper.
        anna.live.perform(.wish(.requestToSpeak))
        for visitor in [teacher, anna] {
            expect(visitor.view.state.documents, is: before.state.documents)
            #expect(
                visitor.view.live.isInProgress && visitor.view.state.users.presenter == before.state.users.presenter)
        }
        try classroom.start()
        #expect(eve.waitForEnd())
        try anna.wait("the wish") { $0.openWishes == 0 && $0.link == .online }
        let after = try truth()
        #expect(after.state.live.isInProgress && after.state.live.requests[anna.view.me.id] != nil)
        for visitor in [teacher, anna] {
            try visitor.wait("agreement") { $0.state.content == after.state.content }
            #expect(!visitor.news.contains { if case .notice = $0 { true } else { false } })
        }
    }
}

private final class Forger {
    let ticket: ClassTicket
    private(set) var chain = EventChain()
    private let classroom: LiveClassroom
    private let probe: XMPPProbe
    private var occupancy: RoomOccupancy
    private var answers: [String: ActAnswer] = [:]
    private var number = 0

    init(_ classroom: LiveClassroom, _ ticket: ClassTicket) throws {
        (self.classroom, self.ticket) = (classroom, ticket)
        probe = XMPPProbe(try classroom.account(ticket))
        occupancy = RoomOccupancy(room: classroom.room, nick: ticket.user.name)
        _ = try #require(probe.session())
        join()
        let isInside = wait { self.occupancy.state == .inside }
        #expect(isInside)
    }

    private func join() { send(occupancy.join(at: SystemClock().now)) }

    /// The old presence stays until the new one is admitted, because a connection has one presence.
    func changeNick(_ nick: String) {
        let to = classroom.room.with(resource: nick).description
        send(XMLElement("presence", attributes: ["to": to]))
        let isThere = wait { self.occupancy.own?.nick == nick }
        #expect(isThere)
    }

    // MARK: Sending

    func send(_ stanza: XMLElement) {
        do { try probe.connection.send(stanza) } catch { Issue.record("\(error): \(stanza)") }
    }

    func message(_ type: String, to: String, from: String?, _ children: [XMLElement]) {
        number += 1
        var attributes = ["type": type, "to": to, "id": "f-\(number)"]
        attributes["from"] = from
        send(XMLElement("message", attributes: attributes, children: children))
    }

    func groupchat(_ children: [XMLElement]) {
        message("groupchat", to: classroom.room.description, from: nil, children)
    }

    func say(_ text: String) { groupchat([XMLElement("body", text: text)]) }

    func subject(_ text: String) { groupchat([XMLElement("subject", text: text)]) }

    /// - Returns: The refusal, or `nil` if the act was done.
    func act(_ wish: ClassWish, from: String? = nil) -> ActAnswer? {
        number += 1
        let id = "act-\(number)"
        var attributes = ["type": "set", "id": id, "to": ticket.keeper]
        attributes["from"] = from
        let act = ClassAct(room: classroom.room.description, id: id, wish: wish).element
        send(XMLElement("iq", attributes: attributes, children: [act]))
        guard wait({ self.answers[id] != nil }) else {
            Issue.record("no answer to \(wish)")
            return nil
        }
        if case .done? = answers[id] { return nil }
        return answers[id]
    }

    // MARK: Following

    func follow(to number: Int64) throws {
        let isThere = wait { self.chain.number >= number }
        #expect(isThere)
    }

    func waitForRole(_ role: RoomOccupant.Role) -> Bool { wait { self.occupancy.own?.role == role } }

    func waitForEnd() -> Bool { wait { self.occupancy.state == .outside } }

    private func wait(_ holds: () -> Bool) -> Bool {
        if holds() { return true }
        return probe.wait { news -> Void? in
            if case .stanza(let stanza) = news { self.receive(stanza) }
            return holds() ? () : nil
        } != nil
    }

    private func receive(_ stanza: XMLElement) {
        let (news, stanzas) = occupancy.received(stanza, at: SystemClock().now)
        for stanza in stanzas { send(stanza) }
        for case .message(let message) in news {
            guard let nick = message.nick, occupancy.occupants[nick]?.affiliation == .owner,
                case .event(let number, _, let hash)? = EventStanza(message: message.stanza)
            else { continue }
            chain = EventChain(number: number, hash: hash)
        }
        guard stanza.name == "iq", let id = stanza["id"], id.hasPrefix("act-") else { return }
        answers[id] = StanzaError(stanza).map { ActAnswer(error: $0) } ?? ActAnswer(result: stanza.children.first)
    }
}
