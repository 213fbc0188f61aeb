import Cells
import Classes
import Commands
import DownloadModel
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import TestSupport
import Testing

@testable import DownloadScreen
@testable import TUI

@Suite("Adding to the list of downloads")
struct DownloadsAddTests {
    private func home(_ columns: Int = 100, _ rows: Int = 30) -> AppState { Samples.downloadsHome(columns, rows) }

    private func ids() -> [DownloadID] { Samples.downloads.entries.map(\.id) }

    @Test("DL-08: an address is typed or pasted, and one that is already listed is selected")
    func adding() {
        var state = home()
        state.press("a")
        for character in "https://b.example/x" { state.press(character) }
        #expect(
            state.press(.enter)
                == [.downloads(.add(reference: "https://b.example/x", title: nil, definition: nil))])
        state.apply(.input(.paste("'https://c.example/y z'\n")))
        #expect(
            state.press(.enter)
                == [.downloads(.add(reference: "https://c.example/y z", title: nil, definition: nil))])
        state.press("a")
        state.press("x")
        state.press(.escape)
        expect(state.downloads.prompt, is: nil)
        #expect(state.showsDownloads)
        state.press("a")
        expect(state.downloads.prompt?.line.text, is: "x")
        state.press(.escape)
        var downloads = Samples.downloads
        downloads.number = 2
        downloads.report = .init(number: 1, .duplicate(ids()[3]))
        state.apply(.downloads(downloads))
        expect(state.downloads.selected?.id, is: ids()[3])
        #expect(state.message != nil)
    }

    @Test("a refused address can be edited again, and an accepted one is cleared")
    func mending() {
        func answered(_ outcome: DownloadsState.Report.Outcome) -> AppState {
            var state = home()
            state.press("a")
            for character in "https://b.example" { state.press(character) }
            state.press(.enter)
            var downloads = Samples.downloads
            downloads.number = 2
            downloads.report = .init(number: 1, outcome)
            state.apply(.downloads(downloads))
            return state
        }
        var state = answered(.failed("the server is not there"))
        expect(state.message?.text, is: "The server is not there")
        state.press("a")
        #expect(state.downloads.prompt?.line.text == "https://b.example")
        state = answered(.added(ids()[0]))
        state.press("a")
        expect(state.downloads.prompt?.line.text, is: "")
    }

    @Test("text that is not an address is not sent, and can still be edited")
    func noAddress() {
        var state = home()
        state.press("a")
        for character in "hello world" { state.press(character) }
        expect(state.press(.enter), is: [])
        expect(state.downloads.prompt?.line.text, is: "hello world")
        let screen = compose(state, at: Samples.now).chrome
        #expect(ScreenText.text(row: 28, of: screen).contains("Not an address"))
        #expect(ScreenText.text(row: 29, of: screen).contains("hello world"))
    }

    @Test("the playing item is downloaded from its address, not from the key of its records")
    func query() {
        var state = Samples.rich(100, 30)
        Samples.offerDownload(&state)
        let address = "https://school.example/w/film.mp4?key=1"
        let key = AddressText.identity(address)
        let item = PlaylistContents.Item(id: 1, location: address, title: "Film", videoID: key)
        state.list = PlaylistContents(items: [item], index: 0)
        expect(
            state.queueCurrent(nil), is: [.downloads(.add(reference: address, title: "Film", definition: nil))])
    }

    @Test("DL-12, DL-14: D offers the definitions of the playing item, its default and sound only, but not for a file")
    func queueing() {
        var state = Samples.rich(100, 30)
        state.downloads.offer()
        state.press("D")
        expect(state.panel, is: nil)
        #expect(state.message != nil)
        Samples.offerDownload(&state)
        func add(_ definition: String?) -> [Effect] {
            [
                .downloads(
                    .add(
                        reference: "https://school.example/w/algebra7", title: "The other road",
                        definition: definition))
            ]
        }
        state.press("D")
        expect(state.panel?.list.rows.count, is: 4)
        expect(state.press(.enter), is: add(nil))
        expect(state.panel, is: nil)
        state.press("D")
        state.press("j")
        expect(state.press(.enter), is: add("720p"))
        state.press("D")
        state.press("G")
        expect(state.press(.enter), is: add("audio"))
        // In the list of definitions, D downloads the selected one.
        state.press("d")
        state.press("j")
        expect(state.press("D"), is: add("1080p"))
    }
}
