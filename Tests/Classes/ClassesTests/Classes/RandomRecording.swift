import Classes
import Encoding
import PlayCore

/// Random events of every kind that has a state. No two have the same time.
enum RandomRecording {
    static func events(count: Int, _ random: inout some RandomNumberGenerator) -> [ClassEvent] {
        (0..<count).map { ClassEvent(.milliseconds($0 * 10), kind(&random)) }
    }

    static func kind(_ random: inout some RandomNumberGenerator) -> ClassEvent.Kind {
        let id = "u\(Int.random(in: 0..<20, using: &random))"
        let key = PageKey(
            document: "d\(Int.random(in: 0..<3, using: &random))", page: Int.random(in: 0..<4, using: &random))
        let flag = Bool.random(using: &random)
        let user = ClassUser(id: id, name: "Name of \(id)", role: flag ? .student : .teacher)
        let point = BoardPoint(x: 0.25, y: Double(Int.random(in: 0...100, using: &random)) / 100)
        let question = Question(id: id, text: "why?", replies: flag ? [Question.Reply(text: "so")] : [])
        let sheet = AnswerSheet(id: id, options: [Survey.Option(key: "A", text: "")])
        let kinds: [ClassEvent.Kind] =
            [
                .users([user, ClassUser(id: "u1", name: "One")], total: flag ? 40 : nil), .usersEntered([user]),
                .usersLeft([id, "u1"]), .presenter(flag ? id : nil), .handRaised(id, flag),
                .mediaUsers([MediaUser(id: id, hasVideo: flag, hasAudio: !flag)]),
                .media(PlayedMedia(isPlaying: flag, name: "song")), .desktopSharing(flag),
                .mainPane(flag ? .video : .slides), .documentAdded(ClassDocument(id: key.document, title: id)),
                .documentRemoved(key.document), .pageShown(PageChange(key)), .slideText(key, "text of \(id)"),
                .shapeDrawn(Shape(id: id, on: key, .line, [point, point], color: 0xFF0000)),
                .shapesUndone(key, [id]), .boardCleared(flag ? key : nil),
                .viewport(Viewport(x: 0, y: 0, width: 0.5, height: 0.5)), .pointer(flag ? point : nil),
                .notice(flag ? PostedNotice(text: id, link: "https://example.org/") : nil),
                .marquee(flag ? MarqueeText(content: id, color: 0x123456, speed: 4) : nil),
                .broadcast(
                    Broadcast(key: id, value: .object(["a": .list([.integer(1), .flag(flag), .null])]), isCache: flag)),
                .survey(
                    Survey(id: id, question: "1+1?", options: [.init(key: "A", text: "2", votes: 3, isCorrect: true)])),
                .surveyFinished, .answerSheet(sheet), .answerSheetEnded(flag ? 1_600_000_000_000 : nil),
                .answerSheetRevoked(nil), .questionPublished(question), .questionReplied(question),
                .questionUnpublished(id), .questionsReset,
                .timer(TimerSignal(flag ? .running : .paused, total: 60, remaining: 30, isDecrease: flag)),
                .redPacket(RedPacket(id: id, segments: [.init(timeOffset: "3", score: 5)])),
                .attendance(flag ? Attendance(duration: .seconds(30), present: [id]) : nil),
                .messagePinned(flag ? ChatMessage(id: id, time: .seconds(1), author: user, text: "pin") : nil),
                .messageEdited(id: id, text: "text of \(key.page)"),
                .messageReaction(MessageReaction(message: id, user: "u1", emoji: "👍", isGiven: flag)),
                .messageRemoved(id), .messagesRemoved(author: id), .chatCleared,
                .gift(Gift(id: "g" + id, name: "rose")),
                .award(Award(id: "a" + id, picture: "pictures/a.png", fromUserName: "Li", showsSpecialEffect: flag)),
                .unknown("later", .object(["x": .number(0.5)])),
            ] + RandomLive.events(id, flag, Int64.random(in: 1...99, using: &random)).map { .live($0) }
        return kinds[Int.random(in: 0..<kinds.count, using: &random)]
    }
}
