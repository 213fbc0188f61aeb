import Cells
import ClassRules
import Classes
import PlayCore
import ScreenKit
import SlidePictures
import TestSupport
import Testing

@testable import ClassPanes
@testable import TUI

@Suite("Chat, pictures and people of a live class")
struct LiveChatTests {
    private let mei = LiveSamples.mei
    private let picture = "http://127.0.0.1:5280/file/leaf.png"

    private func text(_ state: AppState) -> String { ScreenText.render(compose(state, at: Samples.now).chrome) }

    private func room(_ messages: [ChatMessage]) -> ClassView {
        var contents = Samples.contents()
        contents.events.removeAll { if case .message = $0.kind { true } else { false } }
        contents.events += messages.map { ClassEvent($0.time, .message($0)) }
        return Samples.roomView(contents)
    }

    private func message(_ id: String, _ author: ClassUser, _ text: String, picture: String? = nil) -> ChatMessage {
        ChatMessage(id: id, time: .seconds(1), author: author, text: text, picture: picture)
    }

    private func inClass(
        _ messages: [ChatMessage], _ change: (inout LiveClassView) -> Void = { _ in }, events: [LiveEvent] = []
    ) -> AppState {
        var view = LiveSamples.view(mei, events)
        change(&view)
        return LiveSamples.inClass(120, 36, view, room: room(messages))
    }

    @Test("LIVE-67, LIVE-70: r replies to the selected message, and Esc turns the reply into a plain message")
    func replies() {
        var state = inClass([message("1", LiveSamples.wei, "Why?"), message("2", LiveSamples.teacher, "Think")])
        state.press("3")
        state.press("k")
        state.press("k")
        state.press("r")
        #expect(state.isWriting && text(state).contains("└ Li Wei: Why?"))
        for key in "so" { state.press(key) }
        expect(state.press(.enter).orders, is: [.say("so", replyTo: "1")])
        expect(state.room?.live?.input.target, is: nil)
        state.press(.escape)
        state.press("r")
        state.press(.escape)
        #expect(state.isWriting && state.room?.live?.input.target == nil)
        state.press("a")
        expect(state.press(.enter).orders, is: [.say("a")])
    }

    private func privately(_ id: String, _ author: ClassUser, _ reader: ClassUser, _ text: String) -> ChatMessage {
        var line = message(id, author, text)
        line.to = reader
        return line
    }

    @Test("private messages are marked with their readers, and r answers one privately, also while the chat is closed")
    func privateReplies() {
        let lines = [
            privately("1", mei, LiveSamples.teacher, "May I leave?"),
            privately("2", LiveSamples.teacher, mei, "Yes, @Mei"),
        ]
        var state = inClass(lines, events: [.chatForbidden(true)])
        #expect(text(state).contains("you to 张老师:  private") && text(state).contains("张老师 to you:  private"))
        state.press("3")
        state.press("r")
        #expect(state.isWriting && text(state).contains("└ privately to 张老师"))
        for key in "thanks" { state.press(key) }
        expect(
            state.press(.enter).wishes, is: [.privateMessage(PrivateMessageWish(to: "t", "thanks", replyTo: "2"))])
        #expect(state.isWriting && state.room?.live?.input.target == nil)
        // The next line would be for all, and the chat is closed.
        #expect(state.press("x").isEmpty && state.press(.enter).isEmpty)
        expect(state.message?.text, is: "The teacher has closed the chat")
    }

    @Test("an own private message is answered to its reader, and a text that would be refused stays in the line")
    func privateToReader() {
        let line = privately("1", mei, LiveSamples.teacher, "Hello?")
        var state = inClass([line], events: [.privateMessagesForbidden(true)])
        state.press("3")
        state.press("r")
        for key in "so?" { state.press(key) }
        #expect(state.press(.enter).isEmpty)
        expect(state.message?.text, is: "Private messages are switched off for students")
        expect(state.room?.live?.input.line.text, is: "so?")
    }

    @Test("a private message is announced as such while the chat is hidden, and Del does not remove it")
    func privateNews() {
        var view = LiveSamples.view(LiveSamples.teacher)
        view.number = 2
        var state = LiveSamples.inClass(
            120, 36, view, room: room([privately("1", mei, LiveSamples.teacher, "May I leave?")]))
        state.press("3")
        state.press("k")
        state.press(.delete)
        #expect(state.room?.question == nil && state.message?.text == "Private messages cannot be removed")
        state.message = nil
        state.press("4")
        state.apply(.liveNews(.addressed(privately("2", mei, LiveSamples.teacher, "Please"))))
        expect(state.message?.text, is: "Mei to you: Please")
    }

    @Test("a hand that stays has no bar and no countdown, and a change of its time is reported")
    func stayingHand() {
        let hand = LiveEvent.speakingRequested(
            SpeakingRequest(user: "m", number: 1, since: LiveSamples.time - 90_000, deadline: nil))
        let stays = LiveEvent.handTime(HandTime(milliseconds: 0, since: 0))
        var view = LiveSamples.view(mei, [.features(ClassFeatures()), hand])
        var state = LiveSamples.inClass(view)
        #expect(text(state).contains("hand raised, number 1  h lowers it"))
        expect(state.room?.nextLiveStep(after: Samples.now), is: nil)
        view = LiveSamples.view(mei, [.features(ClassFeatures()), stays, hand], number: 2)
        state.apply(.live(view))
        expect(state.message?.text, is: "Raised hands stay until they are answered")
        var teacher = LiveSamples.inClass(LiveSamples.view(LiveSamples.teacher, [stays, hand]))
        teacher.press("h")
        #expect(text(teacher).contains("Mei  01:30"))
    }

    @Test("LIVE-67: a message to the viewer is marked, and so is the tab while the chat is hidden")
    func addressed() {
        var line = message("2", LiveSamples.wei, "what do you think @Mei")
        line.mentions = ["Mei"]
        var state = inClass([message("1", LiveSamples.teacher, "Hello"), line])
        #expect(text(state).contains("Li Wei  to you"))
        state.press("4")
        state.apply(.liveNews(.addressed(line)))
        expect(state.message?.text, is: "Li Wei: what do you think @Mei")
        #expect(text(state).contains("Chat @"))
        state.press("3")
        #expect(!text(state).contains("Chat @"))
    }

    @Test("LIVE-16: / finds people by a part of their names, and Esc lists all again")
    func roster() {
        var state = inClass([])
        for key in "4/we" { state.press(key) }
        #expect(text(state).contains("People 3 · /we"))
        expect(state.room?.shownPeople.map(\.user.name), is: ["Li Wei"])
        state.press(.enter)
        expect(state.room?.person(at: 0)?.user.id, is: "l")
        // Further letters no longer belong to the search.
        expect(state.room?.peopleSearch, is: nil)
        state.press(.escape)
        expect(state.room?.shownPeople.count, is: 3)
        for key in "/xyz" { state.press(key) }
        #expect(text(state).contains("No matches"))
        state.press(.escape)
        expect(state.room?.shownPeople.count, is: 3)
    }

    @Test("LIVE-67: pictures on the class's servers are requested and drawn, and all others stay a line")
    func thumbnails() throws {
        let foreign = "http://tracker.example/leaf.png"
        let messages = [message("1", LiveSamples.wei, "", picture: picture), message("2", mei, "", picture: foreign)]
        var state = inClass(messages) { $0.pictures = PictureOrigin(hosts: ["127.0.0.1"]) }
        expect(state.thumbnailWishes.map(\.location), is: [picture])
        #expect(text(state).contains("127.0.0.1"))
        var set = ThumbnailSet()
        (set.number, set.pictures[picture]) = (1, .cells(block(columns: 8, rows: 4)))
        state.apply(.thumbnails(set))
        expect(pictureRows(state, columns: 8), is: 4)
        #expect(!text(state).contains("127.0") && text(state).contains("tracker.example"))
        // The picture belongs to its message.
        state.press("3")
        state.press("k")
        state.press("k")
        #expect(state.press(.enter).contains(.room(.showPicture(picture))))
    }

    @Test("LIVE-72: [ offers the class's emoticons, Tab completes one, and the chat shows its picture")
    func emoticons() throws {
        let clap = "https://a.test/clap.png"
        var features = ClassFeatures()
        features.emoticons = [ClassEmoticon(key: "clap", picture: clap), ClassEmoticon(key: "wave")]
        var state = inClass([message("1", LiveSamples.wei, "[clap]")], events: [.features(features)])
        for key in "c[" { state.press(key) }
        #expect(text(state).contains("[clap]  [wave]"))
        expect(state.thumbnailWishes.map(\.location), is: [clap, clap])
        var set = ThumbnailSet()
        (set.number, set.pictures[clap]) = (1, .cells(block(columns: 4, rows: 2)))
        state.apply(.thumbnails(set))
        // Two rows in the chat and two in the list of emoticons.
        expect(pictureRows(state, columns: 4), is: 4)
        state.press(.tab)
        expect(state.press(.enter).orders, is: [.say("[clap]")])
        for key in "[wa" { state.press(key) }
        state.press(.tab)
        expect(state.press(.enter).orders, is: [.say("[wave]")])
    }

    @Test("LIVE-59: w cycles slides through fit and fill, and in a live class through stretch")
    func slideFit() {
        var state = LiveSamples.inClass(LiveSamples.view(mei))
        state.press("1")
        var fits: [SlideFit] = []
        for _ in 0..<3 {
            state.press("w")
            fits.append(state.room?.slideFit ?? .whole)
        }
        expect(fits, is: [.filling, .stretched, .whole])
        var recording = Samples.inClass(120, 36)
        recording.press("1")
        for _ in 0..<2 { recording.press("w") }
        expect(recording.room?.slideFit, is: .whole)
    }

    @Test("LIVE-58: an animated page is turned step by step, unless steps are not shown")
    func steps() {
        let page = ClassDocument.Page(picture: "/1", steps: ["/1a", "/1b"])
        let document = ClassDocument(id: "s", title: "Steps", pages: [page, .init(picture: "/2")])
        let key = PageKey(document: "s", page: 0)
        let events: [ClassEvent.Kind] = [.documentAdded(document), .pageShown(PageChange(key))]
        func turned(animates: Bool) -> [ClassWish] {
            var room = Samples.roomView()
            // Local recordings show no steps.
            let (recorded, _) = Samples.contents().loaded(isLocal: !animates)
            room.snapshot = ClassSession(recorded, at: .seconds(10)).snapshot(phase: .entered)
            var state = LiveSamples.inClass(120, 36, LiveSamples.view(LiveSamples.teacher, others: events), room: room)
            return state.press(.pageDown).wishes
        }
        expect(turned(animates: true), is: [.showPage(PageChange(key, step: 1))])
        expect(turned(animates: false), is: [.showPage(PageChange(PageKey(document: "s", page: 1)))])
    }

    @Test("LIVE-73: of a hundred messages at once only those near the window are broken into lines")
    func flood() {
        let many = (0..<100).map { message("\($0)", LiveSamples.wei, "line \($0)") }
        var state = inClass([])
        let before = ChromeKey(state, at: Samples.now)
        var view = room(many)
        view.number = 2
        state.apply(.room(view))
        #expect(ChromeKey(state, at: Samples.now) != before)
        let lines = state.room?.lines(of: .chat, width: 40, Glyphs(isASCII: false), at: Samples.now).lines.count ?? 0
        // Only the lines near the window are broken.
        #expect(lines <= 2 * 40 + 2)
    }

    /// The rows differ from each other, because equal rows count as one in a screen's text.
    private static let blocks = ["▀", "▄", "▌", "▐"]

    private func block(columns: Int, rows: Int) -> CellBuffer {
        var cells = CellBuffer(columns: columns, rows: rows)
        for row in 0..<rows {
            cells.write(String(repeating: Self.blocks[row], count: columns), column: 0, row: row)
        }
        return cells
    }

    private func pictureRows(_ state: AppState, columns: Int) -> Int {
        let pictures = Self.blocks.map { String(repeating: $0, count: columns) }
        return text(state).split(separator: "\n").count { line in pictures.contains { line.contains($0) } }
    }

    @Test("a text that is cut says so, and v opens the whole text")
    func wholeText() {
        let text = (1...60).map { "line \($0)" }.joined(separator: "\n")
        let lines = ClassLine.broken(text, width: 30, more: ClassLine.moreOfText)
        #expect(lines.count == ClassLine.mostLines && lines.last?.words.first?.text == "… v shows all of it")
        expect(ClassLine.broken("short", width: 30, more: ClassLine.moreOfText).count, is: 1)
        var room = Samples.roomView()
        let long = ChatMessage(id: "long", time: .zero, author: LiveSamples.wei, text: text)
        let last = room.chat.lines.count - 1
        room.chat.lines[last] = ChatPage.Line(position: room.chat.lines[last].position, message: long)
        var state = LiveSamples.inClass(120, 36, LiveSamples.view(LiveSamples.mei), room: room)
        state.press("3")
        state.press("v")
        #expect(state.panel?.kind == .wholeText && state.panel?.list.rows.count == 60)
        state.press(.escape)
        expect(state.panel, is: nil)
    }

    @Test("a notice that is cut names the key that opens the whole notice")
    func wholeNotice() {
        let view = LiveSamples.view(LiveSamples.mei)
        let notice = PostedNotice(text: String(repeating: "Bring a pencil. ", count: 20))
        let room = Samples.roomView(Samples.contents([ClassEvent(.zero, .notice(notice))]))
        var state = LiveSamples.inClass(80, 24, view, room: room)
        #expect(ScreenText.render(compose(state, at: Samples.now).chrome).contains("g-v shows all"))
        for key in "gv" { state.press(key) }
        expect(state.panel?.kind, is: .wholeText)
    }
}
