import Classes
import PlayCore
import TestSupport
import Testing

@Suite("Moments of a class, red packets and pages with steps")
struct ClassMomentTests {
    private func room(_ events: [ClassEvent], _ change: (inout ClassInfo) -> Void = { _ in }) -> LoadedClass {
        var info = ClassInfo(playbackID: "p")
        change(&info)
        return ClassContents(info: info, events: events).loaded().0
    }

    private func survey(_ id: String, _ second: Int) -> ClassEvent {
        ClassEvent(.seconds(second), .survey(Survey(id: id, question: "Why \(id)?", options: [])))
    }

    @Test("ROOM-34, ROOM-44, ROOM-46, ROOM-49, ROOM-50: pages, marks, notices and quizzes are moments, ordered by time")
    func all() {
        let page = PageChange(PageKey(document: "d", page: 0))
        let moments = room([
            survey("b", 30), ClassEvent(.seconds(2), .pageShown(page)),
            ClassEvent(.seconds(5), .notice(PostedNotice(text: "n"))),
            ClassEvent(.seconds(6), .notice(PostedNotice(text: "n"))), ClassEvent(.seconds(7), .notice(nil)),
            ClassEvent(.seconds(40), .answerSheet(AnswerSheet(id: "s", options: []))),
        ]) { $0.timeMarkList = [.init(time: .seconds(10), title: "Proof")] }.moments
        expect(moments.all.map(\.time), is: [.seconds(2), .seconds(5), .seconds(10), .seconds(30), .seconds(40)])
        expect(moments.all.map(\.kind), is: [.page(page.key), .notice, .mark, .quiz, .quiz])
        expect(moments.index(at: .seconds(1)), is: nil)
        expect(moments.index(at: .seconds(12)), is: 2)
    }

    @Test("ROOM-49: a survey is one moment despite several counts, and a repeated survey is another moment")
    func votes() {
        let finished = ClassEvent(.seconds(5), .surveyFinished)
        let moments = room([survey("a", 1), survey("a", 2), survey("b", 3), finished, survey("b", 6)]).moments
        expect(moments.all.map(\.time), is: [.seconds(1), .seconds(3), .seconds(6)])
    }

    @Test("ROOM-28: quizzes that the recording hides are not moments")
    func hidden() {
        #expect(room([survey("a", 1)]) { $0.enableQuizAndAnswer = false }.moments.all.isEmpty)
    }

    @Test("ROOM-52, ROOM-53: a question has the time of its first event")
    func questions() {
        let question = Question(id: "q", text: "why?")
        let moments = room([
            ClassEvent(.seconds(8), .questionPublished(question)), ClassEvent(.seconds(9), .questionReplied(question)),
            ClassEvent(.seconds(4), .questionReplied(Question(id: "r", text: "how?"))),
        ]).moments
        expect(moments.questions, is: ["q": .seconds(8), "r": .seconds(4)])
    }

    @Test("ROOM-55: a falling red packet can be opened once, with the score of the current segment")
    func rain() {
        let packet = RedPacket(
            id: "1", segments: [.init(timeOffset: "0", score: 3), .init(timeOffset: "5", score: 8)],
            duration: .seconds(10))
        var session = ClassSession(room([ClassEvent(.seconds(20), .redPacket(packet))]))
        expect(session.redPacket, is: nil)
        expect(session.openRedPacket().status, is: .packetNotFound)
        session.move(to: .seconds(10))
        session.move(to: .seconds(20))
        expect(session.redPacket?.timeOffset(at: .seconds(24)), is: "0")
        session.move(to: .seconds(26))
        expect(session.openRedPacket(), is: RedPacketScore(score: 8, status: .normal))
        expect(session.redPacket, is: nil)
        expect(session.openRedPacket().status, is: .packetNotFound)
        var late = ClassSession(room([ClassEvent(.zero, .redPacket(packet))]), at: .seconds(10))
        expect(late.redPacket, is: nil)
        expect(late.openRedPacket().status, is: .packetNotFound)
        let unnumbered = RedPacket(id: "2", segments: [.init(timeOffset: "soon", score: 1)])
        var odd = ClassSession(room([ClassEvent(.zero, .redPacket(unnumbered))]), at: .seconds(1))
        expect(odd.openRedPacket().status, is: .segmentNotFound)
        var closed = ClassSession(room([ClassEvent(.zero, .redPacket(packet))]) { $0.enableRedPackets = false })
        expect(closed.openRedPacket().status, is: .closed)
    }

    @Test(
        "ROOM-10, ROOM-32: an animated page shows its step's picture, another page its own, and a board the background")
    func pictures() {
        let pages = [ClassDocument.Page(picture: "p.png", steps: ["a.png", "b.png"]), ClassDocument.Page()]
        let slides = ClassDocument(id: "d", pages: pages)
        func picture(_ document: ClassDocument, _ page: Int, _ step: Int?, animates: Bool) -> String? {
            document.picture(
                of: PageChange(PageKey(document: "d", page: page), step: step), animates: animates, ground: "g.png")
        }
        expect(picture(slides, 0, 1, animates: true), is: "b.png")
        expect(picture(slides, 0, 9, animates: true), is: "b.png")
        expect(picture(slides, 0, 1, animates: false), is: "p.png")
        expect(picture(slides, 0, nil, animates: true), is: "p.png")
        expect(picture(slides, 1, 1, animates: true), is: nil)
        let board = ClassDocument(id: "d", kind: .whiteboard, pages: [ClassDocument.Page()])
        expect(picture(board, 0, nil, animates: false), is: "g.png")
        expect(picture(board, 3, nil, animates: false), is: "g.png")
    }
}
