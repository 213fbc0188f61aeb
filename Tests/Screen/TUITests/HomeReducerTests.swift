import Cells
import Classes
import Commands
import DownloadModel
import History
import Library
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import TestSupport
import Testing

@testable import ClassPanes
@testable import DownloadScreen
@testable import HomeScreen
@testable import TUI

@Suite("Keys and mouse in home and its folders")
struct HomeReducerTests {
    private let folder = "/home/mei/Videos"

    private func path(_ name: String) -> String { folder + "/" + name }

    private func video(_ name: String) -> Video { Video(id: path(name), sources: [Source(path(name))]) }

    /// Plays the item that was chosen in home.
    private func play(_ state: inout AppState) {
        state.apply(.itemChanged(PlaylistPosition(index: 0, count: 1)))
        state.apply(.snapshot(Samples.snapshot()))
    }

    @Test("Home has sections for continuing, folders, classes and the history, and hides empty ones")
    func sections() {
        let state = Samples.home()
        let headings = state.home.list.rows.filter { $0.isHeading && !$0.label.isEmpty }.map(\.label)
        expect(headings, is: ["Continue watching", "Library", "Classes", "Recently played"])
        expect(state.home.list.rows[1].detail, is: "49:29 left")
        #expect(state.home.fraction(.remembered(.resumable("The other road.mkv")), state.homeContext) ?? 0 > 0.2)
        #expect(state.home.list.rows.contains { $0.label == "Videos/" && $0.detail == "47 items" })
        expect(state.home.list.rows.last?.label, is: "Sintel.mp4")
        var other = Samples.home()
        other.apply(.history(HistoryList(number: 2, .notKept)))
        expect(other.home.list.rows.filter(\.isHeading).map(\.label), is: ["Library"])
    }

    @Test("The row of all downloads has their number, also when all are finished or no daemon runs")
    func allDownloads() {
        var state = Samples.home()
        func count() -> String? { state.home.list.rows.first { $0.id == .downloads }?.detail }
        #expect(count() == nil)
        var downloads = DownloadsState()
        (downloads.number, downloads.keptCount) = (1, 3)
        state.apply(.downloads(downloads))
        expect(count(), is: "3")
        state.home.list.select(.downloads)
        state.press(.enter)
        #expect(state.showsDownloads)
        state.press("q")
        (downloads.number, downloads.listNumber) = (2, 1)
        state.apply(.downloads(downloads))
        #expect(count() == nil, "the daemon has none any more")
        downloads = Samples.downloads
        downloads.entries.removeAll { $0.label != .done }
        state.apply(.downloads(downloads))
        expect(count(), is: "\(downloads.entries.count)")
    }

    @Test("A watched class is listed among the classes, and Enter attends it again")
    func classes() {
        var state = Samples.home()
        let row = state.home.list.rows.firstIndex { $0.label == "Algebra" } ?? 0
        expect(state.home.list.rows[row - 1].label, is: "Classes")
        state.home.list.select(.remembered(.played("Algebra")))
        expect(state.press(.enter), is: [.attendRemembered(location: path("Algebra"), position: nil)])
    }

    @Test("Enter resumes a film, and q and Esc in the film return to home and read the history again")
    func continuing() {
        var state = Samples.home()
        let wanted = Effect.playRemembered(location: path("The other road.mkv"), position: .seconds(754))
        expect(state.press(.enter), is: [wanted])
        play(&state)
        #expect(!state.showsHome)
        for key in [KeyPress.Key.character("q"), .escape] {
            var left = state
            expect(left.press(key), is: [.stop(keepsList: true), .readHistory])
            #expect(left.showsHome)
        }
        // The end of the film returns to home as well.
        expect(state.apply(.itemChanged(PlaylistPosition(index: nil, count: 1))), is: [.readHistory])
        #expect(state.showsHome)
    }

    @Test("q quits, and Q quits from anywhere, but Esc in home or the player never quits")
    func elsewhere() {
        var state = Samples.playing()
        expect(state.press(.escape), is: [])
        expect(state.press("q"), is: [.quit])
        var home = Samples.home()
        #expect(home.press(.escape) == [] && home.showsHome)
        expect(home.press("Q"), is: [.quit])
        expect(home.press("q"), is: [.quit])
        play(&home)
        expect(home.press("Q"), is: [.quit])
    }

    @Test("g-H opens home over a film that continues in the corner, and Esc returns to it")
    func overFilm() {
        var state = Samples.playing(120, 36)
        state.report { $0.pictureAspect = 16 / 9 }
        state.home.isOffered = true
        state.press("g")
        expect(state.press("H"), is: [.readHistory])
        #expect(state.showsHome && state.floatingFrame != nil)
        #expect(state.press(.escape) == [] && !state.showsHome)
        state.home.isOffered = false
        state.press("g")
        #expect(state.press("H") == [] && state.message != nil)
    }

    @Test("ADV-42: the floating picture closes if nothing plays any more, but stays for another item")
    func endsFloating() {
        var state = Samples.playing(120, 36)
        state.press("c")
        state.apply(.itemChanged(PlaylistPosition(index: 1, count: 2)))
        guard case .floating = state.picture.mode else {
            Issue.record("another item closed the floating picture")
            return
        }
        state.apply(.itemChanged(PlaylistPosition(index: nil, count: 2)))
        expect(state.picture.mode, is: .pane)
    }

    @Test("keys of the floating picture belong to home if no picture floats")
    func keysBesideHome() {
        var state = Samples.playing(120, 36)
        state.report { $0.pictureAspect = 16 / 9 }
        state.home.isOffered = true
        state.press("g")
        state.press("H")
        #expect(!state.press(.right, .control).isEmpty)
        state.press(.character("c"), .alt)
        expect(state.floatingFrame, is: nil)
        #expect(state.press(.right, .control).isEmpty)
        state.press(.character("c"), .alt)
        #expect(state.floatingFrame != nil)
    }

    @Test("Enter plays the folder's films in natural order from the selected one on")
    func playing() {
        var state = Samples.folder()
        for _ in 0..<4 { state.press("j") }
        expect(state.home.folder?.selected?.name, is: "Episode 2.mkv")
        let effects = state.press(.enter)
        guard case .play(let videos, let index)? = effects.first, effects.count == 1 else {
            Issue.record("\(effects)")
            return
        }
        #expect(videos.count == 5 && index == 2 && videos[2] == video("Episode 2.mkv"))
        expect(videos[3], is: video("Episode 10.mkv"))
        play(&state)
        #expect(!state.showsHome)
        // Home returns to the same folder and the same film.
        state.press("q")
        expect(state.home.folder?.selected?.name, is: "Episode 2.mkv")
    }

    @Test("Enter opens a folder or attends a class, and ← opens the parent with the left folder selected")
    func entering() {
        var state = Samples.folder()
        expect(state.home.folder?.selected?.name, is: "Algebra class")
        var class_ = state
        #expect(class_.press(.enter) == [.room(.attend(path("Algebra class")))] && !class_.showsHome)
        state.press("j")
        expect(state.press(.enter), is: [.library(.list(folder: path("Series")))])
        #expect(state.press(.left) == [] && state.home.folder?.path == folder)
        expect(state.press(.left), is: [.library(.list(folder: "/home/mei"))])
        state.apply(
            .library(
                .folder(
                    path: "/home/mei", .listing(Samples.listing("/home/mei", [("A", .folder), ("Videos", .folder)])))))
        expect(state.home.folder?.selected?.name, is: "Videos")
        #expect(state.press(.escape) == [] && state.home.folder == nil && state.showsHome)
    }

    @Test("a adds an entry and selects the next one, D refuses a file, / filters, Esc clears, and letters jump")
    func keys() {
        var state = Samples.folder()
        state.press("G")
        state.press("k")
        expect(state.home.folder?.selected?.name, is: "cover.jpg")
        state.press("g")
        expect(state.press("a"), is: [.external(.loadFile(path: path("Algebra class"), mode: .append))])
        expect(state.home.folder?.selected?.name, is: "Series")
        #expect(state.press("D") == [] && state.message?.text == "This is already a file")
        state.press("/")
        for character in "episode 1" { state.press(character) }
        expect(state.home.folder?.count, is: 2)
        state.press(.enter)
        #expect(state.home.folder?.isTyping == false && state.home.folder?.filter == "episode 1")
        state.message = nil
        state.press(.escape)
        #expect(state.home.folder?.filter == nil && state.home.folder?.count == 10)
        state.press("g")
        for character in "serie" { state.press(character) }
        expect(state.home.folder?.selected?.name, is: "Series")
    }

    @Test("A folder that cannot be read or does not respond reports it, and Ctrl+r reads it again")
    func failing() {
        var state = Samples.folder()
        state.apply(.library(.folder(path: folder, .failed("Permission denied"))))
        #expect(ScreenText.render(compose(state, at: Samples.now).chrome).contains("Permission denied"))
        state.apply(.library(.folder(path: folder, .silent)))
        #expect(ScreenText.render(compose(state, at: Samples.now).chrome).contains("This folder does not respond"))
        expect(state.press(.character("r"), .control), is: [.library(.list(folder: folder))])
        // An answer about a folder that is no longer open changes nothing.
        state.apply(.library(.folder(path: "/elsewhere", .failed("x"))))
        expect(state.home.folder?.path, is: folder)
    }

    @Test("Details are requested only for visible entries without known ones, the selected entry first")
    func details() throws {
        var state = Samples.folder(80, 24)
        state.press("G")
        let wanted = try #require(state.wantedDetails)
        #expect(wanted.count == 3 && wanted.allSatisfy { !$0.isFolder })
        state.press(.escape)
        expect(state.wantedDetails, is: [EntryProbe.Job(path: "/mnt/disk/Films", isFolder: true)])
        state.showsDownloads = true
        expect(state.wantedDetails, is: nil)
    }

    @Test("A record is removed only after y")
    func forgetting() {
        var state = Samples.home()
        let rows = state.home.list.rows
        state.press(.delete)
        #expect(state.press("n") == [] && state.home.list.rows == rows)
        state.press(.delete)
        expect(state.press("y"), is: [.forget(.forget(.resumable("The other road.mkv")))])
        #expect(!state.home.list.rows.contains { $0.id == .remembered(.resumable("The other road.mkv")) })
    }

    @Test("A click selects, a second click opens, and the right button goes back")
    func mouse() {
        var state = Samples.folder()
        let top = HomeLayout(state.context(of: .home)).list.row
        func press(_ button: MouseEvent.Button, _ row: Int) -> [Effect] {
            state.apply(.input(.mouse(MouseEvent(.press(button), column: 5, row: row))))
        }
        expect(press(.left, top + 3), is: [])
        expect(state.home.folder?.selected?.name.hasPrefix("Episode 1 -"), is: true)
        guard case .play? = press(.left, top + 3).first else {
            Issue.record("not played")
            return
        }
        #expect(press(.right, top) == [] && state.home.folder == nil)
    }
}
