import Cells
import Classes
import Commands
import PlayCore
import PlaybackModel
import ScreenKit
import TestSupport
import Testing

@testable import ClassPanes
@testable import TUI

@Suite("Layers of the screen")
struct LayerTests {
    /// Returns a class whose chat search is open.
    private func searching() -> AppState {
        var state = Samples.inClass(140, 40)
        state.press("3")
        state.press("/")
        #expect(state.room?.chatSearch != nil)
        return state
    }

    @Test("A paste goes to the focused field, not to the chat search below it")
    func pasteGoesToTheTopmostField() {
        var state = searching()
        _ = state.choose(.addSubtitle, at: Samples.now)
        expect(state.pathPrompt?.text, is: "")
        state.apply(.input(.paste("/films/road.srt")))
        expect(state.pathPrompt?.text, is: "/films/road.srt")
        expect(state.room?.chatSearch?.text, is: "")
        // The next paste goes to the search again.
        state.press(.escape)
        state.apply(.input(.paste("sign")))
        expect(state.pathPrompt, is: nil)
        expect(state.room?.chatSearch?.text, is: "sign")
    }

    @Test("Full-width keys of an input method mean the ASCII keys, except in text")
    func fullWidthKeys() {
        var state = Samples.playing()
        state.press("？")
        #expect(state.help != nil)
        for key in "／＋" { state.press(key) }
        expect(state.help?.search, is: "＋")
        for _ in 0..<2 { state.press(.escape) }
        for key in "ｇ１：２０" { state.press(key) }
        expect(state.timePrompt?.text, is: "1:20")
        state.press(.escape)
        state.apply(.input(.paste("x")))
        _ = state.open(.speeds, at: Samples.now)
        for key in "／１．５" { state.press(key) }
        expect(state.panel?.list.filter, is: "１．５")
        expect(state.panel?.list.shown.first?.label.contains("1.5"), is: true)
        var searching = searching()
        searching.press("？")
        expect(searching.room?.chatSearch?.text, is: "？")
        expect(searching.help, is: nil)
    }

    @Test("A full-width key that the viewer has bound keeps its own meaning")
    func boundFullWidthKey() {
        var state = Samples.playing()
        state.userKeys = UserKeys(InputConf.parse("？ show-text own").bindings)
        state.press("？")
        expect(state.help, is: nil)
        expect(state.message?.text, is: "own")
    }

    @Test("A panel without a field keeps a paste from the search below it")
    func panelsStopPastes() {
        var state = searching()
        _ = state.open(.speeds, at: Samples.now)
        state.apply(.input(.paste("sign")))
        expect(state.room?.chatSearch?.text, is: "")
        expect(state.panel?.list.filter, is: nil)
        state.press("1")
        state.apply(.input(.paste(".5")))
        expect(state.panel?.list.filter, is: "1.5")
    }

    @Test("The page of keys lies above a panel, regardless of the order of opening")
    func heightsDoNotDependOnTime() {
        var helpFirst = Samples.playing()
        helpFirst.press("?")
        _ = helpFirst.open(.chapters, at: Samples.now)
        var panelFirst = Samples.playing()
        _ = panelFirst.open(.chapters, at: Samples.now)
        panelFirst.press("?")
        expect(helpFirst.panel?.kind, is: .chapters)
        #expect(helpFirst.help != nil)
        expect(compose(helpFirst, at: Samples.now), is: compose(panelFirst, at: Samples.now))
        helpFirst.press(.escape)
        expect(helpFirst.help, is: nil)
        #expect(helpFirst.panel != nil)
        helpFirst.press(.escape)
        expect(helpFirst.panel, is: nil)
    }

    @Test("Esc closes the statistics before it leaves the list of a class below them")
    func escapeLeavesTheTopmost() {
        var state = Samples.inClass(140, 40)
        state.press("3")
        state.press("i")
        #expect(state.statistics != nil)
        expect(state.room?.focus, is: .chat)
        state.press(.escape)
        expect(state.statistics, is: nil)
        expect(state.room?.focus, is: .chat)
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
        expect(state.help, is: nil)
        expect(state.panel, is: nil)
        #expect(!state.hasPrefix)
    }
}
