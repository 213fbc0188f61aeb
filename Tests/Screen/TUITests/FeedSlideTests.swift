import Cells
import Commands
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import TUI
import TestSupport
import Testing

@Suite("Sliding pages of a feed")
struct FeedSlideTests {
    private func feed(_ index: Int = 1, of count: Int = 3) -> AppState {
        var state = Samples.playing()
        state.options.isFeed = true
        state.playlist = PlaylistPosition(index: index, count: count)
        state.list = PlaylistContents(locations: (1...count).map { "Video \($0)" }, index: index)
        return state
    }

    private func slide(_ state: AppState) -> PageSlide? { compose(state, at: Samples.now).slide }

    @Test("ADV-14: the wheel moves the page by rows, and the next item plays from half a page on")
    func pulling() {
        var state = feed()
        #expect(state.mouse(.wheelDown, 40, 10).isEmpty)
        expect(slide(state)?.offset, is: 5)
        #expect(state.mouse(.wheelDown, 40, 10).isEmpty)
        expect(slide(state)?.offset, is: 10)
        // 15 of 24 rows are more than half.
        expect(state.mouse(.wheelDown, 40, 10), is: [.move(1)])
        state.apply(.itemChanged(PlaylistPosition(index: 2, count: 3)))
        expect(slide(state)?.offset, is: -9)
        expect(slide(state)?.hasTurned, is: true)
    }

    @Test(
        "ADV-14: the wheel moves back, and a page moved less than half returns in a few steps")
    func back() {
        var state = feed()
        for _ in 0..<2 { #expect(state.mouse(.wheelUp, 40, 10).isEmpty) }
        expect(slide(state)?.offset, is: -10)
        expect(slide(state)?.hasTurned, is: false)
        var now = Samples.now
        var offsets: [Int] = []
        while let next = state.feed.slide?.nextChange {
            now = next
            state.apply(.tick(output: OutputTotals()), at: now)
            offsets.append(state.feed.slide?.offset ?? 0)
        }
        expect(offsets, is: [-5, -2, -1, 0])
        for _ in 0..<2 { #expect(state.mouse(.wheelUp, 40, 10).isEmpty) }
        expect(state.mouse(.wheelUp, 40, 10), is: [.move(-1)])
    }

    @Test("ADV-10, ADV-14: a page does not move beyond the ends of the list, which is reported", arguments: [0, 2])
    func ends(index: Int) {
        var state = feed(index)
        #expect(state.mouse(index == 0 ? .wheelUp : .wheelDown, 40, 10).isEmpty)
        expect(slide(state), is: nil)
        expect(state.message?.text, is: (index == 0 ? "Already at the first item" : "Already at the last item"))
    }

    @Test("a wheel that keeps turning does not turn the next page too, and controls keep their wheel")
    func deafness() throws {
        var state = feed(0, of: 9)
        for _ in 0..<3 { state.mouse(.wheelDown, 40, 10) }
        state.apply(.itemChanged(PlaylistPosition(index: 1, count: 9)))
        state.apply(.snapshot(Samples.snapshot()), .feedPictureCame)
        for _ in 0..<9 { #expect(state.mouse(.wheelDown, 40, 10).isEmpty) }
        expect(slide(state)?.offset, is: -4)
        let later = Samples.now + .milliseconds(400)
        #expect(state.mouse(.wheelUp, 40, 10, at: later).isEmpty)
        expect(slide(state)?.offset, is: -9)
        state = feed()
        let bar = ScreenGeometry(state, at: Samples.now)
        let volume = try #require(bar.barRows.first?.controls.first { $0.tag == .volume })
        expect(state.mouse(.wheelUp, volume.column, 23), is: [.command(.setVolume(82))])
    }

    @Test("ADV-12, ADV-13: j changes the item at once, and its page slides in with its first picture")
    func key() {
        var state = feed()
        expect(state.press("j"), is: [.move(1)])
        state.apply(.itemChanged(PlaylistPosition(index: 2, count: 3)))
        expect(slide(state)?.offset, is: -24)
        expect(slide(state)?.isAwaitingPicture, is: true)
        state.apply(.snapshot(Samples.snapshot()))
        state.apply(.feedPictureCame)
        expect(slide(state)?.offset, is: -12)
        expect(slide(state)?.isAwaitingPicture, is: false)
        var steps = 1
        while let next = state.feed.slide?.nextChange {
            state.apply(.tick(output: OutputTotals()), at: next)
            steps += 1
        }
        expect(steps, is: 5)
        expect(slide(state), is: nil)
    }

    @Test("ADV-11: a page without a picture in time does not slide, and the last picture stays")
    func late() throws {
        var state = feed()
        state.press("k")
        state.apply(.itemChanged(PlaylistPosition(index: 0, count: 3)))
        let patience = try #require(state.feed.slide?.nextChange)
        state.apply(.tick(output: OutputTotals()), at: patience)
        expect(state.feed.slide, is: nil)
        #expect(compose(state, at: Samples.now).showsPicture)
    }

    @Test("on a slow line the item changes without sliding, and on a medium one it slides in three steps")
    func thinLine() {
        func feed(_ rate: Double) -> AppState {
            var state = self.feed()
            var totals = OutputTotals()
            totals.link = LinkStatus(isLimited: true, bytesPerSecond: rate, inFlight: 0, queue: .zero)
            state.apply(.tick(output: totals))
            return state
        }
        var state = feed(60_000)
        expect(state.press("j"), is: [.move(1)])
        expect(state.feed.slide, is: nil)
        expect(state.mouse(.wheelDown, 40, 10), is: [.move(1)])
        expect(state.feed.slide, is: nil)
        state = feed(2_000_000)
        expect(state.press("j"), is: [.move(1)])
        state.apply(.itemChanged(PlaylistPosition(index: 2, count: 3)))
        var offsets: [Int] = []
        state.apply(.feedPictureCame)
        while let slide = state.feed.slide {
            offsets.append(slide.offset)
            state.apply(.tick(output: state.output.totals), at: slide.nextChange)
        }
        expect(offsets, is: [-6, -1])
    }

    @Test("pages with terminal graphics do not slide, because images cannot be cut")
    func images() {
        var state = feed()
        state.feed.slidesPictures = false
        expect(state.press("j"), is: [.move(1)])
        expect(state.feed.slide, is: nil)
    }

    @Test("another item, a failure and another size end a slide")
    func endings() {
        for ending in [
            AppAction.itemChanged(PlaylistPosition(index: 0, count: 3)), .snapshot(Samples.failed()),
            .terminal(Samples.traits(100, 30)), .noSuchItem(step: 1),
        ] {
            var state = feed()
            state.mouse(.wheelDown, 40, 10)
            #expect(state.feed.slide != nil)
            state.apply(ending)
            expect(state.feed.slide, is: nil)
        }
    }

    @Test(
        "ADV-13: the leaving and the arriving page share the pane's rows, and a card replaces a missing picture"
    )
    func surfaces() {
        let rig = LoopRig(Samples.snapshot(.playing), items: 3)
        rig.loop.configure {
            $0.options.isFeed = true
        }
        rig.playlist.names = ["Video 1", "Video 2", "Video 3"]
        rig.pictures.next = page("a")
        var glyphs: [String] = []
        rig.backend.onWait = { step in
            glyphs.append(rows(rig.backend.frames.last?.picture))
            switch step {
            case 0, 1: return [wheel]
            case 2:
                // The next item has no picture yet.
                rig.player.snapshot = Samples.loading()
                return [wheel]
            case 3:
                rig.player.snapshot = Samples.snapshot(.playing)
                rig.pictures.next = page("b")
                return []
            case 4...8:
                rig.clock.advance(by: .milliseconds(40))
                return []
            default: return [.inputClosed]
            }
        }
        _ = rig.loop.run()
        let a = "a"
        let (blank, b) = (" ", "b")
        expect(
            glyphs,
            is: [
                pane(a, 24), pane(a, 19) + pane(blank, 5), pane(a, 14) + pane(blank, 10),
                pane(a, 9) + pane(blank, 15), pane(a, 4) + pane(b, 20), pane(a, 2) + pane(b, 22),
                pane(a, 1) + pane(b, 23), pane(b, 24), pane(b, 24), pane(b, 24),
            ])
        expect(rig.playlist.moves, is: [1])
    }

    @Test("ADV-13: the card shows the item's title and number in the rows that appear first")
    func card() {
        var state = feed()
        state.mouse(.wheelDown, 40, 10)
        func rows(_ range: Range<Int>) -> String {
            guard let card = slide(state)?.card else { return "" }
            return range.map { ScreenText.render(row: $0, of: card) }.joined()
        }
        #expect(rows(0..<5).contains("Video 3"))
        #expect(rows(0..<5).contains("3 / 3"))
        state = feed()
        state.mouse(.wheelUp, 40, 10)
        #expect(rows(19..<24).contains("Video 1"))
        #expect(!rows(0..<19).contains("Video 1"))
    }

    @Test("pages do not move while the line has no space, and continue when it has")
    func noSpace() {
        let rig = LoopRig(Samples.snapshot(.playing), items: 3)
        rig.loop.configure { $0.options.isFeed = true }
        rig.pictures.next = page("a")
        rig.backend.onWait = { step in
            switch step {
            case 0:
                rig.backend.acceptsPicture = false
                return [wheel]
            case 1:
                expect(rows(rig.backend.frames.last?.picture), is: pane("a", 24))
                rig.backend.acceptsPicture = true
                return []
            case 2:
                expect(rows(rig.backend.frames.last?.picture), is: pane("a", 19) + pane(" ", 5))
                return []
            default: return [.inputClosed]
            }
        }
        _ = rig.loop.run()
    }

    private let wheel = InputEvent.mouse(MouseEvent(.wheelDown, column: 40, row: 10))

    private func page(_ glyph: Character) -> CellBuffer {
        CellBuffer(
            columns: 80, rows: 24,
            filledWith: Cell(
                glyph: glyph.unicodeScalars.first?.value ?? 0, foreground: .terminalDefault,
                background: .terminalDefault, attributes: []))
    }

    private func pane(_ glyph: String, _ rows: Int) -> String { String(repeating: glyph, count: rows) }

    /// Returns the first glyph of each row.
    private func rows(_ picture: CellBuffer?) -> String {
        guard let picture else { return "" }
        return String(
            String.UnicodeScalarView((0..<picture.rows).compactMap { Unicode.Scalar(picture[0, $0].glyph) }))
    }
}
