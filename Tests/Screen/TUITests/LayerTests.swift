import Cells
import Commands
import PlayCore
import PlaybackModel
import Rooms
import Testing

@testable import TUI

@Suite("Layers of the screen")
struct LayerTests {
    /// A class with a chat, the search of which is open.
    private func searching() -> AppState {
        var state = Samples.inClass(140, 40)
        state.press("3")
        state.press("/")
        #expect(state.chatSearch != nil)
        return state
    }

    @Test("A paste goes to the field that has the keys, not to the chat's search below it")
    func pasteGoesToTheTopmostField() {
        var state = searching()
        _ = state.choose(.addSubtitle, at: Samples.now)
        #expect(state.pathPrompt?.text == "")
        state.apply(.input(.paste("/films/road.srt")))
        #expect(state.pathPrompt?.text == "/films/road.srt")
        #expect(state.chatSearch?.text == "")
        // Down to the search again, which the next paste is for.
        state.press(.escape)
        state.apply(.input(.paste("sign")))
        #expect(state.pathPrompt == nil)
        #expect(state.chatSearch?.text == "sign")
    }

    @Test("Full-width keys of an input method mean the ASCII keys, except where they are text")
    func fullWidthKeys() {
        var state = Samples.playing()
        state.press("？")
        #expect(state.help != nil)
        for key in "／＋" { state.press(key) }
        #expect(state.help?.search == "＋")
        for _ in 0..<2 { state.press(.escape) }
        for key in "ｇ１：２０" { state.press(key) }
        #expect(state.timePrompt?.text == "1:20")
        state.press(.escape)
        state.apply(.input(.paste("x")))
        _ = state.open(.speeds, at: Samples.now)
        for key in "／１．５" { state.press(key) }
        #expect(state.panel?.list.filter == "１．５")
        #expect(state.panel?.list.shown.first?.label.contains("1.5") == true)
        var searching = searching()
        searching.press("？")
        #expect(searching.chatSearch?.text == "？")
        #expect(searching.help == nil)
    }

    @Test("A full-width key that the viewer has bound stays what it is")
    func boundFullWidthKey() {
        var state = Samples.playing()
        state.userKeys = UserKeys(InputConf.parse("？ show-text own").bindings)
        state.press("？")
        #expect(state.help == nil)
        #expect(state.message?.text == "own")
    }

    @Test("A panel that asks for nothing takes a paste away from the search below it")
    func panelsStopPastes() {
        var state = searching()
        _ = state.open(.speeds, at: Samples.now)
        state.apply(.input(.paste("sign")))
        #expect(state.chatSearch?.text == "")
        #expect(state.panel?.list.filter == nil)
        state.press("1")
        state.apply(.input(.paste(".5")))
        #expect(state.panel?.list.filter == "1.5")
    }

    @Test("The page of keys lies above a panel, whichever was opened first")
    func heightsDoNotDependOnTime() {
        var helpFirst = Samples.playing()
        helpFirst.press("?")
        _ = helpFirst.open(.chapters, at: Samples.now)
        var panelFirst = Samples.playing()
        _ = panelFirst.open(.chapters, at: Samples.now)
        panelFirst.press("?")
        #expect(helpFirst.panel?.kind == .chapters)
        #expect(helpFirst.help != nil)
        #expect(compose(helpFirst, at: Samples.now) == compose(panelFirst, at: Samples.now))
        helpFirst.press(.escape)
        #expect(helpFirst.help == nil)
        #expect(helpFirst.panel != nil)
        helpFirst.press(.escape)
        #expect(helpFirst.panel == nil)
    }

    @Test("Esc leaves the statistics before the list of a class below them")
    func escapeLeavesTheTopmost() {
        var state = Samples.inClass(140, 40)
        state.press("3")
        state.press("i")
        #expect(state.statistics != nil)
        #expect(state.room?.focus == .chat)
        state.press(.escape)
        #expect(state.statistics == nil)
        #expect(state.room?.focus == .chat)
        state.press(.escape)
        #expect(state.room?.focus != .chat)
    }

    @Test("A failure closes fields, panels and the page of keys")
    func failuresInterrupt() {
        var state = Samples.playing()
        state.press("?")
        _ = state.open(.chapters, at: Samples.now)
        state.press("g")
        state.apply(.snapshot(Samples.failed()))
        #expect(state.help == nil)
        #expect(state.panel == nil)
        #expect(!state.hasPrefix)
    }
}
