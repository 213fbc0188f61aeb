import Classes
import Encoding
import PlayCore
import TestSupport
import Testing

@Suite struct ClassReducerTests {
    private func state(_ kinds: [ClassEvent.Kind]) -> ClassState {
        ClassLog(kinds.enumerated().map { ClassEvent(.seconds($0.offset), $0.element) }).state(at: .seconds(1000))
    }

    @Test(
        "ROOM-63, ROOM-64: a list replaces the users, entering adds one, leaving removes one, and the total is updated")
    func users() {
        let (mei, li, wu) = (user("mei"), user("li"), user("wu"))
        var area = state([.users([mei, li], total: 30), .usersEntered([wu, mei]), .usersLeft(["li", "nobody"])]).users
        expect(area.list.elements.map(\.user.id), is: ["mei", "wu"])
        expect(area.totalCount, is: 30)
        area = state([.usersEntered([mei, li]), .users([wu], total: nil)]).users
        expect(area.list.elements.map(\.user.id), is: ["wu"])
        expect(area.totalCount, is: 1)
    }

    @Test("ROOM-66: cameras and microphones are known for both listed and unlisted users")
    func mediaUsers() {
        let on = MediaUser(id: "mei", hasVideo: true, hasAudio: false)
        var area = state([.mediaUsers([on]), .presenter("mei")]).users
        #expect(area.presenterHasVideo)
        area = state([.mediaUsers([on]), .usersEntered([user("mei")]), .presenter("mei")]).users
        expect(area.list["mei"]?.hasVideo, is: true)
        area = state([.usersEntered([user("mei")]), .mediaUsers([on]), .users([user("mei")], total: nil)]).users
        expect(area.list["mei"]?.hasVideo, is: true)
        area =
            state([
                .usersEntered([user("mei")]), .mediaUsers([on]), .usersLeft(["mei"]), .usersEntered([user("mei")]),
            ]).users
        expect(area.list["mei"]?.hasVideo, is: false)
    }

    @Test("ROOM-52, ROOM-53, ROOM-54, ROOM-51: questions are added, updated, removed and reset by ID")
    func questions() {
        let asked = Question(id: "1", text: "why?")
        let replied = Question(id: "1", text: "why?", replies: [Question.Reply(text: "so")])
        expect(state([.questionPublished(asked), .questionReplied(replied)]).questions.list.elements, is: [replied])
        // The question is published again after a reply, and only the reply's event arrives.
        expect(
            state([.questionReplied(replied), .questionUnpublished("1"), .questionReplied(replied)]).questions.list
                .elements, is: [replied])
        expect(state([.questionPublished(asked), .questionUnpublished("2")]).questions.list.elements, is: [asked])
        #expect(state([.questionPublished(asked), .questionsReset]).questions.list.isEmpty)
    }

    @Test("ROOM-49: a survey is shown until it is finished")
    func survey() {
        let survey = Survey(id: "1", question: "1+1", options: [.init(key: "A", text: "2")])
        expect(state([.survey(survey)]).quiz.survey, is: survey)
        expect(state([.survey(survey), .surveyFinished]).quiz.survey, is: nil)
    }

    @Test("ROOM-50: an answer sheet ends with a result, or is withdrawn without one")
    func answerSheet() {
        let sheet = AnswerSheet(id: "1", options: [.init(key: "A", text: "", isCorrect: true)])
        expect(state([.notice(nil), .answerSheet(sheet)]).quiz.sheetState, is: .running(since: .seconds(1)))
        let ended = state([.answerSheet(sheet), .answerSheetEnded(77)]).quiz
        expect(ended.sheet, is: sheet)
        expect(ended.sheetState, is: .ended(77, at: .seconds(1)))
        let revoked = state([.answerSheet(sheet), .answerSheetRevoked(77)]).quiz
        expect(revoked.sheet, is: nil)
        expect(revoked.sheetState, is: nil)
        expect(state([.answerSheetEnded(77)]).quiz.sheetState, is: nil)
    }

    @Test("ROOM-47: a page change resets the viewport, and drawings belong to their page")
    func documents() {
        let (one, two) = (PageKey(document: "d", page: 0), PageKey(document: "d", page: 1))
        let zoomed = Viewport(x: 0.5, y: 0, width: 0.5, height: 0.5)
        func line(_ id: String, _ key: PageKey, _ x: Double) -> ClassEvent.Kind {
            .shapeDrawn(Shape(id: id, on: key, .line, [BoardPoint(x: x, y: 0)]))
        }
        let area = state([
            .pageShown(PageChange(one)), line("a", one, 0), line("b", one, 0), .viewport(zoomed),
            .pointer(BoardPoint(x: 0.5, y: 0.5)), .pageShown(PageChange(two)), line("a", two, 0.1),
            line("a", one, 0.9),
        ]).documents
        expect(area.page, is: PageChange(two))
        expect(area.viewport, is: .whole)
        expect(area.pointer, is: nil)
        expect(area.shapes(on: one).map(\.id), is: ["a", "b"])
        expect(area.shapes(on: one).first?.points.first?.x, is: 0.9)
        expect(area.shapes(on: two).map(\.id), is: ["a"])
        let undone = state([line("a", one, 0), line("b", one, 0), line("c", two, 0), .shapesUndone(one, ["a"])])
        expect(undone.documents.shapes(on: one).map(\.id), is: ["b"])
        let cleared = state([line("a", one, 0), line("c", two, 0), .boardCleared(one)]).documents
        #expect(cleared.shapes(on: one).isEmpty)
        expect(cleared.shapes(on: two).count, is: 1)
        // A step of the same page keeps the viewport.
        let stepped = state([.pageShown(PageChange(one)), .viewport(zoomed), .pageShown(PageChange(one, step: 1))])
        expect(stepped.documents.viewport, is: zoomed)
    }

    @Test("ROOM-12: web documents are detected until they are removed")
    func webDocuments() {
        let web = ClassDocument(id: "w", kind: .web, address: "https://example.org/")
        #expect(state([.documentAdded(web)]).documents.existWebDocument)
        let removed = state([
            .documentAdded(web), .pageShown(PageChange(PageKey(document: "w", page: 0))), .documentRemoved("w"),
        ]).documents
        #expect(!removed.existWebDocument)
        expect(removed.page, is: nil)
    }

    @Test("ROOM-48: the newest broadcast of each key is kept")
    func broadcasts() {
        let words = state([
            .broadcast(Broadcast(key: "a", value: .integer(1))), .broadcast(Broadcast(key: "b")),
            .broadcast(Broadcast(key: "a", value: .string("2"), isCache: true)),
        ]).words
        expect(words.broadcasts["a"], is: Broadcast(key: "a", value: .string("2"), isCache: true))
        expect(words.broadcastRevision, is: 3)
    }
}

func user(_ id: String, _ role: ClassUser.Role = .student, group: Int = 0) -> ClassUser {
    ClassUser(id: id, name: id.capitalized, role: role, group: group)
}

extension String {
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
