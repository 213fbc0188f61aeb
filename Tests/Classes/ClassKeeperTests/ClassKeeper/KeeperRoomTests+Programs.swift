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

extension KeeperRoomTests {
    // MARK: Other programs

    @Test("a form that requests voice raises the hand, and the request is announced as text")
    func voiceRequest() {
        var script = ClassScript.started()
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

    @Test("a guest votes with a letter and raises the hand with a word, but a student's letters are only text")
    func words() {
        let eve = ClassUser(id: "9", name: "Eve", role: .guest)
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

    @Test("a user who sends too many acts is refused, and other users are not")
    func budget() {
        var script = ClassScript.started()
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
        "LIVE-43: a stream over both links lasts until both have ended, and nginx's reports end no stream of Janus"
    )
    func bothLinks() {
        var script = ClassScript.started()
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
