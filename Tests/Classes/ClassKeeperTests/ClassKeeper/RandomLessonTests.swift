import ClassAccess
import ClassKeeper
import ClassRules
import ClassWire
import Classes
import ClassroomHarness
import Signalling
import TestSupport
import Testing

/// People of all roles with random wishes at random times, over a real server.
@Suite("Random lessons", .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
struct RandomLessonTests {
    @Test(
        "after random wishes, all participants have the keeper's state, in the keeper's order and without a gap",
        arguments: [7, 8] as [UInt64])
    func lesson(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let classroom = try LiveClassroom()
        let roles: [ClassUser.Role] = [.teacher, .assistant, .student, .student, .guest]
        var people: [Attendee] = []
        for (number, role) in roles.enumerated() {
            people.append(try Attendee(classroom, "P\(number)", role).enter())
        }
        try people[0].wish(.start(true))
        let first = people[1].numbers.count
        for step in 0..<200 {
            let who = people[Int.random(in: 0..<people.count, using: &random)]
            let wish = wish(people, step, &random)
            who.begin(wish)
            // Wishes are spread over time, because the rules refuse faster ones, which another test covers.
            if step % 20 == 0 { try who.wish(.withdrawRequest) }
            if step == 100 {
                // One user leaves and returns, and another loads the keeper's state again.
                people[3].send(people[3].occupancy.leaveForTest())
                people[3] = try Attendee(classroom, people[3].ticket, resource: "later").enter()
                try people[2].loadState()
            }
        }
        let late = try Attendee(classroom, "Late").enter()
        for person in people { try person.wish(.withdrawRequest) }
        let truth = try #require(try classroom.working.state(of: LiveClassroom.name))
        for person in people + [late] {
            try person.settle(number: truth.number)
            expect(person.state.content, is: truth.state.content, "\(person.ticket.user.name)")
            expect(person.gaps, is: 0)
        }
        let numbers = people[1].numbers
        #expect(numbers.count > first + 20)
        expect(numbers, is: Array((numbers.first ?? 0)...(numbers.last ?? 0)))
        classroom.stop()
        try classroom.start()
        let again = try #require(try classroom.working.state(of: LiveClassroom.name))
        #expect(again.number == truth.number && again.state.content == truth.state.content)
    }

    private func wish(_ people: [Attendee], _ step: Int, _ random: inout SeededGenerator) -> ClassWish {
        let target = people[Int.random(in: 0..<people.count, using: &random)].id
        let yes = Bool.random(using: &random)
        let wishes: [ClassWish] = [
            .requestToSpeak, .withdrawRequest, .reply(ClassReply(user: target, yes)),
            .invite(ClassPermission(user: target, yes)),
            .answerInvitation(yes), .lowerHand(target), .lowerAllHands, .forbidRequests(yes), .forbidSound(yes),
            .stopSpeaking, .remote(RemoteSwitch(user: target, hasAudio: yes, hasVideo: false)), .presenter(target),
            .notice(yes ? PostedNotice(text: "notice \(step)") : nil), .forbidChat(yes),
            .banFromChat(ChatBanWish(user: target, seconds: yes ? 1 : 0)), .like(target), .endSurvey,
            .publishSurvey(
                SurveyWish(
                    Survey(
                        id: "s\(step)", question: "?",
                        options: ["A", "B"].map { Survey.Option(key: $0, text: $0, isCorrect: $0 == "A") }))),
            .answerSurvey(SurveyAnswer(id: "s\(max(0, step - 1))", keys: ["A"])),
            .addDocument(ClassDocument(id: "d\(step % 5)", kind: .whiteboard, title: "board", pages: [])),
            .showPage(PageChange(PageKey(document: "d\(step % 5)", page: step % 3))), .clearBoard(nil),
            .removeDocument("d\(step % 7)"), .grantDrawing(ClassPermission(user: target, yes)), .start(step % 11 != 0),
        ]
        return wishes[Int.random(in: 0..<wishes.count, using: &random)]
    }
}
