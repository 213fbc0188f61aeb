import ClassRules
import Classes
import Encoding
import TestSupport
import Testing

@Suite struct ClassRightsTests {
    private static let survey = Survey(
        id: "q", question: "?", options: [.init(key: "A", text: ""), .init(key: "B", text: "")])

    /// These wishes require only the right, in a class in which `s1` asks to speak.
    private static let ofTeachers: [ClassWish] = [
        .start(false), .notice(PostedNotice(text: "n")), .record(true), .forbidChat(true), .slowChat(5),
        .lock(true), .waitingRoom(false), .forbidPrivateMessages(true),
        .presenter("a"),
    ]
    private static let ofStaff: [ClassWish] = [
        .broadcast(Broadcast(key: "k", value: .integer(1))), .expel("s2"), .reply(ClassReply(user: "s1", true)),
        .invite(ClassPermission(user: "s2", true)), .lowerHand("s1"), .lowerAllHands, .forbidRequests(true),
        .forbidSound(true), .remote(RemoteSwitch(user: "s2", hasAudio: true, hasVideo: false)),
        .addDocument(ClassDocument(id: "new")), .removeDocument("d"),
        .showPage(PageChange(PageKey(document: "d", page: 0))),
        .clearBoard(nil), .grantDrawing(ClassPermission(user: "s2", true)),
        .banFromChat(ChatBanWish(user: "s2", seconds: 60)), .removeMessage("m"), .publishSurvey(SurveyWish(survey)),
        .like("s2"), .handTime(0), .admit(ClassReply(user: "new", true)), .admitAll,
    ]

    private func room() throws -> Classroom {
        var room = Classroom()
        try room.wish(.addDocument(ClassDocument(id: "d")), by: "t")
        try room.wish(.requestToSpeak, by: "s1")
        try room.wish(.waitingRoom(true), by: "t")
        _ = room.machine.knock(Classroom.student("new"), at: room.now)
        return room
    }

    @Test("LIVE-01: a teacher may use all functions, and an assistant those that do not change the class itself")
    func roles() throws {
        let room = try room()
        for wish in Self.ofTeachers {
            expect(room.refusal(wish, by: "t"), is: nil, "\(wish.name)")
            for user in ["a", "s1", "g"] {
                expect(room.kind(wish, by: user), is: .invalidUserRole, "\(wish.name) by \(user)")
            }
        }
        for wish in Self.ofStaff {
            expect(room.refusal(wish, by: "t"), is: nil, "\(wish.name)")
            expect(room.refusal(wish, by: "a"), is: nil, "\(wish.name)")
            for user in ["s1", "g"] {
                expect(room.refusal(wish, by: user), is: .teacherOrAssistantNeeded, "\(wish.name) by \(user)")
            }
        }
    }

    @Test("LIVE-01: guests chat, ask to speak and vote like students, but cannot draw")
    func guests() throws {
        var room = try room()
        expect(room.refusal(.requestToSpeak, by: "g"), is: nil)
        expect(room.machine.chatRefusal(of: "g", at: room.now), is: nil)
        try room.wish(.publishSurvey(SurveyWish(Self.survey)), by: "t")
        expect(room.refusal(.answerSurvey(SurveyAnswer(id: "q", keys: ["A"])), by: "g"), is: nil)
        expect(room.refusal(.grantDrawing(ClassPermission(user: "g", true)), by: "t"), is: .targetMayNot)
        for user in ["t", "a"] {
            expect(room.refusal(.answerSurvey(SurveyAnswer(id: "q", keys: ["A"])), by: user), is: .studentNeeded)
        }
    }

    @Test("LIVE-02: speaking, surveys, likes and recording need a started class, but pages and chat do not")
    func gate() throws {
        var room = Classroom(isInProgress: false)
        let gated: [ClassWish] = [
            .reply(ClassReply(user: "s1", true)), .invite(ClassPermission(user: "s1", true)),
            .remote(RemoteSwitch(user: "s1", hasAudio: true, hasVideo: false)), .record(true), .like("s1"),
            .publishSurvey(SurveyWish(Self.survey)), .grantDrawing(ClassPermission(user: "s1", true)), .start(false),
        ]
        for wish in gated { expect(room.refusal(wish, by: "t"), is: .notInProgress, "\(wish.name)") }
        expect(room.refusal(.requestToSpeak, by: "s1"), is: .notInProgress)
        expect(room.machine.refusalToSend("t", audio: true, video: false)?.reason, is: .notInProgress)
        try room.wish(.addDocument(ClassDocument(id: "d")), by: "t")
        try room.wish(.showPage(PageChange(PageKey(document: "d", page: 0))), by: "t")
        try room.wish(.notice(PostedNotice(text: "soon")), by: "t")
        expect(room.machine.chatRefusal(of: "s1", at: room.now), is: nil)
    }

    @Test("LIVE-15: the teacher starts and ends the class, and its end removes likes, speakers, hands and grants")
    func startAndStop() throws {
        var room = try room()
        expect(room.refusal(.start(true), by: "t"), is: .alreadyInProgress)
        try room.letSpeak("s2")
        room.send("s2", audio: true)
        try room.wish(.like("s3"), by: "a")
        try room.wish(.grantDrawing(ClassPermission(user: "s2", true)), by: "t")
        try room.wish(.publishSurvey(SurveyWish(Self.survey)), by: "t")
        let actions = try room.wish(.start(false), by: "t")
        expect(actions.events.map(\.name), is: ["surveyFinished", "surveyResult", "classInProgress"])
        #expect(!room.live.isInProgress && room.live.speakers.isEmpty && room.live.requests.isEmpty)
        #expect(room.live.likes.isEmpty && room.live.drawingGrants.isEmpty)
        // A user who continues to send is cut off.
        expect(room.pass(ClassLimits.obedience), is: [.stopMedia("s2", audio: true, video: false)])
    }

    @Test("LIVE-17: the owner of the class can make an assistant the presenter, and become the presenter again")
    func presenter() throws {
        var room = Classroom(ClassFeatures(owner: "t"))
        _ = room.machine.enter(ClassUser(id: "t2", name: "Second", role: .teacher), at: room.now)
        expect(room.machine.state.users.presenter, is: "t")
        expect(room.refusal(.presenter("a"), by: "t2"), is: .ownerNeeded)
        expect(room.kind(.presenter("a"), by: "a"), is: .invalidUserRole)
        for target in ["s1", "t2", "nobody"] {
            expect(room.kind(.presenter(target), by: "t"), is: .invalidArguments, "\(target)")
        }
        try room.wish(.presenter("a"), by: "t")
        expect(room.machine.state.users.presenter, is: "a")
        try room.wish(.presenter("t"), by: "t")
        expect(room.machine.state.users.presenter, is: "t")
        _ = room.machine.configure(ClassFeatures(owner: "t", canChangePresenter: false), at: room.now)
        expect(room.kind(.presenter("a"), by: "t"), is: .invalidCalling)
    }

    @Test("LIVE-10: a class and its recording end a minute after the last teacher has left, unless a teacher enters")
    func teacherless() throws {
        var room = Classroom()
        _ = room.machine.enter(ClassUser(id: "t2", name: "Second", role: .teacher), at: room.now)
        _ = room.machine.recorder(true, at: room.now)
        _ = room.machine.leave("t", at: room.now)
        room.pass(120_000)
        #expect(room.live.isInProgress && room.machine.state.users.presenter == "t2")
        _ = room.machine.leave("t2", at: room.now)
        room.pass(59_999)
        #expect(room.live.isInProgress)
        _ = room.machine.enter(Classroom.teacher, at: room.now)
        room.pass(60_000)
        #expect(room.live.isInProgress && room.live.isRecording)
        _ = room.machine.leave("t", at: room.now)
        expect(room.machine.nextDeadline, is: room.now + 60_000)
        let actions = room.pass(60_000)
        #expect(!room.live.isInProgress && actions.contains(.record(false)))
        // The class can start again, and a class that has ended does not end twice.
        _ = room.machine.enter(Classroom.teacher, at: room.now)
        try room.wish(.start(true), by: "t")
        room.pass(120_000)
        #expect(room.live.isInProgress)
    }

    @Test("LIVE-10: the time for which a class waits for a teacher is configurable")
    func teacherTimeout() {
        var features = ClassFeatures()
        features.teacherTimeout = 5_000
        var room = Classroom(features)
        _ = room.machine.leave("t", at: room.now)
        room.pass(4_999)
        #expect(room.live.isInProgress)
        room.pass(1)
        #expect(!room.live.isInProgress)
    }

    @Test("LIVE-17: in a class without an owner, one teacher can make another one the presenter")
    func handOver() throws {
        var room = Classroom()
        _ = room.machine.enter(ClassUser(id: "t2", name: "Second", role: .teacher), at: room.now)
        try room.wish(.presenter("t2"), by: "t")
        expect(room.machine.state.users.presenter, is: "t2")
    }

    @Test("LIVE-17: a teacher becomes presenter when the presenter leaves")
    func presenterLeaves() throws {
        var room = Classroom()
        try room.wish(.presenter("a"), by: "t")
        _ = room.machine.leave("a", at: room.now)
        expect(room.machine.state.users.presenter, is: "t")
        _ = room.machine.leave("t", at: room.now)
        expect(room.machine.state.users.presenter, is: nil)
    }

    @Test("LIVE-74: the recorder's answer decides the state, and only teachers are notified of its failure")
    func recording() throws {
        var room = Classroom()
        try expect(room.wish(.record(true), by: "t"), is: [.record(true)])
        #expect(!room.live.isRecording)
        expect(room.machine.recorder(true, at: room.now).events, is: [.live(.serverRecording(true))])
        expect(room.refusal(.record(true), by: "t"), is: .unchanged)
        #expect(try room.wish(.start(false), by: "t").contains(.record(false)))
        let failure = room.machine.recorderFailed("no space", at: room.now)
        expect(failure.notices(to: "t"), is: [.recordingFailed("no space")])
        #expect(failure.notices(to: "a").isEmpty && !room.live.isRecording)
    }

    @Test("LIVE-80: absent users cannot wish anything, and refused wishes change nothing")
    func absent() throws {
        var room = Classroom()
        let before = room.machine
        expect(room.refusal(.requestToSpeak, by: "nobody"), is: .notPresent)
        #expect(throws: ClassError(.notPresent)) { try room.wish(.start(false), by: "nobody") }
        #expect(throws: ClassError(.teacherNeeded)) { try room.wish(.start(false), by: "s1") }
        expect(room.machine, is: before)
        expect(room.refusal(.expel("t"), by: "a"), is: .targetIsTeacher)
        expect(room.refusal(.expel("a"), by: "a"), is: .targetMayNot)
        try expect(room.wish(.expel("a"), by: "t"), is: [.expel("a")])
    }
}
