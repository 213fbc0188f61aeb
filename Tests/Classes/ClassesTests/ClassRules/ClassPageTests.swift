import ClassRules
import Classes
import Encoding
import TestSupport
import Testing

@Suite struct ClassPageTests {
    private static let key = PageKey(document: "d", page: 1)

    private func room() throws -> Classroom {
        var room = Classroom()
        let pages = (1...3).map { ClassDocument.Page(picture: "https://example.org/\($0).png") }
        try room.wish(.addDocument(ClassDocument(id: "d", pages: pages)), by: "a")
        try room.wish(.showPage(PageChange(Self.key)), by: "a")
        return room
    }

    private func line(_ id: String, _ key: PageKey = key, x: Double = 0.5, text: String? = nil) -> Shape {
        Shape(id: id, on: key, .line, [BoardPoint(x: 0, y: 0), BoardPoint(x: x, y: 1)], text: text)
    }

    @Test("LIVE-60, LIVE-61, LIVE-62: documents are added and deleted by teachers and assistants, within bounds")
    func documents() throws {
        var room = try room()
        expect(room.machine.state.documents.document("d")?.pages.count, is: 3)
        let page = ClassDocument.Page(picture: "file:///etc/passwd")
        expect(room.refusal(.addDocument(ClassDocument(id: "x", pages: [page])), by: "t"), is: .noWebLink)
        expect(room.refusal(.addDocument(ClassDocument(id: "x", kind: .web)), by: "t"), is: .badDocument)
        expect(room.refusal(.addDocument(ClassDocument(id: "")), by: "t"), is: .badIdentifier)
        let long = String(repeating: "x", count: ClassLimits.titleLength + 1)
        expect(room.refusal(.addDocument(ClassDocument(id: "x", title: long)), by: "t"), is: .tooLong)
        let link = "https://example.org/" + String(repeating: "x", count: 1900)
        let heavy = (0..<5).map { _ in ClassDocument.Page(picture: link) }
        expect(room.refusal(.addDocument(ClassDocument(id: "x", pages: heavy)), by: "t"), is: .tooLong)
        // The whiteboard counts as a document.
        for number in 2..<ClassLimits.documents {
            room.pass(1_000)
            try room.wish(.addDocument(ClassDocument(id: "d\(number)")), by: "t")
        }
        expect(room.refusal(.addDocument(ClassDocument(id: "more")), by: "t"), is: .tooManyDocuments)
        expect(room.refusal(.addDocument(ClassDocument(id: "d", title: "anew")), by: "t"), is: nil)
        try room.wish(.removeDocument("d"), by: "a")
        expect(room.machine.state.documents.page, is: nil)
        expect(room.refusal(.removeDocument("d"), by: "a"), is: .unknownDocument)
    }

    @Test("teachers and assistants add the texts of existing pages, within bounds")
    func texts() throws {
        var room = try room()
        let text = PageText(key: Self.key, text: "Kernel")
        let added = try room.wish(.describePages([text]), by: "a")
        expect(added.events, is: [.slideText(Self.key, "Kernel")])
        expect(room.machine.state.documents.text(of: Self.key), is: "Kernel")
        expect(room.refusal(.describePages([text]), by: "s1"), is: .teacherOrAssistantNeeded)
        expect(room.refusal(.describePages([]), by: "a"), is: .badDocument)
        let (third, other) = (PageKey(document: "d", page: 3), PageKey(document: "x", page: 0))
        expect(room.refusal(.describePages([text, PageText(key: third, text: "")]), by: "a"), is: .unknownPage)
        expect(room.refusal(.describePages([PageText(key: other, text: "")]), by: "a"), is: .unknownDocument)
        let long = String(repeating: "x", count: ClassLimits.pageTextBytes)
        expect(room.refusal(.describePages([PageText(key: Self.key, text: long)]), by: "a"), is: .tooLong)
        let most = PageText(key: Self.key, text: String(repeating: "x", count: ClassLimits.pageTextBytes - 1024))
        let many = Array(repeating: most, count: ClassLimits.allPageTextBytes / most.text.count + 1)
        expect(room.refusal(.describePages(many), by: "a"), is: .tooMuchText)
        try room.wish(.removeDocument("d"), by: "a")
        expect(room.machine.state.documents.textBytes, is: 0)
    }

    @Test("the text of a page keeps its columns, but neither its margin nor control characters")
    func cleanText() throws {
        let text = "\n\u{1B}[31m\n    Name     Points  \r\n\n      Ada\u{7}      42\n\n"
        let clean = try #require(PageText(of: Self.key, cleaning: text))
        let lines = clean.text.split(separator: "\n").map(String.init)
        expect(lines, is: ["[31m", "    Name     Points", "      Ada      42"])
        expect(PageText(of: Self.key, cleaning: "    a\n  b")?.text, is: "  a\nb")
        for blank in ["", " \n\u{0} \n"] { expect(PageText(of: Self.key, cleaning: blank), is: nil) }
    }

    @Test("a long page is cut at a line, and the texts of a document are sent in parts that the class accepts")
    func longText() throws {
        let quotes = String(repeating: String(repeating: "\"", count: 500) + "\n", count: 100)
        let page = try #require(PageText(of: Self.key, cleaning: quotes))
        #expect(page.text.hasSuffix("\"") && page.text.count > 6_000)
        #expect(try room().refusal(.describePages([page]), by: "a") == nil)
        let parts = PageText.parts(Array(repeating: page, count: 10))
        expect(parts.map(\.count), is: [2, 2, 2, 2, 2])
        #expect(PageText.parts(Array(repeating: page, count: 500)).count < ClassLimits.wishes.inSecond)
        #expect(PageText.parts([]).isEmpty)
    }

    @Test("LIVE-63: teachers and assistants can show any existing page")
    func pages() throws {
        let room = try room()
        func refusal(_ document: String, _ page: Int, step: Int? = nil) -> ClassError.Reason? {
            room.refusal(.showPage(PageChange(PageKey(document: document, page: page), step: step)), by: "t")
        }
        expect(refusal("d", 2), is: nil)
        expect(refusal("d", 1), is: .unchanged)
        expect(refusal("d", 3), is: .unknownPage)
        expect(refusal("d", -1), is: .unknownPage)
        expect(refusal("d", 2, step: 1), is: .unknownPage)
        expect(refusal("other", 0), is: .unknownDocument)
    }

    @Test("LIVE-64: permitted users can draw on the page that the class shows")
    func drawing() throws {
        var room = try room()
        try room.wish(.draw(line("t/1")), by: "t")
        try room.wish(.draw(line("a/1")), by: "a")
        expect(room.machine.state.documents.shapes(on: Self.key).map(\.id), is: ["t/1", "a/1"])
        let other = PageKey(document: "d", page: 0)
        expect(room.refusal(.draw(line("t/2", other)), by: "t"), is: .otherPage)
        try room.letSpeak("s1")
        expect(room.refusal(.draw(line("s1/1")), by: "s1"), is: .notGranted)
        try room.wish(.grantDrawing(ClassPermission(user: "s1", true)), by: "a")
        try room.wish(.draw(line("s1/1")), by: "s1")
        expect(room.refusal(.draw(line("s1/2", other)), by: "s1"), is: .otherPage)
        try room.wish(.grantDrawing(ClassPermission(user: "s2", true)), by: "a")
        expect(room.refusal(.draw(line("s2/1")), by: "s2"), is: .notSpeaking)
    }

    @Test("LIVE-65: a student's drawing without a grant is an invalid call, and a withdrawn grant ends at once")
    func grant() throws {
        var room = try room()
        try room.letSpeak("s1")
        expect(room.kind(.draw(line("s1/1")), by: "s1"), is: .invalidCalling)
        try room.wish(.grantDrawing(ClassPermission(user: "s1", true)), by: "t")
        expect(room.machine.refusalToDraw("s1"), is: nil)
        expect(room.refusal(.grantDrawing(ClassPermission(user: "s1", true)), by: "t"), is: .unchanged)
        try room.wish(.grantDrawing(ClassPermission(user: "s1", false)), by: "t")
        expect(room.machine.refusalToDraw("s1")?.reason, is: .notGranted)
        expect(room.refusal(.grantDrawing(ClassPermission(user: "t", true)), by: "a"), is: .targetIsTeacher)
    }

    @Test("LIVE-64: students change only their own drawings, and size and rate of drawings are limited")
    func bounds() throws {
        var room = try room()
        try room.letSpeak("s1")
        try room.wish(.grantDrawing(ClassPermission(user: "s1", true)), by: "t")
        try room.wish(.draw(line("t/1")), by: "t")
        for id in ["t/1", "s1", "s1x/1", "s1/x/1"] {
            expect(room.refusal(.draw(line(id)), by: "s1"), is: .foreignShape, "\(id)")
        }
        expect(room.refusal(.undoShapes(UndoneShapes(Self.key, ids: ["t/1"])), by: "s1"), is: .foreignShape)
        expect(room.refusal(.undoShapes(UndoneShapes(Self.key, ids: ["s1/9"])), by: "s1"), is: .unknownShape)
        try room.wish(.draw(line("s1/1")), by: "s1")
        try room.wish(.undoShapes(UndoneShapes(Self.key, ids: ["s1/1"])), by: "s1")
        let heavy = String(repeating: "x", count: ClassLimits.shapeBytes)
        expect(room.refusal(.draw(line("s1/1", text: heavy)), by: "s1"), is: .tooLong)
        expect(room.refusal(.draw(line("s1/1", x: 1e9)), by: "s1"), is: .badShape)
        for number in 3...5 { try room.wish(.draw(line("s1/\(number)")), by: "s1") }
        expect(room.kind(.draw(line("s1/6")), by: "s1"), is: .areYouRobot)
        room.pass(1_000)
        expect(room.refusal(.draw(line("s1/6")), by: "s1"), is: nil)
    }

    @Test("LIVE-66: teachers and assistants can clear one page or all of them")
    func wiping() throws {
        var room = try room()
        try room.wish(.draw(line("t/1")), by: "t")
        try room.wish(.clearBoard(Self.key), by: "a")
        #expect(room.machine.state.documents.shapes(on: Self.key).isEmpty)
        expect(room.refusal(.clearBoard(nil), by: "t"), is: nil)
        expect(room.refusal(.clearBoard(PageKey(document: "x", page: 0)), by: "t"), is: .unknownDocument)
    }

    @Test("LIVE-75: a notice has a maximum length and a valid web link or none, and an empty notice removes it")
    func notice() throws {
        var room = Classroom()
        expect(room.kind(.notice(PostedNotice(text: "n")), by: "a"), is: .invalidUserRole)
        for link in [
            "javascript:alert(1)", "ftp://example.org/", "https://", "example.org", "see https://example.org/",
        ] {
            expect(room.refusal(.notice(PostedNotice(text: "n", link: link)), by: "t"), is: .noWebLink, "\(link)")
        }
        let text = String(repeating: "字", count: ClassLimits.noticeLength)
        expect(room.refusal(.notice(PostedNotice(text: text + "!")), by: "t"), is: .tooLong)
        try room.wish(.notice(PostedNotice(text: text, link: "https://example.org/a")), by: "t")
        #expect(room.machine.state.words.notice?.link == "https://example.org/a")
        try room.wish(.notice(PostedNotice(text: "")), by: "t")
        expect(room.machine.state.words.notice, is: nil)
        expect(room.refusal(.notice(nil), by: "t"), is: .unchanged)
    }

    @Test("LIVE-18: a broadcast has a key and at most 1,024 characters of JSON, and a cached one is kept")
    func broadcast() throws {
        var room = Classroom()
        func refusal(_ key: String, _ text: String?) -> ClassError.Reason? {
            room.refusal(.broadcast(Broadcast(key: key, value: text.map { .string($0) })), by: "a")
        }
        let longest = String(repeating: "字", count: ClassLimits.broadcastLength - 2)
        expect(refusal("k", longest), is: nil)
        expect(refusal("k", longest + "x"), is: .tooLong)
        expect(refusal("k", nil), is: .noBroadcastValue)
        for key in ["", "a b", "é", String(repeating: "k", count: ClassLimits.keyLength + 1)] {
            expect(refusal(key, "v"), is: .noBroadcastKey, "\(key)")
        }
        let cached = Broadcast(key: "k", value: .string("v"), isCache: true)
        let actions = try room.wish(.broadcast(cached), by: "a")
        guard case .publish(let event, true) = actions.first else { throw ClassError(.unchanged) }
        expect(event.kind, is: .broadcast(cached))
        expect(room.machine.state.words.broadcasts["k"], is: cached)
        guard
            case .publish(_, false) = try room.wish(.broadcast(Broadcast(key: "m", value: .integer(1))), by: "t").first
        else { throw ClassError(.unchanged) }
        for number in 2..<ClassLimits.broadcastKeys {
            room.pass(1_100)
            try room.wish(.broadcast(Broadcast(key: "k\(number)", value: .integer(1))), by: "t")
        }
        expect(room.refusal(.broadcast(Broadcast(key: "new", value: .integer(1))), by: "a"), is: .tooManyKeys)
    }

    @Test("LIVE-18: a user can send at most five broadcasts a second and sixty a minute")
    func broadcastRate() throws {
        var room = Classroom()
        let wish = ClassWish.broadcast(Broadcast(key: "k", value: .integer(1)))
        for _ in 0..<5 { try room.wish(wish, by: "a") }
        expect(room.kind(wish, by: "a"), is: .areYouRobot)
        expect(room.refusal(wish, by: "t"), is: nil)
        room.pass(999)
        expect(room.refusal(wish, by: "a"), is: .tooManyBroadcasts)
        room.pass(1)
        for _ in 5..<60 {
            try room.wish(wish, by: "a")
            room.pass(250)
        }
        expect(room.refusal(wish, by: "a"), is: .tooManyBroadcasts)
        room.pass(61_000 - (room.now - 1_000_000))
        expect(room.refusal(wish, by: "a"), is: nil)
    }
}
