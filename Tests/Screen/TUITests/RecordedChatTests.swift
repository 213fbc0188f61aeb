import Cells
import Classes
import Foundation
import PlayCore
import PlaybackModel
import ScreenKit
import TestSupport
import Testing

@testable import ClassPanes
@testable import TUI

@Suite("The chat of a class")
struct RecordedChatTests {
    /// Returns a class with the focus in the chat.
    private func chat(_ columns: Int = 120, _ rows: Int = 36) -> AppState {
        var state = Samples.inClass(columns, rows)
        state.press("3")
        return state
    }

    /// Presses a key and answers the screen's requests to the room.
    private func press(_ state: inout AppState, _ key: KeyPress) {
        for effect in reduce(&state, .input(.key(key)), now: Samples.now) {
            guard case .room(.showChat(let wish)) = effect else { continue }
            let number = (state.room?.view.number ?? 0) + 1
            _ = reduce(&state, .room(Samples.roomView(wish: wish, number: number)), now: Samples.now)
        }
    }

    private func lines(_ state: AppState) -> [String] {
        guard let rect = state.roomLayout?.place(of: .chat)?.content else { return [] }
        let chrome = compose(state, at: Samples.now).chrome
        return (rect.row..<rect.row + rect.height).map {
            String(ScreenText.text(row: $0, of: chrome).dropFirst(rect.column)).trimmingCharacters(in: .whitespaces)
        }
    }

    @Test("ROOM-59: the newest line is the last visible one")
    func follows() { expect(lines(chat()).last, is: "yes, thank you @Mei") }

    @Test("ROOM-59, ROOM-62: a chat that is scrolled back keeps its place, counts new lines, and f follows again")
    func scrolling() {
        var state = chat()
        for _ in 0..<10 { press(&state, KeyPress(.up)) }
        let selected = state.room?.chat.place
        let before = lines(state)
        #expect(before.last != "yes, thank you @Mei" || before.contains { $0.hasPrefix("›") })
        expect(state.room?.view.chat.newerCount, is: 9)
        // The time advances.
        let wish = state.room?.chat ?? ChatWish()
        _ = reduce(&state, .room(Samples.roomView(at: .seconds(12), wish: wish, number: 99)), now: Samples.now)
        expect(state.room?.chat.place, is: selected)
        expect(lines(state), is: before)
        #expect((state.room?.view.chat.newerCount ?? 0) > 9)
        press(&state, KeyPress(.character("f")))
        expect(state.room?.chat.place, is: nil)
        expect(lines(state).last, is: "yes, thank you @Mei")
    }

    @Test("ROOM-67: / searches, Esc shows all lines again, and @ shows the lines of one person")
    func searching() {
        var state = chat()
        for key in [KeyPress(.character("/")), KeyPress(.character("6")), KeyPress(.character("1")), KeyPress(.enter)] {
            press(&state, key)
        }
        expect(lines(state).filter { !$0.isEmpty }, is: ["›00:09 Mei", "the sign is wrong in line 61?"])
        press(&state, KeyPress(.escape))
        expect(lines(state).last, is: "yes, thank you @Mei")
        press(&state, KeyPress(.character("@")))
        #expect(!lines(state).contains { $0.contains("the sign is wrong") })
        press(&state, KeyPress(.character("@")))
        #expect(lines(state).contains { $0.contains("the sign is wrong") })
    }

    @Test("ROOM-46: Enter seeks to the time of a line or of a page")
    func seeking() {
        var state = chat()
        press(&state, KeyPress(.home))
        let time = state.room?.view.chat.lines.first?.message.time ?? .zero
        #expect(state.press(.enter).contains(.command(.seek(.absolute(time), .exact))))
        state.press("5")
        state.press("j")
        #expect(state.press(.enter).contains(.command(.seek(.absolute(.seconds(20)), .exact))))
    }

    @Test("ROOM-67: the first click selects a message, the second one seeks to it, and the wheel scrolls")
    func mouse() throws {
        var state = Samples.inClass(120, 36)
        let rect = try #require(state.roomLayout?.place(of: .chat)?.content)
        func send(_ kind: MouseEvent.Kind) -> [Effect] {
            reduce(
                &state, .input(.mouse(MouseEvent(kind, column: rect.column + 5, row: rect.row + rect.height - 1))),
                now: Samples.now)
        }
        let effects = send(.press(.left))
        let selected = try #require(state.room?.chat.place)
        #expect(effects.contains { if case .room(.showChat(let wish)) = $0 { wish.place == selected } else { false } })
        expect(selected, is: state.room?.view.chat.lines.last?.position)
        #expect(send(.press(.left)).contains { if case .command(.seek) = $0 { true } else { false } })
        _ = send(.wheelUp)
        #expect(try #require(state.room?.chat.place) < selected)
    }

    @Test("ROOM-58, ROOM-60, ROOM-61: gifts, awards, answers and system messages have their own lines")
    func kinds() {
        func message(_ id: String, _ text: String, _ kind: ChatMessage.Kind, amount: String? = nil) -> ChatMessage {
            ChatMessage(
                id: id, time: .zero, author: ClassUser(id: "m", name: "Mei"), text: text, kind: kind, amount: amount)
        }
        var answer = message("5", "thanks", .text)
        answer.replyTo = "1"
        answer.isEdited = true
        answer.reactions = [.init(emoji: "👍", count: 2), .init(emoji: "\u{1B}[2J🎉", count: 1)]
        var window = ChatWindow()
        let all = [
            message("1", "first", .text), message("2", "Rose", .gift, amount: "3"), message("3", "", .award),
            message("4", "the chat is closed", .system), answer,
        ]
        window.lines = all.enumerated().map {
            ChatPage.Line(position: ChatPosition(slice: 0, offset: $0.offset), message: $0.element)
        }
        window.answered["1"] = all[0]
        let lines = ChatLines(width: 40, offset: .seconds(60), glyphs: Glyphs(isASCII: false)).lines(window)
        expect(
            lines.map { $0.words.map(\.text).joined() },
            is: [
                "01:00 Mei", "first", "01:00 Mei", "+ sends 3 × Rose", "01:00 Mei", "+ gives an award",
                "01:00 the chat is closed", "01:00 Mei  edited", "└ Mei: first", "thanks", "👍 2 [2J🎉 1",
            ])
    }

    @Test("remembered lines equal newly made ones, after any change of messages or width")
    func memo() {
        func lines(_ texts: [String], width: Int = 24, _ memo: ChatLineMemo? = nil) -> [ClassLine] {
            var window = ChatWindow()
            window.lines = texts.enumerated().map { number, text in
                let words = text.split(separator: ":", maxSplits: 1).map(String.init)
                let mei = ClassUser(id: "m", name: "Mei")
                var message = ChatMessage(id: words[0], time: .zero, author: mei, text: words[1])
                message.replyTo = words[1].contains("re") ? "1" : nil
                return ChatPage.Line(position: ChatPosition(slice: 0, offset: number), message: message)
            }
            window.answered["1"] = window.lines.first { $0.message.id == "1" }?.message
            return ChatLines(width: width, offset: .zero, glyphs: Glyphs(isASCII: false)).lines(window, memo: memo)
        }
        let memo = ChatLineMemo()
        let first = ["1:a line that is longer than the pane is wide", "2:short", "3:re: https://a.test/leaf"]
        for texts in [first, first + ["4:more"], Array(first.dropFirst()), ["2:longer", "4:more"], first] {
            expect(lines(texts, memo), is: lines(texts))
            expect(lines(texts, width: 60, memo), is: lines(texts, width: 60))
        }
    }

    @Test("names, messages and titles from outside reach the screen without control characters")
    func hostile() {
        let text = "\u{1B}]52;c;ZXZpbA==\u{7}\u{202E}evil\u{9B}2J"
        let contents = ClassContents(
            info: {
                var info = ClassInfo(playbackID: "x")
                info.title = text
                return info
            }(),
            events: [
                ClassEvent(
                    .zero,
                    .message(ChatMessage(id: "1", time: .zero, author: ClassUser(id: "a", name: text), text: text)))
            ])
        let chrome = compose(Samples.inClass(80, 24, Samples.roomView(contents)), at: Samples.now).chrome
        let allowed = chrome.cells.allSatisfy { cell in
            cell.isTransparent || cell.glyph == 0
                || cell.glyph >= 0x20 && !(0x7F..<0xA0).contains(cell.glyph)
                    && cell.glyph != 0x202E
        }
        #expect(allowed)
    }
}
