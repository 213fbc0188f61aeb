import Cells
import Commands
import Glibc
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import Subtitles
import TUI
import TestSupport
import Testing

@Suite("UI loop and the link")
struct UILoopLinkTests {
    private let quit: [InputEvent] = [.key(KeyPress(.character("q")))]

    private func picture(_ glyph: UInt32) -> CellBuffer {
        CellBuffer(
            columns: 80, rows: 24,
            filledWith: Cell(glyph: glyph, foreground: .rgb(1, 2, 3), background: .rgb(4, 5, 6), attributes: []))
    }

    @Test("without space a picture waits in its source, and the newest one is taken when there is space")
    func waits() {
        let rig = LoopRig(Samples.snapshot(.playing))
        // No message is shown that would expire.
        rig.loop.configure { $0.program.osdLevel = 0 }
        let next = rig.clock.now + .milliseconds(25)
        rig.backend.onWait = { step in
            switch step {
            case 0:
                rig.backend.acceptsPicture = false
                rig.backend.nextPictureTime = next
                rig.pictures.next = picture(1)
            case 1: rig.pictures.next = picture(2)
            case 2:
                rig.clock.advance(by: .milliseconds(25))
                rig.backend.acceptsPicture = true
                rig.backend.nextPictureTime = nil
            default: return quit
            }
            return []
        }
        let asked = rig.pictures.asked
        expect(rig.loop.run(), is: .quit)
        expect(rig.pictures.asked - asked, is: 2)
        expect(rig.backend.frames.map(\.picture), is: [nil, picture(2)])
        #expect(rig.backend.deadlines[1] == next && rig.backend.deadlines[2] == next)
        expect(rig.backend.deadlines[3], is: nil)
    }

    @Test("space that appears while chrome is presented is used at once")
    func spaceInBetween() {
        let rig = LoopRig(Samples.snapshot(.paused))
        rig.loop.configure { $0.program.osdLevel = 0 }
        rig.backend.onWait = { step in
            switch step {
            case 0:
                rig.backend.acceptsPicture = false
                rig.backend.onPresent = { rig.backend.acceptsPicture = true }
                rig.pictures.next = picture(1)
                return [.key(KeyPress(.character("m")))]
            case 1: return []
            default: return quit
            }
        }
        expect(rig.loop.run(), is: .quit)
        expect(rig.backend.deadlines[1], is: rig.clock.now)
        expect(rig.backend.frames.last?.picture, is: picture(1))
    }

    @Test("a picture taken before its item was announced is requested again")
    func earlyPicture() {
        let rig = LoopRig(Samples.snapshot(.paused))
        rig.loop.configure { $0.program.osdLevel = 0 }
        rig.pictures.next = picture(1)
        rig.backend.onWait = { step in
            switch step {
            case 0:
                rig.playlist.change = .began
                rig.player.wakeUp.signal()
                return []
            case 1:
                // The player answers with the current picture.
                if rig.player.commands == [.refreshPicture] { rig.pictures.next = picture(1) }
                rig.pictures.wakeUp.signal()
                return []
            default: return quit
            }
        }
        expect(rig.loop.run(), is: .quit)
        expect(rig.backend.frames.last?.picture, is: picture(1))
    }

    @Test("chrome does not wait for space, and keeps the shown picture")
    func chromeFirst() {
        let rig = LoopRig(Samples.snapshot(.playing))
        rig.pictures.next = picture(1)
        rig.backend.onWait = { step in
            switch step {
            case 0:
                rig.backend.acceptsPicture = false
                rig.pictures.next = picture(2)
                return [.key(KeyPress(.character("m")))]
            default: return quit
            }
        }
        expect(rig.loop.run(), is: .quit)
        expect(rig.backend.frames.map(\.picture), is: [picture(1), picture(1)])
        expect(rig.backend.withPicture, is: [true, false])
    }

    @Test("a picture that stands still is presented once per frame interval until it is exact")
    func refines() {
        let rig = LoopRig(Samples.snapshot(.paused))
        // No message is shown that would expire.
        rig.loop.configure { $0.program.osdLevel = 0 }
        rig.pictures.next = picture(1)
        rig.backend.lastOutcome = FrameOutcome(isApproximate: true)
        rig.backend.onWait = { step in
            if step == 3 { rig.backend.lastOutcome = FrameOutcome() }
            guard let deadline = rig.backend.deadlines[step] else { return quit }
            rig.clock.advance(by: deadline - rig.clock.now)
            return []
        }
        expect(rig.loop.run(), is: .quit)
        expect(rig.backend.frames.count, is: 5)
        #expect(rig.backend.frames.allSatisfy { $0.picture == picture(1) })
        let waits = rig.backend.deadlines.compactMap { $0 }
        #expect(zip(waits, waits.dropFirst()).allSatisfy { $1 - $0 == rig.backend.frameInterval })
    }

    @Test("a moving picture is not refined, because the next picture needs the space")
    func noRefinementWhilePlaying() {
        let rig = LoopRig(Samples.snapshot(.playing))
        rig.backend.lastOutcome = FrameOutcome(isApproximate: true)
        rig.backend.onWait = { step in
            guard step < 10 else { return quit }
            rig.clock.advance(by: rig.backend.frameInterval)
            rig.pictures.next = picture(UInt32(0x2580 + step))
            return []
        }
        expect(rig.loop.run(), is: .quit)
        expect(rig.backend.frames.count, is: 11)
    }

    @Test("the backend's frame interval follows the film's frame rate and the playback speed")
    func interval() {
        var snapshot = Samples.snapshot(.playing)
        snapshot.statistics.framesPerSecond = 25
        snapshot.rate = PlaybackRate(2)
        let rig = LoopRig(snapshot)
        rig.backend.script = [quit]
        _ = rig.loop.run()
        expect(rig.backend.frameInterval, is: .milliseconds(20))
    }

    @Test("each frame has a record of its time, position, cost and dropped pictures")
    func records() {
        final class Records {
            var all: [FrameRecord] = []
        }
        let rig = LoopRig(Samples.snapshot(.playing))
        let records = Records()
        rig.loop.onFrame = { records.all.append($0) }
        rig.backend.lastOutcome = FrameOutcome(bytes: 700, pictureBytes: 600, lambda: 2, ssim: 0.9)
        rig.backend.link = LinkStatus(isLimited: true, bytesPerSecond: 1e5, inFlight: 900, queue: .milliseconds(3))
        rig.pictures.takenTime = .seconds(754)
        rig.pictures.droppedCount = 4
        rig.backend.script = [quit]
        _ = rig.loop.run()
        expect(
            records.all,
            is: [
                FrameRecord(
                    time: rig.clock.now, mediaTime: .seconds(754), outcome: rig.backend.lastOutcome,
                    link: rig.backend.link, dropped: 4, late: 3)
            ])
    }

    @Test("UI-07: a key in a panel composes the chrome once, and pictures do not compose it")
    func panelComposition() {
        let rig = LoopRig(Samples.snapshot(), items: 3)
        var counts: [Int] = []
        rig.backend.onWait = { step in
            counts.append(rig.loop.compositionCount)
            rig.pictures.next = CellBuffer(columns: 80, rows: 24, filledWith: .blank)
            switch step {
            case 0: return [.key(KeyPress(.function(8)))]
            case 2, 4: return [.key(KeyPress(.character("j")))]
            case 8: return [.inputClosed]
            default: return []
            }
        }
        expect(rig.loop.run(), is: .inputClosed)
        expect(zip(counts, counts.dropFirst()).map { $1 - $0 }, is: [1, 0, 1, 0, 1, 0, 0, 0])
        expect(rig.loop.state.panel?.list.selection, is: .item(3))
    }

    @Test(
        "ARCH-06: with --idle the player stays open after the end of the list and after stop")
    func idle() throws {
        let waiting = LoopRig(Samples.snapshot(.reachEnd), items: 1, idle: .yes)
        waiting.playlist.onStop = { waiting.player.snapshot = .empty }
        waiting.backend.onWait = { step in step < 3 ? [] : [.inputClosed] }
        expect(waiting.loop.run(), is: .inputClosed)
        expect(waiting.playlist.stops, is: [true])
        expect(waiting.loop.state.playlist.index, is: nil)
        let stop = try BoundCommand.parse(line: "stop")[0]
        let rig = LoopRig(Samples.snapshot(), items: 2, idle: .yes)
        rig.playlist.onStop = { rig.player.snapshot = .empty }
        rig.backend.onWait = { step in
            if step == 1 { rig.loop.run(stop) }
            return step < 3 ? [] : [.inputClosed]
        }
        expect(rig.loop.run(), is: .inputClosed)
        expect(rig.playlist.stops, is: [false])
        expect(rig.loop.properties.playlist.index, is: nil)
        let ending = LoopRig(Samples.snapshot(), items: 2)
        ending.backend.onWait = { _ in
            ending.loop.run(stop)
            return []
        }
        expect(ending.loop.run(), is: .quit)
        expect(ending.playlist.stops, is: [])
    }

    @Test("effects of panels reach the playlist and the sources of devices and subtitles")
    func panelEffects() {
        final class Devices: FakeSource {
            var refreshes = 0
            var selected: [String] = []
            override func perform(_ effect: Effect, _ loop: UILoop) -> Bool {
                switch effect {
                case .listAudioDevices: refreshes += 1
                case .selectAudioDevice(let name): selected.append(name)
                default: return false
                }
                return true
            }
            override func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
                loop.state.audioDevices == Samples.devices ? [] : [.audioDevices(Samples.devices)]
            }
        }
        final class Subtitles: FakeSource {
            var added: [String] = []
            override func perform(_ effect: Effect, _ loop: UILoop) -> Bool {
                guard case .addSubtitles(let request) = effect else { return false }
                added.append(request.path)
                return true
            }
        }
        let rig = LoopRig(Samples.snapshot(), items: 3)
        let (devices, subtitles) = (Devices(rig), Subtitles(rig))
        rig.loop.add(devices)
        rig.loop.add(subtitles)
        func keys(_ text: String) -> [InputEvent] {
            text.map { .key($0 == "\n" ? KeyPress(.enter) : KeyPress(.character($0))) }
        }
        rig.backend.script = [
            keys("gdG\n"), keys("sg\n"), keys("sG\n") + [.paste("/a.srt")] + keys("\n"), keys("gpG\n"),
        ]
        _ = rig.loop.run()
        expect(devices.selected, is: ["null"])
        expect(devices.refreshes, is: 1)
        expect(subtitles.added, is: ["/a.srt"])
        expect(rig.playlist.moves, is: [2])
        expect(rig.playlist.position.index, is: 2)
        expect(rig.loop.state.audioDevices, is: Samples.devices)
    }
}
