import Cells
import ClassRules
import PlayCore
import Rooms
import Testing

@testable import TUI

/// Who has the keys in a class that is live: what asks, then the line in which one writes, then the pane.
@Suite("Keys of a class that is live")
struct LiveKeyTests {
    private static let panes: [RoomPane] = [.slides, .video, .chat, .people]
    private static let typed: [KeyPress] = [
        KeyPress(.character("m")), KeyPress(.character("q")), KeyPress(.character("6")), KeyPress(.character(" ")),
        KeyPress(.character("/")), KeyPress(.pageDown),
    ]
    private let mei = LiveSamples.mei

    private func inClass(
        at pane: RoomPane, _ events: [LiveEvent] = [], others: [RoomEvent.Kind] = [], number: Int = 1
    ) -> AppState {
        var state = LiveSamples.inClass(LiveSamples.view(mei, events, others: others, number: number))
        state.room?.focusPane(pane)
        return state
    }

    private func ask(_ state: inout AppState, number: Int = 2) {
        state.apply(.live(LiveSamples.view(mei, others: LiveSamples.asked(), number: number)))
    }

    private func answer(_ state: inout AppState) {
        var view = LiveSamples.view(mei, others: LiveSamples.asked(), number: 3)
        view.survey.answer = SurveyAnswer(id: "q", keys: ["A"])
        state.apply(.live(view))
    }

    @Test(
        "a quiz that opens has the keys, wherever they were, and gives them back once it is answered", arguments: panes)
    func asked(pane: RoomPane) {
        var state = inClass(at: pane)
        ask(&state)
        #expect(state.room?.focus == .quiz && state.roomLayout?.place(of: .quiz) != nil)
        #expect(state.press(" ").isEmpty)
        #expect(state.room?.live?.choice.keys == ["A"])
        #expect(state.press(.enter).wishes == [.answerSurvey(SurveyAnswer(id: "q", keys: ["A"]))])
        answer(&state)
        #expect(state.room?.focus == pane && state.roomLayout?.place(of: pane) != nil)
    }

    @Test("a quiz that nobody answered gives the keys back when it is over", arguments: panes)
    func over(pane: RoomPane) {
        var state = inClass(at: pane)
        ask(&state)
        state.apply(.live(LiveSamples.view(mei, number: 3)))
        #expect(state.room?.focus == pane && state.room?.shownSide != .quiz)
    }

    @Test("keys that went elsewhere while a quiz was open stay there")
    func elsewhere() {
        var state = inClass(at: .video)
        ask(&state)
        state.press("4")
        answer(&state)
        #expect(state.room?.focus == .people)
    }

    @Test("a quiz that opens in a zoomed pane has the screen, and gives it back")
    func zoomed() {
        var state = inClass(at: .slides)
        state.press("z")
        ask(&state)
        #expect(state.room?.zoomed == .quiz && state.room?.focus == .quiz)
        answer(&state)
        #expect(state.room?.zoomed == .slides && state.room?.focus == .slides)
    }

    @Test("who writes goes on writing when a quiz opens, which has the keys at the line's end")
    func writing() {
        var state = inClass(at: .video)
        state.press("c")
        ask(&state)
        for key in Self.typed { #expect(state.press(key.key, key.modifiers).isEmpty, "\(key)") }
        #expect(state.isWriting && state.room?.live?.input.line.text == "mq6 /")
        state.press(.escape)
        #expect(!state.isWriting && state.room?.focus == .quiz)
    }

    @Test(
        "letters for a chat that is closed are no commands: the line is there, locked, until Escape", arguments: panes)
    func locked(pane: RoomPane) {
        var state = inClass(at: pane, [.chatForbidden(true)])
        state.press("c")
        #expect(state.message?.text == state.room?.live?.view.chatLock(at: Samples.now)?.words)
        for key in Self.typed { #expect(state.press(key.key, key.modifiers).isEmpty, "\(key)") }
        #expect(state.isWriting && state.room?.live?.input.line.isEmpty == true)
        state.press(.escape)
        #expect(!state.isWriting)
    }

    @Test("a line whose pane something covers brings it back, and no letter becomes a command")
    func covered() {
        var state = inClass(at: .chat)
        state.press("c")
        state.room?.side = .people
        #expect(state.press("q").isEmpty)
        #expect(state.isWriting && state.room?.shownSide == .chat && state.room?.live?.input.line.text == "q")
    }

    @Test("a list that is not to be seen has no keys", arguments: [RoomPane.chat, .people])
    func hidden(pane: RoomPane) {
        var state = inClass(at: pane)
        state.room?.hidden = [.chat, .people, .quiz]
        #expect(state.press(.pageDown).orders == [.lookAt(PageChange(PageKey(document: "d", page: 1)))])
        #expect(state.room?.focus.isStage == true)
    }

    @Test(
        "PgDn turns the page of the class, also while a list has the keys that has nothing to scroll", arguments: panes)
    func pages(pane: RoomPane) {
        var state = inClass(at: pane)
        #expect(state.press(.pageDown).orders == [.lookAt(PageChange(PageKey(document: "d", page: 1)))])
    }

    @Test("a list that is longer than its pane scrolls by pages, and its title says so")
    func scrolling() {
        var room = Samples.roomView()
        let first = room.people[0]
        room.people += (0..<80).map { number in
            var entry = first
            entry.user = RoomUser(id: "u\(number)", name: "Student \(number)")
            return entry
        }
        var state = LiveSamples.inClass(120, 36, LiveSamples.view(mei), room: room)
        state.room?.focusPane(.people)
        #expect(state.press(.pageDown).orders.isEmpty)
        #expect(ScreenText.render(compose(state, at: Samples.now).chrome).contains("PgUp, PgDn scroll"))
    }
}
