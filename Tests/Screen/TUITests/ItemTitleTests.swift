import Cells
import ClassPanes
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import TestSupport
import Testing

@testable import TUI

@Suite("Title of the playing item")
struct ItemTitleTests {
    /// Returns a state in which the second of three films begins.
    private func beginning(_ columns: Int = 80) -> AppState {
        var state = AppState(terminal: Samples.traits(columns, 24))
        state.apply(
            .playlist(
                PlaylistContents(locations: ["/a.mkv", "/b.mkv", "/c.mkv"], index: 1),
                PlaylistPosition(index: 1, count: 3)),
            .itemChanged(PlaylistPosition(index: 1, count: 3)), .snapshot(Samples.loading()))
        return state
    }

    private func lines(_ state: AppState) -> [String] {
        let chrome = compose(state, at: Samples.now).chrome
        return (0..<chrome.rows).map { ScreenText.text(row: $0, of: chrome) }
    }

    @Test("number and title are shown when an item opens, with an earlier message, and after a pause")
    func said() {
        var state = beginning()
        expect(state.message, is: nil)
        state.apply(.snapshot(Samples.snapshot()))
        expect(state.message?.text, is: "2/3 The other road")
        state.message = nil
        state.apply(.snapshot(Samples.snapshot()))
        expect(state.message, is: nil, "once")
        state.apply(.snapshot(Samples.snapshot(.paused)))
        expect(state.message?.text, is: "2/3 The other road")
        var resumed = beginning()
        resumed.message = Message("Resumed at 12:34", at: Samples.now)
        resumed.apply(.snapshot(Samples.snapshot()))
        expect(resumed.message?.text, is: "2/3 The other road · Resumed at 12:34")
        var warned = beginning()
        warned.message = Message("No sound", .warning, at: Samples.now)
        warned.apply(.snapshot(Samples.snapshot()))
        expect(warned.message?.text, is: "No sound")
    }

    @Test("o shows title and progress, even over a warning, and an item without a list has no number")
    func progress() {
        var state = beginning()
        state.apply(.snapshot(Samples.snapshot()))
        state.message = Message("No sound", .warning, at: Samples.now)
        state.press("o")
        expect(state.message?.text, is: "2/3 The other road · 20%")
        var alone = Samples.playing()
        alone.press("o")
        expect(alone.message?.text, is: "The other road · 20%")
        var narrow = Samples.playing(20, 24)
        narrow.press("o")
        expect(narrow.message?.text, is: "The other … · 20%")
    }

    @Test("the title replaces the logo in the bar, and is not repeated as a message while the bar shows it")
    func inTheBar() throws {
        var state = beginning(200)
        state.apply(.snapshot(Samples.snapshot()))
        state.bar.lastInput = Samples.now
        let row = lines(state).last ?? ""
        #expect(row.contains("2/3 The other road"))
        #expect(!row.contains("tvplay"))
        state.message = nil
        state.apply(.snapshot(Samples.snapshot(.paused)))
        expect(state.message, is: nil)
        let narrow = beginning(79)
        #expect(narrow.bar.layout.isRemoved(.logo))
    }

    @Test("the bar of a list has buttons for the previous and the next item")
    func neighbours() throws {
        var state = beginning(120)
        state.apply(.snapshot(Samples.snapshot()))
        state.bar.lastInput = Samples.now
        let row = try #require(ScreenGeometry(state, at: Samples.now).slider()?.row)
        let places = (0..<120).reduce(into: [ControlTag: Int]()) { places, column in
            if let tag = ScreenGeometry(state, at: Samples.now).control(column: column, row: row)?.tag {
                places[tag] = places[tag] ?? column
            }
        }
        try expect(state.mouse(.press(.left), try #require(places[.previous]), row), is: [.move(-1)])
        try expect(state.mouse(.press(.left), try #require(places[.next]), row), is: [.move(1)])
        try expect(state.mouse(.press(.middle), try #require(places[.next]), row), is: [.move(-1)])
        #expect(Samples.playing(120).bar.layout.isRemoved(.next), "an item alone has no neighbours")
    }

    @Test("a message in a class has a row of its own, and the tabs do not change")
    func ownRow() throws {
        var state = Samples.inClass(80, 24)
        let before = lines(state)
        let tabs = try #require(state.roomLayout).tabs
        #expect(before[tabs].contains("Outline"))
        var snapshot = state.snapshot
        snapshot.notices = [NumberedNotice(number: 1, notice: .noSoundDevice(reason: "x"))]
        state.apply(.snapshot(snapshot))
        let lines = lines(state)
        expect(lines[tabs], is: before[tabs])
        let words = lines[tabs - 1].split(separator: " ").joined(separator: " ")
        expect(words, is: "No sound device: playing without sound (see tvplay --audio-device=help)")
    }
}
