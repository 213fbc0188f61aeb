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

@Suite("A class attended over real servers", .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
struct LiveAttendanceTests {
    private let classroom: LiveClassroom

    init() throws { classroom = try LiveClassroom() }

    private func visitor(_ name: String, _ role: ClassUser.Role = .student) throws -> LiveVisitor {
        try LiveVisitor(try classroom.ticket(name, role)).enter()
    }

    private func agree(_ visitors: LiveVisitor...) throws {
        let kept = try #require(try classroom.working.state(of: LiveClassroom.name))
        for visitor in visitors {
            try visitor.wait("agreement") { $0.state.content == kept.state.content }
            expect(visitor.view.state.content, is: kept.state.content)
        }
    }

    @Test(
        "LIVE-13, LIVE-48, LIVE-55, LIVE-63, LIVE-64, LIVE-67: chat, hands and pages reach all participants, even late ones"
    )
    func together() throws {
        let teacher = try visitor("Wang", .teacher)
        let anna = try visitor("Anna")
        try expect(anna.wish(.requestToSpeak), is: ClassError(.notInProgress))
        try expect(teacher.wish(.start(true)), is: nil)
        anna.say("good morning")
        teacher.say("welcome @Anna")
        let lines = try anna.waitForLines(2)
        expect(Set(lines.map(\.text)), is: ["good morning", "welcome @Anna"])
        expect(lines.first { $0.text == "welcome @Anna" }?.mentions, is: ["Anna"])
        expect(lines.first { $0.text == "welcome @Anna" }?.author?.role, is: .teacher)
        try expect(anna.wish(.requestToSpeak), is: nil)
        try teacher.wait("hand") { !$0.live.requests.isEmpty }
        try expect(teacher.wish(.reply(ClassReply(user: anna.view.me.id, true))), is: nil)
        try anna.wait("speaking") { $0.live.speakers[$0.me.id] != nil }
        let document = ClassDocument(
            id: "d", title: "Leaves", pages: [.init(picture: "https://a.test/1"), .init(picture: "https://a.test/2")])
        try expect(teacher.wish(.addDocument(document)), is: nil)
        try expect(teacher.wish(.showPage(PageChange(PageKey(document: "d", page: 1)))), is: nil)
        try anna.wait("page") { $0.state.documents.page?.key.page == 1 }
        let late = try visitor("Zoë")
        try agree(teacher, anna, late)
        try expect(Set(try late.waitForLines(2).map(\.text)), is: ["good morning", "welcome @Anna"])
    }

    @Test("LIVE-09, LIVE-10: a teacher who ends the class also leaves it, and students see both")
    func leaving() throws {
        let teacher = try visitor("Wang", .teacher)
        let anna = try visitor("Anna")
        try expect(teacher.wish(.start(true)), is: nil)
        for visitor in [teacher, anna] { try visitor.wait("begin") { $0.live.isInProgress } }
        teacher.live.perform(.endAndLeave)
        try anna.wait("end") { !$0.live.isInProgress }
        try anna.wait("departure") { $0.state.users.list.count == 1 }
    }

    @Test("After twenty cuts at random moments, chat and events have arrived exactly once on both sides")
    func cuts() throws {
        let line = try LineProxy(to: classroom.server.configuration.ports.clients)
        let teacher = try visitor("Wang", .teacher)
        var ticket = try classroom.ticket("Anna")
        ticket.server.port = line.port
        let anna = try LiveVisitor(ticket).enter()
        try expect(teacher.wish(.start(true)), is: nil)
        var random = SeededGenerator(seed: 20)
        var (there, back) = (0, 0)
        for round in 0..<20 {
            func write() {
                teacher.say("to \(there)")
                anna.say("from \(back)")
                (there, back) = (there + 1, back + 1)
                teacher.live.perform(.wish(.forbidRequests(round % 2 == 0)))
            }
            if Bool.random(using: &random) { write() }
            line.cut()
            write()
            if round % 4 == 3 { anna.live.perform(.reconnect(true)) }
            if Bool.random(using: &random) { try anna.wait("cut \(round)") { $0.link != .online } }
            line.mend()
            try anna.wait("return \(round)") { $0.link == .online }
        }
        for visitor in [teacher, anna] {
            let lines = try visitor.waitForLines(there + back).map(\.text)
            expect(lines.filter { $0.hasPrefix("to") }, is: (0..<there).map { "to \($0)" })
            expect(lines.filter { $0.hasPrefix("from") }, is: (0..<back).map { "from \($0)" })
        }
        try teacher.wait("acts") { $0.openWishes == 0 }
        try agree(teacher, anna)
    }

    @Test(
        "Lines and wishes from the time of a killed server arrive once after its restart"
    )
    func restarts() throws {
        let teacher = try visitor("Wang", .teacher)
        let anna = try visitor("Anna")
        try expect(teacher.wish(.start(true)), is: nil)
        anna.say("before")
        _ = try teacher.waitForLines(1)
        classroom.server.end()
        try anna.wait("loss") { $0.link != .online }
        try teacher.wait("loss") { $0.link != .online }
        anna.say("in the gap")
        teacher.live.perform(.wish(.forbidRequests(true)))
        try classroom.server.restart()
        for visitor in [teacher, anna] {
            try visitor.wait("return") { $0.link == .online && $0.openWishes == 0 }
        }
        try expect(teacher.waitForLines(2).map(\.text), is: ["before", "in the gap"])
        try expect(anna.waitForLines(2).map(\.text), is: ["before", "in the gap"])
        try anna.wait("what the teacher wished") { $0.live.areRequestsForbidden }
        try agree(teacher, anna)
    }

    @Test(
        "LIVE-46, LIVE-48: hands raised during an interruption arrive once each and in order, even if the teacher returns last"
    )
    func handsOfTheGap() throws {
        // The test controls the teacher's connection.
        let line = try LineProxy(to: classroom.server.configuration.ports.clients)
        var ticket = try classroom.ticket("Wang", .teacher)
        ticket.server.port = line.port
        let teacher = try LiveVisitor(ticket).enter()
        let (anna, bert) = (try visitor("Anna"), try visitor("Bert"))
        try expect(teacher.wish(.start(true)), is: nil)
        try anna.wait("begin") { $0.live.isInProgress }
        line.cut()
        classroom.server.end()
        for visitor in [teacher, anna, bert] { try visitor.wait("loss") { $0.link != .online } }
        anna.live.perform(.wish(.requestToSpeak))
        try classroom.server.restart()
        try anna.wait("the teacher's absence") { $0.link == .online && $0.state.users.presenter == nil }
        try anna.wait("the hand") { $0.openWishes == 0 && $0.live.requests[$0.me.id] != nil }
        try bert.wait("return") { $0.link == .online }
        try expect(bert.wish(.requestToSpeak), is: nil)
        line.mend()
        try teacher.wait("return") { $0.link == .online && $0.live.requests.count == 2 }
        expect(teacher.view.live.requests.elements.map(\.user), is: [anna.view.me.id, bert.view.me.id])
        try expect(teacher.wish(.reply(ClassReply(user: anna.view.me.id, true))), is: nil)
        try agree(teacher, anna, bert)
        #expect(!anna.news.contains { if case .answer(_, _?) = $0 { true } else { false } })
    }

    @Test("LIVE-01: a student's forged keeper messages change nothing for other participants")
    func hostile() throws {
        let teacher = try visitor("Wang", .teacher)
        let anna = try visitor("Anna")
        try expect(teacher.wish(.start(true)), is: nil)
        try anna.wait("begin") { $0.live.isInProgress }
        let before = anna.view.state.content
        let eve = try visitor("Eve")
        let ticket = try classroom.ticket("Mallory")
        let mallory = XMPPProbe(try classroom.account(ticket))
        _ = mallory.session()
        var occupancy = RoomOccupancy(room: classroom.room, nick: ticket.user.name)
        func send(_ stanza: XMLElement) throws { try mallory.connection.send(stanza) }
        try send(occupancy.join(at: SystemClock().now))
        var chain = EventChain()
        for kind in [
            ClassEvent.Kind.presenter(ticket.user.id), .pageShown(PageChange(PageKey(document: "x", page: 3))),
        ] {
            for number in 0..<40 {
                chain = EventChain(number: Int64(number), hash: "")
                let event = EventStanza(chain.append(ClassEvent(.zero, kind)))
                try send(
                    XMLElement(
                        "message", attributes: ["type": "groupchat", "to": classroom.room.description],
                        children: [XMLElement("body", text: "forged"), event.element]))
            }
        }
        let notice = NoticeStanza(
            room: classroom.room.description,
            notice: .remote(RemoteSwitch(user: anna.view.me.id, hasAudio: true, hasVideo: true), by: ticket.user.id))
        for nick in ["Anna", "Wang"] {
            try send(
                XMLElement(
                    "message", attributes: ["type": "chat", "to": classroom.room.with(resource: nick).description],
                    children: [notice.element]))
        }
        try send(
            XMLElement(
                "message", attributes: ["type": "groupchat", "to": classroom.room.description],
                children: [XMLElement("body", text: "the end")]))
        _ = try anna.waitForLines(1)
        eve.leave()
        try anna.wait("departure") { $0.state.users.list.count == 3 }
        #expect(!anna.news.contains { if case .notice = $0 { true } else { false } })
        expect(anna.lines.map(\.text), is: ["the end"])
        #expect(
            anna.view.state.documents == before.documents || anna.view.state.documents.page == before.documents.page)
        expect(anna.view.state.users.presenter, is: before.users.presenter)
        try agree(teacher, anna)
    }

    @Test("LIVE-73: hundreds of rapid messages arrive in order, and a late participant gets them from the archive")
    func flood() throws {
        let teacher = try visitor("Wang", .teacher)
        let anna = try visitor("Anna")
        for number in 0..<600 {
            teacher.say("line \(number)")
            if number % 200 == 199 { _ = try teacher.waitForLines(number + 1) }
        }
        let lines = try anna.waitForLines(600)
        expect(lines.map(\.text), is: (0..<600).map { "line \($0)" })
        let late = try visitor("Zoë")
        try expect(late.waitForLines(600).map(\.text), is: (0..<600).map { "line \($0)" })
    }
}
