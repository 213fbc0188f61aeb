import ClassAccess
import ClassRules
import ClassWire
import PlayCore
import Rooms
import Signalling
import TestSupport
import Testing
import XML

@testable import ClassKeeper

@Suite("A keeper's room, without a server")
struct KeeperRoomTests {
    private typealias Script = RoomScript

    @Test("who comes under the ticket's name is there; another name, no ticket, or being sent away end the stay")
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

    @Test("whoever changes the name is sent away, and has left when gone")
    func renaming() {
        var script = RoomScript.started()
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

    @Test("a guest without a ticket comes where guests may, under a name that nobody has (LIVE-70)")
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

    @Test("whoever is there twice leaves with the last seat")
    func seats() {
        var script = Script(people: [Script.anna, RoomUser(id: "4", name: "Dora")])
        script.enter()
        script.comes(Script.anna)
        script.comes(Script.anna, resource: "b")
        expect(script.events.filter { $0 == .usersEntered([Script.anna]) }.count, is: 1)
        script.goes("Anna")
        expect(script.events.last, is: .usersLeft(["2"]))
        expect(script.room.person(at: Script.jid(Script.anna)), is: nil)
    }

    @Test("what is said is what was stored, number by number, and the answer has the last number")
    func storedBeforeSaid() {
        var script = RoomScript.started()
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

    @Test("what could not be stored has not happened, and who is there is looked at anew")
    func undone() {
        var script = RoomScript.started()
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

    @Test("whom the room's server did not make a member becomes one later: else nobody would let them in")
    func membership() throws {
        var script = RoomScript.started()
        let dora = RoomUser(id: "4", name: "Dora")
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

    @Test("everybody who gets a ticket becomes a member by a request of their own, a few at a time")
    func manyMembers() {
        var script = RoomScript.started()
        for number in 0..<1_500 {
            let user = RoomUser(id: "m\(number)", name: "Person \(number)")
            script.change { room, now in room.know(ClassPerson(user), at: now) }
        }
        expect(script.orders, is: (0..<16).map { "n-m\($0)@join.test member" })
        let requests = script.answerAll()
        expect(script.orders, is: (0..<1_500).map { "n-m\($0)@join.test member" })
        // Prosody looks at the first item alone.
        #expect(requests.allSatisfy { $0.children("item").count == 1 })
    }

    @Test("what the room's server cannot be asked yet waits in its order: messages that must go, go")
    func fullQueue() {
        var script = RoomScript.started()
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

    @Test("a hand that nobody answers goes down at its time (LIVE-51)")
    func deadlines() {
        var script = RoomScript.started()
        _ = script.act(.requestToSpeak, Script.anna)
        expect(script.room.nextRule, is: script.now.wall + 30_000)
        script.pass(29)
        #expect(script.room.kept.state.live.requests["2"] != nil)
        script.pass(1)
        expect(script.room.kept.state.live.requests["2"], is: nil)
    }

    @Test("a beat comes every five seconds, with number, hash and time")
    func beats() {
        var script = RoomScript.started()
        script.pass(5)
        let chain = script.room.kept.chain
        let beats = script.stanzas.compactMap { EventStanza(message: $0) }
        expect(beats.last, is: EventStanza(beat: chain, at: script.now.wall))
        expect(script.room.nextDeadline, is: script.now.host + .seconds(5))
    }

    // MARK: Coming back

    @Test("a keeper that comes back lets the missing have their time, then they have left")
    func grace() {
        var script = RoomScript.started()
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

    @Test("whoever is back within that time was never away")
    func quickReturn() {
        var script = RoomScript.started()
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

    @Test("a room that does not let the keeper in is asked again and again, more and more seldom")
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

    @Test("LIVE-68: where all are forbidden to write, only offenders lose their voice, and what they wrote goes")
    func chatForbidden() {
        var script = RoomScript.started()
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

    @Test("LIVE-69: who is banned has no voice, not after coming again either, until the ban ends")
    func chatBan() {
        var script = RoomScript.started()
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

    @Test("a message that a teacher takes out leaves the room's archive, too")
    func removal() {
        var script = RoomScript.started()
        _ = script.act(.removeMessage("m7"), Script.teacher)
        let moderation = script.stanzas.first { $0.children.first?.name == "apply-to" }
        expect(moderation?.children.first?["id"], is: "m7")
        expect(script.act(.removeMessage("m7"), Script.anna), is: .refused(ClassError(.teacherOrAssistantNeeded)))
    }

    @Test("who is expelled is an outcast for good")
    func expulsion() {
        var script = RoomScript.started()
        _ = script.act(.expel("2"), Script.teacher)
        expect(script.orders, is: ["n-2@join.test outcast"])
        #expect(script.writes.contains(.exclude(person: "2")))
        script.goes("Anna")
        script.forget()
        script.comes(Script.anna)
        #expect(script.orders == ["Anna none"] && script.present == ["1"])
    }

    @Test("LIVE-75: a notice is the room's subject, for programs that know nothing of classes")
    func notice() {
        var script = RoomScript.started()
        let notice = RoomNotice(text: "Exam on Friday", link: "https://example.org/")
        _ = script.act(.notice(notice), Script.teacher)
        let subjects = script.stanzas.compactMap { $0.first("subject")?.wholeText }
        #expect(subjects == ["Exam on Friday https://example.org/"])
    }

    @Test("LIVE-74: a server without a recorder says so to the teacher")
    func recording() {
        var script = RoomScript.started()
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

    @Test("LIVE-74: what was written while no keeper was there is recorded by account, not by the name that was used")
    func missedLines() throws {
        var script = RoomScript.started()
        let library = RecordingLibrary(folder: "/recordings", publicAddress: "https://class.test", key: [1])
        script.change { room, _ in
            room.library = library
            return KeeperOutcome()
        }
        _ = script.act(.record(true), Script.teacher)
        script.change { $0.recordingBegan(at: $1) }
        let id = try #require(script.room.recording?.id)
        var next = RoomScript(script, script.room.kept)
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

    @Test("LIVE-74: a class learns of its recording, and where it is, once the package is there")
    func recordingIsToldOnceItBegan() {
        var script = RoomScript.started()
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

    // MARK: Other programs

    @Test("a form that asks for a voice raises the hand; what is said of it can be read")
    func voiceRequest() {
        var script = RoomScript.started()
        let fields = [
            "FORM_TYPE": "http://jabber.org/protocol/muc#request", "muc#roomnick": "Anna", "muc#jid": "n-2@join.test/a",
        ]
        let form = XMLElement(
            "x", namespace: "jabber:x:data", attributes: ["type": "form"],
            children: fields.map {
                XMLElement("field", attributes: ["var": $0.key], children: [XMLElement("value", text: $0.value)])
            })
        script.receive(
            XMLElement("message", attributes: ["from": Script.address.description], children: [form]))
        #expect(script.room.kept.state.live.requests["2"] != nil)
        #expect(script.stanzas.contains { $0.first("body")?.wholeText == "Anna asks to speak" })
    }

    @Test("a guest votes by a letter and raises the hand by a word; a student's letters are letters")
    func words() {
        let eve = RoomUser(id: "9", name: "Eve", role: .guest)
        var script = Script(people: [Script.teacher, Script.anna, eve])
        script.enter()
        for user in [Script.teacher, Script.anna, eve] { script.comes(user) }
        _ = script.act(.start(true), Script.teacher)
        let options = ["A", "B"].map { Survey.Option(key: $0, text: "option \($0)", isCorrect: $0 == "B") }
        _ = script.act(
            .publishSurvey(SurveyWish(Survey(id: "s", question: "Which?", options: options))), Script.teacher, id: "b")
        #expect(script.stanzas.contains { $0.first("body")?.wholeText == "question: Which?\nA) option A\nB) option B" })
        script.writes("b", "Anna", id: "m1")
        script.forget()
        script.writes(" b ", "Eve", id: "m2")
        #expect(script.told.contains { $0.notice == .surveyVerdict("s", .right) })
        script.writes("A", "Eve", id: "m3")
        expect(script.stanzas.last?.first("body")?.wholeText, is: ClassError(.alreadyAnswered).words)
        script.writes("hand", "Eve", id: "m4")
        #expect(script.room.kept.state.live.requests["9"] != nil)
        script.writes("hand", "Eve", id: "m5")
        expect(script.room.kept.state.live.requests["9"], is: nil)
    }

    @Test("whoever asks without end is refused, others are not")
    func budget() {
        var script = RoomScript.started()
        let unreadable = ClassAct.Reading.unreadable(room: Script.address.description, id: "x")
        var refusals = 0
        for _ in 0..<200 where script.attempt(unreadable, Script.anna) == .refused(ClassError(.tooManyWishes)) {
            refusals += 1
        }
        expect(refusals, is: 80)
        #expect(script.attempt(unreadable, Script.teacher) != .refused(ClassError(.tooManyWishes)))
        script.pass(1)
        #expect(script.attempt(unreadable, Script.anna) != .refused(ClassError(.tooManyWishes)))
    }

    @Test(
        "LIVE-43: a stream that comes by both links lasts until both have ended, and what nginx says ends nothing of Janus's"
    )
    func bothLinks() {
        var script = RoomScript.started()
        let name = MediaStreamName(room: "botany", user: "1", .video)
        let (tcp, udp) = ("7", MediaLink.newClient())
        func isSent() -> Bool { script.room.kept.state.users.list["1"]?.media.hasVideo ?? false }
        for client in [udp, tcp] {
            script.change { $0.asked(MediaHook(.publish, client: client, name: name), by: "1", at: $1).outcome }
        }
        #expect(script.room.media.names(by: .tcp) == [name] && script.room.media.names(by: .udp) == [name])
        script.change { $0.ended(MediaHook(.publishDone, client: tcp, name: name), at: $1) }
        #expect(isSent())
        script.change { $0.found([:], asked: $1.host, at: $1) }
        script.pass(30)
        script.change { $0.found([:], asked: $1.host, at: $1) }
        script.pass(30)
        #expect(isSent())
        script.change { $0.ended(MediaHook(.publishDone, client: udp, name: name), at: $1) }
        #expect(!isSent())
    }
}
