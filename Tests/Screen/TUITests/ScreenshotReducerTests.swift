import Cells
import PlayCore
import PlaybackModel
import ScreenKit
import TUI
import TestSupport
import Testing

@Suite("Screenshots on the screen")
struct ScreenshotReducerTests {
    @Test("CTRL-14: success, failure and a missing picture are reported")
    func reports() {
        var state = Samples.playing()
        state.apply(.screenshot(.saved(path: "~/Pictures/road\u{1B}[m-0001.png")))
        expect(state.message?.text, is: "Saved as ~/Pictures/road[m-0001.png")
        expect(state.message?.kind, is: .info)
        state.apply(.screenshot(.failed(path: "/full/x.png", reason: "No space left on device")))
        expect(state.message?.text, is: "Cannot write /full/x.png: No space left on device")
        expect(state.message?.kind, is: .error)
        state.apply(.screenshot(.noPicture))
        expect(state.message?.text, is: "No picture yet: no screenshot saved")
    }

    @Test("CTRL-14: screenshots are refused with a message while the service forbids them")
    func refused() {
        var state = Samples.playing()
        state.picture.preventsScreenshots = true
        #expect(state.press("S").isEmpty)
        #expect(state.press("g").isEmpty)
        #expect(state.press("S").isEmpty)
        #expect(state.press(.character("s"), .control).isEmpty)
        expect(state.message?.text, is: "Screenshots of this item are not allowed")
    }

    @Test("the loop passes on the presented frame, and shows the report")
    func loop() {
        let rig = LoopRig(Samples.snapshot(.playing))
        let desk = FakeScreenshots()
        rig.loop.add(desk)
        rig.pictures.next = CellBuffer(columns: 80, rows: 24, filledWith: .blank)
        rig.backend.script = [
            [.key(KeyPress(.character("s"), .control))], [], [.key(KeyPress(.character("q")))],
        ]
        expect(rig.loop.run(), is: .quit)
        expect(desk.kinds, is: [.screen])
        #expect(desk.screen?.picture != nil)
        #expect(rig.backend.watched.contains(desk.ownWakeUp.descriptor))
        #expect(ScreenText.text(row: 22, of: rig.backend.frames.last!.chrome).contains("Saved as x.ans"))
    }
}

private final class FakeScreenshots: LoopSource {
    let ownWakeUp = WakeUp()
    private(set) var kinds: [ScreenshotKind] = []
    private(set) var screen: ScreenFrame?
    private var reports: [ScreenshotReport] = []

    var wakeUps: [WakeUp] { [ownWakeUp] }

    func perform(_ effect: Effect, _ loop: UILoop) -> Bool {
        guard case .screenshot(let kind) = effect else { return false }
        kinds.append(kind)
        screen = loop.shownFrame
        reports.append(.saved(path: "x.ans"))
        return true
    }

    func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        defer { reports = [] }
        return isSignalled ? reports.map(AppAction.screenshot) : []
    }
}
