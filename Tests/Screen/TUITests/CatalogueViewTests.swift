import Catalogue
import Cells
import Commands
import Library
import PlayCore
import Playlists
import ScreenKit
import TestSupport
import Testing

@testable import DownloadScreen
@testable import HomeScreen
@testable import TUI

@Suite("Catalogues in home")
struct CatalogueViewTests {
    private let tube = CataloguePlace(.peerTube(origin: "https://tube.example"), name: "tube.example")
    private let own = CataloguePlace(.manifest("/x/all.tvplay.json"), name: "all.tvplay.json")

    private func item(_ id: String) -> AlbumList.Item {
        AlbumList.Item(vid: id, reference: "https://tube.example/w/" + id, title: "Video " + id, duration: .seconds(90))
    }

    private func home() -> AppState {
        var state = Samples.home()
        state.home.catalogues = [tube, own]
        state.home.refresh(state.homeContext)
        return state
    }

    private func opened(_ state: inout AppState) -> CatalogueOrder? {
        state.home.list.select(.catalogue(tube))
        guard case .catalogue(let order)? = state.press(.enter).first else { return nil }
        return order
    }

    @Test("A catalogue opens with its newest videos, whose keys play, add and download them, and Esc leads back")
    func newest() throws {
        var state = home()
        let order = try #require(opened(&state))
        #expect(order.places == [tube] && order.text == nil)
        #expect(ScreenText.render(compose(state, at: Samples.now).chrome).contains("Asking the catalogue"))
        state.apply(.catalogue(CatalogueAnswer(order, place: 0, .found([item("a"), item("b")]))))
        #expect(ScreenText.render(compose(state, at: Samples.now).chrome).contains("Video b"))
        #expect(state.home.hints(state.homeContext).contains("D download"))
        state.downloads = DownloadsPage()
        #expect(!state.home.hints(state.homeContext).contains("D download"))
        state.downloads.offer()
        state.press("j")
        expect(
            state.press("D"),
            is: [
                .downloads(.add(reference: item("b").reference, title: "Video b", definition: nil))
            ])
        expect(state.press("a"), is: [.external(.loadFile(path: item("b").reference, mode: .append))])
        guard case .play(let videos, 1)? = state.press(.enter).first else {
            Issue.record("not played")
            return
        }
        expect(videos.map(\.title), is: ["Video a", "Video b"])
        state.message = nil
        #expect(state.press(.escape) == [] && state.home.catalogue == nil && state.showsHome)
    }

    @Test("The title says newest for a server's videos, but not for a manifest, which has an order of its own")
    func order() {
        for (place, isNewest) in [(tube, true), (own, false)] {
            var state = home()
            state.home.list.select(.catalogue(place))
            state.press(.enter)
            let row = ScreenText.text(row: 0, of: compose(state, at: Samples.now).chrome)
            #expect(row.contains(place.name) && row.contains("newest") == isNewest, "\(row)")
        }
    }

    @Test("INFO-16: the cover of the selected video is shown beside the list")
    func cover() throws {
        var state = AppState(terminal: Samples.traits(120, 36))
        state.home.isOffered = true
        state.navigation.base = .home
        state.apply(.itemChanged(PlaylistPosition(index: nil, count: 0)))
        state.home.catalogues = [tube]
        state.home.refresh(state.homeContext)
        let order = try #require(opened(&state))
        var covered = item("b")
        covered.cover = "https://tube.example/b.jpg"
        state.apply(.catalogue(CatalogueAnswer(order, place: 0, .found([item("a"), covered]))))
        expect(state.homeCoverWish, is: nil)
        state.press("j")
        #expect(state.homeCoverWish?.path == "https://tube.example/b.jpg")
    }

    @Test("A search with / ignores the answer to an older one, and shows why it failed")
    func search() throws {
        var state = home()
        let old = try #require(opened(&state))
        state.press("/")
        for character in "waves" { state.press(character) }
        guard case .catalogue(let order)? = state.press(.enter).first else {
            Issue.record("nobody was asked")
            return
        }
        #expect(order.text == "waves" && order.number > old.number)
        state.apply(.catalogue(CatalogueAnswer(old, place: 0, .found([item("a")]))))
        expect(state.home.catalogue?.items.isEmpty, is: true)
        state.apply(.catalogue(CatalogueAnswer(order, place: 0, .failed("no route\u{1B}[2J"))))
        let screen = ScreenText.render(compose(state, at: Samples.now).chrome)
        #expect(screen.contains("no route") && !screen.contains("\u{1B}"))
    }

    @Test("Words in Ctrl+o that are not a file are searched for in all catalogues, each under its name")
    func anywhere() throws {
        var state = home()
        state.press(.character("o"), .control)
        for character in "waves" { state.press(character) }
        state.press(.enter)
        let look = LocationLook([LocationLook.Target("/srv/waves", .missing)])
        let effects = state.apply(.library(.looked(look, .open)))
        guard case .catalogue(let order)? = effects.last else {
            Issue.record("\(effects)")
            return
        }
        #expect(order.places == [tube, own] && order.text == "waves" && state.openPrompt == nil)
        state.apply(.catalogue(CatalogueAnswer(order, place: 1, .found([item("c")]))))
        state.apply(.catalogue(CatalogueAnswer(order, place: 0, .found([item("a")]))))
        expect(
            state.home.catalogue?.list.rows.map(\.label), is: ["tube.example", "Video a", "all.tvplay.json", "Video c"])
    }
}
