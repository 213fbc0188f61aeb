import ClassAccess
import ClassRules
import ClassWire
import Classes
import LiveClasses
import PlayCore
import Signalling
import TestSupport
import Testing
import XML

@Suite("A live class: text and pictures in the chat")
struct LiveMachineWordsTests {
    private let teacher = LiveScript.user(.teacher, "Ms Wang")

    @Test("LIVE-67: a line has its sender's name and role, and an unknown sender counts as a student")
    func chat() {
        var script = LiveScript()
        script.enter()
        script.come(teacher)
        script.chat("Ms Wang", "good morning")
        script.chat("Nobody", "me too")
        script.receive(
            script.message(
                "keeper", archive: "a-k",
                children: LiveScript.body("Li Lei raises a hand") + [
                    EventStanza(beat: script.chain, at: 0).element
                ]))
        expect(script.lines.map(\.author?.role), is: [.teacher, .student])
        expect(script.lines.map(\.author?.id), is: [teacher.id, "nick:Nobody"])
    }

    @Test("a private message is shown in the chat once, even if the keeper repeats it")
    func privately() throws {
        var script = LiveScript()
        script.enter()
        script.come(teacher)
        script.come(script.view.me)
        script.receiveInput(.order(.wish(.privateMessage(PrivateMessageWish(to: teacher.id, "may I?")))))
        #expect(script.request("act") != nil && script.lines.isEmpty, "the line comes from the keeper")
        script.keep(
            try script.kept.handle(
                .privateMessage(PrivateMessageWish(to: teacher.id, "may I?")), by: script.view.me.id, at: script.time))
        expect(script.lines.map(\.to?.id), is: [teacher.id])
        script.effects = []
        let answer = PrivateMessage(
            id: "p9", from: teacher, to: script.view.me, text: "yes", replyTo: "p1", time: script.time)
        for _ in 1...2 { script.tell(.privateMessage(answer)) }
        let line = try #require(script.lines.first)
        #expect(script.lines.count == 1 && line.text == "yes" && line.author?.id == teacher.id && line.replyTo == "p1")
        expect(script.takeNews(), is: [.addressed(line)])
        // An address other than the keeper's cannot forge an answer.
        var forged = answer
        forged.id = "p10"
        script.tell(.privateMessage(forged), from: "elsewhere.test")
        #expect(script.lines.isEmpty)
    }

    @Test("a private message that the keeper refuses is returned to its author")
    func refusedPrivately() throws {
        var script = LiveScript()
        script.enter()
        script.receiveInput(.order(.wish(.privateMessage(PrivateMessageWish(to: "han", "psst")))))
        script.effects = []
        let error = try #require(ActAnswer.refused(ClassError(.staffOnly)).error)
        script.refuse(script.request("act"), with: error)
        expect(script.takeNews(), is: [.failure("Not sent: “psst”: \(ClassError(.staffOnly).words)")])
    }

    @Test("A retracted message is removed")
    func retraction() {
        var script = LiveScript()
        script.enter()
        script.chat("Han", "bad", archive: "a-7")
        script.receive(
            XMLElement(
                "message", attributes: ["type": "groupchat", "from": LiveScript.room],
                children: [
                    XMLElement(
                        "apply-to", namespace: "urn:xmpp:fasten:0", attributes: ["id": "a-7"],
                        children: [
                            XMLElement(
                                "moderated", namespace: "urn:xmpp:message-moderate:0", attributes: [:],
                                children: [XMLElement("retract", namespace: "urn:xmpp:message-retract:0")])
                        ])
                ]))
        expect(script.events.last?.kind, is: .messageRemoved("a-7"))
    }

    @Test("LIVE-70: while writing is forbidden nothing is sent, and the viewer gets the reason")
    func forbidden() throws {
        var script = LiveScript()
        script.enter()
        script.come(teacher)
        script.come(script.view.me)
        script.keep(try script.kept.handle(.forbidChat(true), by: teacher.id, at: script.time))
        script.effects = []
        script.receiveInput(.order(.say("hello")))
        expect(script.takeNews(), is: [.failure(ClassError(.chatForbidden).words)])
        #expect(!script.sent.contains { $0.first("body") != nil })
    }

    @Test("A line that the room rejects is reported with its text")
    func rejected() {
        var script = LiveScript()
        script.enter()
        script.receiveInput(.order(.say("hello")))
        let id = script.takeSent().last?["id"] ?? ""
        let error = StanzaError(kind: .auth, condition: "forbidden")
        script.receive(
            XMLElement(
                "message", attributes: ["type": "error", "from": LiveScript.room, "id": id], children: [error.element]))
        guard case .failure(let words)? = script.takeNews().first else {
            Issue.record("not told")
            return
        }
        #expect(words.contains("hello"))
    }

    @Test("LIVE-71: a picture appears in the chat once it has been uploaded, and a failed file is reported")
    func picture() {
        var script = LiveScript()
        script.enter()
        script.receiveInput(.order(.upload(path: "/tmp/a.png", .message)))
        expect(script.view.upload?.name, is: "a.png")
        let picture = PreparedPicture(name: "picture-1.png", type: "image/png", byteCount: 9, width: 3, height: 2)
        script.receiveInput(.file(.prepared(title: "a", [picture])))
        let slot = XMLElement(
            "slot", namespace: "urn:xmpp:http:upload:0",
            children: [
                XMLElement("put", attributes: ["url": "https://up.test/1"]),
                XMLElement("get", attributes: ["url": "https://get.test/1"]),
            ])
        script.answer(script.request("request"), with: slot)
        #expect(!script.sent.contains { $0.first("body") != nil })
        script.receiveInput(.file(.put(0)))
        #expect(script.sent.last?.first("body")?.text == "https://get.test/1")
        expect(script.view.upload, is: nil)
        script.receiveInput(.order(.upload(path: "/tmp/b.png", .message)))
        script.receiveInput(.file(.failed("too large")))
        expect(script.takeNews(), is: [.failure("too large")])
    }
}
