import Cells
import ClassPanes
import Classes
import PlayCore
import PlaybackModel
import TUI
import TestSupport
import Testing

/// A class whose view only the test changes.
private final class FakeRoom: LoopSource {
    private let view: ClassView
    let companionPictures = FakePictures()
    let small = (0..<ThumbnailLayout.most).map { _ in FakePictures() }
    private(set) var orders: [ClassOrder] = []

    init(_ view: ClassView, _ rig: LoopRig) {
        self.view = view
        rig.loop.add(self)
        rig.loop.showBeside([companionPictures] + small)
    }

    func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        view.number == loop.state.room?.view.number ? [] : [.room(view)]
    }

    func perform(_ effect: Effect, _ loop: UILoop) -> Bool {
        guard case .room(let order) = effect else { return false }
        orders.append(order)
        return true
    }
}

@Suite("Two pictures in one frame")
struct CompanionStageTests {
    private func cell(_ character: Character) -> Cell {
        var cell = Cell.blank
        cell.glyph = character.unicodeScalars.first?.value ?? 0
        return cell
    }

    @Test("ROOM-30, ROOM-42: the second video has its own place in the frame, and no size while it is hidden")
    func joined() throws {
        let rig = LoopRig(Samples.snapshot(.playing))
        rig.backend.size = TerminalSize(columns: 120, rows: 36)
        var view = Samples.roomView()
        view.companion = CompanionView(kind: .desktop)
        let room = FakeRoom(view, rig)
        rig.backend.onWait = { step in
            switch step {
            case 0: return [.resized]
            case 1:
                guard let main = rig.pictures.panes.last, let second = room.companionPictures.panes.last else {
                    return []
                }
                rig.pictures.next = CellBuffer(columns: main.width, rows: main.height, filledWith: cell("m"))
                room.companionPictures.next = CellBuffer(
                    columns: second.width, rows: second.height, filledWith: cell("s"))
                rig.pictures.wakeUp.signal()
                return []
            case 2: return []
            case 3:
                // The second video has the focus and is hidden.
                return [.key(KeyPress(.character("V")))]
            case 4: return []
            default: return [.key(KeyPress(.character("q")))]
            }
        }
        expect(rig.loop.run(), is: .quit)
        let second = try #require(room.companionPictures.panes.last { $0.width > 0 })
        let frame = try #require(rig.backend.frames.last { ($0.picture?.columns ?? 0) > second.width })
        let picture = try #require(frame.picture)
        var counts: [UInt32: Int] = [:]
        for row in 0..<picture.rows {
            for column in 0..<picture.columns { counts[picture[column, row].glyph, default: 0] += 1 }
        }
        expect(counts[cell("s").glyph], is: second.width * second.height)
        #expect((counts[cell("m").glyph] ?? 0) > 0)
        expect(room.companionPictures.panes.last?.width, is: 0)
    }

    @Test(
        "ROOM-30: small videos have places in the same frame, and only visible ones have a pane")
    func small() throws {
        let rig = LoopRig(Samples.snapshot(.playing))
        rig.backend.size = TerminalSize(columns: 120, rows: 36)
        var view = Samples.roomView()
        view.thumbnails = (0..<2).map { ThumbnailView(id: "u\($0)", name: "Name \($0)") }
        let room = FakeRoom(view, rig)
        rig.backend.onWait = { step in
            switch step {
            case 0: return [.resized]
            case 1:
                for (slot, glyph) in ["a", "b"].enumerated() {
                    guard let pane = room.small[slot].panes.last else { return [] }
                    room.small[slot].next = CellBuffer(
                        columns: pane.width, rows: pane.height, filledWith: cell(Character(glyph)))
                }
                room.small[1].wakeUp.signal()
                return []
            case 2: return []
            case 3: return [.key(KeyPress(.character("W"))), .key(KeyPress(.character("W")))]
            case 4: return []
            default: return [.key(KeyPress(.character("q")))]
            }
        }
        expect(rig.loop.run(), is: .quit)
        let pane = try #require(room.small[0].panes.last { $0.width > 0 })
        let frames = rig.backend.frames.compactMap(\.picture)
        for glyph in ["a", "b"] {
            let count = frames.map { frame in
                frame.cells.count { $0.glyph == cell(Character(glyph)).glyph }
            }
            #expect(count.contains(pane.width * pane.height))
        }
        #expect(room.small[2].panes.allSatisfy { $0.width == 0 })
        expect(room.small[0].panes.last?.width, is: 0)
        #expect(room.orders.contains { if case .showThumbnails = $0 { true } else { false } })
    }
}
