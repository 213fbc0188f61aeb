import Cells
import Commands
import DownloadModel
import DownloadScreen
import Glibc
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import Subtitles
import TUI
import TestSupport
import Testing

@Suite("UI loop")
struct UILoopTests {
    @Test("the loop presents the first frame and ends at q")
    func quit() {
        let rig = LoopRig(Samples.snapshot(.playing))
        rig.backend.script = [[.key(KeyPress(.character("q")))]]
        expect(rig.loop.run(), is: .quit)
        expect(rig.backend.frames.count, is: 1)
        expect(rig.backend.title, is: "The other road")
        expect(rig.pictures.panes, is: [Rect(column: 0, row: 0, width: 80, height: 24)])
    }

    @Test("pictures have their space before an item is opened, as its first picture may be the only one")
    func roomFirst() {
        let rig = LoopRig(Samples.snapshot(.loading))
        expect(rig.pictures.panes, is: [Rect(column: 0, row: 0, width: 80, height: 24)])
    }

    @Test("keys become commands, and signals, a hang-up and the end of the list end the loop")
    func outcomes() {
        var rig = LoopRig(Samples.snapshot(.playing))
        rig.backend.script = [[.key(KeyPress(.character(" "))), .key(KeyPress(.right))], [.terminated(signal: 15)]]
        expect(rig.loop.run(), is: .terminated(signal: 15))
        expect(rig.player.commands, is: [.togglePause, .seek(.relative(.seconds(5)), .keyframe)])
        rig = LoopRig(Samples.snapshot(.playing))
        rig.backend.script = [[.inputClosed]]
        expect(rig.loop.run(), is: .inputClosed)
        rig = LoopRig(Samples.snapshot(.reachEnd))
        expect(rig.loop.run(), is: .finished)
    }

    @Test("without changes nothing is written, and the loop has no deadline")
    func idle() {
        let rig = LoopRig(Samples.snapshot(.paused))
        // No message is shown that would expire.
        rig.loop.configure { $0.program.osdLevel = 0 }
        rig.backend.script = [[], [], [], [], [.key(KeyPress(.character("q")))]]
        expect(rig.loop.run(), is: .quit)
        expect(rig.backend.frames.count, is: 1)
        expect(rig.backend.deadlines, is: [nil, nil, nil, nil, nil])
    }

    @Test("PLAY-16: the player's deadline ends the wait, so that positions are written in time")
    func playerDeadline() {
        let rig = LoopRig(Samples.snapshot(.paused))
        // No message is shown that would expire.
        rig.loop.configure { $0.program.osdLevel = 0 }
        rig.player.nextDeadline = Samples.now + .seconds(5)
        rig.backend.script = [[], [.key(KeyPress(.character("q")))]]
        expect(rig.loop.run(), is: .quit)
        expect(rig.backend.deadlines, is: [Samples.now + .seconds(5), Samples.now + .seconds(5)])
    }

    @Test("DL-21: only visible running downloads are watched, and none while the list is not shown")
    func watchedDownloads() {
        let rig = LoopRig(Samples.snapshot(.playing))
        let control = FakeDownloads(Samples.manyDownloads(100), rig)
        rig.player.wakeUp.signal()
        func key(_ character: Character) -> InputEvent { .key(KeyPress(.character(character))) }
        rig.backend.script = [
            [key("g"), key("D")], [], [.key(KeyPress(.end))], [], [.detached], [], [.attached], [], [key("q")], [],
            [key("q")],
        ]
        expect(rig.loop.run(), is: .quit)
        let asked = control.asked
        // The list was opened, scrolled to its end, detached, attached again and closed.
        expect(asked.map { $0 == nil }, is: [false, false, true, false, true])
        #expect(asked.compactMap(\.self).allSatisfy { !$0.isEmpty && $0.count < 24 })
        #expect(asked[0]?.first == control.state.entries[0].id && asked[1] == asked[3] && asked[0] != asked[1])
    }

    @Test("pictures at full rate do not compose the chrome")
    func picturesOnly() {
        let rig = LoopRig(Samples.snapshot(.playing))
        rig.backend.onWait = { step in
            guard step < 60 else { return [.key(KeyPress(.character("q")))] }
            rig.clock.advance(by: .milliseconds(16))
            rig.pictures.next = CellBuffer(columns: 80, rows: 24, filledWith: .blank)
            var snapshot = Samples.snapshot(.playing)
            snapshot.clock = Samples.reading(at: .seconds(754) + .milliseconds(16 * step), isRunning: true)
            snapshot.statistics.presentedFrames = step
            rig.player.snapshot = snapshot
            return []
        }
        expect(rig.loop.run(), is: .quit)
        expect(rig.backend.frames.count, is: 61)
        expect(rig.loop.compositionCount, is: 1)
        #expect(rig.backend.frames.last?.picture != nil)
    }

    @Test("rounds without news read nothing, and unannounced changes are shown within half a second")
    func rounds() {
        let rig = LoopRig(Samples.snapshot(.paused))
        var reads: [Int] = []
        rig.backend.onWait = { step in
            reads.append(rig.player.reads)
            switch step {
            case 0...4: rig.player.slip { $0.buffered = MediaRange(start: .seconds(740), end: .seconds(3000)) }
            case 5: rig.clock.advance(by: .milliseconds(50))
            case 6: rig.clock.advance(by: .milliseconds(450))
            default: return [.key(KeyPress(.character("q")))]
            }
            return []
        }
        expect(rig.loop.run(), is: .quit)
        expect(reads, is: [1, 1, 1, 1, 1, 1, 2, 3])
        expect(rig.loop.compositionCount, is: 2)
    }

    @Test("OBS-04: changes that come together are drawn at once")
    func together() {
        let rig = LoopRig(Samples.snapshot(.paused))
        rig.backend.onWait = { step in
            guard step == 0 else { return [.key(KeyPress(.character("q")))] }
            var snapshot = Samples.snapshot(.paused)
            snapshot.duration = .seconds(9000)
            snapshot.clock = Samples.reading(at: .seconds(1000), isRunning: false)
            snapshot.volume = 12
            snapshot.isMuted = true
            rig.player.snapshot = snapshot
            return []
        }
        expect(rig.loop.run(), is: .quit)
        expect(rig.loop.compositionCount, is: 2)
        expect(rig.backend.frames.count, is: 2)
    }

    @Test("a change of the chrome keeps the picture under it")
    func chromeOverPicture() {
        let rig = LoopRig(Samples.snapshot(.playing))
        let picture = CellBuffer(columns: 80, rows: 24, filledWith: .blank)
        rig.pictures.next = picture
        rig.backend.script = [[.key(KeyPress(.character("m")))], [.key(KeyPress(.character("q")))]]
        _ = rig.loop.run()
        expect(rig.backend.frames.count, is: 2)
        expect(rig.backend.frames.last?.picture, is: picture)
    }

    @Test("a busy terminal only handles keys, and shows the newest state afterwards")
    func busyTerminal() {
        let rig = LoopRig(Samples.snapshot(.playing))
        rig.backend.canPresent = false
        rig.backend.onWait = { step in
            switch step {
            case 0...4: return [.key(KeyPress(.character("0")))]
            case 5:
                rig.backend.canPresent = true
                return []
            default: return [.key(KeyPress(.character("q")))]
            }
        }
        _ = rig.loop.run()
        expect(rig.backend.frames.count, is: 1)
        expect(rig.loop.compositionCount, is: 1)
        expect(rig.player.commands.last, is: .setVolume(90))
        let chrome = rig.backend.frames[0].chrome
        #expect(ScreenText.text(row: 23, of: chrome).contains("Vol 90"))
    }

    @Test("PLAY-25: the bar's clock runs by deadlines, and causes no frames after the bar is hidden")
    func clockDeadlines() {
        let rig = LoopRig(Samples.snapshot(.playing))
        rig.backend.onWait = { step in
            if step == 0 { return [.mouse(MouseEvent(.move, column: 3, row: 3))] }
            guard let deadline = rig.backend.deadlines[step] else { return [.key(KeyPress(.character("q")))] }
            rig.clock.advance(by: deadline - rig.clock.now)
            return []
        }
        expect(rig.loop.run(), is: .quit)
        // The bar is hidden, shown for three seconds of its clock, and hidden again. Meanwhile the slider moves by a
        // cell at most.
        let texts = rig.backend.frames.map { ScreenText.text(row: 23, of: $0.chrome) }
        #expect((5...6).contains(texts.count) && zip(texts, texts.dropFirst()).allSatisfy { $0 != $1 })
        expect(texts.first?.allSatisfy { $0 == " " }, is: true)
        expect(texts.last?.allSatisfy { $0 == " " }, is: true)
        #expect(texts[1].contains("0:12:34 /") && texts[3].contains("0:12:36 /"))
        expect(rig.backend.deadlines.last, is: .some(nil))
    }

    @Test("PLAY-33: the end of an item starts the next one, which can end as well")
    func advance() {
        let rig = LoopRig(Samples.snapshot(.reachEnd), items: 3)
        rig.playlist.onMove = { rig.player.snapshot = Samples.snapshot(.reachEnd) }
        expect(rig.loop.run(), is: .finished)
        expect(rig.playlist.moves, is: [1, 1, 1])
        expect(rig.playlist.position.index, is: 2)
    }

    @Test("with keepsOpen the end of the last item stays on the screen")
    func keepsOpen() {
        let rig = LoopRig(Samples.snapshot(.reachEnd), keepsOpen: true)
        rig.backend.script = [[], [.key(KeyPress(.character("q")))]]
        expect(rig.loop.run(), is: .quit)
        #expect(ScreenText.render(rig.backend.frames[0].chrome).contains("The end"))
    }

    @Test("next and previous move in the list and report its end, and r restarts a failed item")
    func moves() {
        let rig = LoopRig(Samples.snapshot(.playing), items: 2)
        let keys: [Character] = [">", ">", "<", "q"]
        rig.backend.script = keys.map { [.key(KeyPress(.character($0)))] }
        expect(rig.loop.run(), is: .quit)
        expect(rig.playlist.moves, is: [1, 1, -1])
        #expect(rig.backend.frames.contains { ScreenText.render($0.chrome).contains("Already at the last item") })
        let failed = LoopRig(Samples.failed())
        failed.backend.script = [[.key(KeyPress(.character("r")))], [.key(KeyPress(.character("q")))]]
        expect(failed.loop.run(), is: .quit)
        expect(failed.playlist.restarts, is: 1)
    }

    @Test("a resize gives pictures their new space and a full frame, and drops a picture that is too large")
    func resize() {
        let rig = LoopRig(Samples.snapshot(.playing))
        rig.pictures.next = CellBuffer(columns: 80, rows: 24)
        rig.backend.onWait = { step in
            switch step {
            case 0:
                rig.backend.size = TerminalSize(columns: 60, rows: 20)
                return [.resized]
            default: return [.key(KeyPress(.character("q")))]
            }
        }
        _ = rig.loop.run()
        expect(rig.backend.invalidations, is: 1)
        expect(rig.pictures.panes.last, is: Rect(column: 0, row: 0, width: 60, height: 20))
        expect(rig.player.commands, is: [.refreshPicture])
        expect(rig.backend.frames.count, is: 2)
        #expect(rig.backend.frames[0].picture != nil && rig.backend.frames[1].picture == nil)
        expect(rig.backend.frames[1].chrome.columns, is: 60)
    }

    @Test("after a growth the previous picture stays centred until the next one arrives")
    func grown() {
        let rig = LoopRig(Samples.snapshot(.playing))
        rig.pictures.next = CellBuffer(columns: 80, rows: 24)
        rig.backend.onWait = { step in
            guard step == 0 else { return [.key(KeyPress(.character("q")))] }
            rig.backend.size = TerminalSize(columns: 100, rows: 30)
            return [.resized]
        }
        _ = rig.loop.run()
        #expect(rig.backend.frames[1].pictureColumn == 10 && rig.backend.frames[1].pictureRow == 3)
    }

    @Test("wake-ups are watched and cleared before their news is taken")
    func wakeUps() {
        let rig = LoopRig(Samples.snapshot(.playing))
        func isReadable(_ wakeUp: WakeUp) -> Bool {
            var request = pollfd(fd: wakeUp.descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&request, 1, 0) == 1
        }
        var readable: [Bool] = []
        rig.backend.onWait = { step in
            readable += [isReadable(rig.player.wakeUp), isReadable(rig.pictures.wakeUp)]
            rig.player.wakeUp.signal()
            rig.pictures.wakeUp.signal()
            return step < 2 ? [] : [.key(KeyPress(.character("q")))]
        }
        _ = rig.loop.run()
        expect(readable, is: [Bool](repeating: false, count: 6))
        expect(Set(rig.backend.watched), is: [rig.player.wakeUp.descriptor, rig.pictures.wakeUp.descriptor])
    }

    @Test("Ctrl-Z pauses and suspends, and resuming plays and redraws")
    func suspend() {
        let rig = LoopRig(Samples.snapshot(.playing))
        rig.backend.script = [[.suspending], [.key(KeyPress(.character("q")))]]
        _ = rig.loop.run()
        expect(rig.player.commands, is: [.pause, .play])
        expect(rig.backend.suspensions, is: 1)
        expect(rig.backend.invalidations, is: 2)
        expect(rig.backend.frames.count, is: 2)
    }

    @Test("a requested value stays on the screen until the engine's next snapshot")
    func optimism() {
        let rig = LoopRig(Samples.snapshot(.paused))
        rig.backend.script = [
            [.key(KeyPress(.character("0")))], [.key(KeyPress(.character("0")))], [.key(KeyPress(.character("q")))],
        ]
        _ = rig.loop.run()
        expect(rig.player.commands, is: [.setVolume(82), .setVolume(84)])
    }
}
