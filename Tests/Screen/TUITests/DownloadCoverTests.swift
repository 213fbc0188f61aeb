import Cells
import DownloadModel
import PlayCore
import PlaybackModel
import ScreenKit
import TestSupport
import Testing

@testable import DownloadScreen
@testable import TUI

@Suite("Covers in the list of downloads")
struct DownloadCoverTests {
    /// A list whose first two downloads have covers.
    static let state: DownloadsState = {
        var state = Samples.downloads
        state.entries[0].files.append(DownloadFile(name: "cover.jpg", role: .cover))
        state.entries[1].files.append(DownloadFile(name: "2.cover.jpg", role: .cover))
        return state
    }()

    /// Returns a cover of the requested size, made of half-blocks.
    static func made(_ wish: DownloadCoverWish) -> DownloadCover {
        var cell = Cell.blank
        (cell.glyph, cell.foreground, cell.background) = (0x2580, .rgb(200, 0, 0), .rgb(0, 0, 200))
        return DownloadCover(wish, CellBuffer(columns: wish.space.columns, rows: wish.space.rows, filledWith: cell))
    }

    private func pictureCells(_ state: AppState) -> Int {
        compose(state, at: Samples.now).chrome.cells.count { $0.glyph == 0x2580 }
    }

    @Test("INFO-16: the selected download's cover is requested and shown beside the list")
    func beside() throws {
        var state = Samples.downloadsHome(120, 36, Self.state)
        let wish = try #require(state.downloadCoverWish)
        #expect(wish.path == Self.state.entries[0].path(of: .cover) && wish.folder == Self.state.entries[0].folder)
        #expect(!wish.isComplete)
        expect(pictureCells(state), is: 0)
        state.apply(.downloadCover(Self.made(wish)))
        expect(pictureCells(state), is: wish.space.columns * wish.space.rows)
        // The next download has another cover, so the previous one disappears at once.
        state.press("j")
        expect(state.downloadCoverWish?.path, is: Self.state.entries[1].path(of: .cover))
        expect(pictureCells(state), is: 0)
        state.press("j")
        expect(state.downloadCoverWish, is: nil)
        state.press("k")
        state.apply(.downloadCover(DownloadCover(try #require(state.downloadCoverWish), nil)))
        expect(pictureCells(state), is: 0, "a broken picture shows nothing")
    }

    @Test("INFO-16: the columns do not depend on the selection and lie beside the cover")
    func layout() throws {
        for (columns, rows) in [(100, 24), (120, 36), (240, 67), (300, 9)] {
            var state = Samples.downloadsHome(columns, rows, Self.state)
            let layout = state.downloadsLayout
            let preview = try #require(layout.preview)
            #expect(layout.list.column + layout.list.width < preview.column)
            #expect(preview.column + preview.width < columns)
            #expect(preview.height <= layout.list.height)
            #expect(layout.columns.allSatisfy { $0.rect.column + $0.rect.width < preview.column })
            for _ in 0..<3 { state.press("j") }
            expect(state.downloadsLayout, is: layout)
        }
        for (columns, rows) in [(99, 24), (80, 24), (120, 8)] {
            let state = Samples.downloadsHome(columns, rows, Self.state)
            expect(state.downloadsLayout.preview, is: nil)
            expect(state.downloadCoverWish, is: nil)
            expect(state.downloadsLayout, is: Samples.downloadsHome(columns, rows).downloadsLayout)
        }
        expect(Samples.downloadsHome(120, 36).downloadsLayout.preview, is: nil, "no download has a cover")
    }

    @Test("INFO-16: the details show the cover above their lines, even at 80 columns, and scroll both")
    func details() throws {
        var state = Samples.downloadsHome(80, 24, Self.state)
        state.press("i")
        let wish = try #require(state.downloadCoverWish)
        // The space is reserved before the picture arrives, so that nothing jumps.
        let before = state.downloads.coverRows(state.context(of: .downloads))
        state.apply(.downloadCover(Self.made(wish)))
        expect(state.downloads.coverRows(state.context(of: .downloads)), is: before)
        expect(pictureCells(state), is: wish.space.columns * wish.space.rows)
        state.press("G")
        #expect(pictureCells(state) < wish.space.columns * wish.space.rows)
        let text = (0..<24).map { ScreenText.text(row: $0, of: compose(state, at: Samples.now).chrome) }
        #expect(text.contains { $0.contains("MATH-101") }, "the last line can be reached")
        state.apply(.downloadCover(DownloadCover(wish, nil)))
        expect(state.downloads.coverRows(state.context(of: .downloads)), is: 0)
    }

    @Test("INFO-16: covers are requested only while the list is visible, and shown when they arrive")
    func loop() throws {
        let rig = LoopRig(Samples.snapshot(.paused))
        rig.backend.size = TerminalSize(columns: 120, rows: 36)
        let control = FakeDownloads(Self.state, rig)
        rig.player.wakeUp.signal()
        var pictures: [Int] = []
        func key(_ character: Character) -> InputEvent { .key(KeyPress(.character(character))) }
        rig.backend.onWait = { step in
            pictures.append(rig.backend.frames.last?.chrome.cells.count { $0.glyph == 0x2580 } ?? 0)
            switch step {
            case 0: return [.resized]
            case 1: return [key("g"), key("D")]
            case 2:
                control.cover = control.coverWishes.last?.map(Self.made)
                rig.player.wakeUp.signal()
                return []
            case 3: return [key("j")]
            case 4: return [.detached]
            case 5: return [.attached]
            case 6: return [key("j")]
            default: return [key("q")]
            }
        }
        expect(rig.loop.run(), is: .quit)
        let paths = Self.state.entries.map { $0.path(of: .cover) }
        expect(control.coverWishes.map { $0?.path }, is: [nil, paths[0], paths[1], nil, paths[1], nil])
        let wish = try #require(control.coverWishes[1])
        #expect(pictures[2] == 0 && pictures[3] == wish.space.columns * wish.space.rows && pictures[4] == 0)
    }
}
