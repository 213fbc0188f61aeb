import Cells
import Classes
import Commands
import DownloadModel
import PlayCore
import PlaybackModel
import Playlists
import TestSupport
import Testing

@testable import ClassPanes
@testable import DownloadScreen
@testable import TUI

@Suite("Playing from the list of downloads")
struct DownloadsPlayTests {
    private func home(_ columns: Int = 100, _ rows: Int = 30) -> AppState { Samples.downloadsHome(columns, rows) }

    private func ids() -> [DownloadID] { Samples.downloads.entries.map(\.id) }

    @Test(
        "DL-27, PLAY-06: Enter plays a download on the whole screen, and q or Esc returns to the list"
    )
    func playing() {
        var state = home()
        _ = state.press("j")
        expect(state.press(.enter), is: [.downloads(.play(ids()[1]))])
        var downloads = Samples.downloads
        downloads.number = 2
        downloads.report = .init(number: 1, .opens(id: ids()[1], location: "https://school.example/w/waves"))
        let opened = Effect.playRemembered(location: "https://school.example/w/waves", position: nil)
        expect(state.apply(.downloads(downloads)), is: [opened])
        downloads.number = 3
        expect(state.apply(.downloads(downloads)), is: [])
        #expect(!state.showsDownloads)
        // All keys belong to the player.
        state.report { $0.status = .playing }
        state.list = PlaylistContents(locations: ["https://school.example/w/waves"], index: 0)
        #expect(!state.press(" ").contains { if case .downloads = $0 { true } else { false } })
        expect(state.press("q"), is: [.stop(keepsList: true)])
        #expect(state.showsDownloads)
        // Stopping may take a moment. Meanwhile Enter opens the download again, and another q ends the program.
        expect(state.press(.enter), is: [.downloads(.play(ids()[1]))])
        #expect(state.showsDownloads)
        expect(state.press("q"), is: [.quit])
        downloads.number = 4
        downloads.report = .init(number: 2, .opens(id: ids()[1], location: "https://school.example/w/waves"))
        expect(state.apply(.downloads(downloads)), is: [opened])
        state.apply(.itemChanged(PlaylistPosition(index: 0, count: 1)))
        state.report { $0.status = .playing }
        #expect(!state.showsDownloads)
        expect(state.press(.escape), is: [.stop(keepsList: true)])
        #expect(state.showsDownloads)
    }

    @Test("q returns to the list also from an address with a query, which the item's key replaces by a hash")
    func query() {
        var state = home()
        state.press("j")
        state.press(.enter)
        let address = "https://school.example/w/waves?key=1"
        var downloads = Samples.downloads
        downloads.number = 2
        downloads.report = .init(number: 1, .opens(id: ids()[1], location: address))
        state.apply(.downloads(downloads))
        let item = PlaylistContents.Item(id: 1, location: address, videoID: AddressText.identity(address))
        state.list = PlaylistContents(items: [item], index: 0)
        state.report { $0.status = .playing }
        expect(state.press("q"), is: [.stop(keepsList: true)])
        #expect(state.showsDownloads)
    }

    @Test("q ends the program if the film was not opened from the list")
    func notFromTheList() {
        var state = Samples.downloadsOverFilm(120, 36)
        state.press("q")
        expect(state.press("q"), is: [.quit])
        #expect(!state.showsDownloads)
    }

    @Test("DL-28, ROOM-06: Enter enters a class on the whole screen, and choosing another video leaves it")
    func entering() {
        var state = home()
        expect(state.press(.enter), is: [.downloads(.play(ids()[0]))])
        var downloads = Samples.downloads
        downloads.number = 2
        downloads.report = .init(number: 1, .enters(id: ids()[0], location: "/d/Algebra/room.json"))
        expect(state.apply(.downloads(downloads)), is: [.room(.attend("/d/Algebra/room.json"))])
        #expect(!state.showsDownloads)
        var room = ClassView()
        (room.number, room.reference) = (1, "/d/Algebra/room.json")
        _ = state.apply(.room(room))
        _ = state.openPage(.downloads, at: .zero)
        // The class is attended already.
        expect(state.press(.enter), is: [])
        downloads.number = 3
        downloads.report = .init(number: 2, .opens(id: ids()[1], location: "/d/waves.mp4"))
        let effects = state.apply(.downloads(downloads))
        expect(effects, is: [.room(.leave), .playRemembered(location: "/d/waves.mp4", position: nil)])
    }

    @Test("DL-24, DL-27: Enter on a lost file offers to download it again, and so does a failed attempt to play it")
    func lost() {
        var state = home()
        for _ in 0..<5 { state.press("j") }
        #expect(state.press(.enter) == [] && state.press("y") == [.downloads(.resume(ids()[5]))])
        expect(state.press(" "), is: [])
        expect(state.press("n"), is: [])
        state.press(.home)
        var downloads = Samples.downloads
        downloads.number = 2
        downloads.report = .init(number: 1, .lost(ids()[0]))
        state.apply(.downloads(downloads))
        expect(state.press("y"), is: [.downloads(.resume(ids()[0]))])
    }

    @Test(
        "CTRL-09: over a film the picture floats beside the list, and Shift with arrows moves it"
    )
    func floating() throws {
        var state = Samples.downloadsOverFilm(120, 36)
        let frame = try #require(state.floatingFrame)
        expect(frame.column + frame.width, is: 120)
        expect(frame.row + frame.height, is: 36)
        for _ in 0..<12 {
            let layout = state.downloadsLayout
            let frame = try #require(state.floatingFrame)
            let overlaps =
                layout.area.column < frame.column + frame.width
                && frame.column < layout.area.column + layout.area.width
                && layout.area.row < frame.row + frame.height && frame.row < layout.area.row + layout.area.height
            #expect(!overlaps)
            state.press(.up, .shift)
        }
        expect(state.floatingFrame?.row, is: 0)
        let screen = compose(state, at: Samples.now)
        #expect(screen.showsPicture)
        #expect(screen.chrome[screen.picturePane.column, screen.picturePane.row].isTransparent)
        state.press("q")
        expect(state.floatingFrame, is: nil)
        expect(compose(state, at: Samples.now).picturePane.width, is: 120)
    }

    @Test("without a picture the list has the whole screen, and pictures have no space")
    func alone() {
        let screen = compose(home(), at: Samples.now)
        #expect(!screen.showsPicture)
        #expect(screen.picturePane.isEmpty)
    }
}
