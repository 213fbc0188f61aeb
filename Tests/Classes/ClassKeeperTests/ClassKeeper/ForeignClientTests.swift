import ClassKeeper
import ClassRules
import Classes
import ClassroomHarness
import TestSupport
import Testing

@Suite(
    "Foreign programs in a live class",
    .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"),
    .enabled(if: PlainXMPPClient.isPresent, "\(PlainXMPPClient.absentReason)"))
struct ForeignClientTests {
    private let classroom: LiveClassroom
    private let teacher: Attendee
    private let guest: PlainXMPPClient

    init() throws {
        let plan = ClassPlan(name: LiveClassroom.name, title: "Botany", allowsGuests: true)
        classroom = try LiveClassroom(plan, server: try ProsodyServer(hasGuests: true))
        teacher = try Attendee(classroom, "Wang", .teacher).enter()
        try teacher.wish(.start(true))
        guest = try PlainXMPPClient(classroom.room, nick: "Gast", at: classroom.server)
    }

    private func guestID() -> String? {
        teacher.wait { teacher.state.users.list.elements.first { $0.user.name == "Gast" }?.user.id }
    }

    @Test("a guest reads and writes in the chat, and reads about events as text (LIVE-67, LIVE-75)")
    func talks() throws {
        #expect(guestID() != nil)
        teacher.say("good morning")
        #expect(guest.hears("Wang: good morning"))
        guest.order("say guten Morgen")
        expect(teacher.wait { teacher.bodies.contains("guten Morgen") ? true : nil }, is: true)
        try teacher.wish(.notice(PostedNotice(text: "read chapter 3")))
        #expect(guest.hears("keeper: notice: read chapter 3"))
    }

    @Test("a guest raises the hand with a word and gets the answer as text (LIVE-48, LIVE-50)")
    func raisesHand() throws {
        let id = try #require(guestID())
        guest.order("say hand")
        #expect(teacher.wait { teacher.state.live.requests[id] } != nil)
        try teacher.wish(.reply(ClassReply(user: id, true)))
        #expect(guest.hears("keeper: Gast may speak"))
        #expect(teacher.wait { teacher.state.live.speakers[id] } != nil)
    }

    @Test(
        "a muted guest who requests voice with the room's own form raises the hand (LIVE-48, LIVE-69)"
    )
    func asksForVoice() throws {
        let id = try #require(guestID())
        try teacher.wish(.banFromChat(ChatBanWish(user: id, seconds: 600)))
        #expect(guest.hears("role: visitor"))
        guest.order("voice")
        #expect(teacher.wait { teacher.state.live.requests[id] } != nil)
    }

    @Test("a guest votes with a letter (LIVE-77)")
    func votes() throws {
        _ = try #require(guestID())
        let survey = Survey(
            id: "q1", question: "2 + 2?",
            options: [Survey.Option(key: "A", text: "5"), Survey.Option(key: "B", text: "4", isCorrect: true)])
        try teacher.wish(.publishSurvey(SurveyWish(survey, duration: 60)))
        #expect(guest.hears("B) 4"))
        guest.order("say b")
        expect(teacher.wait { teacher.notices.contains { Self.isRight($0) } ? true : nil }, is: true)
        try teacher.wish(.endSurvey)
        #expect(guest.hears("keeper: answers: A) 0, B) 1 ✓"))
    }

    /// Whether the notice to the teacher has one right answer so far.
    private static func isRight(_ notice: ClassNotice) -> Bool {
        if case .surveyResult(let result) = notice { result.rightCount == 1 } else { false }
    }
}
