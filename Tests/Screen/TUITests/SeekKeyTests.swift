import Cells
import PlayCore
import PlaybackModel
import ScreenKit
import TestSupport
import Testing

@testable import TUI

@Suite("Keys that seek")
struct SeekKeyTests {
    @Test("UI-03: jumping back stops at 0, and its interval is configurable")
    func jumpBack() {
        var state = Samples.playing()
        state.report { $0.clock = Samples.reading(at: .seconds(7), isRunning: true) }
        expect(state.press("b"), is: [.command(.seek(.absolute(.zero), .keyframe))])
        state = Samples.playing()
        state.options.jumpBackInterval = .seconds(5)
        expect(state.press("b"), is: [KeyReducerTests.seek(-5, .keyframe)])
    }

    @Test("CTRL-03, ADV-48: a typed time is sought exactly")
    func typedTime() {
        var state = Samples.playing()
        for key in "g12:3" { #expect(state.press(key).isEmpty) }
        expect(state.timePrompt?.text, is: "12:3")
        state.press(.backspace)
        for key in "x30 " { state.press(key) }
        expect(state.press(.enter), is: [.command(.seek(.absolute(.seconds(750)), .exact))])
        expect(state.timePrompt, is: nil)
        for key in "g50%" { state.press(key) }
        expect(state.press(.enter), is: [.command(.seek(.percent(50), .exact))])
    }

    @Test(
        "CTRL-03: an invalid time stays in the field with the reason, and a time beyond the end seeks to the end"
    )
    func wrongTime() {
        var state = Samples.playing()
        func shown() -> String { ScreenText.render(compose(state, at: Samples.now).chrome) }
        for key in "g1:2:3:4" { state.press(key) }
        #expect(state.press(.enter).isEmpty)
        expect(state.timePrompt?.text, is: "1:2:3:4")
        #expect(shown().contains("Not a time: enter 1:23:45"))
        #expect(state.press("x").isEmpty)
        #expect(shown().contains("x is not valid in a time"))
        #expect(state.press(.escape).isEmpty)
        expect(state.timePrompt, is: nil)
        for key in "g9:00:00" { state.press(key) }
        expect(state.press(.enter), is: [.command(.seek(.absolute(.seconds(3723)), .exact))])
        for key in "g99:99" { state.press(key) }
        expect(state.press(.enter), is: [.command(.seek(.absolute(.seconds(3723)), .exact))])
    }

    @Test("CTRL-03: g- counts from the end, g# seeks to a chapter, and a missing chapter or length is reported")
    func fromTheEnd() {
        var state = Samples.playing()
        for key in "g-1:00" { state.press(key) }
        expect(state.press(.enter), is: [.command(.seek(.absolute(.seconds(3663)), .exact))])
        let count = state.snapshot.chapters.count
        for key in "g#\(count)" { state.press(key) }
        expect(state.press(.enter), is: (count > 0 ? [.command(.seek(.chapter(count - 1), .exact))] : []))
        state.timePrompt = nil
        for key in "g#99" { state.press(key) }
        #expect(state.press(.enter).isEmpty)
        expect(state.timePrompt?.problem?.contains("chapter"), is: true)
        state.timePrompt = nil
        state.report { $0.duration = nil }
        for key in "g-5" { state.press(key) }
        #expect(state.press(.enter).isEmpty)
        expect(state.timePrompt?.problem?.contains("length"), is: true)
    }

    @Test("a paste goes only into the field for a time")
    func paste() {
        var state = Samples.playing()
        #expect(state.apply(.input(.paste("q 1:00"))).isEmpty)
        for key in "g1" { state.press(key) }
        state.apply(.input(.paste(":30\u{1B}q")))
        expect(state.timePrompt?.text, is: "1:30")
    }

    @Test("undoing a seek shows its position, and reports if there is nothing to undo")
    func reverting() {
        var state = Samples.playing()
        state.bar.visibility = .never
        state.report {
            $0.chapters = []
            $0.revertPosition = .seconds(90)
        }
        state.press(.right)
        expect(state.press(.backspace, .shift), is: [.command(.revertSeek)])
        expect(state.message?.text, is: "Seek 0:01:30")
        state.report { $0.revertPosition = nil }
        state.press(.backspace, .shift)
        expect(state.message?.text, is: "No seek to undo")
    }

    @Test("the list after g names all of its keys at 100 by 30, with one line for each function")
    func continuations() {
        var state = Samples.playing(100, 30)
        state.press("g")
        let shown = ScreenText.render(compose(state, at: Samples.now).chrome)
        let all = state.keymap.continuations(within: state.terminal.keyReach, where: state.offers)
        for (_, title) in all { #expect(shown.contains(title.prefix(24)), "\(title)") }
        let delay = all.filter { $0.title.hasPrefix("sound 0.1 seconds") }.count
        #expect(delay == 0 || shown.split(separator: "\n").count { $0.contains("sound 0.1 seconds") } == 1)
    }

    @Test("PLAY-33, CTRL-04: a seek that is not possible is reported and not sent")
    func cannotSeek() {
        var state = Samples.playing()
        state.report { $0.canSeek = false }
        for key in [KeyPress.Key.left, .home, .end, .character("b"), .character("l"), .pageUp] {
            #expect(state.press(key).isEmpty)
            #expect(state.message != nil)
            state.message = nil
        }
    }

    @Test("Seeks add up until the engine has answered the last of them")
    func seeksAddUp() {
        var state = Samples.playing()
        for number in 1...2 {
            for case .command(let command) in state.press(.right) { state.sent(command, number: number) }
        }
        expect(state.shownPosition(at: Samples.now), is: .seconds(764))
        var snapshot = Samples.snapshot()
        snapshot.answered = 1
        state.apply(.snapshot(snapshot))
        expect(state.shownPosition(at: Samples.now + .seconds(60)), is: .seconds(764))
        snapshot.answered = 2
        snapshot.clock = Samples.reading(at: .seconds(762), isRunning: true)
        state.apply(.snapshot(snapshot))
        expect(state.shownPosition(at: Samples.now), is: .seconds(762))
    }

    @Test("A seek that was not sent to the engine is not shown")
    func lostSeek() {
        var state = Samples.playing()
        for case .command(let command) in state.press(.home) { state.sent(command, number: 0) }
        expect(state.shownPosition(at: Samples.now), is: .seconds(754))
    }

    @Test("Requested values are shown at once, until the engine answers with its own")
    func requestsAreShown() {
        var state = Samples.playing()
        let effects = state.press("0") + state.press("m") + state.press("]")
        for (index, effect) in effects.enumerated() {
            if case .command(let command) = effect { state.sent(command, number: index + 1) }
        }
        expect(state.snapshot.volume, is: 82)
        #expect(state.snapshot.isMuted)
        expect(state.snapshot.rate, is: PlaybackRate(1.1))
        expect(state.item.playback.reported, is: Samples.snapshot())
        // The engine answers with a rate other than the requested one.
        var snapshot = Samples.snapshot()
        snapshot.answered = 3
        snapshot.volume = 82
        state.apply(.snapshot(snapshot))
        expect(state.snapshot, is: snapshot)
        #expect(state.item.playback.pending.isEmpty)
    }

    @Test("PgDn seeks to the start of the chapter, then to the previous one, and PgUp stops at the last")
    func chapters() {
        var state = Samples.playing()
        expect(state.press(.pageDown), is: [.command(.seek(.chapter(1), .exact))])
        expect(state.message?.text, is: "Seek 0:10:00 (chapter 2: Part 2)")
        expect(state.press(.pageDown), is: [.command(.seek(.chapter(0), .exact))])
        expect(state.press(.pageDown), is: [.command(.seek(.chapter(0), .exact))])
        state.report { $0.clock = Samples.reading(at: .seconds(2500), isRunning: true) }
        #expect(state.press(.pageUp).isEmpty)
        expect(state.message?.text, is: "Already at the last chapter")
        state.report { $0.chapters = [] }
        #expect(state.press(.pageUp).isEmpty)
    }

    @Test("l sets the start and the end of an A-B loop, and then clears it")
    func abLoop() {
        var state = Samples.playing()
        for case .command(let command) in state.press("l") { state.sent(command, number: 1) }
        state.report { $0.clock = Samples.reading(at: .seconds(800), isRunning: true) }
        expect(state.press("l"), is: [.command(.setABLoop(start: .seconds(754), end: .seconds(800)))])
        expect(state.press("l"), is: [.command(.setABLoop(start: nil, end: nil))])
    }
}
