import Cells
import ClassRules
import Classes
import PlayCore
import PlaybackModel
import ScreenKit
import TestSupport
import Testing

@testable import ClassPanes
@testable import TUI

/// The receiver of keys in a live class: a line being typed, then a waiting question, then the focused pane.
@Suite("Keys of a live class")
struct LiveKeyTests {
    private static let panes: [ClassPane] = [.slides, .video, .chat, .people]
    private static let typed: [KeyPress] = [
        KeyPress(.character("m")), KeyPress(.character("q")), KeyPress(.character("6")), KeyPress(.character(" ")),
        KeyPress(.character("/")), KeyPress(.pageDown),
    ]
    private let mei = LiveSamples.mei

    private func inClass(
        at pane: ClassPane, _ events: [LiveEvent] = [], others: [ClassEvent.Kind] = [], number: Int = 1
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
        view.survey.verdict = .wrong
        state.apply(.live(view))
    }

    @Test(
        "a quiz that opens takes the focus from any pane, and returns it once it is answered", arguments: panes)
    func asked(pane: ClassPane) {
        var state = inClass(at: pane)
        ask(&state)
        #expect(state.room?.focus == .quiz && state.roomLayout?.place(of: .quiz) != nil)
        #expect(state.press(" ").isEmpty)
        expect(state.room?.live?.choice.keys, is: ["A"])
        expect(state.press(.enter).wishes, is: [.answerSurvey(SurveyAnswer(id: "q", keys: ["A"]))])
        answer(&state)
        expectKeysGivenBack(state, to: pane)
        #expect(text(state).contains("Your answer is wrong") && text(state).contains("6 Quiz: wrong"))
    }

    /// A list shares its place with the result, so the focus moves to the picture.
    private func expectKeysGivenBack(_ state: AppState, to pane: ClassPane) {
        expect(state.room?.focus, is: (pane.isList ? .slides : pane))
        #expect(state.roomLayout?.place(of: .quiz) != nil)
        #expect(state.room.flatMap { state.roomLayout?.place(of: $0.focus) } != nil)
    }

    private func text(_ state: AppState) -> String { ScreenText.render(compose(state, at: Samples.now).chrome) }

    @Test("a quiz without an answer returns the focus when it ends, and its result stays", arguments: panes)
    func over(pane: ClassPane) {
        var state = inClass(at: pane)
        ask(&state)
        let result = SurveyResult(survey: LiveSamples.survey, order: 1, rightCount: 12, wrongCount: 4)
        state.apply(.live(LiveSamples.view(mei, [.surveyResult(result)], number: 3)))
        expectKeysGivenBack(state, to: pane)
        #expect(text(state).contains("12 right, 4 wrong"))
        expect(state.message?.text, is: "The quiz has ended")
    }

    @Test("a terminal with one pane shows the verdict in the tab and returns to the pane that had the focus")
    func onePane() {
        var state = LiveSamples.inClass(70, 30, LiveSamples.view(mei))
        state.room?.focusPane(.chat)
        ask(&state)
        expect(state.roomLayout?.panes.map(\.pane), is: [.quiz])
        answer(&state)
        expect(state.roomLayout?.panes.map(\.pane), is: [.chat])
        #expect(text(state).contains("6 Quiz: wrong"))
        state.apply(.live(LiveSamples.view(mei, number: 4)))
        expect(state.message?.text, is: "The quiz has ended; 6 shows the result")
    }

    @Test("a quiz ends full screen, and its own digit does not hide it")
    func fullScreen() {
        var state = inClass(at: .video)
        state.bar.isFullScreen = true
        expect(state.roomLayout, is: nil)
        ask(&state)
        state.press("6")
        #expect(state.room?.focus == .quiz && state.roomLayout?.place(of: .quiz) != nil)
    }

    @Test("a quiz that opens while the viewer talks takes the focus when Space is released")
    func talking() {
        var state = inClass(at: .video)
        state.apply(.ownSending(OwnSending(hasSound: true, isPushToTalk: true)))
        ask(&state)
        expect(state.room?.focus, is: .video)
        state.apply(.ownSending(OwnSending(hasSound: true, isPushToTalk: true, isSilent: true)))
        expect(state.room?.focus, is: .quiz)
    }

    @Test("a focus that moved away from an open quiz stays there")
    func elsewhere() {
        var state = inClass(at: .video)
        ask(&state)
        state.press("4")
        answer(&state)
        expect(state.room?.focus, is: .people)
    }

    @Test("a quiz that opens beside a zoomed pane takes its place and returns it")
    func zoomed() {
        var state = inClass(at: .slides)
        state.press("z")
        ask(&state)
        #expect(state.room?.zoomed == .quiz && state.room?.focus == .quiz)
        answer(&state)
        #expect(state.room?.zoomed == .slides && state.room?.focus == .slides)
    }

    @Test("a line being written keeps the focus when a quiz opens, which takes it afterwards")
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
        "letters typed in a closed chat are not commands, and the locked line stays until Escape", arguments: panes)
    func locked(pane: ClassPane) {
        var state = inClass(at: pane, [.chatForbidden(true)])
        state.press("c")
        expect(state.message?.text, is: state.room?.live?.view.chatLock(at: Samples.now)?.words)
        for key in Self.typed { #expect(state.press(key.key, key.modifiers).isEmpty, "\(key)") }
        #expect(state.isWriting && state.room?.live?.input.line.isEmpty == true)
        state.press(.escape)
        #expect(!state.isWriting)
    }

    @Test("a letter typed while another pane covers the line shows the line again and is not a command")
    func covered() {
        var state = inClass(at: .chat)
        state.press("c")
        state.room?.side = .people
        #expect(state.press("q").isEmpty)
        #expect(state.isWriting && state.room?.shownSide == .chat && state.room?.live?.input.line.text == "q")
    }

    @Test("a hidden list has no focus", arguments: [ClassPane.chat, .people])
    func hidden(pane: ClassPane) {
        var state = inClass(at: pane)
        state.room?.hidden = [.chat, .people, .quiz]
        expect(state.press(.pageDown).orders, is: [.lookAt(PageChange(PageKey(document: "d", page: 1)))])
        expect(state.room?.focus.isStage, is: true)
    }

    @Test(
        "PgDn turns the page even while a list that fits its pane has the focus",
        arguments: [ClassPane.slides, .video, .people])
    func pages(pane: ClassPane) {
        var state = inClass(at: pane)
        expect(state.press(.pageDown).orders, is: [.lookAt(PageChange(PageKey(document: "d", page: 1)))])
    }

    @Test("a list longer than its pane is scrolled by pages, and its title names the keys")
    func scrolling() {
        var room = Samples.roomView()
        let first = room.people[0]
        room.people += (0..<80).map { number in
            var entry = first
            entry.user = ClassUser(id: "u\(number)", name: "Student \(number)")
            return entry
        }
        var state = LiveSamples.inClass(120, 36, LiveSamples.view(mei), room: room)
        state.room?.focusPane(.people)
        #expect(state.press(.pageDown).orders.isEmpty)
        #expect(ScreenText.render(compose(state, at: Samples.now).chrome).contains("PgUp, PgDn scroll"))
    }

    // MARK: All panes, situations and keys

    private enum Situation: CaseIterable {
        case quiet, quizOpen, quizAnswered, writing, chatClosed, searching, question
    }

    /// The effect of a key.
    private enum Deed: Equatable {
        /// The key was typed, or discarded by a locked line.
        case typed
        case chose, sent, page, search, findsPeople, pause, nextItem, writes, asksToLeave
        /// The key belonged to the pane or had no effect, and nothing was sent.
        case none
        case other(String)
    }

    private func inSituation(_ situation: Situation, at pane: ClassPane) -> AppState {
        var state = inClass(at: pane, situation == .chatClosed ? [.chatForbidden(true)] : [])
        switch situation {
        case .quiet: break
        case .quizOpen: ask(&state)
        case .quizAnswered:
            ask(&state)
            answer(&state)
            state.room?.focusPane(pane)
        case .writing, .chatClosed: state.press("c")
        case .searching: state.press("/")
        case .question: state.room?.question = LiveQuestion(text: "Leave?", deed: .leave)
        }
        return state
    }

    private func deed(of key: KeyPress, _ state: AppState) -> Deed {
        var state = state
        let (wrote, was) = (state.isWriting, state)
        let effects = state.press(key.key, key.modifiers)
        if let wish = effects.wishes.first {
            if case .answerSurvey = wish { return .sent }
            return .other("\(wish)")
        }
        if case .lookAt? = effects.orders.first { return .page }
        if effects.contains(.command(.togglePause)) { return .pause }
        if effects.contains(.move(1)) { return .nextItem }
        if was.room?.question == nil, state.room?.question != nil { return .asksToLeave }
        if !wrote, state.isWriting { return .writes }
        if state.room?.live?.choice != was.room?.live?.choice { return .chose }
        if was.room?.chatSearch == nil, state.room?.chatSearch != nil { return .search }
        if was.room?.peopleSearch == nil, state.room?.peopleSearch != nil { return .findsPeople }
        if wrote || was.room?.chatSearch != nil || was.room?.peopleSearch != nil { return .typed }
        return .none
    }

    private static let keys: [KeyPress] = [
        KeyPress(.character("q")), KeyPress(.character(" ")), KeyPress(.enter), KeyPress(.pageDown),
        KeyPress(.character("/")),
    ]

    private func expected(_ situation: Situation, _ pane: ClassPane, _ key: KeyPress) -> Deed {
        switch situation {
        case .writing, .chatClosed, .searching: return .typed
        case .question: return .none
        case .quizOpen where key == KeyPress(.character(" ")): return .chose
        // No option is chosen yet.
        case .quizOpen where key == KeyPress(.enter): return .none
        default: break
        }
        let pane = situation == .quizOpen ? ClassPane.quiz : pane
        switch key.key {
        // The chat of the samples is longer than its pane.
        case .pageDown: return pane == .chat ? .none : .page
        case .character("/"): return pane == .people ? .findsPeople : .search
        case .character(" "): return .pause
        case .character: return .asksToLeave
        default: return pane == .chat ? .writes : pane.isStage ? .nextItem : .none
        }
    }

    @Test("each key has one receiver in every pane and situation", arguments: panes)
    func table(pane: ClassPane) {
        for situation in Situation.allCases {
            for key in Self.keys {
                let state = inSituation(situation, at: pane)
                expect(deed(of: key, state), is: expected(situation, pane, key), "\(situation) \(key)")
            }
        }
    }

    @Test("/quiz searches the chat from every pane, and Escape returns the focus", arguments: panes)
    func searchFromEveryPane(pane: ClassPane) {
        var state = inClass(at: pane)
        if pane == .people { state.room?.focusPane(.chat) }
        let before = state.room?.focus
        for key in "/quiz" { #expect(state.press(key).orders.isEmpty) }
        #expect(state.room?.chatSearch?.text == "quiz" && state.roomLayout?.place(of: .chat) != nil)
        state.press(.escape)
        #expect(state.room?.chatSearch == nil && state.room?.focus == before)
        // A recorded class behaves in the same way.
        var recorded = Samples.inClass(120, 36)
        recorded.room?.focus = .video
        recorded.press("/")
        #expect(recorded.room?.chatSearch != nil)
    }
}
