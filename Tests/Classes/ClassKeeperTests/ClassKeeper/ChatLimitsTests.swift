import ClassAccess
import ClassRules
import ClassWire
import Classes
import ClassroomHarness
import Foundation
import PlayCore
import Signalling
import TestSupport
import Testing
import XML

@testable import ClassKeeper

/// A guest with a slixmpp program that ignores all limits, in a class on a real Prosody.
@Suite(
    "A foreign program that floods a class",
    .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"),
    .enabled(if: PlainXMPPClient.isPresent, "\(PlainXMPPClient.absentReason)"))
struct FloodTests {
    private let classroom: LiveClassroom
    private let teacher: Attendee
    private let guest: PlainXMPPClient

    init() throws {
        let plan = ClassPlan(name: LiveClassroom.name, title: "Botany", allowsGuests: true)
        classroom = try LiveClassroom(plan, server: try ProsodyServer(hasGuests: true)) {
            // No test lasts until another message is allowed.
            $0.limits.chat.pace = Pace(perMinute: 1, burst: 5)
            $0.limits.chat.storedBytes = 20_000
        }
        teacher = try Attendee(classroom, "Wang", .teacher).enter()
        try teacher.wish(.start(true))
        guest = try PlainXMPPClient(classroom.room, nick: "Gast", at: classroom.server)
        #expect(teacher.wait { teacher.state.users.list.elements.first { $0.user.name == "Gast" } } != nil)
    }

    /// Returns the guest's messages after the server has processed everything that the guest sent.
    private func archived() throws -> [RoomMessage] {
        teacher.archive().filter { $0.nick == "Gast" && !$0.isRetracted }
    }

    private func errors(_ condition: String) -> (([String]) -> Int) {
        { lines in lines.count { $0.hasPrefix("error: " + condition) } }
    }

    @Test("five of 500 rapid messages are stored, and the guest is notified, muted, and then removed")
    func flood() throws {
        guest.order("flood 500 20")
        #expect(guest.hears { errors("policy-violation")($0) + errors("forbidden")($0) == 495 })
        #expect(guest.hears("error: policy-violation: \(ClassError(.tooManyMessages).words)"))
        #expect(guest.hears("role: visitor"))
        #expect(guest.hears { $0.contains { $0.hasPrefix("to me: ") && $0.contains("60") } })
        try expect(archived().count, is: 5)
        // The other participants have seen no more than these.
        expect(teacher.bodies.count { $0.hasSuffix("x") }, is: 5)
        var rounds = 0
        // Messages in transit when the guest was muted do not count, so this takes several rounds.
        while rounds < 60, !guest.heard.contains("role: none") {
            guest.order("flood 50 20")
            rounds += 1
            _ = teacher.wait(limit: .milliseconds(200)) { guest.heard.contains("role: none") ? () : nil }
        }
        #expect(guest.hears("role: none"))
        #expect(
            teacher.wait { teacher.state.users.list.elements.allSatisfy { $0.user.name != "Gast" } ? () : nil } != nil)
        // The guest joins again at once, and is removed again.
        guest.order("join")
        #expect(guest.hears { $0.count { $0 == "role: none" } == 2 })
        try expect(archived().count, is: 5)
    }

    @Test(
        "slow mode applies to a foreign program: one of six rapid lines is delivered, and the guest reads the reason")
    func slow() throws {
        try teacher.wish(.slowChat(30))
        // The keeper updates the chat server before it answers a later request.
        try teacher.wish(.notice(PostedNotice(text: "slow")))
        guest.order("flood 6 10")
        #expect(guest.hears { errors("policy-violation")($0) == 5 })
        #expect(guest.hears("error: policy-violation: \(SlowMode.words(interval: 30))"))
        try expect(archived().count, is: 1)
        // Slow mode does not apply to teachers.
        for text in ["one", "two"] { teacher.say(text) }
        #expect(teacher.wait { teacher.bodies.contains("two") ? () : nil } != nil)
    }

    @Test("messages of 58 KB are refused, and a person's messages in the archive stay within the limit")
    func sizes() throws {
        guest.order("flood 3 58000")
        #expect(guest.hears { errors("not-acceptable")($0) == 3 })
        #expect(guest.hears("error: not-acceptable: \(ClassError(.tooLong).words)"))
        guest.order("flood 5 4096")
        #expect(guest.hears { errors("resource-constraint")($0) == 1 })
        let stored = try archived()
        expect(stored.count, is: 4)
        #expect(stored.allSatisfy { $0.body?.count == 4_096 })
    }
}

@Suite("Limits of the chat at the keeper")
struct KeeperLimitsTests {
    private typealias Script = ClassScript

    @Test("the chat server receives the limits, and receives them again when slow mode or the staff changes")
    func told() throws {
        var script = Script()
        script.enter()
        func limits() throws -> XMLElement {
            try #require(script.stanzas.last { $0.children.first?.name == "limits" }?.children.first)
        }
        #expect(try limits()["step"] == "1000" && limits()["slack"] == "9000" && limits()["interval"] == "0")
        #expect(try limits()["length"] == "4096" && limits()["bytes"] == "4194304" && limits().first("staff") == nil)
        script.comes(Script.teacher)
        try expect(limits().children("staff").map { $0["jid"] }, is: ["n-1@join.test"])
        _ = script.act(.slowChat(10), Script.teacher)
        #expect(try limits()["interval"] == "10000" && limits()["tolerance"] == "500")
        let before = script.stanzas.count { $0.children.first?.name == "limits" }
        script.comes(Script.anna)
        expect(script.stanzas.count { $0.children.first?.name == "limits" }, is: before)
        // A restarted chat server receives the limits again.
        script.change { room, now in
            room.disconnected(at: now)
            return KeeperOutcome()
        }
        script.enter()
        #expect(script.stanzas.count { $0.children.first?.name == "limits" } > before)
    }

    @Test("private messages count against their author's limits, and a guest reads them as plain text")
    func privately() {
        var script = Script(ClassPlan(name: "botany", title: "Botany", allowsGuests: true))
        script.enter()
        for user in [Script.teacher, Script.anna] { script.comes(user) }
        script.receive(
            Script.presence("Gast", XMPPAddress(local: "gast", domain: "elsewhere.test", resource: "a")))
        script.change { room, _ in
            room.limits.chat.pace = Pace(perMinute: 1, burst: 3)
            return KeeperOutcome()
        }
        script.forget()
        let wish = ClassWish.privateMessage(PrivateMessageWish(to: "1", "psst"))
        let answers = (1...4).map { script.act(wish, Script.anna, id: "p\($0)") }
        expect(answers.last, is: .refused(ClassError(.tooManyMessages)))
        expect(script.told.count, is: 6, "three messages for two")
        #expect(script.events.isEmpty && script.stanzas.allSatisfy { $0["type"] != "groupchat" })
        _ = script.act(.slowChat(30), Script.teacher)
        script.pass(600)
        #expect(script.act(wish, Script.anna, id: "p5") == .done(script.room.kept.chain.number))
        script.pass(10)
        expect(script.act(wish, Script.anna, id: "p6"), is: .refused(ClassError(.chatSlowed)))
        let guest = script.present.subtracting(["1", "2"]).first ?? ""
        _ = script.act(.privateMessage(PrivateMessageWish(to: guest, "welcome")), Script.teacher, id: "p7")
        let read = script.stanzas.last { $0["to"] == "gast@elsewhere.test/a" }
        expect(read?.wholeText, is: "Wang to you: welcome")
    }

    @Test("without limits in the chat server, the keeper removes excess messages, reports that and mutes the sender")
    func alone() throws {
        var script = Script.started()
        script.comes(Script.bert)
        _ = script.act(.slowChat(10), Script.teacher)
        try script.answerLimits(false)
        script.forget()
        for number in 1...40 { script.writes("line \(number)", "Anna", id: "m\(number)") }
        expect(script.orders.count { $0 == "apply-to" }, is: 39)
        #expect(script.events.contains(.messageRemoved("m2")) && !script.events.contains(.messageRemoved("m1")))
        #expect(script.orders.contains("Anna visitor"))
        let words = script.stanzas.filter { $0["to"] == "n-2@join.test/a" && $0["type"] == "chat" }
        expect(words.compactMap { $0.first("body")?.wholeText }.first, is: ClassError(.chatSlowed).words)
        expect(words.count, is: 2)
        script.writes("hello", "Wang", id: "t1")
        script.writes("hello", "Wang", id: "t2")
        script.writes("hello", "Bert", id: "b1")
        #expect(!script.events.contains { [.messageRemoved("t2"), .messageRemoved("b1")].contains($0) })
    }

    @Test("only the chat server's own reports of excess count, and persistent senders are removed for ten minutes")
    func reported() throws {
        var script = Script.started()
        _ = script.act(.slowChat(10), Script.teacher)
        try script.answerLimits(true)
        func excess(_ count: Int, from: String = Script.address.description) -> XMLElement {
            XMLElement(
                "message", attributes: ["from": from],
                children: [
                    XMLElement(
                        "excess", namespace: "urn:tvplay:room:1",
                        children: [
                            XMLElement("person", attributes: ["jid": "n-2@join.test", "count": "\(count)"]),
                            XMLElement("person", attributes: ["jid": "n-1@join.test", "count": "900"]),
                            XMLElement("person", attributes: ["jid": "?@", "count": "x"]),
                        ])
                ])
        }
        script.forget()
        script.receive(excess(400, from: Script.address.description + "/Anna"))
        #expect(script.orders.isEmpty)
        script.receive(excess(400))
        expect(script.orders, is: ["Anna visitor"])
        script.pass(3)
        script.receive(excess(40))
        expect(script.orders, is: ["Anna visitor", "Anna none"])
        script.goes("Anna")
        script.comes(Script.anna)
        #expect(script.orders.last == "Anna none" && !script.present.contains("2"))
        script.goes("Anna")
        script.pass(601)
        script.comes(Script.anna)
        #expect(script.present.contains("2"))
    }

    @Test(
        "Prosody's module and the keeper judge every message alike",
        .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/lua5.4"), "needs lua5.4, as Prosody does"))
    func module() throws {
        var random = SeededGenerator(seed: 11)
        var limits = ChatLimits()
        (limits.length, limits.storedBytes) = (300, 90_000)
        limits.pace = Pace(perMinute: 70, burst: 6)
        let slow = ChatLimits.slow(2)
        var ledger = ChatLedger()
        var (verdicts, lines, now): ([String], String, Int64) = ([], "", 1_795_478_400_000)
        for _ in 0..<3_000 {
            // The clock also moves backwards, as after an adjustment.
            now += Int64.random(in: -50...900, using: &random)
            let isSlow = Bool.random(using: &random)
            let message = ChatLedger.Message(
                length: Int.random(in: 0...330, using: &random), bytes: Int.random(in: 1...200, using: &random),
                isStored: Int.random(in: 0..<5, using: &random) > 0, isStaff: Int.random(in: 0..<5, using: &random) == 0
            )
            let reason = ledger.refusal(of: message, by: "s", limits, interval: isSlow ? 2 : 0, at: now)
            verdicts.append(reason?.rawValue ?? "nil")
            lines += """
                limits.interval = \(isSlow ? slow.step : 0)
                print(judge(limits, account, { length = \(message.length), bytes = \(message.bytes), \
                is_stored = \(message.isStored), is_staff = \(message.isStaff) }, \(now)))

                """
        }
        let head = """
            local limits = { length = \(limits.length), size = \(limits.messageBytes), bytes = \(limits.storedBytes),
                step = \(limits.pace.step), slack = \(limits.pace.slack), tolerance = \(slow.slack) }
            local account = { due = 0, slow = 0, bytes = 0 }

            """
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let script = folder.appendingPathComponent("judge.lua")
        try (ProsodyModules.chatJudge + head + lines).write(to: script, atomically: true, encoding: .utf8)
        let outcome = try BuiltProgram.run("/usr/bin/lua5.4", [script.path])
        expect(outcome.output.split(separator: "\n").map(String.init), is: verdicts)
        expect(Set(verdicts), is: ["nil", "tooLong", "chatSlowed", "tooManyMessages", "chatFull"])
    }
}
