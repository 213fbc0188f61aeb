import Cells
import Commands
import History
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import TUI
import TestSupport
import Testing

@Suite("Lists of remembered items")
struct HistoryPanelTests {
    /// Returns a state with the history open and read.
    private func open(_ keys: String = "gh") -> AppState {
        var state = Samples.rich()
        for key in keys { state.press(key) }
        state.apply(.history(Samples.history()))
        return state
    }

    private func labels(_ state: AppState) -> [String] { state.panel?.list.rows.map(\.label) ?? [] }

    @Test("PLAY-15: g-h opens the history and g-w the items to continue, both read again with the newest first")
    func opening() {
        var state = Samples.rich()
        state.press("g")
        expect(state.press("h"), is: [.readHistory])
        expect(state.panel?.kind, is: .history)
        expect(labels(state), is: ["Reading…"])
        state.apply(.history(Samples.history()))
        expect(labels(state).prefix(2), is: ["Lecture 3.mkv", "Big Buck Bunny"])
        state.press("g")
        // In a list, g selects the first row. Another list can be opened only from the picture.
        expect(state.panel?.kind, is: .history)
        state.press("q")
        state.press("g")
        expect(state.press("w"), is: [.readHistory])
        expect(labels(state), is: ["Lecture 3.mkv", "The other road", "holiday.mp4"])
    }

    @Test("PLAY-17: a row shows position and duration, and a finished item is marked as watched")
    func rows() throws {
        let state = open()
        let rows = try #require(state.panel?.list.rows)
        #expect(rows[0].detail == "0:12:34 / 1:02:03" && rows[0].remark == "2026-11-21 16:20")
        expect(rows[1].detail, is: "          watched")
        expect(rows[3].detail, is: "            01:01")
        expect(rows.map(\.refusal), is: [nil, nil, nil, nil, "Cannot be played from here", "File not found"])
    }

    @Test("PLAY-15: Enter resumes an item or restarts a finished one, and a missing file stays listed")
    func choosing() {
        var state = open()
        expect(state.press(.enter), is: [.playRemembered(location: "/films/Lecture 3.mkv", position: .seconds(754))])
        expect(state.panel, is: nil)
        state = open()
        state.press("j")
        expect(state.press(.enter), is: [.playRemembered(location: "/films/bunny.mp4", position: nil)])
        state = open()
        state.press("G")
        #expect(state.press(.enter).isEmpty)
        #expect(state.panel != nil)
        #expect(ScreenText.render(compose(state, at: Samples.now).chrome).contains("File not found"))
    }

    @Test("Enter on the playing item does not restart it, and a failed item is retried")
    func current() {
        var state = open()
        state.list = PlaylistContents(locations: ["/films/a.mkv", "/films/Lecture 3.mkv"], index: state.playlist.index)
        state.apply(.history(Samples.history()))
        expect(state.panel?.list.rows[0].isCurrent, is: true)
        #expect(state.press(.enter).isEmpty)
        expect(state.panel, is: nil)
        state = open()
        state.list = PlaylistContents(locations: ["/films/a.mkv", "/films/Lecture 3.mkv"], index: state.playlist.index)
        state.report { $0.status = .failed }
        expect(state.press(.enter), is: [.retry])
    }

    @Test(
        "d and Del ask before a record is removed: y removes it and any other key keeps it",
        arguments: [true, false])
    func forgetting(isDelete: Bool) {
        let key = isDelete ? KeyPress.Key.delete : .character("d")
        var state = open()
        for answer in ["n", "d", "q"] as [Character] {
            #expect(state.press(key).isEmpty)
            #expect(ScreenText.render(compose(state, at: Samples.now).chrome).contains("Remove this entry? y yes"))
            #expect(state.press(answer).isEmpty)
            expect(labels(state).count, is: 6)
            expect(state.panel?.question, is: nil)
        }
        state.press(key)
        state.mouse(.press(.left), 2, 2)
        expect(state.panel?.question, is: nil)
        state.press(key)
        expect(state.press("y"), is: [.forget(.forget(.played("video:/films/Lecture 3.mkv")))])
        expect(labels(state).first, is: "Big Buck Bunny")
        // The record is removed from both lists.
        state.press("q")
        for key in "gw" { state.press(key) }
        expect(labels(state), is: ["The other road", "holiday.mp4"])
        state.press(key)
        expect(state.press("y"), is: [.forget(.forget(.resumable("video:/films/road.mkv")))])
        expect(labels(state), is: ["holiday.mp4"])
    }

    @Test("PLAY-18: D asks and then clears the whole list: all positions or the whole history")
    func forgettingAll() {
        var state = open("gw")
        state.press("D")
        #expect(ScreenText.render(compose(state, at: Samples.now).chrome).contains("Clear the list? y yes"))
        expect(state.press("y"), is: [.forget(.forgetPositions)])
        expect(labels(state), is: ["Nothing to continue"])
        #expect(state.press("D").isEmpty)
        expect(state.panel?.question, is: nil)
        state = open()
        state.press("D")
        expect(state.press("y"), is: [.forget(.forgetPlayed)])
        expect(labels(state), is: ["No history yet"])
    }

    @Test("while typing searches the titles d is a letter, but Del still asks")
    func searching() {
        var state = open()
        for key in "/road" { state.press(key) }
        expect(state.panel?.list.shown.map(\.label), is: ["The other road"])
        expect(state.panel?.list.filter, is: "road")
        state.press(.delete)
        expect(state.press("y"), is: [.forget(.forget(.played("video:/films/road.mkv")))])
    }

    @Test("the list reports that no history is kept or that it cannot be read")
    func nothing() {
        var state = open()
        state.apply(.history(HistoryList(number: 2, .notKept)))
        expect(labels(state), is: ["history is off"])
        #expect(state.press(.enter).isEmpty)
        #expect(state.press("d").isEmpty)
        state.apply(.history(HistoryList(number: 3, .failed("disk I/O\u{1B}[2J error"))))
        expect(state.panel?.list.rows.first?.refusal?.contains("\u{1B}"), is: false)
        #expect(state.press("D").isEmpty)
        expect(state.panel?.question, is: nil)
    }

    @Test("the loop lets its source read and change the lists, and shows them when they arrive")
    func loop() {
        let rig = LoopRig(Samples.snapshot(.paused))
        let history = FakeHistory(rig)
        rig.backend.onWait = { step in
            switch step {
            case 0: return [.key(KeyPress(.character("g"))), .key(KeyPress(.character("h")))]
            case 1:
                expect(history.reads, is: 1)
                history.list = Samples.history()
                rig.player.wakeUp.signal()
                return []
            case 2:
                expect(rig.loop.state.panel?.list.rows.first?.label, is: "Lecture 3.mkv")
                return [.key(KeyPress(.character("d"))), .key(KeyPress(.character("y")))]
            default: return [.inputClosed]
            }
        }
        _ = rig.loop.run()
        expect(history.changes, is: [.forget(.played("video:/films/Lecture 3.mkv"))])
    }

    @Test("PLAY-15: an item of the history is appended to the list and played from its position")
    func playing() {
        let rig = LoopRig(Samples.snapshot(.paused), items: 2)
        let history = FakeHistory(rig)
        history.list = Samples.history()
        rig.playlist.refusal = nil
        play(rig)
        expect(rig.playlist.loaded, is: ["/films/Lecture 3.mkv"])
        #expect(rig.playlist.moves.isEmpty)
        expect(history.starts, is: ["/films/Lecture 3.mkv 12:34"])
    }

    @Test("an item of the history that is already listed is played there, and an unchangeable list is reported")
    func playingListed() {
        var rig = LoopRig(Samples.snapshot(.paused), items: 2)
        var history = FakeHistory(rig)
        history.list = Samples.history()
        rig.playlist.names = ["/films/other.mkv", "/films/Lecture 3.mkv"]
        play(rig)
        expect(rig.loop.state.message?.text, is: "2/2 The other road")
        #expect(rig.playlist.loaded.isEmpty)
        expect(history.starts.count, is: 1)
        expect(rig.playlist.moves, is: [1])
        rig = LoopRig(Samples.snapshot(.paused), items: 2)
        history = FakeHistory(rig)
        history.list = Samples.history()
        play(rig)
        expect(rig.playlist.position.index, is: 0)
        expect(rig.loop.state.message?.text.contains("loadfile"), is: true)
    }

    /// Presses `g-h` and Enter.
    private func play(_ rig: LoopRig) {
        rig.player.wakeUp.signal()
        rig.backend.script = [
            [.key(KeyPress(.character("g"))), .key(KeyPress(.character("h"))), .key(KeyPress(.enter))], [.inputClosed],
        ]
        _ = rig.loop.run()
    }
}
