import Cells
import ClassRules
import Classes
import PlayCore
import PlaybackModel
import ScreenKit
import TestSupport
import Testing

@testable import ClassPanes
@testable import TUI

@Suite("Playback in the background")
struct BackgroundTests {
    private func playing(playsOn: Bool, outlives: Bool = false) -> AppState {
        var state = Samples.playing()
        state.background.playsOn = playsOn
        state.background.outlivesSuspension = outlives
        return state
    }

    private let small = AppAction.terminal(TerminalTraits(columns: 12, rows: 2))
    private let large = AppAction.terminal(TerminalTraits(columns: 80, rows: 24))

    @Test("PLAY-14: Ctrl-Z detaches the picture and keeps the sound if the player is not stopped itself")
    func suspended() {
        var state = playing(playsOn: true, outlives: true)
        expect(state.apply(.input(.suspending)), is: [.command(.setPictureAttached(false)), .suspend])
        #expect(state.background.isUnseen)
        expect(state.apply(.input(.resumed)), is: [.command(.setPictureAttached(true)), .redraw])
        #expect(!state.background.isUnseen)
        // The terminal was taken away without a request, and returns twice.
        expect(state.apply(.input(.resumed)), is: [.redraw])
    }

    @Test("LIVE-44: with --background-audio=auto a live class plays on in the background, and the next item pauses")
    func liveClass() {
        var state = playing(playsOn: false, outlives: true)
        state.background.classesPlayOn = true
        state.room = ClassScreen()
        _ = state.apply(.live(LiveClassView(me: ClassUser(id: "m", name: "Mei"))))
        #expect(state.background.continues)
        // The class also reports the space for its pictures.
        #expect(state.apply(.input(.suspending)).starts(with: [.command(.setPictureAttached(false)), .suspend]))
        #expect(state.background.isUnseen)
        expect(state.apply(.live(nil)), is: [.command(.setPictureAttached(true)), .command(.pause)])
        #expect(!state.background.continues)
    }

    @Test("ADV-52: with --background-decode the picture is decoded even in the background")
    func decodesUnseen() {
        var state = playing(playsOn: true, outlives: true)
        state.background.decodesUnseen = true
        expect(state.apply(.input(.suspending)), is: [.suspend])
        #expect(state.background.isUnseen)
        expect(state.apply(.input(.resumed)), is: [.redraw])
        expect(state.apply(.input(.detached)), is: [])
    }

    @Test("PLAY-14: Ctrl-Z pauses if the player itself stops or must not play in the background")
    func stopped() {
        for (playsOn, outlives) in [(false, false), (true, false), (false, true)] {
            var state = playing(playsOn: playsOn, outlives: outlives)
            expect(state.apply(.input(.suspending)), is: [.command(.pause), .suspend])
            expect(state.apply(.input(.resumed)), is: [.command(.play), .redraw])
        }
    }

    @Test(
        "PLAY-14: too small a terminal pauses until it grows again, except with background audio")
    func tooSmall() {
        var state = playing(playsOn: false)
        expect(state.apply(small), is: [.command(.pause)])
        expect(state.apply(small), is: [])
        expect(state.apply(large), is: [.command(.play)])
        expect(state.apply(large), is: [])
        state = playing(playsOn: true)
        expect(state.apply(small), is: [])
        expect(state.apply(large), is: [])
        state = Samples.with(Samples.snapshot(.paused))
        expect(state.apply(small), is: [])
        expect(state.apply(large), is: [])
    }

    @Test("the viewer's own pause in too small a terminal stays when the terminal grows")
    func decided() {
        var state = playing(playsOn: false)
        _ = state.apply(small)
        state.press(" ")
        expect(state.apply(large), is: [])
    }

    @Test("PLAY-14, ARCH-32: a detached player pauses, or plays without the picture")
    func detached() {
        var state = playing(playsOn: false)
        expect(state.apply(.input(.detached)), is: [.command(.pause)])
        // Both reasons must end before playback resumes.
        expect(state.apply(small), is: [])
        expect(state.apply(.input(.attached)), is: [.redraw])
        expect(state.apply(large), is: [.command(.play)])
        state = playing(playsOn: true)
        expect(state.apply(.input(.detached)), is: [.command(.setPictureAttached(false))])
        expect(state.apply(.input(.attached)), is: [.command(.setPictureAttached(true)), .redraw])
    }

    @Test("in the background only an item that failed wakes the loop")
    func wakes() {
        var state = playing(playsOn: true)
        _ = state.apply(.input(.detached))
        expect(state.nextChange(after: Samples.now), is: nil)
        state.item.continuesAt = Samples.now + .seconds(3)
        expect(state.nextChange(after: Samples.now), is: Samples.now + .seconds(3))
    }

    @Test(
        "PLAY-14, ARCH-32: a detached player presents nothing and gives pictures no space until it is attached"
    )
    func loop() {
        let rig = LoopRig(Samples.snapshot(.playing))
        rig.loop.configure { $0.background.playsOn = true }
        rig.pictures.next = CellBuffer(columns: 80, rows: 24)
        var counts: [Int] = []
        rig.backend.onWait = { step in
            counts.append(rig.backend.frames.count)
            rig.pictures.next = CellBuffer(columns: 80, rows: 24)
            rig.clock.advance(by: .seconds(2))
            switch step {
            case 0: return [.detached]
            case 1, 2: return [.resized]
            case 3: return [.attached]
            default: return [.key(KeyPress(.character("q")))]
            }
        }
        _ = rig.loop.run()
        expect(counts, is: [1, 1, 1, 1, 2])
        expect(rig.pictures.panes.map(\.isEmpty), is: [false, true, false])
        expect(
            rig.player.commands.filter { $0 != .refreshPicture },
            is: [
                .setPictureAttached(false), .setPictureAttached(true),
            ])
    }
}
