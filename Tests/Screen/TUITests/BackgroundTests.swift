import Cells
import ClassRules
import PlayCore
import PlaybackModel
import Rooms
import TestSupport
import Testing

@testable import TUI

@Suite("Going to the background")
struct BackgroundTests {
    private func playing(playsOn: Bool, outlives: Bool = false) -> AppState {
        var state = Samples.playing()
        state.background.playsOn = playsOn
        state.background.outlivesSuspension = outlives
        return state
    }

    private let small = AppAction.terminal(TerminalTraits(columns: 12, rows: 2))
    private let large = AppAction.terminal(TerminalTraits(columns: 80, rows: 24))

    @Test("PLAY-14: Ctrl-Z lets the sound go on where another process stops, and takes the picture off")
    func suspended() {
        var state = playing(playsOn: true, outlives: true)
        expect(state.apply(.input(.suspending)), is: [.command(.setPictureAttached(false)), .suspend])
        #expect(state.background.isUnseen)
        expect(state.apply(.input(.resumed)), is: [.command(.setPictureAttached(true)), .redraw])
        #expect(!state.background.isUnseen)
        // The terminal was taken away without being asked for, and comes back twice.
        expect(state.apply(.input(.resumed)), is: [.redraw])
    }

    @Test("LIVE-44: with --background-audio=auto a live class plays on out of sight, and what follows it pauses")
    func liveClass() {
        var state = playing(playsOn: false, outlives: true)
        state.background.classesPlayOn = true
        state.room = RoomScreen()
        _ = state.apply(.live(LiveClassView(me: RoomUser(id: "m", name: "Mei"))))
        #expect(state.background.continues)
        // The class also tells its pictures where they have space.
        #expect(state.apply(.input(.suspending)).starts(with: [.command(.setPictureAttached(false)), .suspend]))
        #expect(state.background.isUnseen)
        expect(state.apply(.live(nil)), is: [.command(.setPictureAttached(true)), .command(.pause)])
        #expect(!state.background.continues)
    }

    @Test("ADV-52: with --background-decode the picture stays on although nobody sees it")
    func decodesUnseen() {
        var state = playing(playsOn: true, outlives: true)
        state.background.decodesUnseen = true
        expect(state.apply(.input(.suspending)), is: [.suspend])
        #expect(state.background.isUnseen)
        expect(state.apply(.input(.resumed)), is: [.redraw])
        expect(state.apply(.input(.detached)), is: [])
    }

    @Test("PLAY-14: Ctrl-Z pauses where the player itself stops, and where it is not to play on")
    func stopped() {
        for (playsOn, outlives) in [(false, false), (true, false), (false, true)] {
            var state = playing(playsOn: playsOn, outlives: outlives)
            expect(state.apply(.input(.suspending)), is: [.command(.pause), .suspend])
            expect(state.apply(.input(.resumed)), is: [.command(.play), .redraw])
        }
    }

    @Test(
        "PLAY-14: too small a terminal pauses, and goes on when it has grown; with background audio the sound goes on")
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

    @Test("who pauses or plays in too small a terminal has decided")
    func decided() {
        var state = playing(playsOn: false)
        _ = state.apply(small)
        state.press(" ")
        expect(state.apply(large), is: [])
    }

    @Test("PLAY-14, ARCH-32: nobody looks: pauses, or plays on without the picture")
    func detached() {
        var state = playing(playsOn: false)
        expect(state.apply(.input(.detached)), is: [.command(.pause)])
        // Two reasons: both have to go.
        expect(state.apply(small), is: [])
        expect(state.apply(.input(.attached)), is: [.redraw])
        expect(state.apply(large), is: [.command(.play)])
        state = playing(playsOn: true)
        expect(state.apply(.input(.detached)), is: [.command(.setPictureAttached(false))])
        expect(state.apply(.input(.attached)), is: [.command(.setPictureAttached(true)), .redraw])
    }

    @Test("in the background nothing wakes the loop but an item that failed")
    func wakes() {
        var state = playing(playsOn: true)
        _ = state.apply(.input(.detached))
        expect(state.nextChange(after: Samples.now), is: nil)
        state.item.continuesAt = Samples.now + .seconds(3)
        expect(state.nextChange(after: Samples.now), is: Samples.now + .seconds(3))
    }

    @Test(
        "PLAY-14, ARCH-32: while nobody looks nothing is presented and pictures have no space; then all is written anew"
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
