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

@Suite("Keys and mouse in the list of downloads")
struct DownloadsReducerTests {
    private func home(_ columns: Int = 100, _ rows: Int = 30) -> AppState { Samples.downloadsHome(columns, rows) }

    private func ids() -> [DownloadID] { Samples.downloads.entries.map(\.id) }

    @Test("g-D opens the list over the film, and reports if downloads are not available")
    func opening() {
        var state = Samples.downloadsOverFilm(120, 36)
        #expect(state.showsDownloads && state.watchedDownloads == [ids()[0], ids()[4]])
        expect(state.press("q"), is: [])
        #expect(!state.showsDownloads)
        expect(state.watchedDownloads, is: nil)
        state.downloads = DownloadsPage()
        state.press("g")
        state.press("D")
        #expect(!state.showsDownloads)
        #expect(state.message != nil)
    }

    @Test("DL-25: Space and p pause and resume, and p on a complete download shows a message")
    func pausing() {
        var state = home()
        expect(state.press(" "), is: [.downloads(.pause(ids()[0]))])
        state.press("j")
        expect(state.press("p"), is: [])
        #expect(state.message != nil)
        for _ in 0..<2 { state.press("j") }
        expect(state.press("p"), is: [.downloads(.resume(ids()[3]))])
        expect(state.press("P"), is: [.downloads(.pauseAll)])
        expect(state.press("O"), is: [.downloads(.resumeAll)])
    }

    @Test("r retries a failed download, R retries all of them, and r on any other one shows a message")
    func retrying() {
        var state = home()
        expect(state.press("r"), is: [])
        #expect(state.message != nil)
        for _ in 0..<2 { state.press("j") }
        expect(state.press("r"), is: [.downloads(.retry(ids()[2]))])
        expect(state.press("R"), is: [.downloads(.retryAll)])
    }

    @Test("DL-26: removing asks first, only y removes, and a playing download is stopped before")
    func removing() {
        var state = home()
        state.press("j")
        expect(state.press("d"), is: [])
        #expect(state.downloads.question != nil)
        expect(state.press("d"), is: [])
        expect(state.downloads.question, is: nil)
        state.press(.delete)
        expect(state.press("y"), is: [.downloads(.remove(ids()[1]))])
        state = Samples.downloadsOverFilm(120, 36)
        state.list = PlaylistContents(locations: ["/home/mei/Downloads/2.mp4"], index: 0)
        state.press("j")
        state.press("d")
        expect(state.press("y"), is: [.stop(keepsList: true), .downloads(.remove(ids()[1]))])
    }

    @Test("DL-26: a question disappears with its download")
    func staleQuestion() {
        var state = home()
        state.press("d")
        var downloads = Samples.downloads
        (downloads.number, downloads.listNumber) = (2, 2)
        downloads.entries.removeFirst()
        state.apply(.downloads(downloads))
        expect(state.downloads.question, is: nil)
        #expect(!state.press("y").contains { if case .downloads(.remove) = $0 { true } else { false } })
    }

    @Test("c clears a finished download and keeps its files, C clears all of them, and neither clears a running one")
    func clearing() {
        var state = home()
        expect(state.press("c"), is: [])
        expect(state.message?.text.contains("press d"), is: true)
        state.press("j")
        expect(state.press("c"), is: [.downloads(.clear(ids()[1]))])
        expect(state.downloads.question, is: nil)
        expect(state.press("C"), is: [.downloads(.clearFinished)])
        var empty = home()
        var downloads = Samples.downloads
        (downloads.number, downloads.listNumber) = (2, 2)
        downloads.entries.removeAll(where: \.isOver)
        empty.apply(.downloads(downloads))
        expect(empty.press("C"), is: [])
        #expect(empty.message != nil)
    }

    @Test("the line of keys depends on the selected download's state")
    func hints() {
        var state = home()
        func hint() -> String { ScreenText.text(row: 29, of: compose(state, at: Samples.now).chrome) }
        #expect(hint().contains("p pause"))
        state.press("j")
        #expect(!hint().contains("p pause"), "it is complete")
        #expect(!hint().contains("r retry"), "it is complete")
        state.press("j")
        #expect(hint().contains("r retry"))
        state.press("j")
        #expect(hint().contains("p resume"))
    }

    @Test("DL-19: plus and minus change the priority by tenths, up to its bounds")
    func priorities() {
        var state = home()
        expect(state.press("+"), is: [.downloads(.setPriority(ids()[0], 0.6))])
        expect(state.press("-"), is: [.downloads(.setPriority(ids()[0], 0.4))])
        var downloads = Samples.downloads
        (downloads.number, downloads.listNumber) = (2, 2)
        downloads.entries[0].priority = 1
        state.apply(.downloads(downloads))
        expect(state.press("+"), is: [])
    }

    @Test(
        "a speed limit is parsed with common units, and any other text is refused",
        arguments: [
            ("500k", 512_000), ("1.5M", 1_572_864), ("2 MiB/s", 2_097_152), ("0", 0), ("12", 12), ("", nil), ("x", nil),
            ("1e5", nil), ("-3", nil), ("1..2", nil), ("9999999999999999999g", nil), ("inf", nil), ("nan", nil),
        ] as [(String, Int64?)])
    func speeds(_ text: String, _ speed: Int64?) { expect(SpeedText.parse(text), is: speed) }

    @Test("DL-19: l limits the selected download, and 0 removes the limit")
    func limits() {
        var state = home()
        state.press("l")
        for character in "500k" { state.press(character) }
        expect(state.press(.enter), is: [.downloads(.setLimit(ids()[0], 512_000))])
        state.press("l")
        state.press("0")
        expect(state.press(.enter), is: [.downloads(.setLimit(ids()[0], nil))])
        state.press("l")
        state.press("q")
        expect(state.press(.enter), is: [])
        expect(state.downloads.prompt?.line.text, is: "q")
    }

    @Test("DL-16: downloads are moved only while they are in their own order")
    func moving() {
        var state = home()
        expect(state.press("J"), is: [.downloads(.move(ids()[0], to: 1))])
        expect(state.press("K"), is: [])
        state.press(.end)
        expect(state.press(.up, .control), is: [.downloads(.move(ids()[6], to: 5))])
        state.press("s")
        expect(state.press("K"), is: [])
        #expect(state.message != nil)
    }

    @Test("DL-18: i shows all details, which keys scroll and Esc closes")
    func details() {
        var state = home(80, 12)
        state.press("i")
        state.press("j")
        expect(state.downloads.detailScroll, is: 1)
        #expect(state.downloads.detailLines(state.context(of: .downloads)).contains { $0.value == "MATH-101" })
        state.press(.escape)
        expect(state.downloads.detailScroll, is: nil)
        #expect(state.showsDownloads)
    }

    @Test("DL-07: while settings are refreshed nothing can be changed, but the selection still moves")
    func refreshing() {
        var state = home()
        var downloads = Samples.downloads
        (downloads.number, downloads.isRefreshing) = (2, true)
        state.apply(.downloads(downloads))
        for key in " rdP+laRJ" as String { expect(state.press(key), is: [], "\(key)") }
        expect(state.downloads.question, is: nil)
        expect(state.downloads.prompt, is: nil)
        #expect(state.message != nil)
        state.press("j")
        expect(state.downloads.selected?.id, is: ids()[1])
    }

    @Test("while a filter is typed keys are text, Enter keeps the filter, and Esc clears it")
    func typing() {
        var state = home()
        state.press("/")
        for character in "lecd" { state.press(character) }
        state.press(.backspace)
        expect(state.downloads.filter, is: "lec")
        expect(state.downloads.question, is: nil)
        state.press(.enter)
        state.press("d")
        #expect(state.downloads.question != nil)
        expect(state.downloads.filter, is: "lec")
        state.press("n")
        state.press(.escape)
        expect(state.downloads.filter, is: nil)
        #expect(state.showsDownloads)
    }

    @Test("Q ends the program from the list, even over a film")
    func quitting() {
        var state = home()
        expect(state.press("Q"), is: [.quit])
        state.report { $0.status = .playing }
        expect(state.press("Q"), is: [.quit])
        expect(state.press(.character("w"), .control), is: [.quit])
    }

    @Test("Esc never ends the program, q does if nothing plays, and q over a film returns to it")
    func leaving() {
        var state = home()
        expect(state.press(.escape), is: [])
        #expect(state.showsDownloads)
        expect(state.press("q"), is: [.quit])
        state.report { $0.status = .playing }
        expect(state.press("q"), is: [])
        #expect(!state.showsDownloads)
    }

    @Test("every key of the list can be bound again or to nothing, and every verb is a command")
    func bindings() throws {
        var state = home()
        let (bindings, problems) = InputConf.parse(
            "z {downloads} downloads remove\nd {downloads} ignore\nd seek 5\nF5 {downloads} downloads retry-all")
        #expect(problems.isEmpty)
        state.userKeys = UserKeys(bindings)
        expect(state.press("d"), is: [])
        expect(state.downloads.question, is: nil)
        state.press("z")
        #expect(state.downloads.question != nil)
        state.press("n")
        expect(state.press(.function(5)), is: [.downloads(.retryAll)])
        let listed = KeyList.text(state.userKeys).split(separator: "List of downloads ({downloads} in input.conf):")
        #expect(listed.last?.contains("  z  ") == true && listed.first?.contains("downloads remove") == false)
        for verb in DownloadsVerb.allCases where verb != .toggle && verb != .queue {
            let isBound = Keymap.downloads.groups.flatMap(\.entries).flatMap(\.bindings)
                .contains { $0.action == .downloads(verb) }
            #expect(isBound, "\(verb)")
            try expect(BoundCommand.parse(line: "downloads \(verb.rawValue)"), is: [BoundCommand(.downloads(verb))])
        }
        #expect(throws: CommandError.self) { try BoundCommand.parse(line: "downloads everything") }
    }

    @Test("Esc leaves the list despite a message that expires, but first closes an error message")
    func escapeBesideMessage() {
        for kind in [Message.Kind.info, .warning, .error] {
            var state = Samples.playing()
            state.downloads.offer()
            state.press("g")
            state.press("D")
            #expect(state.showsDownloads)
            state.message = Message("Seek 00:07", kind, at: Samples.now)
            state.press(.escape)
            // Any key closes an error.
            expect(state.showsDownloads, is: (kind == .warning), "\(kind)")
            state.press(.escape)
            #expect(!state.showsDownloads && state.message?.kind != .error)
        }
    }

    @Test("mouse clicks select, play, sort and switch tabs, the wheel scrolls, and the right button shows details")
    func mouse() {
        var state = home()
        let layout = state.downloadsLayout
        let top = layout.list.row
        #expect(state.mouse(.press(.left), 10, top + 1) == [] && state.downloads.selected?.id == ids()[1])
        expect(state.mouse(.press(.left), 10, top + 1), is: [.downloads(.play(ids()[1]))])
        // The line of an error belongs to its download.
        state.mouse(.press(.left), 10, top + 3)
        expect(state.downloads.selected?.id, is: ids()[2])
        state.mouse(.wheelUp, 10, top)
        expect(state.downloads.selected?.id, is: ids()[0])
        state.mouse(.press(.right), 10, top + 1)
        #expect(state.downloads.detailScroll == 0 && state.downloads.selected?.id == ids()[1])
        state.mouse(.press(.left), 10, top)
        expect(state.downloads.detailScroll, is: nil)
        let size = layout.columns.first { $0.column == .size }
        state.mouse(.press(.left), (size?.rect.column ?? 0) + 1, layout.headRow ?? 0)
        expect(state.downloads.sort, is: .size)
        let failed = state.downloads.placedTabs(in: layout.area)[4]
        state.mouse(.press(.left), failed.column + 1, layout.tabRow ?? 0)
        expect(state.downloads.tab, is: .failed)
    }
}
