import Catalogue
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

@Suite("Marks and albums")
struct ServicePanelTests {
    private func labels(_ state: AppState) -> [String] { state.panel?.list.rows.map(\.label) ?? [] }

    private func served(_ change: (inout ServiceState) -> Void = { _ in }) -> AppState {
        var state = Samples.rich()
        var services = Samples.services()
        change(&services)
        state.apply(.services(services))
        return state
    }

    @Test("CAT-01: marks are listed among the chapters by time, without ads and duplicates of chapters")
    func places() {
        var state = served()
        for key in "gc" { state.press(key) }
        expect(labels(state), is: ["1: Part 1", "2: The question", "3: Part 2", "4: Part 3", "5", "6: Part 4"])
        expect(state.panel?.list.rows.firstIndex(where: \.isCurrent), is: 2)
        let screen = ScreenText.render(compose(state, at: Samples.now).chrome)
        #expect(screen.contains("Chapters and markers"))
        for key in "ggj" { state.press(key) }
        expect(state.press(.enter), is: [.command(.seek(.absolute(.seconds(300)), .exact))])
        // A chapter is sought by its number, as without marks.
        for key in "gcG" { state.press(key) }
        expect(state.press(.enter), is: [.command(.seek(.chapter(3), .exact))])
    }

    @Test("CAT-01: without chapters the chapter keys, the list and the slider use the marks")
    func marksAlone() throws {
        var state = served()
        state.report { $0.chapters = [] }
        expect(state.press(.pageUp), is: [.command(.seek(.absolute(.seconds(1800)), .exact))])
        state = served()
        state.report { $0.chapters = [] }
        // 12:34 is 2:34 after the mark at 10:00.
        expect(state.press(.pageDown), is: [.command(.seek(.absolute(.seconds(600)), .exact))])
        expect(state.message?.text, is: "Seek 0:10:00 (chapter 2: Part 2)")
        state = served()
        state.report { $0.chapters = [] }
        let geometry = ScreenGeometry(state, at: Samples.now)
        let slider = try #require(geometry.slider())
        let row = ScreenText.text(row: slider.row, of: compose(state, at: Samples.now).chrome)
        expect(row.count { $0 == "│" }, is: 3)
        #expect(row.contains("●"))
        state.services.marks = []
        #expect(!ScreenText.text(row: slider.row, of: compose(state, at: Samples.now).chrome).contains("│"))
        for key in "gc" { state.press(key) }
        expect(state.panel, is: nil)
        expect(state.message?.text, is: "No chapters in this item")
    }

    @Test("CAT-01: the pointer on the slider shows the mark's name, and another item removes the marks")
    func hover() throws {
        var state = served()
        let slider = try #require(ScreenGeometry(state, at: Samples.now).slider())
        let column = slider.control.column + slider.control.width / 10
        state.mouse(.move, column, slider.row)
        #expect(
            ScreenText.text(row: slider.row - 1, of: compose(state, at: Samples.now).chrome).contains("2: The question")
        )
        state.apply(.itemChanged(PlaylistPosition(index: 1, count: 20)))
        #expect(state.services.marks.isEmpty)
    }

    @Test("CAT-08: the album shows titles, durations, the playing item, and positions of other items")
    func album() throws {
        var state = served()
        state.press("g")
        expect(state.press("A"), is: [.readHistory])
        let record = HistoryList.Row(
            key: "k", location: "https://host.example/w/v3", title: "x", played: "2026-11-01", position: .seconds(61),
            duration: nil)
        state.apply(.history(HistoryList(number: 1, .rows(played: [], resumable: [record]))))
        let rows = try #require(state.panel?.list.rows)
        #expect(rows.count == 40 && rows[0].label == " 1  Lecture 1: linear algebra" && rows[0].detail == "31:01")
        #expect(rows[8].detail == "" && rows[2].remark == "at 01:01" && rows[1].isCurrent && !rows[0].isCurrent)
        #expect(ScreenText.render(compose(state, at: Samples.now).chrome).contains("Autumn term"))
        state.press("j")
        #expect(
            state.press(.enter)
                == [.playRemembered(location: "https://host.example/w/v3", position: .seconds(61))])
    }

    @Test("CAT-10: Enter plays an item of the album, and n and p play its neighbours with the list open")
    func playing() {
        func play(_ number: Int) -> [Effect] {
            [.playRemembered(location: "https://host.example/w/v\(number)", position: nil)]
        }
        var state = served()
        for key in "gA" { state.press(key) }
        expect(state.press("n"), is: play(3))
        expect(state.press("p"), is: play(1))
        expect(state.panel?.kind, is: .album)
        state.apply(.itemChanged(PlaylistPosition(index: 1, count: 20)))
        expect(state.panel?.kind, is: .album)
        // Enter does not restart the playing item.
        expect(state.press(.enter), is: [])
        expect(state.panel, is: nil)
        for key in "gAjj" { state.press(key) }
        expect(state.press(.enter), is: play(4))
        expect(state.panel, is: nil)
        state.services.album?.current = 39
        for key in "gA" { state.press(key) }
        expect(state.press("n"), is: [])
        expect(state.message?.text, is: "Already at the last item")
        state.services.album?.current = nil
        expect(state.press("n"), is: play(1))
        // While a filter is typed, n and p are letters.
        for key in "/np" { state.press(key) }
        expect(state.panel?.list.filter, is: "np")
    }

    @Test("CAT-08: an album of ten thousand items can be scrolled to its end and searched")
    func long() {
        var state = served { $0.album = Samples.album(10_000) }
        for key in "gA" { state.press(key) }
        state.press("G")
        expect(state.panel?.list.selectedPlace, is: 9999)
        for key in "/9999:" { state.press(key) }
        expect(state.panel?.list.shown.map(\.id), is: [.albumItem(9998)])
    }

    @Test("INFO-10, CAT-08: an item without an album shows no key for it, and g-A reports it")
    func noAlbum() {
        var state = Samples.rich()
        for key in "gA" { state.press(key) }
        expect(state.panel, is: nil)
        expect(state.message?.text, is: "This item is not part of an album")
        state.press("?")
        state.press(.end)
        #expect(!ScreenText.render(compose(state, at: Samples.now).chrome).contains("g-A"))
    }

    @Test("the loop passes requests to the service's source, and plays an item of the album in the list")
    func loop() {
        let rig = LoopRig(Samples.snapshot(.paused), items: 4)
        let services = FakeServices(rig)
        rig.loop.add(services)
        rig.playlist.names = (1...4).map { "https://host.example/w/v\($0)" }
        rig.backend.onWait = { step in
            switch step {
            case 0:
                expect(services.begun, is: 1)
                services.state = Samples.services()
                rig.player.wakeUp.signal()
                return []
            case 1:
                expect(rig.loop.state.services.number, is: 1)
                return "gCl".map { .key(KeyPress(.character($0))) }
            case 2:
                expect(services.orders, is: [.like("1", false)])
                return "qgAn".map { .key(KeyPress(.character($0))) }
            case 3:
                expect(rig.playlist.position.index, is: 2)
                expect(services.begun, is: 2)
                return []
            default: return [.terminated(signal: 15)]
            }
        }
        expect(rig.loop.run(), is: .terminated(signal: 15))
    }
}

private final class FakeServices: FakeSource {
    var state = ServiceState()
    private(set) var begun = 0
    private(set) var orders: [ServiceOrder] = []

    override func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        isSignalled && state.number != loop.state.services.number ? [.services(state)] : []
    }

    override func itemBegan(_ loop: UILoop) -> [AppAction] {
        begun += 1
        return []
    }

    override func perform(_ effect: Effect, _ loop: UILoop) -> Bool {
        guard case .service(let order) = effect else { return false }
        orders.append(order)
        return true
    }
}
