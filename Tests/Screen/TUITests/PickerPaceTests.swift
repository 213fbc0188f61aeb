import Cells
import PlayCore
import PlaybackModel
import ScreenKit
import TUI
import TestSupport
import Testing

@Suite("Pictures while a list is open")
struct PickerPaceTests {
    /// Keys that open a list, move in it, filter it, choose from it and close it. One is pressed with each picture.
    private static let keys: [KeyPress] =
        [.init(.function(8)), .init(.character("j")), .init(.end), .init(.pageUp), .init(.character("/"))]
        + "spee".map { KeyPress(.character($0)) }
        + [.init(.backspace), .init(.enter), .init(.character("j")), .init(.escape), .init(.escape), .init(.escape)]
        + "gtjjG".map { KeyPress(.character($0)) } + [.init(.escape)]

    private static func picture(_ number: Int) -> CellBuffer {
        let cell = Cell(
            glyph: 0x2580, foreground: .rgb(UInt8(number & 0xFF), 1, 2), background: .rgb(3, 4, 5), attributes: [])
        return CellBuffer(columns: 160, rows: 45, filledWith: cell)
    }

    @Test("UI-07, CTRL-06: each picture reaches the terminal exactly once while lists are used")
    func none() {
        let rig = LoopRig(Samples.snapshot(.playing))
        rig.backend.size = TerminalSize(columns: 160, rows: 45)
        rig.backend.script = []
        let count = 4 * Self.keys.count
        var isOpen: [Bool] = []
        rig.backend.onWait = { step in
            if step == 0 { return [.resized] }
            isOpen.append(!rig.loop.state.panels.isEmpty)
            guard step <= count else { return [.terminated(signal: 15)] }
            rig.clock.advance(by: .milliseconds(33))
            rig.pictures.next = Self.picture(step)
            var snapshot = Samples.richSnapshot()
            snapshot.clock = Samples.reading(at: .seconds(754) + .milliseconds(33 * step), isRunning: true)
            snapshot.statistics.presentedFrames = step
            rig.player.snapshot = snapshot
            return [.key(Self.keys[(step - 1) % Self.keys.count])]
        }
        expect(rig.loop.run(), is: .terminated(signal: 15))
        let shown = rig.backend.frames.compactMap(\.picture)
        expect(shown, is: (1...count).map(Self.picture))
        #expect(isOpen.contains(true))
        #expect(isOpen.contains(false))
        #expect(rig.backend.withPicture.allSatisfy { $0 })
    }
}
