import ClassRules
import ClassWire
import Classes
import Encoding
import PlayCore
import Signalling
import XML

/// Samples of each kind of a live class's stanzas, in the form in which they are sent.
enum WireSamples {
    static let room = "botany@rooms.example.org"
    static let survey = Survey(
        id: "q1", question: "2 + 2?",
        options: [Survey.Option(key: "A", text: "4", isCorrect: true), Survey.Option(key: "B", text: "5")])

    static let wishes: [ClassWish] = [
        .start(true), .presenter("7"), .notice(PostedNotice(text: "hello")), .notice(nil), .record(false), .expel("9"),
        .requestToSpeak, .withdrawRequest, .stopSpeaking, .lowerAllHands, .answerInvitation(true),
        .reply(ClassReply(user: "9", true)), .invite(ClassPermission(user: "9", false)), .lowerHand("9"),
        .forbidRequests(true), .forbidSound(true), .forbidChat(false), .slowChat(5), .handTime(60),
        .lock(true), .waitingRoom(false), .setTimer(300), .pauseTimer(true),
        .admit(ClassReply(user: "17", true)), .admitAll, .forbidPrivateMessages(true),
        .privateMessage(PrivateMessageWish(to: "1", "may I leave?", replyTo: "m1")),
        .remote(RemoteSwitch(user: "9", hasAudio: true, hasVideo: false)),
        .removeDocument("d"), .describePages([PageText(key: PageKey(document: "d", page: 1), text: "a\nb")]),
        .undoShapes(UndoneShapes(PageKey(document: "d", page: 2), ids: ["9/1"])),
        .clearBoard(nil), .grantDrawing(ClassPermission(user: "9", true)),
        .banFromChat(ChatBanWish(user: "9", seconds: 60)), .removeMessage("m1"),
        .publishSurvey(SurveyWish(survey, duration: 30)), .endSurvey,
        .answerSurvey(SurveyAnswer(id: "q1", keys: ["A"])), .like("9"),
    ]

    static let notices: [ClassNotice] = [
        .invitation(by: "1", true), .remote(RemoteSwitch(user: "9", hasAudio: true, hasVideo: true), by: "1"),
        .surveyVerdict("q1", .right), .recordingFailed("no room left"),
        .turnedAway("Li Lei"), .waiting([ClassUser(id: "17", name: "Li Lei")], count: 1),
        .privateMessage(
            PrivateMessage(
                id: "p1", from: ClassUser(id: "9", name: "Anna"), to: ClassUser(id: "1", name: "Wang"),
                text: "may I leave?", time: 1_795_478_460_000)),
    ]

    static let chats = [
        ChatStanza(text: "good morning"),
        ChatStanza(text: "", picture: "https://example.org/a.png"),
        ChatStanza(text: "yes, @Li Lei", replyTo: "42", mentions: ["Li Lei"]),
        ChatStanza(text: "", emoticon: "clap"),
    ]

    static func events() -> (lines: [NumberedEvent], chain: EventChain) {
        var chain = EventChain()
        let kinds: [ClassEvent.Kind] = [
            .notice(PostedNotice(text: "one")), .notice(PostedNotice(text: "two", link: "https://example.org")),
            .live(.classInProgress(true)),
        ]
        return (kinds.enumerated().map { chain.append(ClassEvent(.seconds($0.offset), $0.element)) }, chain)
    }

    static var stanzas: [XMLElement] {
        let (lines, chain) = events()
        let header = ClassHeader(title: "Botany", epoch: 1_795_478_400_000)
        let page = StatePage(
            header: header, chain: chain, time: 1_795_478_460_000, from: 0, total: lines.count,
            lines: PackedLines(lines.map(\.line)[...]))
        let groupchat = (lines.map { EventStanza($0) } + [EventStanza(beat: chain, at: 1_795_478_460_000)])
            .map { XMLElement("message", attributes: ["type": "groupchat"], children: [$0.element]) }
        let acts = wishes.map { ClassAct(room: room, id: "a1", wish: $0).element }
        let told = notices.map { NoticeStanza(room: room, notice: $0).element }
        let state = [StateRequest(room: room, from: 3, snapshot: 9).element, page.element]
        let entries = ["{\"line\":{}}"]
        let report = [
            ReportRequest(room: room, after: "3-9").element,
            ReportPage(PackedLines(entries[...]), next: "3-10").element,
        ]
        let chat = chats.compactMap { chat in
            XMPPAddress(room).map { chat.message(to: $0, id: "c1") }
        }
        return groupchat + chat + told.map { XMLElement("message", children: [$0]) }
            + (acts + state + report).map { XMLElement("iq", children: [$0]) }
    }
}
