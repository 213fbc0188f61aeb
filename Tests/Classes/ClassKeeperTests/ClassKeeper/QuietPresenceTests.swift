import ClassAccess
import ClassKeeper
import ClassRules
import Classes
import ClassroomHarness
import PlayCore
import Signalling
import TestSupport
import Testing
import XML

@Suite("Presences of a class", .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
struct QuietPresenceTests {
    private func present(_ classroom: LiveClassroom) throws -> Set<String> {
        try classroom.working.status.rooms[LiveClassroom.name]?.present ?? []
    }

    private func comes(_ classroom: LiveClassroom, _ ids: Set<String>) throws -> Bool {
        try eventually { try present(classroom) == ids }
    }

    @Test(
        "LIVE-16: in a class of invited people only the keeper gets presences, and other people get events"
    )
    func invited() throws {
        let classroom = try LiveClassroom()
        let teacher = try Attendee(classroom, "Wang", .teacher).enter()
        let others = try (0..<4).map { try Attendee(classroom, "Student \($0)").enter() }
        let everybody = [teacher] + others
        for one in everybody {
            expect(Set(one.occupancy.occupants.keys), is: ["keeper", one.ticket.user.name])
            expect(one.occupancy.occupants["keeper"]?.affiliation, is: .owner)
        }
        #expect(try comes(classroom, Set(everybody.map(\.id))))
        #expect(teacher.wait { teacher.state.users.list.count == 5 ? () : nil } != nil)
        // A second presence of the same user receives the presence of the first one.
        let again = try Attendee(classroom, others[0].ticket, resource: "again").enter()
        #expect(again.occupancy.own != nil)
        others[1].send(others[1].occupancy.leaveForTest())
        #expect(others[1].wait { others[1].occupancy.state == .outside ? () : nil } != nil)
        #expect(teacher.wait { teacher.state.users.list.count == 4 ? () : nil } != nil)
        #expect(try !present(classroom).contains(others[1].id))
        // All users receive the keeper's presences when it leaves and when it returns.
        classroom.stop()
        #expect(teacher.wait { teacher.occupancy.occupants["keeper"] == nil ? () : nil } != nil)
        try classroom.start()
        #expect(teacher.wait { teacher.occupancy.occupants["keeper"] != nil ? () : nil } != nil)
        #expect(try comes(classroom, Set(everybody.map(\.id)).subtracting([others[1].id])))
    }

    @Test("in a class that admits guests without a ticket, everyone receives all presences, as chat programs expect")
    func open() throws {
        var plan = ClassPlan(name: LiveClassroom.name, title: "Botany")
        plan.allowsGuests = true
        let classroom = try LiveClassroom(plan)
        let teacher = try Attendee(classroom, "Wang", .teacher).enter()
        let anna = try Attendee(classroom, "Anna").enter()
        expect(Set(anna.occupancy.occupants.keys), is: ["keeper", "Wang", "Anna"])
        #expect(teacher.wait { teacher.occupancy.occupants["Anna"] != nil ? () : nil } != nil)
    }

    @Test("the last of sixty-one people to enter receives at most three presences")
    func cost() throws {
        let classroom = try LiveClassroom()
        let start = SystemClock().now
        var people = try (0..<60).map { try Attendee(classroom, "Person \($0)").enter() }
        #expect(try comes(classroom, Set(people.map(\.id))))
        let time = SystemClock().now - start
        let line = try LineProxy(to: classroom.server.configuration.ports.clients)
        var ticket = try classroom.ticket("Last")
        ticket.server.port = line.port
        people.append(try Attendee(ticket, authorityFile: classroom.authorityFile).enter())
        let last = people[60]
        let presences = last.probe.news.count { news in
            if case .stanza(let stanza) = news { stanza.name == "presence" } else { false }
        }
        let first = people[0].probe.news.count { news in
            if case .stanza(let stanza) = news { stanza.name == "presence" } else { false }
        }
        print(
            "sixty enter in \(time.inMilliseconds) ms; the last is sent \(line.bytes) bytes with \(presences) presences, "
                + "the first has had \(first)")
        #expect(presences <= 3 && last.state.users.list.count == 61)
    }
}
