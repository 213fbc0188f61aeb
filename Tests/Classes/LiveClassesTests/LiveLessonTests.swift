import ClassAccess
import ClassKeeper
import ClassRules
import Classes
import ClassroomHarness
import Encoding
import LiveClasses
import PlayCore
import Signalling
import TestSupport
import Testing

@Suite("A lesson over real servers", .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
struct LiveLessonTests {
    private let classroom: LiveClassroom

    init() throws { classroom = try LiveClassroom() }

    private func visitor(_ name: String, _ role: ClassUser.Role = .student) throws -> LiveVisitor {
        try LiveVisitor(try classroom.ticket(name, role)).enter()
    }

    private func kept() throws -> ClassState {
        try #require(try classroom.working.state(of: LiveClassroom.name)).state
    }

    private func agree(_ visitors: LiveVisitor...) throws {
        let kept = try kept()
        for visitor in visitors { try visitor.wait("agreement") { $0.state.content == kept.content } }
    }

    @Test(
        "LIVE-67, LIVE-70, LIVE-72: answers refer to their question, emoticons are sent as keys, and mentions are recognised"
    )
    func words() throws {
        let teacher = try visitor("Wang", .teacher)
        let anna = try visitor("Anna")
        anna.say("why is a leaf green?")
        let question = try #require(try teacher.waitForLines(1).first)
        teacher.live.perform(.say("because of chlorophyll", replyTo: question.id))
        let lines = try anna.waitForLines(2)
        expect(lines.last?.replyTo, is: lines.first?.id)
        try anna.waitForNews("the answer") { if case .addressed(let line) = $0 { line.replyTo != nil } else { false } }
        teacher.say("right, @Anna?")
        try anna.waitForNews("the mention") { news in
            if case .addressed(let line) = news { line.text == "right, @Anna?" } else { false }
        }
        anna.say("[clap]")
        try expect(teacher.waitForLines(4).last?.text, is: "[clap]")
        #expect(!teacher.news.contains { if case .addressed = $0 { true } else { false } })
    }

    @Test("LIVE-17, LIVE-79, LIVE-80, LIVE-83: presenter and likes have limits, and refusals have reasons")
    func presenterAndLikes() throws {
        let teacher = try visitor("Wang", .teacher)
        let helper = try visitor("Chen", .assistant)
        let anna = try visitor("Anna")
        try expect(teacher.wish(.like(anna.view.me.id)), is: ClassError(.notInProgress))
        try expect(teacher.wish(.start(true)), is: nil)
        try expect(teacher.wish(.presenter(anna.view.me.id)), is: ClassError(.targetIsStudent))
        try expect(teacher.wish(.presenter(helper.view.me.id)), is: nil)
        try expect(helper.wish(.like(anna.view.me.id)), is: nil)
        try expect(anna.wish(.like(anna.view.me.id))?.kind, is: .invalidUserRole)
        try expect(helper.wish(.like(teacher.view.me.id))?.kind, is: .invalidUserRole)
        try expect(helper.wish(.like("nobody"))?.kind, is: .invalidCalling)
        try anna.wait("like") { $0.live.likes[$0.me.id] == 1 }
        try anna.wait("presenter") { $0.state.users.presenter == helper.view.me.id }
        expect(anna.view.live.features?.maxSpeakerCount, is: 6)
        try expect(teacher.wish(.start(false)), is: nil)
        try anna.wait("the end of likes") { $0.live.likes.isEmpty }
    }

    @Test("LIVE-18, LIVE-75: broadcasts and notices reach all participants, within limits of size and rate")
    func broadcasts() throws {
        let teacher = try visitor("Wang", .teacher)
        let anna = try visitor("Anna")
        let value = JSONValue.string("go")
        func broadcast(_ value: JSONValue?) -> ClassWish {
            .broadcast(Broadcast(key: "k", value: value, isCache: true))
        }
        try expect(anna.wish(broadcast(value))?.kind, is: .invalidUserRole)
        try expect(teacher.wish(broadcast(nil))?.kind, is: .invalidArguments)
        try expect(teacher.wish(broadcast(.string(String(repeating: "x", count: 1023)))), is: ClassError(.tooLong))
        var refused: ClassError?
        for _ in 0..<8 where refused == nil { refused = try teacher.wish(broadcast(value)) }
        #expect(refused.map { $0.kind == .areYouRobot } ?? true)
        try anna.wait("broadcast") { $0.state.words.broadcasts["k"] != nil }
        #expect(try teacher.wish(.notice(PostedNotice(text: "Homework", link: "https://a.test/1"))) == nil)
        try anna.wait("notice") { $0.state.words.notice?.link == "https://a.test/1" }
        let late = try visitor("Zoë")
        expect(late.view.state.words.notice?.text, is: "Homework")
        try expect(teacher.wish(.notice(nil)), is: nil)
        try late.wait("no notice") { $0.state.words.notice == nil }
    }

    @Test(
        "LIVE-45, LIVE-46, LIVE-50, LIVE-52, LIVE-53, LIVE-56: a student raises a hand, and a teacher lets the student speak"
    )
    func speaking() throws {
        let anna = try visitor("Anna")
        try expect(anna.wish(.requestToSpeak), is: ClassError(.teacherAbsent))
        let teacher = try visitor("Wang", .teacher)
        try anna.wait("teacher") { $0.state.users.list.count == 2 }
        try expect(anna.wish(.requestToSpeak), is: ClassError(.notInProgress))
        try expect(teacher.wish(.start(true)), is: nil)
        try expect(teacher.wish(.forbidRequests(true)), is: nil)
        try expect(anna.wish(.requestToSpeak), is: ClassError(.requestsForbidden))
        try expect(teacher.wish(.forbidRequests(false)), is: nil)
        try expect(anna.wish(.requestToSpeak), is: nil)
        try expect(anna.wish(.requestToSpeak), is: ClassError(.alreadyRequested))
        try expect(anna.wish(.withdrawRequest), is: nil)
        try expect(anna.wish(.stopSpeaking), is: ClassError(.notSpeaking))
        let id = anna.view.me.id
        try expect(teacher.wish(.remote(RemoteSwitch(user: id, hasAudio: true, hasVideo: false))), is: nil)
        try anna.wait("speaking") { $0.live.speakers[id]?.cause == .remote }
        try anna.waitForNews("the switch") { news in
            if case .notice(.remote(let change, _)) = news { change.hasAudio && !change.hasVideo } else { false }
        }
        try expect(anna.wish(.stopSpeaking), is: nil)
        try agree(teacher, anna)
        #expect(try kept().live.speakers.isEmpty)
    }

    @Test(
        "LIVE-51, LIVE-55: hands are listed in the order of raising, and time out by themselves")
    func timeout() throws {
        var plan = ClassPlan(name: LiveClassroom.name, title: "Botany")
        plan.features.requestTimeout = 3_000
        try classroom.keep(plan)
        let teacher = try visitor("Wang", .teacher)
        let (anna, bert) = (try visitor("Anna"), try visitor("Bert"))
        try expect(teacher.wish(.start(true)), is: nil)
        try expect(bert.wish(.requestToSpeak), is: nil)
        try expect(anna.wish(.requestToSpeak), is: nil)
        try teacher.wait("hands") { $0.live.requests.count == 2 }
        expect(teacher.view.live.requests.elements.map(\.user), is: [bert.view.me.id, anna.view.me.id])
        try anna.waitForNews("the end") { news in
            if case .requestEnded(let end) = news { end.outcome == .timedOut } else { false }
        }
        try teacher.wait("no hands") { $0.live.requests.isEmpty }
    }

    @Test(
        "LIVE-57, LIVE-58, LIVE-61, LIVE-62, LIVE-64, LIVE-65, LIVE-66: a late participant sees the same slides and drawings"
    )
    func pages() throws {
        let teacher = try visitor("Wang", .teacher)
        let anna = try visitor("Anna")
        let board = PageKey(document: ClassDocument.whiteboardID, page: 0)
        expect(anna.view.state.documents.page?.key, is: board)
        try expect(teacher.wish(.start(true)), is: nil)
        func line(_ id: String, _ key: PageKey) -> Shape {
            Shape(id: id, on: key, .line, [BoardPoint(x: 0.1, y: 0.1), BoardPoint(x: 0.5, y: 0.5)])
        }
        #expect(try anna.wish(.draw(line("a", board))) != nil)
        try expect(teacher.wish(.grantDrawing(ClassPermission(user: anna.view.me.id, true))), is: nil)
        try expect(teacher.wish(.draw(line("t", board))), is: nil)
        try anna.wait("the line") { $0.state.documents.shapes(on: board).count == 1 }
        let page = ClassDocument.Page(picture: "https://a.test/1", steps: ["https://a.test/1a", "https://a.test/1b"])
        let slides = ClassDocument(id: "s", title: "Steps", pages: [page])
        let key = PageKey(document: "s", page: 0)
        try expect(teacher.wish(.addDocument(slides)), is: nil)
        try expect(teacher.wish(.showPage(PageChange(key, step: 1))), is: nil)
        try expect(teacher.wish(.showPage(PageChange(key, step: 2))), is: ClassError(.unknownPage))
        // The board is no longer the class's page.
        #expect(try teacher.wish(.draw(line("u", board))) != nil)
        let late = try visitor("Zoë")
        expect(late.view.state.documents.page?.step, is: 1)
        expect(late.view.state.documents.shapes(on: board).count, is: 1)
        try expect(teacher.wish(.clearBoard(board)), is: nil)
        try expect(teacher.wish(.removeDocument("s")), is: nil)
        try late.wait("the end of the slides") { $0.state.documents.document("s") == nil }
        try agree(teacher, anna, late)
        #expect(try kept().documents.shapes(on: board).isEmpty)
    }
}
