import Cells
import Classes
import Commands
import History
import Library
import PlayCore
import Playlists
import ScreenKit
import TestSupport
import Testing

@testable import ClassPanes
@testable import HomeScreen
@testable import TUI

@Suite("Opening of paths, addresses and pastes")
struct OpenPromptTests {
    private func state() -> AppState {
        var state = Samples.playing()
        state.home.isOffered = true
        return state
    }

    private func target(_ location: String, _ kind: LocationLook.Kind) -> LocationLook.Target {
        LocationLook.Target(location, kind)
    }

    private func typed(_ text: String) -> AppState {
        var state = state()
        state.press(.character("o"), .control)
        for character in text { state.press(character) }
        return state
    }

    @Test("Ctrl+o and Enter play an existing file, and the list stays")
    func file() {
        var state = typed("a film.mkv")
        expect(state.press(.enter), is: [.library(.look("a film.mkv", .open))])
        // The path is looked up once, even if Enter is pressed again.
        expect(state.press(.enter), is: [])
        let effects = state.apply(.library(.looked(LocationLook([target("/a film.mkv", .file)]), .open)))
        expect(effects, is: [.external(.loadFile(path: "/a film.mkv", mode: .appendGo))])
        expect(state.openPrompt, is: nil)
    }

    @Test("g-o opens a folder in home, attends a class, and plays an address")
    func others() {
        for (kind, wanted) in [
            (LocationLook.Kind.folder, [Effect.readHistory, .library(.list(folder: "/x"))]),
            (.room, [.room(.attend("/x"))]), (.address, [.external(.loadFile(path: "/x", mode: .appendGo))]),
        ] {
            var state = state()
            state.press("g")
            state.press("o")
            state.press("x")
            state.press(.enter)
            expect(state.apply(.library(.looked(LocationLook([target("/x", kind)]), .open))), is: wanted)
            #expect(state.openPrompt == nil && state.showsHome == (kind == .folder))
        }
    }

    @Test("A missing file is reported and its path can be edited, and a late answer after Esc opens nothing")
    func missing() {
        var state = typed("none.mkv")
        state.press(.enter)
        state.apply(.library(.looked(LocationLook([target("/none.mkv", .missing)]), .open)))
        #expect(state.openPrompt?.line.text == "none.mkv" && state.message?.text.contains("/none.mkv") == true)
        state.press(.enter)
        state.press(.escape)
        expect(state.apply(.library(.looked(LocationLook([target("/none.mkv", .file)]), .open))), is: [])
    }

    @Test("words that are not a path are searched for in the history and the library")
    func search() {
        var state = typed("big bunny")
        state.home.library = ["/films"]
        state.history.content = .rows(
            played: [
                HistoryList.Row(
                    key: "a", location: "/seen/Bunny, big.mkv", title: "Big Buck Bunny", played: "", position: nil,
                    duration: nil),
                HistoryList.Row(
                    key: "b", location: "/seen/Sintel.mkv", title: "Sintel", played: "", position: nil, duration: nil),
            ], resumable: [])
        state.press(.enter)
        let effects = state.apply(.library(.looked(LocationLook([target("/big bunny", .missing)]), .open)))
        #expect(effects.contains(.library(.search("big bunny", ["/films"]))))
        #expect(state.openPrompt == nil && state.showsHome && state.message == nil)
        state.apply(.library(.found("big bunny", ["/seen/Bunny, big.mkv", "/films/The Big Bunny.webm"])))
        let shown = ScreenText.render(compose(state, at: Samples.now).chrome)
        #expect(shown.contains("Big Buck Bunny") && shown.contains("The Big Bunny.webm") && !shown.contains("Sintel"))
        state.press("j")
        guard case .play(let videos, let index)? = state.press(.enter).first else {
            Issue.record("not played")
            return
        }
        #expect(videos.map(\.id) == ["/seen/Bunny, big.mkv", "/films/The Big Bunny.webm"] && index == 1)
    }

    @Test("a search without a match says so, and / edits its words")
    func searchAgain() {
        var state = typed("nothing")
        state.home.library = ["/films"]
        state.press(.enter)
        state.apply(.library(.looked(LocationLook([target("/nothing", .missing)]), .open)))
        #expect(ScreenText.render(compose(state, at: Samples.now).chrome).contains("Searching…"))
        state.apply(.library(.found("nothing", [])))
        #expect(ScreenText.render(compose(state, at: Samples.now).chrome).contains("No matches"))
        state.press("/")
        state.press("2")
        #expect(state.press(.enter).contains(.library(.search("nothing2", ["/films"]))))
    }

    @Test("Tab completes the path, unless it has changed in the meantime")
    func completion() {
        var state = typed("~/Fi")
        expect(state.press(.tab), is: [.library(.complete("~/Fi"))])
        let answer = PathCompletion.Answer(text: "~/Fi", completed: "~/Film", candidates: ["Film 2.mkv", "Films/"])
        state.apply(.library(.completed(answer)))
        expect(state.openPrompt?.line.text, is: "~/Film")
        #expect(ScreenText.render(compose(state, at: Samples.now).chrome).contains("Film 2.mkv  Films/"))
        state.press("s")
        state.apply(.library(.completed(answer)))
        #expect(state.openPrompt?.line.text == "~/Films" && state.openPrompt?.candidates == [])
    }

    @Test("A pasted path is played, added or ignored according to the answer to a question")
    func pasting() {
        var state = state()
        expect(state.apply(.input(.paste("'/a.mkv' '/b.mkv'"))), is: [.library(.look("'/a.mkv' '/b.mkv'", .pasted))])
        let look = LibraryNews.looked(LocationLook([target("/a.mkv", .file), target("/b.mkv", .file)]), .pasted)
        state.apply(.library(look))
        #expect(ScreenText.render(compose(state, at: Samples.now).chrome).contains("Play a.mkv and 1 more?"))
        #expect(state.press("x") == [] && state.openQuestion == nil)
        state.apply(.library(look))
        expect(
            state.press(.enter),
            is: [
                .external(.loadFile(path: "/a.mkv", mode: .appendGo)),
                .external(.loadFile(path: "/b.mkv", mode: .append)),
            ])
        state.apply(.library(look))
        #expect(state.press("a").count == 2 && state.message?.text == "2 items added to the playlist")
        // Control characters of a paste do not reach the terminal.
        state.apply(.library(.looked(LocationLook([target("/\u{1B}]0;x\u{7}.mkv", .missing)]), .pasted)))
        #expect(state.openQuestion == nil && state.message?.text.contains("\u{1B}") == false)
    }

    @Test("The commands toggle-home and open-location have the same effects as the keys")
    func commands() throws {
        var state = state()
        try expect(state.run(BoundCommand.parse(line: "toggle-home")[0], at: Samples.now), is: [.readHistory])
        #expect(state.showsHome)
        _ = try state.run(BoundCommand.parse(line: "open-location")[0], at: Samples.now)
        #expect(state.openPrompt != nil)
    }
}
