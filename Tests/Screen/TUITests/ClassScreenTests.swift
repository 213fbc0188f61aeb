import Cells
import Classes
import PlayCore
import PlaybackModel
import Subtitles
import TestSupport
import Testing

@testable import ClassPanes
@testable import HomeScreen
@testable import TUI

/// Classes as text, in both languages (`Fixtures/class-*.screen`).
@Suite("Screens of a class")
struct ClassScreenTests {
    typealias Size = StoredScreen.Size
    private static let sizes = [Size(80, 24), Size(120, 36), Size(200, 60)]
    static let lists = ["chat", "people", "outline", "quiz", "questions", "slide-text"]
    static let states = ["notice", "reading", "search", "zoomed", "subtitles", "loading", "failed", "placeholder"]

    static let plan = StoredScreen.plan("class-", lists + states, sizes, every: 1)

    @Test(
        "ROOM-14, ROOM-15, ROOM-18, ROOM-36, ROOM-44, ROOM-46, ROOM-49, ROOM-53, ROOM-59, ROOM-63, ROOM-67, UI-01: a class has its stored screens",
        arguments: plan)
    func screen(_ screen: StoredScreen) throws {
        try screen.check { Self.state(screen.name(without: "class-"), screen.size) }
    }

    @Test("UI-01: a class is complete at every size, in English and Chinese", arguments: lists + states)
    func whole(_ name: String) throws { try StoredScreen.checkWhole(name, Self.sizes) { Self.state(name, $0) } }

    private static func state(_ name: String, _ size: Size) -> AppState {
        switch name {
        case "loading", "failed": return entering(size, fails: name == "failed")
        case "notice", "placeholder": return inClass(size, Samples.roomView(contents(name)))
        case "reading": return reading(size)
        default: break
        }
        var state = inClass(size, Samples.roomView(at: .seconds(name == "quiz" ? 7 : 10)))
        switch name {
        case "people": state.press("4")
        case "outline": state.press("5")
        case "quiz": state.press("6")
        case "questions": state.press("7")
        case "slide-text": state.press("T")
        case "search": for key in "3/线 sign" { state.press(key) }
        case "zoomed": for key in "3z" { state.press(key) }
        case "subtitles":
            state.apply(.subtitles([.begin(SubtitleWish(second: .automatic))]))
            for track in [SubtitleSamples.english, SubtitleSamples.chinese] {
                state.apply(.subtitles([.track(track, isWanted: false)]))
            }
        default: break
        }
        return state
    }

    private static func inClass(_ size: Size, _ view: ClassView) -> AppState {
        Samples.inClass(size.columns, size.rows, view)
    }

    private static func contents(_ name: String) -> ClassContents {
        var contents = Samples.contents { if name == "placeholder" { $0.majorPlayType = .video } }
        contents.events.append(
            name == "notice"
                ? ClassEvent(.seconds(1), .notice(PostedNotice(text: "Break until ten", link: "https://example.org/b")))
                : ClassEvent(.seconds(1), .mediaUsers([MediaUser(id: "t", hasVideo: false, hasAudio: true)])))
        return contents
    }

    /// Returns a chat scrolled back by ten lines, with the lines written since.
    private static func reading(_ size: Size) -> AppState {
        var state = inClass(size, Samples.roomView())
        state.press("3")
        for _ in 0..<10 {
            for effect in state.press(.up) {
                guard case .room(.showChat(let wish)) = effect else { continue }
                state.apply(.room(Samples.roomView(wish: wish, number: (state.room?.view.number ?? 0) + 1)))
            }
        }
        return state
    }

    private static func entering(_ size: Size, fails: Bool) -> AppState {
        var view = ClassView()
        (view.number, view.location) = (1, "/classes/algebra-7")
        let error = ClassReadError(.invalidTime, "its time is over", in: "/classes")
        view.snapshot = ClassSnapshot(phase: fails ? .failed(error) : .loading)
        return inClass(size, view)
    }

    @Test("keys while a class opens or has failed do not reach the film behind it, and Esc returns to that")
    func opening() {
        for fails in [false, true] {
            var state = Self.entering(Size(80, 24), fails: fails)
            let pressed = [" ", ".", "]", "9", "m", "f", "a", "s", "<", ">"].flatMap { state.press($0) }
            let moved = [KeyPress.Key.left, .up, .home, .enter, .tab].flatMap { state.press($0) }
            expect(pressed + moved, is: [])
            #expect(state.press("g").isEmpty && state.press("1").isEmpty && !state.isTyping)
            expect(state.mouse(.press(.left), 40, 10) + state.mouse(.wheelUp, 40, 10), is: [])
            #expect(state.panel == nil && state.bar.focus == nil && !state.bar.isFullScreen)
            expect(state.press("r"), is: fails ? [.room(.reload)] : [])
            state.press("?")
            #expect(state.help != nil)
            expect(state.press(.escape), is: [])
            expect(state.press(.escape), is: [.room(.leave)])
            expect(state.press("Q"), is: [.quit])
        }
    }

    @Test("Esc in a class that opens without a film behind it cancels to home, if that was the start")
    func openingFromHome() {
        var state = Self.entering(Size(80, 24), fails: false)
        state.apply(.snapshot(.empty))
        expect(state.press(.escape), is: [])
        state.home.isOffered = true
        state.navigation.base = .home
        #expect(state.press(.escape).contains(.room(.leave)))
        #expect(state.showsHome)
    }

    @Test("the timer of a class cuts off no tab at any width", arguments: [false, true])
    func timerBesideTabs(isCalled: Bool) throws {
        for columns in 60...140 {
            var view = Samples.roomView()
            view.timer = TimerView(seconds: 42, total: 60, isCalled: isCalled)
            let state = Samples.inClass(columns, 30, view)
            let room = try #require(state.room)
            let tabs = ClassTab.all(room, columns: columns)
            let chrome = compose(state, at: Samples.now).chrome
            let rows = (0..<chrome.rows).map { ScreenText.render(row: $0, of: chrome) }
            let row = try #require(rows.last { $0.contains(tabs[0].text) })
            #expect(row.contains("00:42"), "\(columns): \(row)")
            for tab in tabs { #expect(row.contains(tab.text), "\(columns): \(row)") }
        }
    }
}
