import Cells
import PlayCore
import Playback
import TUI
import TestSupport
import Testing
import Timeline

/// A class that only a test changes.
private final class FakeRoom: RoomControl {
    var facts: RoomFacts
    let companionPictures = FakePictures()
    var companion: (any PictureSource)? { companionPictures }
    var nextDeadline: HostTime? { nil }
    private(set) var orders: [RoomOrder] = []

    init(_ facts: RoomFacts) { self.facts = facts }

    func follow(_ reading: ClockReading, at now: HostTime) {}
    func perform(_ order: RoomOrder) { orders.append(order) }
    func itemChanged() {}
}

@Suite("Two pictures in one frame")
struct CompanionStageTests {
    private func cell(_ character: Character) -> Cell {
        var cell = Cell.blank
        cell.glyph = character.unicodeScalars.first?.value ?? 0
        return cell
    }

    @Test("ROOM-30, ROOM-42: the second video has its own place in the frame; without a pane it is asked for nothing")
    func joined() throws {
        let rig = LoopRig(Samples.snapshot(.playing))
        rig.backend.size = TerminalSize(columns: 120, rows: 36)
        var facts = Samples.facts()
        facts.companion = CompanionFacts(kind: .desktop)
        let room = FakeRoom(facts)
        rig.loop.room = room
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
                // Hidden again.
                return [.key(KeyPress(.character("V"))), .key(KeyPress(.character("V")))]
            case 4: return []
            default: return [.key(KeyPress(.character("q")))]
            }
        }
        #expect(rig.loop.run() == .quit)
        let second = try #require(room.companionPictures.panes.last { $0.width > 0 })
        let frame = try #require(rig.backend.frames.last { ($0.picture?.columns ?? 0) > second.width })
        let picture = try #require(frame.picture)
        var counts: [UInt32: Int] = [:]
        for row in 0..<picture.rows {
            for column in 0..<picture.columns { counts[picture[column, row].glyph, default: 0] += 1 }
        }
        #expect(counts[cell("s").glyph] == second.width * second.height)
        #expect((counts[cell("m").glyph] ?? 0) > 0)
        #expect(room.companionPictures.panes.last?.width == 0)
    }
}
