import ClassAccess
import ClassRules
import ClassWire
import Classes
import PlayCore
import Signalling
import TestSupport
import Testing
import XML

@testable import ClassKeeper

@Suite("A keeper's room, without a server")
struct KeeperRoomTests {
    typealias Script = ClassScript

    @Test("only ticket holders under their own names become present, and all others are removed")
    func entering() {
        var script = Script()
        script.enter()
        script.comes(Script.anna)
        expect(script.present, is: ["2"])
        script.forget()
        script.comes(Script.bert, nick: "Wang")
        script.receive(Script.presence("Eve", XMPPAddress(local: "n-99", domain: "join.test", resource: "a")))
        script.receive(Script.presence("Bert", XMPPAddress(local: "bert", domain: "elsewhere.test", resource: "a")))
        script.receive(Script.presence("keeper 2", Script.jid(Script.bert)))
        expect(script.orders, is: ["Wang none", "Eve none", "Bert none", "keeper 2 none"])
        #expect(script.present == ["2"] && script.writes.isEmpty)
    }

    @Test("a user who changes the name is removed, and has left after that")
    func renaming() {
        var script = ClassScript.started()
        script.receive(
            XMLElement(
                "presence", attributes: ["type": "unavailable", "from": "botany@rooms.test/Anna"],
                children: [
                    XMLElement(
                        "x", namespace: "http://jabber.org/protocol/muc#user",
                        children: [
                            XMLElement("item", attributes: ["nick": "Wang 2", "jid": "n-2@join.test/a"]),
                            XMLElement("status", attributes: ["code": "303"]),
                        ])
                ]))
        script.receive(Script.presence("Wang 2", Script.jid(Script.anna)))
        #expect(script.orders.contains("Wang 2 none"))
        script.goes("Wang 2")
        expect(script.present, is: ["1"])
    }

    @Test("a guest without a ticket can enter an open class under a name that is not in use (LIVE-70)")
    func guests() {
        var script = Script(ClassPlan(name: "botany", title: "Botany", allowsGuests: true))
        script.enter()
        let address = XMPPAddress(local: "eve", domain: "elsewhere.test", resource: "a")
        script.receive(Script.presence("anna", address))
        expect(script.orders, is: ["anna none"])
        script.receive(Script.presence("Eve", address))
        expect(script.present.count, is: 1)
        expect(script.room.kept.machine.role(of: script.present.first ?? ""), is: .guest)
        script.receive(Script.presence("Zoe", XMPPAddress(local: "n-99", domain: "join.test", resource: "a")))
        expect(script.present.count, is: 1)
        script.goes("Eve")
        #expect(script.present.isEmpty)
    }

    @Test("a user who is in the room twice leaves with the second departure")
    func seats() {
        var script = Script(people: [Script.anna, ClassUser(id: "4", name: "Dora")])
        script.enter()
        script.comes(Script.anna)
        script.comes(Script.anna, resource: "b")
        expect(script.events.filter { $0 == .usersEntered([Script.anna]) }.count, is: 1)
        script.goes("Anna")
        expect(script.events.last, is: .usersLeft(["2"]))
        expect(script.room.person(at: Script.jid(Script.anna)), is: nil)
    }

    @Test("all announced events are stored under the same numbers, and the answer has the last number")
    func storedBeforeSaid() {
        var script = ClassScript.started()
        let answer = script.act(.requestToSpeak, Script.anna)
        expect(answer, is: .done(script.room.kept.chain.number))
        #expect(script.saidNumbers == script.storedNumbers && !script.saidNumbers.isEmpty)
        guard case .turn(_, _, let act?)? = script.writes.first else {
            Issue.record("no act is stored")
            return
        }
        expect(act, is: ActRecord(user: "2", id: "a", answer: answer))
        script.forget()
        expect(script.act(.requestToSpeak, Script.anna), is: .refused(ClassError(.alreadyRequested)))
        #expect(script.writes.isEmpty && script.stanzas.isEmpty)
    }

    @Test("a turn that could not be stored is undone, and the presence of users is checked again")
    func undone() {
        var script = ClassScript.started()
        let before = (script.room.kept, script.room.people)
        let state = script.room.kept.state
        script.comes(Script.bert)
        script.change { room, now in
            room.undo(to: before.0, people: before.1, at: now)
            return KeeperOutcome()
        }
        expect(script.room.kept.state, is: state)
        script.pass(2)
        expect(script.present, is: ["1", "2", "3"])
    }

    @Test("a person whose membership the room's server failed to store is made a member later")
    func membership() throws {
        var script = ClassScript.started()
        let dora = ClassUser(id: "4", name: "Dora")
        script.change { room, now in room.know(ClassPerson(dora), at: now) }
        expect(script.orders, is: ["n-4@join.test member"])
        try script.answer(
            "error",
            XMLElement(
                "error", attributes: ["type": "wait"],
                children: [XMLElement("resource-constraint", namespace: "urn:ietf:params:xml:ns:xmpp-stanzas")]))
        script.forget()
        script.pass(2)
        let members = ["1", "2", "3"].map { XMLElement("item", attributes: ["jid": "n-\($0)@join.test"]) }
        try script.answer(
            "result", XMLElement("query", namespace: "http://jabber.org/protocol/muc#admin", children: members))
        expect(script.orders, is: ["n-4@join.test member"])
        script.forget()
        script.pass(4)
        #expect(script.stanzas.isEmpty)
    }

    @Test("each person with a ticket becomes a member by a separate request, a few at a time")
    func manyMembers() {
        var script = ClassScript.started()
        for number in 0..<1_500 {
            let user = ClassUser(id: "m\(number)", name: "Person \(number)")
            script.change { room, now in room.know(ClassPerson(user), at: now) }
        }
        expect(script.orders, is: (0..<16).map { "n-m\($0)@join.test member" })
        let requests = script.answerAll()
        expect(script.orders, is: (0..<1_500).map { "n-m\($0)@join.test member" })
        // Prosody reads only the first item.
        #expect(requests.allSatisfy { $0.children("item").count == 1 })
    }

    @Test("requests beyond the queue's limit wait in order, so all messages to remove are removed")
    func fullQueue() {
        var script = ClassScript.started()
        _ = script.act(.forbidChat(true), Script.teacher, id: "forbid")
        for number in 0..<1_100 { script.writes("loud", "Anna", id: "line \(number)") }
        func removed(_ requests: [XMLElement]) -> [String] {
            requests.filter { $0.name == "apply-to" }.compactMap { $0["id"] }
        }
        let lines = (0..<1_100).map { "line \($0)" }
        let asked = removed(script.stanzas.filter { $0.name == "iq" }.compactMap(\.children.first))
        #expect(asked.count < 1_024 && asked == Array(lines.prefix(asked.count)))
        expect(removed(script.answerAll()), is: lines)
    }

    @Test("an unanswered hand is lowered at its deadline (LIVE-51)")
    func deadlines() {
        var script = ClassScript.started()
        _ = script.act(.requestToSpeak, Script.anna)
        expect(script.room.nextRule, is: script.now.wall + 30_000)
        script.pass(29)
        #expect(script.room.kept.state.live.requests["2"] != nil)
        script.pass(1)
        expect(script.room.kept.state.live.requests["2"], is: nil)
    }

    @Test("a beat is sent every five seconds, with number, hash and time")
    func beats() {
        var script = ClassScript.started()
        script.pass(5)
        let chain = script.room.kept.chain
        let beats = script.stanzas.compactMap { EventStanza(message: $0) }
        expect(beats.last, is: EventStanza(beat: chain, at: script.now.wall))
        expect(script.room.nextDeadline, is: script.now.host + .seconds(5))
    }

    // MARK: Coming back

    @Test("after a keeper's return, missing users have left once their grace period has passed")
    func grace() {
        var script = ClassScript.started()
        script.change { room, now in
            room.disconnected(at: now)
            return KeeperOutcome()
        }
        script.forget()
        script.enter([Script.presence("Anna", Script.jid(Script.anna))])
        expect(script.present, is: ["1", "2"])
        script.pass(5)
        expect(script.present, is: ["1", "2"])
        script.pass(5)
        expect(script.present, is: ["2"])
        expect(script.events, is: [.usersLeft(["1"]), .presenter(nil)])
    }

    @Test("a user who returns within the grace period has never left")
    func quickReturn() {
        var script = ClassScript.started()
        script.change { room, now in
            room.disconnected(at: now)
            return KeeperOutcome()
        }
        script.forget()
        script.enter()
        script.pass(5)
        script.comes(Script.teacher)
        script.comes(Script.anna)
        script.pass(60)
        #expect(script.events.isEmpty && script.present == ["1", "2"])
    }

    @Test("a refused keeper tries to join again at growing intervals")
    func refusedJoin() {
        var script = Script()
        script.change { $0.connected(at: $1) }
        var waits: [HostTime] = []
        for _ in 0..<8 {
            script.receive(
                XMLElement(
                    "presence", attributes: ["type": "error", "from": "botany@rooms.test/keeper"],
                    children: [StanzaError(kind: .cancel, condition: "service-unavailable").element]))
            guard let next = script.room.nextDeadline else { return }
            waits.append(next - script.now.host)
            script.pass(Int((next - script.now.host).inSeconds))
        }
        expect(waits.map(\.inSeconds), is: [1, 2, 4, 8, 16, 32, 32, 32])
    }

    // MARK: Chat

    @Test("LIVE-68: while writing is forbidden, only offenders are muted, and their messages are removed")
    func chatForbidden() {
        var script = ClassScript.started()
        script.comes(Script.bert)
        script.forget()
        _ = script.act(.forbidChat(true), Script.teacher)
        #expect(script.orders.isEmpty)
        script.writes("still", "Anna", id: "m1")
        #expect(script.orders == ["apply-to", "Anna visitor"] || script.orders == ["Anna visitor", "apply-to"])
        expect(script.events.last, is: .messageRemoved("m1"))
        script.writes("I may", "Wang", id: "m2")
        expect(script.orders.count, is: 2)
        script.receive(Script.presence("Anna", Script.jid(Script.anna), role: "visitor"))
        script.forget()
        _ = script.act(.forbidChat(false), Script.teacher, id: "b")
        expect(script.orders, is: ["Anna participant"])
    }

    @Test("LIVE-69: a banned user has no voice until the ban ends, even after entering again")
    func chatBan() {
        var script = ClassScript.started()
        _ = script.act(.banFromChat(ChatBanWish(user: "2", seconds: 60)), Script.teacher)
        expect(script.orders, is: ["Anna visitor"])
        script.goes("Anna")
        script.forget()
        script.comes(Script.anna)
        expect(script.orders, is: ["Anna visitor"])
        script.receive(Script.presence("Anna", Script.jid(Script.anna), role: "visitor"))
        script.forget()
        script.pass(60)
        expect(script.orders, is: ["Anna participant"])
        #expect(script.events.contains(.live(.chatBanEnded("2"))))
    }

    @Test("a message that a teacher removes also leaves the room's archive")
    func removal() {
        var script = ClassScript.started()
        _ = script.act(.removeMessage("m7"), Script.teacher)
        let moderation = script.stanzas.first { $0.children.first?.name == "apply-to" }
        expect(moderation?.children.first?["id"], is: "m7")
        expect(script.act(.removeMessage("m7"), Script.anna), is: .refused(ClassError(.teacherOrAssistantNeeded)))
    }

    @Test("an expelled user becomes an outcast permanently")
    func expulsion() {
        var script = ClassScript.started()
        _ = script.act(.expel("2"), Script.teacher)
        expect(script.orders, is: ["n-2@join.test outcast"])
        #expect(script.writes.contains(.exclude(person: "2")))
        script.goes("Anna")
        script.forget()
        script.comes(Script.anna)
        #expect(script.orders == ["Anna none"] && script.present == ["1"])
    }

    @Test("LIVE-75: a notice becomes the room's subject, for programs that do not support classes")
    func notice() {
        var script = ClassScript.started()
        let notice = PostedNotice(text: "Exam on Friday", link: "https://example.org/")
        _ = script.act(.notice(notice), Script.teacher)
        let subjects = script.stanzas.compactMap { $0.first("subject")?.wholeText }
        #expect(subjects == ["Exam on Friday https://example.org/"])
    }

    @Test("LIVE-74: a server without a recorder reports that to the teacher")
    func recording() {
        var script = ClassScript.started()
        guard case .done = script.act(.record(true), Script.teacher) else {
            Issue.record("refused")
            return
        }
        expect(script.told.map(\.to), is: ["n-1@join.test/a"])
        guard case .recordingFailed? = script.told.first?.notice else {
            Issue.record("not told")
            return
        }
    }

    @Test("LIVE-74: messages from the keeper's absence are recorded by account, not by the name in use")
    func missedLines() throws {
        var script = ClassScript.started()
        let library = RecordingLibrary(folder: "/recordings", publicAddress: "https://class.test", key: [1])
        script.change { room, _ in
            room.library = library
            return KeeperOutcome()
        }
        _ = script.act(.record(true), Script.teacher)
        script.change { $0.recordingBegan(at: $1) }
        let id = try #require(script.room.recording?.id)
        var next = ClassScript(script, script.room.kept)
        next.change { room, _ in
            (room.library, room.resumable) = (library, id)
            return KeeperOutcome()
        }
        func account(_ id: String) -> XMLElement {
            XMLElement("occupant-id", namespace: "urn:xmpp:occupant-id:0", attributes: ["id": id])
        }
        let presence = Script.presence("Wang", Script.jid(Script.teacher))
        next.enter([
            XMLElement("presence", attributes: presence.attributes, children: presence.children + [account("real")])
        ])
        let queries = next.stanzas.compactMap { $0.first("query", in: "urn:xmpp:mam:2")?["queryid"] }
        let query = try #require(queries.last)
        var lines: [ChatMessage] = []
        for (number, name) in ["real", "false"].enumerated() {
            let message = XMLElement(
                "message",
                attributes: [
                    "type": "groupchat", "from": Script.address.with(resource: "Wang").description, "id": "m",
                ],
                children: [XMLElement("body", text: name), account(name)])
            let forwarded = XMLElement("forwarded", namespace: "urn:xmpp:forward:0", children: [message])
            let result = XMLElement(
                "result", namespace: "urn:xmpp:mam:2", attributes: ["queryid": query, "id": "a\(number)"],
                children: [forwarded])
            let stanza = XMLElement("message", attributes: ["from": Script.address.description], children: [result])
            next.change { room, now in
                let outcome = room.received(stanza, at: now)
                for case .add(let events) in outcome.recording {
                    for case .message(let line) in events.map(\.kind) { lines.append(line) }
                }
                return outcome
            }
        }
        expect(lines.map(\.text), is: ["real", "false"])
        expect(lines.map(\.author?.role), is: [.teacher, .guest])
        expect(lines.map(\.author?.id), is: ["1", "nick:Wang"])
    }

    @Test("LIVE-74: a class is notified of its recording and the address once the package exists")
    func recordingIsToldOnceItBegan() {
        var script = ClassScript.started()
        script.change { room, _ in
            room.library = RecordingLibrary(folder: "/recordings", publicAddress: "https://class.test", key: [1])
            return KeeperOutcome()
        }
        _ = script.act(.record(true), Script.teacher)
        #expect(!script.room.kept.state.live.isRecording && script.room.kept.state.live.recordings.isEmpty)
        script.change { $0.recordingBegan(at: $1) }
        #expect(script.room.kept.state.live.isRecording)
        #expect(script.room.kept.state.live.recordings.allSatisfy { $0.hasPrefix("https://class.test/recordings/") })
        expect(script.room.kept.state.live.recordings.count, is: 1)
        script.forget()
        script.change { $0.stopRecording("no space", at: $1) }
        #expect(!script.room.kept.state.live.isRecording && script.room.recording == nil)
        expect(script.told.map(\.notice), is: [.recordingFailed("no space")])
    }
}
