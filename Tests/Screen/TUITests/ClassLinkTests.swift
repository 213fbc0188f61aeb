import Cells
import Classes
import PlayCore
import PlaybackModel
import ScreenKit
import TestSupport
import Testing

@testable import ClassPanes
@testable import TUI

@Suite("Links and copying in a class")
struct ClassLinkTests {
    private static let long = "https://docs.example/a/very/long/path/that/no/pane/has/room/for/in/one/line"

    private func contents(_ change: (inout [ClassEvent]) -> Void = { _ in }) -> ClassContents {
        var info = ClassInfo(playbackID: "x")
        info.title = "Algebra"
        let mei = ClassUser(id: "m", name: "Mei")
        func message(_ id: Int, _ text: String) -> ClassEvent {
            ClassEvent(
                .seconds(id), .message(ChatMessage(id: "\(id)", time: .seconds(id), author: mei, text: text)))
        }
        var events = [
            message(1, "first, no link"), message(2, "see https://a.example/x. and @Mei"), message(3, Self.long),
        ]
        change(&events)
        return ClassContents(info: info, events: events)
    }

    private func state(_ columns: Int = 120, _ rows: Int = 36, _ contents: ClassContents? = nil) -> AppState {
        var state = Samples.inClass(columns, rows, Samples.roomView(contents ?? self.contents()))
        state.press("3")
        return state
    }

    private func text(of links: [ScreenLink], in chrome: CellBuffer, to address: String) -> String {
        links.filter { $0.address == address }.map { link in
            String(ScreenText.text(row: link.row, of: chrome).dropFirst(link.column).prefix(link.width))
        }.joined()
    }

    @Test("ROOM-67: addresses in the chat are links, even across lines, without the text around them")
    func shown() {
        for (columns, rows) in ClassLayoutTests.sizes {
            let screen = compose(state(columns, rows), at: Samples.now)
            #expect(text(of: screen.links, in: screen.chrome, to: "https://a.example/x") == "https://a.example/x")
            expect(text(of: screen.links, in: screen.chrome, to: Self.long), is: Self.long)
            expect(Set(screen.links.map(\.address)).count, is: 2)
        }
    }

    @Test("ROOM-67: a list over a link hides it")
    func covered() {
        var state = state()
        state.press("g")
        state.press("m")
        let frame = PanelFrame(state.panels[0], state, ScreenGeometry(state, at: Samples.now)).rect
        let links = compose(state, at: Samples.now).links
        #expect(links.allSatisfy { !frame.contains(column: $0.column, row: $0.row) })
    }

    @Test("ROOM-44, ROOM-67: o lists the links, Enter opens one, y copies one, and o alone opens none")
    func keys() {
        var state = state()
        #expect(state.press("o").isEmpty)
        expect(state.panel?.kind, is: .links)
        #expect(state.panel?.list.rows.map(\.label) == [Self.long, "https://a.example/x"])
        expect(state.panel?.list.rows.first?.detail, is: "Mei")
        state.press(.down)
        #expect(state.press(.enter) == [.room(.openLink("https://a.example/x"))])
        expect(state.panel, is: nil)
        state.press("o")
        expect(state.press("y"), is: [.copy(Self.long)])
        expect(state.panel, is: nil)
    }

    @Test("ROOM-67: the link of the selected line is selected in the list, and o without links reports it")
    func selected() {
        var state = state()
        let second = state.room?.view.chat.lines[1].position
        state.room?.chat.place = second
        state.press("o")
        #expect(state.panel?.list.selection == .room(.link("https://a.example/x")))
        var empty = Samples.inClass(120, 36)
        empty.press("3")
        empty.press("o")
        expect(empty.panel, is: nil)
        expect(empty.message?.text, is: "No visible links")
    }

    @Test("ROOM-67: a click on a link shows its address and does not open it")
    func mouse() throws {
        var state = state()
        let link = try #require(compose(state, at: Samples.now).links.first { $0.address == "https://a.example/x" })
        let effects = state.mouse(.press(.left), link.column + 2, link.row)
        #expect(effects.isEmpty)
        #expect(state.panel?.list.selection == .room(.link("https://a.example/x")))
    }

    @Test("ROOM-44: a notice's link is on its line, can be clicked, and comes first in the list")
    func notice() throws {
        let contents = contents {
            $0.append(ClassEvent(.zero, .notice(PostedNotice(text: "Room moved", link: "https://b.example/room"))))
        }
        var state = state(120, 36, contents)
        let link = try #require(compose(state, at: Samples.now).links.first { $0.row == 0 })
        #expect(link.address == "https://b.example/room")
        _ = state.mouse(.press(.left), link.column + 1, 0)
        #expect(state.panel?.list.selection == .room(.link("https://b.example/room")))
        expect(state.panel?.list.rows.first?.detail, is: "notice")
    }

    @Test("ROOM-44: a notice with an invalid link has no link")
    func hostile() {
        let contents = contents {
            $0 = [ClassEvent(.zero, .notice(PostedNotice(text: "x", link: "javascript:alert(1)\u{1B}]8;;")))]
        }
        let state = state(120, 36, contents)
        #expect(compose(state, at: Samples.now).links.isEmpty)
        #expect(state.room?.links.isEmpty != false)
    }

    @Test("ROOM-67: y copies the selected line, or the newest one without a selection")
    func copying() {
        var state = state()
        expect(state.press("y"), is: [.copy(Self.long)])
        let first = state.room?.view.chat.lines[0].position
        state.room?.chat.place = first
        expect(state.press("y"), is: [.copy("first, no link")])
        expect(state.message?.text, is: "Copied: first, no link")
    }
}
