import Cells
import Commands
import PlayCore
import PlaybackModel
import ScreenKit
import TUI
import TestSupport
import Testing

/// A source that notes each call in a list shared with other sources.
private final class NotedSource: LoopSource {
    final class Notes {
        var all: [String] = []
    }

    let name: String
    let notes: Notes
    let own = WakeUp()
    var nextDeadline: HostTime?
    /// The effect that the source carries out.
    var effect: Effect?
    /// The actions of the next round.
    var actions: [AppAction] = []
    private(set) var signalled: [Bool] = []

    init(_ name: String, _ notes: Notes) { (self.name, self.notes) = (name, notes) }

    var wakeUps: [WakeUp] { [own] }

    func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        signalled.append(isSignalled)
        defer { actions = [] }
        return actions
    }

    func itemBegan(_ loop: UILoop) -> [AppAction] {
        notes.all.append("\(name) item")
        return []
    }

    func perform(_ effect: Effect, _ loop: UILoop) -> Bool {
        notes.all.append("\(name) asked")
        return effect == self.effect
    }

    func close() { notes.all.append("\(name) closed") }
}

@Suite("Sources of the loop")
struct LoopSourceTests {
    private let quit: [InputEvent] = [.key(KeyPress(.character("q")))]

    /// Returns a loop with three sources: a, b and c.
    private func rig(hasScreen: Bool = true) -> (LoopRig, [NotedSource], NotedSource.Notes) {
        let rig = LoopRig(Samples.snapshot(.playing), items: 2, hasScreen: hasScreen)
        let notes = NotedSource.Notes()
        let sources = ["a", "b", "c"].map { NotedSource($0, notes) }
        for source in sources { rig.loop.add(source) }
        return (rig, sources, notes)
    }

    @Test("sources are closed in reverse order, and only when the loop is closed", arguments: [true, false])
    func closing(hasScreen: Bool) {
        let (rig, _, notes) = rig(hasScreen: hasScreen)
        rig.backend.script = [[.terminated(signal: 15)]]
        expect(rig.loop.run(), is: .terminated(signal: 15))
        #expect(!notes.all.contains { $0.hasSuffix("closed") })
        rig.loop.close()
        expect(notes.all.suffix(3), is: ["c closed", "b closed", "a closed"])
    }

    @Test("each wake-up is watched once, and only its own source is notified of it", arguments: [true, false])
    func wakeUps(hasScreen: Bool) {
        let (rig, sources, _) = rig(hasScreen: hasScreen)
        rig.loop.add(ClosingSource {})
        rig.backend.onWait = { step in
            if step == 1 { sources[1].own.signal() }
            return step < 3 ? [] : [.inputClosed]
        }
        expect(rig.loop.run(), is: .inputClosed)
        expect(sources[0].signalled, is: [false, false, false, false, false])
        expect(sources[1].signalled, is: [false, false, true, false, false])
        let watched = rig.backend.watched
        expect(Set(watched).count, is: watched.count)
        expect(watched.count, is: 5)
        #expect(Set(watched).isSuperset(of: sources.map(\.own.descriptor)))
    }

    @Test("sources that share a wake-up are all notified of it")
    func sharedWakeUp() {
        let rig = LoopRig(Samples.snapshot(.playing))
        let (first, second) = (SharingSource(rig), SharingSource(rig))
        rig.loop.add(first)
        rig.loop.add(second)
        rig.backend.script = [[], quit]
        expect(rig.loop.run(), is: .quit)
        expect(first.signalled, is: second.signalled)
        expect(rig.backend.watched.count, is: 2)
    }

    @Test("an effect is passed on until a source performs it, and that source is asked for its news at once")
    func effect() {
        let (rig, sources, notes) = rig()
        sources[1].effect = .listAudioDevices
        rig.backend.script = [[.key(KeyPress(.character("g"))), .key(KeyPress(.character("d")))], [.inputClosed]]
        expect(rig.loop.run(), is: .inputClosed)
        expect(notes.all.filter { $0.hasSuffix("asked") }, is: ["a asked", "b asked"])
        expect(sources[1].signalled, is: [false, true, false, false])
        expect(sources[0].signalled, is: [false, false, false])
    }

    @Test("a command whose effect no source performs is refused")
    func refusal() throws {
        let (rig, sources, notes) = rig()
        let command = try BoundCommand.parse(line: "screenshot video")[0]
        var errors: [CommandError?] = []
        rig.backend.onWait = { step in
            if step == 1 { sources[2].effect = .screenshot(.source) }
            errors.append(rig.loop.run(command))
            return step < 1 ? [] : quit
        }
        expect(rig.loop.run(), is: .quit)
        expect(errors, is: [.notAvailable("screenshot"), nil])
        expect(notes.all.filter { $0.hasSuffix("asked") }.count, is: 6)
    }

    @Test("all sources are notified of a new item")
    func itemBegan() {
        let (rig, _, notes) = rig()
        rig.backend.script = [[.key(KeyPress(.character(">")))], quit]
        expect(rig.loop.run(), is: .quit)
        expect(notes.all, is: ["a item", "b item", "c item", "a item", "b item", "c item"])
    }

    @Test("the earliest deadline of the sources ends the wait")
    func deadlines() {
        let (rig, sources, _) = rig()
        rig.player.snapshot = Samples.snapshot(.paused)
        // No message is shown that would expire.
        rig.loop.configure { $0.program.osdLevel = 0 }
        sources[0].nextDeadline = Samples.now + .seconds(9)
        sources[2].nextDeadline = Samples.now + .seconds(4)
        rig.backend.script = [quit]
        expect(rig.loop.run(), is: .quit)
        expect(rig.backend.deadlines, is: [Samples.now + .seconds(4)])
    }

    @Test("without a screen nothing is presented, a failed item is skipped, and the end of the list ends the loop")
    func withoutScreen() {
        let rig = LoopRig(Samples.snapshot(.playing), items: 2, keepsOpen: true, hasScreen: false)
        rig.backend.canPresent = false
        rig.playlist.onMove = { rig.player.snapshot = Samples.snapshot(.playing) }
        rig.backend.onWait = { step in
            rig.player.snapshot = step == 0 ? Samples.failed() : Samples.snapshot(.reachEnd)
            return []
        }
        expect(rig.loop.run(), is: .finished)
        expect(rig.playlist.moves, is: [1, 1])
        #expect(rig.backend.frames.isEmpty)
        expect(rig.backend.deadlines, is: [nil, nil])
    }

    @Test("PLAY-14: after a lost terminal, loop and playback continue with another backend")
    func unseen() {
        let (rig, sources, notes) = rig()
        rig.backend.script = [[.terminated(signal: 1)]]
        expect(rig.loop.run(), is: .terminated(signal: 1))
        let nowhere = TestBackend()
        nowhere.canPresent = false
        nowhere.onWait = { step in
            if step == 0 { sources[0].own.signal() }
            return step < 2 ? [] : [.terminated(signal: 15)]
        }
        expect(rig.loop.runUnseen(with: nowhere), is: .terminated(signal: 15))
        expect(rig.player.commands, is: [.setPictureAttached(false)])
        #expect(nowhere.frames.isEmpty)
        expect(sources[0].signalled.suffix(3), is: [true, false, false])
        expect(notes.all.filter { $0 == "a item" }.count, is: 1)
    }

    @Test("a lost terminal ends the loop if the last item has already ended")
    func unseenEnd() {
        let rig = LoopRig(Samples.snapshot(.reachEnd), keepsOpen: true)
        rig.backend.script = [[], [.inputClosed]]
        expect(rig.loop.run(), is: .inputClosed)
        expect(rig.loop.runUnseen(with: TestBackend()), is: .finished)
    }
}

private final class SharingSource: FakeSource {
    private(set) var signalled: [Bool] = []

    override func news(_ loop: UILoop, isSignalled: Bool) -> [AppAction] {
        signalled.append(isSignalled)
        return []
    }
}
