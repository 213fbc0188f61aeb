import ClassRules
import Classes
import Encoding
import PlayCore
import TestSupport
import Testing

/// The encoding of wishes, notices, errors and the keeper's memory as JSON.
@Suite struct ClassWireFormTests {
    private func again<Value: Codable & Equatable>(_ value: Value) throws -> Value {
        try JSONValue(document: JSONValue(encoding: value).bytes).decoded()
    }

    @Test("LIVE-80: wishes of every kind are the same after encoding to JSON and decoding")
    func wishes() throws {
        let key = PageKey(document: "d", page: 0)
        let survey = Survey(id: "q", question: "?", options: [.init(key: "A", text: "")])
        let wishes: [ClassWish] = [
            .start(true), .presenter("a"), .broadcast(Broadcast(key: "k", value: .list([.null]), isCache: true)),
            .notice(nil), .notice(PostedNotice(text: "n")), .record(false), .expel("a"), .requestToSpeak,
            .withdrawRequest, .answerInvitation(true), .stopSpeaking, .reply(ClassReply(user: "a", true)),
            .invite(ClassPermission(user: "a", false)), .lowerHand("a"), .lowerAllHands, .forbidRequests(true),
            .forbidSound(true), .remote(RemoteSwitch(user: "a", hasAudio: true, hasVideo: false)),
            .addDocument(ClassDocument(id: "d")), .removeDocument("d"), .showPage(PageChange(key, step: 1)),
            .draw(Shape(id: "a/1", on: key, .line, [])), .undoShapes(UndoneShapes(key, ids: ["a/1"])),
            .clearBoard(nil), .clearBoard(key), .grantDrawing(ClassPermission(user: "a", true)), .forbidChat(false),
            .slowChat(5), .handTime(0), .lock(true), .waitingRoom(true), .admit(ClassReply(user: "a", false)),
            .admitAll,
            .privateMessage(PrivateMessageWish(to: "a", "psst", replyTo: "m")), .forbidPrivateMessages(true),
            .banFromChat(ChatBanWish(user: "a", seconds: 60)), .removeMessage("m"),
            .publishSurvey(SurveyWish(survey, duration: 5)), .endSurvey,
            .answerSurvey(SurveyAnswer(id: "q", keys: ["A"])), .like("a"),
        ]
        for wish in wishes { try expect(again(wish), is: wish, "\(wish.name)") }
        expect(Set(wishes.map(\.name)).count, is: 39)
        let text = String(decoding: try JSONValue(encoding: ClassWish.lowerHand("a")).bytes, as: UTF8.self)
        expect(text, is: #"{"name":"lowerHand","value":"a"}"#)
    }

    @Test(
        "LIVE-80: JSON that is not a wish is refused",
        arguments: [
            #"{}"#, #"{"name":"later"}"#, #"{"name":"start"}"#, #"{"name":"start","value":1}"#, #"[]"#,
            #"{"name":"reply","value":{"user":"a"}}"#,
        ])
    func nonsense(text: String) throws {
        let value = try JSONValue(document: Array(text.utf8))
        #expect(throws: (any Error).self) { try value.decoded(as: ClassWish.self) }
    }

    @Test("LIVE-80: notices are the same after encoding to JSON and decoding")
    func notices() throws {
        let result = SurveyResult(
            survey: Survey(id: "q", question: "?", options: []), order: 1, rightCount: 0, wrongCount: 0)
        let notices: [ClassNotice] = [
            .invitation(by: "t", true),
            .remote(RemoteSwitch(user: "a", hasAudio: true, hasVideo: false), by: "t"), .surveyResult(result),
            .surveyVerdict("q", .noStandard), .recordingFailed("full"), .turnedAway("Li"),
            .waiting([ClassUser(id: "17", name: "Li")], count: 3), .recordingPlace("https://a.test/r"),
            .privateMessage(
                PrivateMessage(
                    id: "p1", from: ClassUser(id: "s", name: "S"), to: ClassUser(id: "t", name: "T"), text: "?", time: 5
                )),
        ]
        for notice in notices { try expect(again(notice), is: notice) }
    }

    @Test("LIVE-80: every reason has a kind and a message of its own, which can be translated")
    func reasons() throws {
        let all = ClassError.Reason.allCases.map(ClassError.init)
        expect(Set(all.map(\.words)).count, is: all.count)
        expect(Set(all.map(\.kind)), is: Set(ClassError.Kind.allCases))
        for error in all {
            try expect(again(error), is: error)
            OtherLanguage.$translate.withValue({ _ in "另一种" }) { expect(error.words, is: "另一种") }
        }
        #expect(
            ClassError(.tooManyBroadcasts).words.contains("5") && ClassError(.tooManyBroadcasts).words.contains("60"))
    }
}
