import Cells
import PlayCore
import PlaybackModel
import ScreenKit
import TUI
import TestSupport
import Testing

@Suite("Floating picture")
struct FloatingPaneTests {
    private func floating(_ columns: Int = 80, _ rows: Int = 24) -> AppState {
        var state = Samples.playing(columns, rows)
        state.report { $0.pictureAspect = 16 / 9 }
        state.press("c")
        return state
    }

    private func frame(_ state: AppState) -> Rect? { ScreenGeometry(state, at: Samples.now).floatingFrame }

    @Test("CTRL-08: c reports why the picture cannot float")
    func refusals() {
        func message(_ change: (inout AppState) -> Void) -> String? {
            var state = Samples.playing()
            change(&state)
            state.press("c")
            expect(state.picture.mode, is: .pane)
            return state.message?.text
        }
        expect(message { $0.report { $0.videoTrack = nil } }, is: "No picture to detach")
        expect(
            message { $0.terminal = Samples.traits(39, 24) },
            is: "Terminal too small for a floating picture: at least 40x12")
        // Sound in the background does not prevent it.
        var state = Samples.playing()
        state.background.playsOn = true
        state.press("c")
        #expect(state.picture.mode != .pane)
    }

    @Test(
        "CTRL-09: c moves the picture into a bordered pane at the lower right, a third wide, and back"
    )
    func toggle() throws {
        var state = floating()
        let outer = try #require(frame(state))
        expect(outer, is: Rect(column: 52, row: 13, width: 28, height: 9))
        let screen = compose(state, at: Samples.now)
        expect(screen.picturePane, is: Rect(column: 53, row: 14, width: 26, height: 7))
        #expect(screen.showsPicture)
        #expect(ScreenText.render(row: 13, of: screen.chrome).hasSuffix("┌──────────────────────────┐|"))
        #expect(ScreenText.render(row: 14, of: screen.chrome).hasSuffix("│··························│|"))
        #expect(ScreenText.render(row: 21, of: screen.chrome).hasSuffix("└──────────────────────────┘|"))
        // Only the pane lets the picture through.
        expect(screen.chrome.withCells { $0.count { $0.isTransparent } }, is: 26 * 7)
        state.press("c")
        expect(frame(state), is: nil)
        expect(compose(state, at: Samples.now).picturePane.width, is: 80)
    }

    @Test(
        "CTRL-09: pages leave the floating picture free", arguments: [(80, 24), (160, 45), (240, 67), (40, 12)])
    func pages(columns: Int, rows: Int) throws {
        var state = floating(columns, rows)
        state.press("?")
        let outer = try #require(frame(state))
        let screen = compose(state, at: Samples.now)
        #expect(screen.showsPicture)
        expect(screen.picturePane.width, is: outer.width - 2)
        let text = ScreenText.render(screen.chrome)
        #expect(text.contains("Keys"))
        #expect(text.contains("? Esc"))
        expect(screen.chrome.withCells { $0.count { $0.isTransparent } }, is: (outer.width - 2) * (outer.height - 2))
        state.press(.escape)
        state.press("i")
        #expect(compose(state, at: Samples.now).showsPicture)
    }

    @Test(
        "CTRL-09: the floating picture stays over lists, which leave its cells free in every corner",
        arguments: [(80, 24), (100, 30), (160, 45), (240, 67), (40, 12)])
    func lists(columns: Int, rows: Int) throws {
        for corner in [[], [KeyPress.Key.left], [.up], [.left, .up]] {
            for kind in PanelKind.allCases where ![.links, .documents, .captureDevices, .personActions].contains(kind) {
                var state = Samples.rich(columns, rows)
                state.report { $0.pictureAspect = 16 / 9 }
                state.apply(.history(Samples.history()))
                state.apply(.subtitles(Samples.subtitleLines()))
                state.apply(.services(Samples.services()))
                state.press("c")
                if kind == .downloadDefinitions { Samples.offerDownload(&state) }
                _ = state.open(kind, corner: kind == .contextMenu ? .init(column: 200, row: 60) : nil, at: Samples.now)
                for key in corner { for _ in 0..<60 { state.press(key, .shift) } }
                let geometry = ScreenGeometry(state, at: Samples.now)
                let floating = try #require(geometry.floatingFrame)
                let panel = PanelFrame(try #require(state.panel), state, geometry).rect
                #expect(corner.isEmpty || floating.column == 0 || floating.row == 0)
                let isApart =
                    panel.column + panel.width <= floating.column || floating.column + floating.width <= panel.column
                    || panel.row + panel.height <= floating.row || floating.row + floating.height <= panel.row
                #expect(isApart, "\(kind) at \(panel) over \(floating)")
                #expect(panel.column >= 0)
                #expect(panel.row >= 0)
                #expect(panel.width >= 12)
                #expect(panel.height >= 3)
                #expect(panel.column + panel.width <= columns)
                #expect(panel.row + panel.height <= rows)
                #expect(compose(state, at: Samples.now).showsPicture)
            }
        }
    }

    @Test("a list's page of keys takes the list's place beside the floating picture")
    func keysOfAList() {
        var state = Samples.rich()
        state.report { $0.pictureAspect = 16 / 9 }
        state.press("c")
        state.press(.function(8))
        state.press("?")
        let text = ScreenText.render(compose(state, at: Samples.now).chrome)
        #expect(text.contains("┌ Keys"))
        #expect(!text.contains("┌ Playlist"))
    }

    @Test("CTRL-09: the keys after g leave the floating picture free", arguments: [(80, 24), (160, 45), (40, 12)])
    func prefix(columns: Int, rows: Int) {
        var state = floating(columns, rows)
        state.press("g")
        let pane = ScreenGeometry(state, at: Samples.now).pane
        expect(
            compose(state, at: Samples.now).chrome.withCells { $0.count(where: \.isTransparent) },
            is: pane.width
                * pane.height)
    }

    @Test("CTRL-09: Shift with arrows moves the picture, which snaps to corners and stays there after a resize")
    func moving() throws {
        var state = floating()
        func origin() -> [Int] { frame(state).map { [$0.column, $0.row] } ?? [] }
        #expect(state.press(.left, .shift).isEmpty)
        state.press(.up, .shift)
        expect(origin(), is: [48, 11])
        state.press(.right, .shift)
        state.press(.down, .shift)
        expect(origin(), is: [52, 13])
        for _ in 0..<30 {
            state.press(.left, .shift)
            state.press(.up, .shift)
        }
        expect(origin(), is: [0, 0])
        state.press(.right, .shift)
        expect(origin(), is: [4, 0])
        state.press(.left, .shift)
        for _ in 0..<30 { state.press(.down, .shift) }
        state.apply(.terminal(Samples.traits(120, 40)))
        let outer = try #require(frame(state))
        // The pane lies above the message line and the bar.
        expect(outer.column, is: 0)
        expect(outer.row + outer.height, is: 38)
    }

    @Test("with a control focused, Shift with arrows seeks as it does without a floating picture")
    func focus() {
        var state = floating()
        state.press(.tab)
        expect(state.press(.right, .shift), is: [.command(.seek(.relative(.seconds(1)), .exact))])
        state.press(.escape)
        #expect(state.press(.right, .shift).isEmpty)
    }

    @Test("a terminal that becomes too small shows the whole picture, and the floating one after it has grown again")
    func resizing() {
        var state = floating()
        state.apply(.terminal(Samples.traits(39, 24)))
        expect(frame(state), is: nil)
        expect(ScreenGeometry(state, at: Samples.now).pane.width, is: 39)
        state.apply(.terminal(Samples.traits(12, 2)))
        expect(frame(state), is: nil)
        state.apply(.terminal(Samples.traits(80, 24)))
        #expect(frame(state) != nil)
    }

    @Test("the floating picture stays in the terminal above the bar, at every size and aspect ratio")
    func bounds() throws {
        for columns in stride(from: 40, through: 300, by: 13) {
            for rows in stride(from: 12, through: 90, by: 7) {
                for aspect in [nil, 0.1, 0.5625, 1, 2.39, 30] {
                    var state = Samples.playing(columns, rows)
                    state.report { $0.pictureAspect = aspect }
                    state.press("c")
                    let frame = try #require(self.frame(state))
                    #expect(frame.column >= 0)
                    #expect(frame.row >= 0)
                    #expect(frame.width >= 8)
                    #expect(frame.height >= 4)
                    expect(frame.column + frame.width, is: columns)
                    #expect(frame.row + frame.height <= rows - 2)
                }
            }
        }
    }

    @Test("a failure hides the floating picture and uses the whole screen")
    func failure() {
        var state = floating()
        state.apply(.snapshot(Samples.failed()))
        let text = ScreenText.render(compose(state, at: Samples.now).chrome)
        expect(frame(state), is: nil)
        #expect(text.contains("The file does not exist"))
    }

    @Test("a click on the floating picture pauses, and a click beside it does nothing")
    func clicks() {
        var state = floating()
        #expect(state.mouse(.press(.left), 3, 3).isEmpty)
        expect(state.mouse(.press(.left), 60, 16), is: [.command(.togglePause)])
    }
}
