import Catalogue
import Cells
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import TUI
import TestSupport
import Testing

@Suite("Comments")
struct CommentPanelTests {
    /// Returns a state with the open comments.
    private func open(_ columns: Int = 80, _ rows: Int = 24, _ change: (inout CommentList) -> Void = { _ in })
        -> AppState
    {
        var state = Samples.rich(columns, rows)
        var list = Samples.comments()
        change(&list)
        state.apply(.services(ServiceState(number: 1, comments: list)))
        for key in "gC" { state.press(key) }
        return state
    }

    private func text(_ state: AppState) -> String { ScreenText.render(compose(state, at: Samples.now).chrome) }

    private func selection(_ state: AppState) -> PanelChoice? { state.panel?.list.selection }

    @Test("INFO-13, CAT-02: comments appear in keys and menu only if the item has them, and g-C reports if not")
    func absent() {
        var state = Samples.rich()
        for key in "gC" { state.press(key) }
        expect(state.panel, is: nil)
        expect(state.message?.text, is: "Comments are disabled for this item")
        state.press("g")
        #expect(!text(state).contains("comments"))
        state.press(.escape)
        state.press("?")
        state.press(.end)
        #expect(!text(state).contains("g-C"))
        state = Samples.served()
        state.press("g")
        #expect(text(state).contains("comments"))
        state.press("m")
        #expect(text(state).contains("Comments"))
        // The comments are disabled while the list is open.
        state = open()
        expect(state.panel?.kind, is: .comments)
        state.apply(.services(ServiceState(number: 2)))
        expect(state.panel, is: nil)
    }

    @Test("CAT-04: opening reads the first page once, and the end of the list reads the next one")
    func paging() {
        var state = open { $0 = CommentList() }
        #expect(text(state).contains("Reading…"))
        state.press("q")
        state.press("g")
        expect(state.press("C"), is: [.service(.readComments)])
        state.apply(.services(ServiceState(number: 2, comments: Samples.comments())))
        expect(selection(state), is: .comment("1"))
        expect(state.press("j"), is: [])
        expect(state.press("G"), is: [.service(.readComments)])
        // A page that is being read is not requested again.
        var list = Samples.comments()
        list.phase = .reading
        state.apply(.services(ServiceState(number: 3, comments: list)))
        expect(state.press("k"), is: [])
        expect(state.press("G"), is: [])
        list.phase = .failed("no way\u{1B}[2J")
        state.apply(.services(ServiceState(number: 4, comments: list)))
        state.press("G")
        #expect(text(state).contains("no way"))
        expect(state.press(.enter), is: [.service(.readComments)])
        list.comments += [CommentList.Comment(id: "7", text: "Seven")]
        (list.phase, list.hasMore) = (.read, false)
        state.apply(.services(ServiceState(number: 5, comments: list)))
        // The first new comment takes the place of the selected row.
        expect(selection(state), is: .comment("7"))
        expect(state.press("G"), is: [])
    }

    @Test("CAT-04: a list that does not fill the view reads further pages on its own")
    func fills() {
        var state = Samples.rich(100, 40)
        var list = CommentList([.init(id: "1", text: "One")], hasMore: true, phase: .read)
        state.apply(.services(ServiceState(number: 1, comments: list)))
        state.press("g")
        expect(state.press("C"), is: [.service(.readComments)])
        list.comments += (2...4).map { .init(id: "\($0)", text: "More") }
        expect(state.apply(.services(ServiceState(number: 2, comments: list))), is: [.service(.readComments)])
        list.comments += (5...40).map { .init(id: "\($0)", text: "More") }
        expect(state.apply(.services(ServiceState(number: 3, comments: list))), is: [])
    }

    @Test("CAT-04: rows show author, age, likes and text, indent answers, and Enter reads unread answers")
    func rows() {
        var state = open(120, 36)
        let screen = text(state)
        #expect(screen.contains("Mei  3 min ago · +12 √"))
        #expect(screen.contains("Ada  1 min ago"))
        #expect(screen.contains("Lin  2 h ago · +3 · you"))
        #expect(screen.contains("2 replies: Enter"))
        #expect(screen.contains("Comments · 128"))
        #expect(screen.contains("\n"))
        expect(column(of: "You are right.", screen), is: column(of: "Is the sign", screen) + 2)
        expect(column(of: "Thank you!", screen), is: column(of: "Is the sign", screen) + 4)
        expect(state.press(.enter), is: [])
        for _ in 0..<3 { state.press("j") }
        expect(state.press(.enter), is: [.service(.readAnswers("4"))])
        #expect(state.panel != nil)
    }

    private func column(of text: String, _ screen: String) -> Int {
        for line in screen.split(separator: "\n") {
            if let range = line.firstRange(of: text) {
                return line.distance(from: line.startIndex, to: range.lowerBound)
            }
        }
        return -1
    }

    @Test("CAT-04: a comment taller than the view is scrolled through before the next one is selected")
    func tall() {
        var state = open()
        for _ in 0..<4 { state.press("j") }
        expect(selection(state), is: .comment("5"))
        #expect(text(state).contains("Sentence 1 of"))
        var steps = 0
        var screens: Set<String> = []
        while selection(state) == .comment("5"), steps < 50 {
            screens.insert(text(state))
            state.press("j")
            steps += 1
        }
        expect(selection(state), is: .comment("6"))
        #expect(steps > 2)
        expect(screens.count, is: steps)
        #expect(screens.contains { $0.contains("Sentence 30 of") })
        #expect(screens.contains { $0.contains("Sentence 60 of") })
        state.press("k")
        expect(selection(state), is: .comment("5"))
    }

    @Test("CAT-05: c writes, Enter sends, and the text stays after Esc or a refusal by the server")
    func writing() {
        var state = open()
        for key in "cHi" { state.press(key) }
        #expect(text(state).contains("Your comment"))
        #expect(text(state).contains("Enter send"))
        // Letters that are keys of the list are text.
        for key in " jq/gC" { state.press(key) }
        expect(state.commentEditor?.line.text, is: "Hi jq/gC")
        state.press(.escape)
        expect(state.commentEditor, is: nil)
        expect(state.panel?.kind, is: .comments)
        state.press("c")
        expect(state.commentEditor?.line.text, is: "Hi jq/gC")
        state.apply(.input(.paste("\n你好")))
        expect(state.press(.enter), is: [.service(.post("Hi jq/gC 你好", answering: nil))])
        expect(state.commentEditor, is: nil)
        var list = Samples.comments()
        list.report = .init(number: 1, .failed("comments need a token of yours"))
        state.apply(.services(ServiceState(number: 2, comments: list)))
        expect(state.message?.text, is: "comments need a token of yours")
        expect(state.message?.kind, is: .warning)
        state.press("c")
        expect(state.commentEditor?.line.text, is: "Hi jq/gC 你好")
        expect(state.press(.enter), is: [.service(.post("Hi jq/gC 你好", answering: nil))])
        list.report = .init(number: 2, .posted(answering: nil))
        state.apply(.services(ServiceState(number: 3, comments: list)))
        expect(state.message?.text, is: "Sent")
        state.press("c")
        expect(state.commentEditor?.line.isEmpty, is: true)
        expect(state.press(.enter), is: [])
        expect(state.press(" "), is: [])
        expect(state.press(.enter), is: [])
        #expect(state.commentEditor != nil)
    }

    @Test("CAT-05: r answers the selected comment, and each comment keeps its draft across items")
    func answering() {
        var state = open()
        for key in "jrno" { state.press(key) }
        #expect(text(state).contains("Your reply to Ada"))
        state.press(.escape)
        for key in "c+" { state.press(key) }
        state.apply(.itemChanged(PlaylistPosition(index: 1, count: 20)))
        expect(state.panel, is: nil)
        expect(state.commentEditor, is: nil)
        state.apply(.services(ServiceState(number: 2, comments: Samples.comments())))
        for key in "gCc" { state.press(key) }
        expect(state.commentEditor?.line.text, is: "+")
        state.press(.escape)
        for key in "jr" { state.press(key) }
        expect(state.press(.enter), is: [.service(.post("no", answering: "2"))])
    }

    @Test("CAT-06: l likes and unlikes, shows the server's count, and reports if likes are not supported")
    func liking() {
        var state = open { $0.hasMore = false }
        expect(state.press("l"), is: [.service(.like("1", false))])
        #expect(text(state).contains("+12 √"))
        state.press("j")
        expect(state.press("l"), is: [.service(.like("2", true))])
        state.press("G")
        expect(selection(state), is: .comment("6"))
        expect(state.press("l"), is: [])
        expect(state.message?.text, is: "Comments cannot be liked here")
    }

    @Test("CAT-07: x asks before an own comment is deleted, which stays until the server has deleted it")
    func deleting() {
        var state = open()
        expect(state.press("x"), is: [])
        expect(state.panel?.question, is: nil)
        expect(state.message?.text, is: "Only your own comments can be deleted")
        for _ in 0..<3 { state.press("j") }
        state.press("x")
        #expect(text(state).contains("Delete this comment? y yes"))
        expect(state.press("n"), is: [])
        expect(state.panel?.question, is: nil)
        state.press("x")
        expect(state.press("y"), is: [.service(.delete("4"))])
        expect(selection(state), is: .comment("4"))
        var list = Samples.comments()
        list.comments.removeAll { $0.id == "4" }
        list.report = .init(number: 1, .deleted)
        state.apply(.services(ServiceState(number: 2, comments: list)))
        expect(selection(state), is: .comment("5"))
        expect(state.message?.text, is: "Deleted")
    }

    @Test("CAT-04: a click selects a comment, a second one reads its answers, and a click outside closes the list")
    func mouse() throws {
        var state = open(120, 36)
        let x = column(of: "Which book", text(state))
        let chrome = compose(state, at: Samples.now).chrome
        let y = try #require((0..<36).first { ScreenText.text(row: $0, of: chrome).contains("Which book") })
        expect(state.mouse(.press(.left), x, y), is: [])
        expect(selection(state), is: .comment("4"))
        expect(state.mouse(.press(.left), x, y), is: [.service(.readAnswers("4"))])
        state.mouse(.wheelUp, x, y)
        expect(selection(state), is: .comment("3"))
        state.mouse(.press(.left), 1, 1)
        expect(state.panel, is: nil)
    }

    @Test("typing searches names and texts")
    func searching() {
        var state = open()
        for key in "/book" { state.press(key) }
        expect(state.panel?.list.shown.map(\.id), is: [.comment("4")])
        state.press(.escape)
        for key in "old" { state.press(key) }
        expect(state.panel?.list.shown.map(\.id), is: [.comment("6")])
    }
}

@Suite("Editing of a line")
struct LineEditorTests {
    @Test("keys move the cursor, delete characters and words, and insert text at the cursor")
    func keys() {
        var line = LineEditor("one two")
        #expect(line.press(KeyPress(.left, .control)) && line.cursor == 4)
        #expect(line.press(KeyPress(.character("x"))) && line.text == "one xtwo" && line.cursor == 5)
        #expect(line.press(KeyPress(.backspace)) && line.press(KeyPress(.delete)) && line.text == "one wo")
        #expect(line.press(KeyPress(.home)) && line.cursor == 0 && line.press(KeyPress(.left)) && line.cursor == 0)
        #expect(line.press(KeyPress(.right, .control)) && line.cursor == 3)
        #expect(line.press(KeyPress(.character("k"), .control)) && line.text == "one")
        #expect(line.press(KeyPress(.character("w"), .control)) && line.isEmpty)
        #expect(!line.press(KeyPress(.up)) && !line.press(KeyPress(.tab)))
        line.type("a\r\nb\u{1B}[2J\u{7}\tc")
        expect(line.text, is: "a b[2J c")
    }

    @Test("a typed combining mark belongs to the letter before it, and the line has a limit")
    func clusters() {
        var line = LineEditor("e")
        line.type("\u{301}")
        expect(line.text, is: "é")
        expect(line.cursor, is: 1)
        line.type(String(repeating: "本", count: 5000))
        expect(line.text.count, is: LineEditor.limit)
        expect(line.cursor, is: LineEditor.limit)
    }

    @Test("the cursor is always in view, even beside wide characters", arguments: 3...12)
    func view(_ columns: Int) {
        var line = LineEditor("ab本語cd本本本ef")
        _ = line.press(KeyPress(.home))
        for _ in 0...line.text.count {
            let view = line.view(columns: columns)
            #expect(TextWidth.columns(of: view.text) <= columns)
            #expect(view.cursor < columns)
            let before = String(Array(line.text)[..<line.cursor])
            #expect(
                before.hasSuffix(String(view.text.prefix { _ in true }.prefix(prefixCount(view.text, view.cursor)))))
            _ = line.press(KeyPress(.right))
        }
    }

    /// Returns the number of characters in so many columns.
    private func prefixCount(_ text: String, _ columns: Int) -> Int {
        var (used, count) = (0, 0)
        for character in text where used < columns {
            used += TextWidth.columns(of: character)
            count += 1
        }
        return count
    }
}
