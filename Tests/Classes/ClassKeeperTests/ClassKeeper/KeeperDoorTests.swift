import ClassAccess
import ClassRules
import ClassWire
import Classes
import ClassroomHarness
import PlayCore
import Signalling
import TestSupport
import Testing
import XML

@testable import ClassKeeper

@Suite("Locked rooms and waiting rooms of a keeper")
struct KeeperDoorTests {
    private typealias Script = ClassScript

    /// The teacher and one guest are present.
    private func opened() -> Script {
        var script = Script(ClassPlan(name: "botany", title: "Botany", allowsGuests: true))
        script.enter()
        script.comes(Script.teacher)
        guest("Gast", &script)
        return script
    }

    private func guest(_ nick: String, _ script: inout Script) {
        script.receive(
            Script.presence(nick, XMPPAddress(local: nick.lowercased(), domain: "elsewhere.test", resource: "a")))
    }

    @Test("a locked class refuses new guests and notifies the teacher, but readmits a guest who was in it")
    func lockedGuests() {
        var script = opened()
        _ = script.act(.lock(true), Script.teacher)
        #expect(script.room.door.isLocked)
        script.goes("Gast")
        script.forget()
        guest("Mallory", &script)
        expect(script.orders, is: ["Mallory none"])
        #expect(script.stanzas.contains { $0.wholeText == JoinError(.classLocked).message })
        expect(script.told.map(\.notice), is: [.turnedAway("Mallory")])
        expect(script.present, is: ["1"])
        script.forget()
        guest("Gast", &script)
        #expect(script.orders.isEmpty && script.present.count == 2)
    }

    @Test("a guest in the waiting room is removed with the reason, and can enter once a teacher has admitted the guest")
    func waitingGuests() throws {
        var script = opened()
        _ = script.act(.waitingRoom(true), Script.teacher)
        script.forget()
        guest("Eve", &script)
        expect(script.orders, is: ["Eve none"])
        #expect(script.stanzas.contains { $0.wholeText.hasPrefix(JoinError(.waiting).message) })
        let eve = try #require(script.room.kept.machine.waiting.first)
        expect(script.told.map(\.notice), is: [.waiting([eve], count: 1)])
        #expect(eve.name == "Eve" && script.room.door.waiting == [eve.id])
        script.goes("Eve")
        script.forget()
        _ = script.act(.admit(ClassReply(user: eve.id, true)), Script.teacher)
        expect(script.room.door.letIn, is: [eve.id])
        let entry = script.writes.compactMap { if case .audit(let entry) = $0 { entry } else { nil } }.first
        #expect(entry?.act == "admit" && entry?.targetName == "Eve")
        script.forget()
        guest("Eve", &script)
        #expect(script.orders.isEmpty && script.present.contains(eve.id) && script.room.door.letIn.isEmpty)
    }

    @Test("a keeper that restarts during a lock keeps the guests who are present")
    func restart() {
        var script = opened()
        _ = script.act(.lock(true), Script.teacher)
        var next = Script(script, script.room.kept)
        next.enter([
            Script.presence("Wang", Script.jid(Script.teacher)),
            Script.presence("Gast", XMPPAddress(local: "gast", domain: "elsewhere.test", resource: "a")),
        ])
        #expect(next.orders.allSatisfy { !$0.hasSuffix(" none") } && next.present.count == 2)
    }
}

@Suite(
    "Locked rooms and waiting rooms of a running class",
    .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
struct RunningDoorTests {
    @Test("a locked class refuses new people and admits returning ones, even after a restart of the keeper")
    func locked() throws {
        let classroom = try LiveClassroom()
        let teacher = try Attendee(classroom, "Wang", .teacher).enter()
        let anna = try Attendee(classroom, "Anna").enter()
        try teacher.wish(.lock(true))
        #expect(throws: JoinError(.classLocked)) { try classroom.ticket("Bert") }
        #expect(teacher.wait { teacher.notices.contains(.turnedAway("Bert")) ? () : nil } != nil)
        try expect(classroom.ticket("Anna", resume: anna.ticket.resume).user.id, is: anna.id)
        classroom.stop()
        try classroom.start()
        #expect(throws: JoinError(.classLocked)) { try classroom.ticket("Bert") }
        try teacher.wish(.lock(false))
        try expect(classroom.ticket("Bert").user.name, is: "Bert")
    }

    @Test("a person in the waiting room gets no ticket before a teacher admits the person")
    func waiting() throws {
        let classroom = try LiveClassroom()
        let teacher = try Attendee(classroom, "Wang", .teacher).enter()
        try teacher.wish(.waitingRoom(true))
        func secret(_ resume: String? = nil) -> String? {
            do { _ = try classroom.ticket("Anna", resume: resume) } catch { return (error as? JoinError)?.resume }
            return nil
        }
        let own = try #require(secret())
        func waiting() -> ClassUser? {
            teacher.notices.reversed().lazy.compactMap {
                if case .waiting(let users, _) = $0 { users.first } else { nil }
            }.first
        }
        let anna = try #require(teacher.wait { waiting() })
        #expect(anna.name == "Anna" && secret(own) == own)
        try teacher.wish(.admit(ClassReply(user: anna.id, true)))
        let entered = try Attendee(classroom, classroom.ticket("Anna", resume: own)).enter()
        expect(entered.id, is: anna.id)
        #expect(teacher.wait { teacher.state.users.list[anna.id] == nil ? nil : () } != nil)
    }
}
