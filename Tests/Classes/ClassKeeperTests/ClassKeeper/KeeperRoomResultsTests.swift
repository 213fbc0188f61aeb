import ClassRules
import ClassWire
import Classes
import PlayCore
import Signalling
import TestSupport
import Testing
import XML

@testable import ClassKeeper

@Suite("Results of a class, as a keeper's room stores them")
struct KeeperRoomResultsTests {
    private typealias Script = ClassScript

    private func results(_ script: ClassScript) -> [ResultWrite] {
        script.writes.compactMap { if case .result(let result) = $0 { result } else { nil } }
    }

    private func lines(_ script: ClassScript) -> [ClassReport.Line] {
        results(script).flatMap { result -> [ClassReport.Line] in
            if case .chat(let lines) = result { lines } else { [] }
        }
    }

    @Test("entering starts a stay and leaving ends it, even for people beyond the listed hundred")
    func stays() {
        let crowd = (0..<120).map { ClassUser(id: "c\($0)", name: "Person \($0)") }
        var script = Script(people: crowd)
        script.enter()
        for user in crowd { script.comes(user) }
        let start = script.now.wall
        expect(results(script), is: crowd.map { .enter($0, at: start) })
        script.forget()
        script.pass(60)
        script.goes("Person 119")
        expect(results(script), is: [.leave("c119", at: start + 60_000)])
    }

    @Test("people missing after an outage left at the time when a keeper last saw the room")
    func unseen() {
        var script = ClassScript.started()
        let seen = script.now.wall
        script.change { room, now in
            room.disconnected(at: now)
            return KeeperOutcome()
        }
        script.pass(100)
        script.enter([Script.presence("Wang", Script.jid(Script.teacher))])
        script.forget()
        script.pass(10)
        expect(results(script), is: [.leave("2", at: seen)])

        var next = ClassScript(script, KeptClass(header: script.room.kept.header))
        next.change { room, _ in
            (room.attending, room.lastSight) = (["3", "1"], 77)
            return KeeperOutcome()
        }
        next.enter([Script.presence("Wang", Script.jid(Script.teacher))])
        next.forget()
        next.pass(10)
        expect(results(next), is: [.leave("3", at: 77)])
    }

    @Test("a quiz is stored with its correct options, and an answer with its verdict; a refused answer is not")
    func answers() {
        var script = ClassScript.started()
        let options = ["A", "B"].map { Survey.Option(key: $0, text: "", isCorrect: $0 == "B") }
        let survey = Survey(id: "q", question: "Which?", options: options)
        _ = script.act(.publishSurvey(SurveyWish(survey)), Script.teacher, id: "1")
        let answer = SurveyAnswer(id: "q", keys: ["B"])
        _ = script.act(.answerSurvey(answer), Script.anna, id: "2")
        _ = script.act(.answerSurvey(SurveyAnswer(id: "q", keys: ["A"])), Script.anna, id: "3")
        let now = script.now.wall
        expect(results(script), is: [.quiz(survey, at: now), .answer(Script.anna, answer, .right, at: now)])
    }

    @Test("messages are stored together a second later, without those that were refused or removed")
    func chat() {
        var script = ClassScript.started()
        script.writes("one", "Anna", id: "m1")
        script.writes("two", "Wang", id: "m2")
        script.writes("three", "Anna", id: "m3")
        _ = script.act(.removeMessage("m2"), Script.teacher, id: "1")
        _ = script.act(.forbidChat(true), Script.teacher, id: "2")
        script.writes("four", "Anna", id: "m4")
        #expect(lines(script).isEmpty && results(script).contains(.removeMessage("m2")))
        let now = script.now.wall
        script.pass(1)
        expect(
            lines(script),
            is: [
                .init(id: "m1", Script.anna, time: now, text: "one"),
                .init(id: "m3", Script.anna, time: now, text: "three"),
            ])
        script.forget()
        script.pass(1)
        #expect(lines(script).isEmpty)
    }

    @Test("messages that could not be stored are stored later, and many are stored at once")
    func unstored() {
        var script = ClassScript.started()
        script.change { room, _ in
            room.isLimiting = true
            return KeeperOutcome()
        }
        script.writes("one", "Anna", id: "m0")
        script.pass(1)
        let (kept, people, writes) = (script.room.kept, script.room.people, script.writes)
        script.forget()
        script.change { room, now in
            room.undo(to: kept, people: people, writes, at: now)
            return KeeperOutcome()
        }
        for number in 1..<200 { script.writes("more", "Wang", id: "m\(number)") }
        script.pass(0)
        expect(lines(script).map(\.id), is: (0..<200).map { "m\($0)" })
    }

    @Test("a keeper reads the messages since its newest one from the archive, even without a recording")
    func missed() {
        var script = ClassScript.started()
        var next = ClassScript(script, script.room.kept)
        next.enter()
        #expect(!next.stanzas.contains { $0.first("query", in: "urn:xmpp:mam:2") != nil })
        script.writes("one", "Anna", id: "m1")
        next = ClassScript(script, script.room.kept)
        next.change { room, _ in
            room.lastArchived = "m1"
            return KeeperOutcome()
        }
        next.enter()
        let query = next.stanzas.compactMap { $0.first("query", in: "urn:xmpp:mam:2") }.last
        expect(query?.first("set")?.first("after")?.wholeText, is: "m1")
    }

    @Test("only teachers get the results, and their requests are limited")
    func rights() {
        var script = ClassScript.started()
        func refusal(_ user: ClassUser) -> StanzaError? {
            var refusal: StanzaError?
            script.change { room, now in
                refusal = room.reportRefusal(for: user.id, at: now)
                return KeeperOutcome()
            }
            return refusal
        }
        expect(refusal(Script.teacher), is: nil)
        expect(refusal(Script.anna).map { ActAnswer(error: $0) }, is: .refused(ClassError(.teacherNeeded)))
        expect(refusal(Script.bert).map { ActAnswer(error: $0) }, is: .refused(ClassError(.notPresent)))
        var count = 1
        while count < 1_000, refusal(Script.teacher) == nil { count += 1 }
        expect(refusal(Script.teacher)?.condition, is: "policy-violation")
    }

    @Test("a class that ends permanently ends all stays")
    func over() {
        var script = ClassScript.started()
        script.change { room, now in
            var plan = room.plan
            plan.isOver = true
            return room.change(to: plan, at: now)
        }
        expect(results(script), is: [.leaveAll(at: script.now.wall)])
    }
}
