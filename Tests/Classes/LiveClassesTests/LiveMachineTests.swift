import Addresses
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

@Suite("A live class: input and output of the client")
struct LiveMachineTests {
    let teacher = LiveScript.user(.teacher, "Ms Wang")

    @Test("LIVE-08, LIVE-11: entering goes through ticket, connection, room, state and archive, in that order")
    func steps() {
        var script = LiveScript()
        var steps: [ClassLoading.Step?] = []
        func note() { steps.append(script.view.loading?.step) }
        script.begin()
        note()
        script.online()
        note()
        script.admit()
        note()
        script.answerState()
        note()
        script.answerArchive()
        note()
        expect(steps, is: [.connection, .room, .snapshot, .history, nil])
        expect(script.view.link, is: .online)
        expect(script.view.me.name, is: "Li Lei")
    }

    @Test("a sign-in is shown until the ticket arrives, and leaving ends it")
    func signIn() throws {
        let server = try #require(Address("https://school.example/"))
        var machine = LiveMachine(
            LiveEntry(.signIn(SignInLink(server: server, room: "botany"))), prefix: "p", at: .seconds(1), wallTime: 0)
        expect(machine.begin(at: .seconds(1)), is: [.askForTicket(resume: nil)])
        let prompt = SignInPrompt(id: "x", address: "https://id.test/device", code: "WDJB-MJHT", wait: 5, lifetime: 60)
        _ = machine.handle(.signIn(prompt), at: .seconds(1))
        expect(machine.view.loading?.signIn?.words, is: "Open https://id.test/device and enter the code WDJB-MJHT")
        var left = machine
        expect(left.handle(.order(.leave), at: .seconds(2)), is: [.close(nil)])
        _ = machine.handle(.ticket(.success(LiveScript.ticket(LiveScript.user()))), at: .seconds(2))
        expect(machine.view.loading?.step, is: .connection)
        expect(machine.view.loading?.signIn, is: nil)
        // After a reconnection the prompt of an older sign-in changes nothing.
        _ = machine.handle(.signIn(prompt), at: .seconds(3))
        expect(machine.view.loading?.signIn, is: nil)
    }

    @Test("LIVE-12: a failed step stays failed until the viewer retries it")
    func retry() {
        var script = LiveScript()
        script.begin()
        script.offline(.unreachable("nobody there"))
        guard case .failed(let words)? = script.view.loading?.suspension?.reason else {
            Issue.record("not suspended")
            return
        }
        #expect(words.contains("nobody there"))
        script.effects = []
        script.receiveInput(.order(.continueLoading(true)))
        #expect(script.effects.contains(.reconnect(nil)))
        expect(script.view.loading?.suspension, is: nil)
        script.online()
        expect(script.view.loading?.step, is: .room)
    }

    @Test("LIVE-12: entering a room that does not list its member yet is retried each second, twenty times")
    func lateMembership() {
        var script = LiveScript()
        script.begin()
        script.online()
        for _ in 1...20 {
            script.sent = []
            script.refuseEntry()
            expect(script.view.loading?.suspension, is: nil)
            #expect(script.sent.isEmpty)
            script.pass(.seconds(1))
            expect(script.sent.map(\.name), is: ["presence"])
        }
        var patient = script
        patient.admit()
        expect(patient.view.loading?.step, is: .snapshot)
        script.refuseEntry()
        guard case .failed(let words)? = script.view.loading?.suspension?.reason else {
            Issue.record("not suspended")
            return
        }
        #expect(words.contains("invited people only"))
        script.pass(.seconds(5))
        expect(script.takeSent().count, is: 1, "nothing more was tried")
    }

    @Test("LIVE-12: giving up a failed step leaves the class with the step's error")
    func giveUp() {
        var script = LiveScript()
        script.begin()
        script.offline(.unreachable("nobody there"))
        script.receiveInput(.order(.continueLoading(false)))
        #expect(script.machine.isOver)
        guard case .close(let error?)? = script.effects.last else {
            Issue.record("no error")
            return
        }
        #expect(error.reason.contains("nobody there"))
    }

    @Test("LIVE-12: over a metered connection nothing connects before the viewer agrees")
    func metered() {
        var script = LiveScript()
        script.begin(asksForLine: true)
        expect(script.view.loading?.suspension?.reason, is: .meteredLine)
        #expect(!script.effects.contains(.connect(LiveScript.ticket())))
        script.receiveInput(.order(.continueLoading(true)))
        #expect(script.effects.contains(.connect(LiveScript.ticket())))
    }

    @Test("Events are applied in order, and the state equals the keeper's")
    func events() {
        var script = LiveScript()
        script.enter()
        script.come(teacher)
        script.come(script.view.me)
        expect(script.view.state.users.list.elements.map(\.user.name), is: ["Ms Wang", "Li Lei"])
        expect(script.view.state.content, is: script.kept.state.content)
        expect(script.events.count, is: 3)
    }

    @Test("LIVE-01: only events from the room's owner are accepted")
    func forgedEvents() {
        var script = LiveScript()
        script.enter()
        script.come(teacher)
        let before = script.view.state
        script.receive(LiveScript.presence("Eve"))
        var chain = script.chain
        let forged = chain.append(ClassEvent(.zero, .presenter("eve")))
        // The senders are a student, one that is not in the room, and one with the keeper's nickname and another
        // occupant ID.
        script.receive(script.event(forged, from: "Eve"))
        script.receive(script.event(forged, from: "nobody"))
        script.receive(script.event(forged, from: "keeper", occupant: "o-Eve"))
        // Another participant took the nickname during the keeper's absence.
        script.receive(LiveScript.presence("keeper", type: "unavailable"))
        script.receive(LiveScript.presence("keeper", occupant: "o-Eve"))
        script.receive(script.event(forged, from: "keeper", occupant: "o-Eve"))
        expect(script.view.state, is: before)
        // Beats are not accepted either.
        script.receive(script.message("Eve", children: [EventStanza(beat: chain, at: 0).element]))
        expect(script.request("state"), is: nil)
    }

    @Test("LIVE-01, LIVE-50: notices to one person are accepted only from the keeper's address")
    func forgedNotices() {
        var script = LiveScript()
        script.enter()
        let notice = ClassNotice.remote(RemoteSwitch(user: "lilei", hasAudio: true, hasVideo: true), by: "eve")
        script.tell(notice, from: LiveScript.room + "/Eve")
        script.tell(notice, from: "n-eve@join.tv.test/1")
        script.tell(notice, from: LiveScript.room)
        #expect(script.takeNews().isEmpty)
        script.tell(notice)
        expect(script.takeNews(), is: [.notice(notice)])
    }

    @Test(
        "LIVE-13: events kept by the server during an interruption are applied at once, but events of a room's history are not"
    )
    func keptEvents() {
        var script = LiveScript()
        script.enter()
        script.come(teacher)
        func event(stampedBy sender: String, _ kind: ClassEvent.Kind) -> XMLElement {
            var stanza = script.event(script.chain.append(ClassEvent(.zero, kind)))
            stanza.add(
                XMLElement(
                    "delay", namespace: "urn:xmpp:delay",
                    attributes: ["from": sender, "stamp": "2026-01-01T00:00:00Z"]))
            return stanza
        }
        let before = script.chain
        script.receive(event(stampedBy: LiveScript.room, .presenter("eve")))
        #expect(script.view.state.users.presenter != "eve")
        script.chain = before
        script.receive(event(stampedBy: "tv.test", .presenter(teacher.id)))
        expect(script.view.state.users.presenter, is: teacher.id)
        expect(script.request("state"), is: nil)
    }

    @Test("When a beat reveals a missed event, the state is requested once")
    func gaps() {
        var script = LiveScript()
        script.enter()
        script.come(teacher)
        _ = script.takeSent()
        // These events are lost in transit.
        for action in script.kept.enter(LiveScript.user(), at: script.time) {
            if case .publish(let event, _) = action { _ = script.chain.append(event) }
        }
        script.beat()
        #expect(script.request("state") != nil)
        _ = { script.sent.removeAll { $0.first("state") == nil } }()
        let asked = script.sent.count
        script.beat()
        script.beat()
        expect(script.sent.count, is: asked)
        // Events that arrive meanwhile follow the state.
        let late = try? script.kept.handle(.start(true), by: teacher.id, at: script.time)
        let snapshotChain = script.chain
        script.answer(
            script.request("state"),
            with: StatePage(
                header: ClassHeader(title: "Algebra", epoch: LiveScript.epoch), chain: snapshotChain,
                time: script.time, from: 0, total: script.snapshot.count, lines: PackedLines(script.snapshot[...])
            ).element)
        script.keep((late ?? []).filter { if case .publish = $0 { true } else { false } })
        #expect(script.view.live.isInProgress)
        expect(script.view.state.users.list.count, is: 2)
    }

    @Test("LIVE-05: after fifteen seconds without a beat the class control is lost, and acts wait for the next beat")
    func beats() {
        var script = LiveScript()
        script.enter()
        script.beat()
        script.pass(.seconds(14))
        expect(script.view.link, is: .online)
        script.pass(.seconds(2))
        expect(script.view.link, is: .uncontrolled)
        script.receiveInput(.order(.wish(.requestToSpeak)))
        expect(script.request("act"), is: nil)
        expect(script.view.openWishes, is: 1)
        script.receiveInput(.order(.say("hello")))
        #expect(script.sent.contains { $0.first("body")?.text == "hello" })
        script.beat()
        expect(script.view.link, is: .online)
        #expect(script.request("act") != nil)
    }

    @Test("An unanswered act is sent again when a new keeper responds, and its answer is reported once")
    func actsOfTheDead() {
        var script = LiveScript()
        script.enter()
        script.beat()
        script.receiveInput(.order(.wish(.requestToSpeak)))
        let first = script.request("act")
        script.pass(.milliseconds(900))
        script.beat()
        expect(script.sent.filter { $0.first("act") != nil }.count, is: 1)
        script.pass(.milliseconds(200))
        script.beat()
        let second = script.request("act")
        #expect(second?["id"] != first?["id"] && second?.first("act")?["id"] == first?.first("act")?["id"])
        script.answer(second, with: ActAnswer.done(3).element)
        // The first act is answered after all, but too late.
        script.answer(first, with: ActAnswer.done(3).element)
        script.pass(.seconds(20))
        expect(script.takeNews(), is: [.answer(.requestToSpeak, nil)])
        expect(script.sent.filter { $0.first("act") != nil }.count, is: 2)
    }

    @Test("An act is sent again with its own ID after an interruption, and its answer is reported once")
    func actsAgain() {
        var script = LiveScript()
        script.enter()
        script.receiveInput(.order(.wish(.requestToSpeak)))
        let id = script.request("act")?.first("act")?["id"]
        script.offline()
        script.online()
        script.admit()
        script.answerState()
        script.answerArchive()
        expect(script.view.link, is: .online)
        expect(script.request("act")?.first("act")?["id"], is: id)
        let acts = script.sent.filter { $0.first("act") != nil }
        expect(acts.count, is: 2)
        script.answer(script.request("act"), with: ActAnswer.done(3).element)
        expect(script.takeNews(), is: [.answer(.requestToSpeak, nil)])
        expect(script.view.openWishes, is: 0)
    }

    @Test("LIVE-48: a hand that is raised twice during an interruption reaches the keeper once")
    func handInAGap() {
        var script = LiveScript()
        script.enter()
        script.offline()
        script.receiveInput(.order(.wish(.requestToSpeak)))
        script.receiveInput(.order(.wish(.requestToSpeak)))
        expect(script.takeNews(), is: [.answer(.requestToSpeak, ClassError(.alreadyRequested))])
        script.online()
        script.admit()
        script.answerState()
        script.answerArchive()
        expect(script.sent.filter { $0.first("act") != nil }.count, is: 1)
        script.answer(script.request("act"), with: ActAnswer.done(3).element)
        expect(script.takeNews(), is: [.answer(.requestToSpeak, nil)])
    }

    @Test("LIVE-80: a refusal contains the keeper's reason")
    func refused() {
        var script = LiveScript()
        script.enter()
        script.receiveInput(.order(.wish(.requestToSpeak)))
        let error = ClassError(.teacherAbsent)
        script.refuse(
            script.request("act"), with: ActAnswer.refused(error).error ?? StanzaError(kind: .cancel, condition: ""))
        expect(script.takeNews(), is: [.answer(.requestToSpeak, error)])
    }

    @Test("A session that the server has kept is resumed, and no message is sent twice")
    func resumed() {
        var script = LiveScript()
        script.enter()
        script.receiveInput(.order(.say("before")))
        _ = script.takeSent()
        script.offline()
        expect(script.view.link, is: .reconnecting)
        script.receiveInput(.order(.say("in the gap")))
        #expect(script.takeSent().isEmpty)
        script.online(isResumed: true)
        let bodies = script.takeSent().compactMap { $0.first("body")?.text }
        expect(bodies, is: ["in the gap"])
        expect(script.view.link, is: .online)
    }

    @Test(
        "LIVE-13: after a lost connection the viewer is asked whether to reconnect, a countdown answers yes, and the answer no leaves the class"
    )
    func question() {
        var script = LiveScript()
        script.enter()
        script.offline()
        script.effects = []
        script.offline(.unreachable("no route"))
        guard case .lost(let question?) = script.view.link else {
            Issue.record("not asked")
            return
        }
        #expect(question > script.now)
        script.pass(question - script.now)
        expect(script.view.link, is: .reconnecting)
        #expect(script.effects.contains(.reconnect(nil)))
        script.offline(.unreachable("no route"))
        script.receiveInput(.order(.reconnect(false)))
        #expect(script.machine.isOver)
    }

    @Test("After a lost session every message is present once, because the archive shows what arrived")
    func missed() {
        var script = LiveScript()
        script.enter()
        script.receive(LiveScript.presence("Han"))
        script.chat("Han", "one")
        script.receiveInput(.order(.say("arrived")))
        script.receiveInput(.order(.say("lost")))
        let ids = script.takeSent().compactMap { $0["id"] }
        script.offline()
        script.online()
        script.admit()
        script.answerState()
        script.answerArchive([
            script.message("Han", id: "two", archive: "a-two", children: LiveScript.body("two")),
            script.message("Li Lei", id: ids.first, archive: "a-arrived", children: LiveScript.body("arrived")),
        ])
        let resent = script.takeSent().filter { $0.first("body") != nil }
        expect(resent.compactMap { $0["id"] }, is: Array(ids.suffix(1)))
        expect(script.lines.map(\.text), is: ["one", "two", "arrived"])
    }
    @Test("LIVE-51: the end of a viewer's own request is reported, and the end of another user's request is not")
    func requests() throws {
        var script = LiveScript()
        script.enter()
        let other = LiveScript.user(.student, "Han")
        for user in [teacher, script.view.me, other] { script.come(user) }
        script.keep(try script.kept.handle(.start(true), by: teacher.id, at: script.time))
        script.keep(try script.kept.handle(.requestToSpeak, by: script.view.me.id, at: script.time))
        script.keep(try script.kept.handle(.requestToSpeak, by: other.id, at: script.time))
        script.effects = []
        script.keep(try script.kept.handle(.reply(ClassReply(user: other.id, false)), by: teacher.id, at: script.time))
        #expect(script.takeNews().isEmpty)
        script.keep(try script.kept.handle(.lowerHand(script.view.me.id), by: teacher.id, at: script.time))
        expect(script.takeNews(), is: [.requestEnded(SpeakingRequestEnd(user: "lilei", .lowered, by: teacher.id))])
    }

    @Test("LIVE-63: a locally chosen page disappears with its document")
    func localPage() throws {
        var script = LiveScript()
        script.enter()
        script.come(teacher)
        let document = ClassDocument(
            id: "d", pages: [.init(picture: "https://a.test/1"), .init(picture: "https://a.test/2")])
        script.keep(try script.kept.handle(.addDocument(document), by: teacher.id, at: script.time))
        let page = PageChange(PageKey(document: "d", page: 1))
        script.receiveInput(.order(.lookAt(page)))
        expect(script.view.localPage, is: page)
        #expect(script.effects.contains(.change(.localPage(page))))
        script.keep(try script.kept.handle(.removeDocument("d"), by: teacher.id, at: script.time))
        expect(script.view.localPage, is: nil)
    }
}
