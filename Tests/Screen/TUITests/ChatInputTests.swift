import Cells
import ClassRules
import Classes
import Foundation
import PlayCore
import ScreenKit
import TestSupport
import Testing

@testable import ClassPanes
@testable import TUI

@Suite("Writing in the chat of a class")
struct ChatInputTests {
    private func writing(_ view: LiveClassView = LiveSamples.view(LiveSamples.mei)) -> AppState {
        var state = LiveSamples.inClass(view)
        state.press("c")
        return state
    }

    private func inputLine(_ state: AppState) -> String {
        guard let layout = state.roomLayout, let room = state.room, let chat = layout.place(of: .chat),
            let row = ChatPaneRows(room, in: chat.content).input
        else { return "" }
        let text = ScreenText.text(row: row, of: compose(state, at: Samples.now).chrome)
        return String(text.drop { $0 != "›" }.dropFirst()).trimmingCharacters(in: .whitespaces)
    }

    @Test("LIVE-70: c focuses the line, Enter sends it, and Esc leaves it and keeps its text")
    func sends() {
        var state = writing()
        #expect(state.isWriting)
        for key in "why? q" { state.press(key) }
        expect(inputLine(state), is: "why? q")
        expect(state.press(.enter).orders, is: [.say("why? q")])
        #expect(inputLine(state).isEmpty)
        for key in "and" { state.press(key) }
        state.press(.escape)
        #expect(!state.isWriting)
        expect(inputLine(state), is: "and")
        // Enter in the chat without a selected message focuses the line again.
        state.press(.enter)
        #expect(state.isWriting)
    }

    @Test("LIVE-70: a line of blanks is not sent")
    func blanks() {
        var state = writing()
        for key in "   " { state.press(key) }
        #expect(state.press(.enter).orders.isEmpty)
    }

    @Test("LIVE-70: Up and Down recall the sent lines and return to the current draft")
    func history() {
        var input = ChatInput()
        for text in ["one", "two"] {
            for key in text { _ = input.press(KeyPress(.character(key)), names: []) }
            _ = input.press(KeyPress(.enter), names: [])
        }
        for key in "dra" { _ = input.press(KeyPress(.character(key)), names: []) }
        let texts = [KeyPress.Key.up, .up, .up, .down, .down].map {
            _ = input.press(KeyPress($0), names: [])
            return input.line.text
        }
        expect(texts, is: ["two", "one", "one", "two", "dra"])
    }

    @Test("LIVE-70: wide characters and combining marks are moved over and erased as one")
    func wide() {
        var input = ChatInput()
        for key in "张老师e" { _ = input.press(KeyPress(.character(key)), names: []) }
        _ = input.press(KeyPress(.character("\u{301}")), names: [])
        expect(input.line.text, is: "张老师e\u{301}")
        expect(input.line.view(columns: 20).cursor, is: 7)
        // A long line shows whole characters around the cursor.
        expect(input.line.view(columns: 5).text, is: "师e\u{301}")
        _ = input.press(KeyPress(.backspace), names: [])
        _ = input.press(KeyPress(.backspace), names: [])
        expect(input.line.text, is: "张老")
    }

    @Test("LIVE-70: Tab completes names after @, best matches first, and another Tab takes the next name")
    func names() {
        var input = ChatInput()
        for key in "@m" { _ = input.press(KeyPress(.character(key)), names: ["Anna May", "Mei", "Max"]) }
        expect(input.completion?.candidates.map(\.label), is: ["@Mei", "@Max", "@Anna May"])
        _ = input.press(KeyPress(.tab), names: [])
        expect(input.line.text, is: "@Mei ")
        _ = input.press(KeyPress(.tab), names: [])
        expect(input.line.text, is: "@Max ")
        _ = input.press(KeyPress(.tab, .shift), names: [])
        expect(input.line.text, is: "@Mei ")
        // An e-mail address is not a name.
        expect(WordCompletion(message: "a@m", names: ["Mei"]), is: nil)
    }

    @Test("LIVE-72: Tab completes emoji after a colon, and known codes are sent as emoji")
    func emoji() {
        var input = ChatInput()
        for key in ":tad" { _ = input.press(KeyPress(.character(key)), names: []) }
        _ = input.press(KeyPress(.tab), names: [])
        expect(input.line.text, is: "🎉 ")
        expect(Emoji.expanded("well :+1: at 12:30:15 :nothing: :heart:"), is: "well 👍 at 12:30:15 :nothing: ❤️")
        #expect(Emoji.all.count > 200)
        expect(Set(Emoji.all.map(\.code)).count, is: Emoji.all.count)
    }

    @Test("A paste of several lines can be sent as one message, as one message per line, or not at all")
    func pastes() {
        var state = writing()
        state.press("a")
        state.apply(.input(.paste("x\r\ny\n\nz\n")))
        expect(state.room?.live?.input.pasted, is: ["x", "y", "z"])
        expect(state.press(.enter).orders, is: [.say("ax\ny\nz")])
        state.apply(.input(.paste("x\ny")))
        expect(state.press("s").orders, is: [.say("x"), .say("y")])
        state.apply(.input(.paste("x\ny")))
        state.press(.escape)
        expect(state.room?.live?.input.pasted, is: nil)
        #expect(state.isWriting)
        state.apply(.input(.paste("one line\n")))
        expect(state.room?.live?.input.line.text, is: "one line")
        // Eleven messages would be refused as a flood.
        state.apply(.input(.paste(Array(repeating: "x", count: 11).joined(separator: "\n"))))
        #expect(state.press("s").orders.isEmpty)
    }

    @Test("The limit is shown when the text comes near it, and text beyond it is cut off")
    func limit() {
        var input = ChatInput()
        input.paste(String(repeating: "a", count: LineEditor.limit - 300))
        #expect(input.usage == nil)
        input.paste(String(repeating: "b", count: 500))
        expect(input.usage?.count, is: LineEditor.limit)
        expect(input.usage?.limit, is: LineEditor.limit)
    }

    @Test("LIVE-68: a closed chat locks the line of students but not of teachers")
    func closed() {
        let events = [LiveEvent.chatForbidden(true)]
        var state = writing(LiveSamples.view(LiveSamples.mei, events))
        // The locked line opens, so that letters are not read as commands.
        #expect(state.isWriting && state.press("q").isEmpty && state.room?.live?.input.line.isEmpty == true)
        expect(state.message?.text, is: "The teacher has closed the chat")
        expect(inputLine(state), is: "The teacher has closed the chat")
        #expect(writing(LiveSamples.view(LiveSamples.teacher, events)).isWriting)
        // The chat may close while the viewer is writing. The text stays.
        state = writing()
        state.press("a")
        state.apply(.live(LiveSamples.view(LiveSamples.mei, events, number: 2)))
        #expect(state.press(.enter).orders.isEmpty)
        state.apply(.live(LiveSamples.view(LiveSamples.mei, number: 3)))
        expect(state.press(.enter).orders, is: [.say("a")])
    }

    @Test("LIVE-73: slow mode is reported, and text sent too early stays in the line with a countdown")
    func slow() {
        let events = [LiveEvent.chatSlowed(10)]
        var state = writing()
        state.apply(.live(LiveSamples.view(LiveSamples.mei, events, number: 2)))
        expect(state.message?.text, is: "Slow mode: students may write once in 10 seconds")
        var view = LiveSamples.view(LiveSamples.mei, events, number: 3)
        view.wroteAt = LiveSamples.time - 3_000
        state.apply(.live(view))
        state.press("a")
        #expect(state.press(.enter).orders.isEmpty)
        expect(state.message?.text, is: "Slow mode: you may write again in 7 seconds")
        #expect(inputLine(state).contains("a"))
        #expect(inputLine(state).hasSuffix("7 s"))
        // A paste is refused as well, and nothing else is counted when the time is over.
        state.apply(.input(.paste("b\nc")))
        #expect(state.press("s").orders.isEmpty)
        expect(state.nextChange(after: Samples.now).map { $0 <= Samples.now + .milliseconds(300) }, is: true)
        state.press(.escape)
        view = LiveSamples.view(LiveSamples.mei, events, number: 4)
        view.wroteAt = LiveSamples.time - 10_000
        state.apply(.live(view))
        expect(state.press(.enter).orders, is: [.say("a")])
    }

    @Test("LIVE-69: a viewer who is banned from writing sees the remaining time")
    func banned() {
        let ban = LiveEvent.chatBanned(ChatBan(user: "m", until: LiveSamples.time + 42_000))
        let view = LiveSamples.view(LiveSamples.mei, [ban])
        expect(view.chatLock(at: Samples.now)?.words, is: "You may write again in 00:42")
        expect(view.chatLock(at: Samples.now + .seconds(41))?.words, is: "You may write again in 00:01")
        expect(view.chatLock(at: Samples.now + .seconds(42)), is: nil)
        let state = LiveSamples.inClass(view)
        expect(state.nextChange(after: Samples.now).map { $0 <= Samples.now + .milliseconds(300) }, is: true)
        #expect(ChromeKey(state, at: Samples.now) != ChromeKey(state, at: Samples.now + .seconds(1)))
    }

    @Test("LIVE-67: messages that arrive while the chat is hidden are counted, and start below a line")
    func unread() {
        var state = LiveSamples.inClass(LiveSamples.view(LiveSamples.mei))
        state.press("4")
        let later = Samples.roomView(at: .seconds(11), number: 2)
        state.apply(.room(later))
        let count = (later.snapshot.messages?.content.count ?? 0) - 67
        expect(state.room?.unreadCount, is: count)
        expect(state.room?.tabText(.chat), is: "Chat +\(count)")
        state.press("3")
        expect(state.room?.unreadCount, is: 0)
        let text = ScreenText.render(compose(state, at: Samples.now).chrome)
        #expect(text.contains("─ new ─"))
    }

    @Test("A click on the line focuses it, and a click elsewhere leaves it")
    func mouse() throws {
        var state = LiveSamples.inClass(LiveSamples.view(LiveSamples.mei))
        let chat = try #require(state.roomLayout?.place(of: .chat)?.content)
        state.mouse(.press(.left), chat.column + 5, chat.row + chat.height - 1)
        #expect(state.isWriting)
        let slides = try #require(state.roomLayout?.place(of: .slides)?.content)
        state.mouse(.press(.left), slides.column + 2, slides.row + 2)
        #expect(!state.isWriting)
    }

    @Test("A recorded class has no line for writing, and c keeps its other meaning")
    func recorded() {
        var state = Samples.inClass(120, 36)
        state.press("c")
        #expect(!state.isWriting)
    }
}
