import Cells
import PlayCore
import PlaybackModel
import ScreenKit
import TUI
import TestSupport
import Testing

@Suite("Keys of the composed chrome")
struct ChromeKeyTests {
    @Test("equal keys mean equal screens, through random input, time and sizes")
    func equalKeysEqualScreens() {
        var random = SeededGenerator(seed: 11)
        var state = Samples.playing()
        var now = Samples.now
        var last: (key: ChromeKey, screen: ComposedScreen)?
        var equalKeys = 0
        for _ in 0..<4000 {
            Self.shake(&state, &now, &random)
            let key = ChromeKey(state, at: now)
            let screen = compose(state, at: now)
            if let last, last.key == key {
                equalKeys += 1
                if last.screen != screen { Issue.record("\(Self.difference(last.screen.chrome, screen.chrome))") }
            }
            expect(screen.chrome.columns, is: state.terminal.columns)
            expect(screen.chrome.rows, is: state.terminal.rows)
            last = (key, screen)
            if !screen.chrome.hasWholeGlyphs { Issue.record("\(ScreenText.render(screen.chrome))") }
        }
        #expect(equalKeys > 400)
    }

    @Test("the screen does not change before the time of its next change")
    func nothingChangesBefore() {
        var random = SeededGenerator(seed: 5)
        var state = Samples.playing()
        var now = Samples.now
        for _ in 0..<1500 {
            Self.shake(&state, &now, &random)
            state.apply(.tick(output: OutputTotals()), at: now)
            let next = state.nextChange(after: now)
            if let next { #expect(next > now) }
            // The clock's deadlines lie up to a microsecond after the change, to be on the safe side of it.
            let before = next.map { max(now, $0 - .microseconds(2)) } ?? now + .seconds(3600)
            let (old, new) = (compose(state, at: now), compose(state, at: before))
            if old != new { Issue.record("\(state.snapshot.status), \(Self.difference(old.chrome, new.chrome))") }
        }
    }

    /// Returns the rows that differ.
    private static func difference(_ old: CellBuffer, _ new: CellBuffer) -> String {
        guard old.columns == new.columns, old.rows == new.rows else { return "sizes" }
        return (0..<old.rows).map { (ScreenText.render(row: $0, of: old), ScreenText.render(row: $0, of: new)) }
            .filter { $0 != $1 }.map { "\n\($0)\n\($1)" }.joined()
    }

    private static func shake(_ state: inout AppState, _ now: inout HostTime, _ random: inout SeededGenerator) {
        switch random.next() % 10 {
        case 0: now = now + .milliseconds(Int(random.next() % 3000))
        case 1: now = now + HostTime(nanoseconds: Int64(random.next() % 20_000_000))
        case 2:
            let sizes = [(80, 24), (79, 24), (20, 4), (19, 3), (33, 9), (240, 67), (1, 1), (120, 12)]
            let size = sizes[Int(random.next() % UInt64(sizes.count))]
            state.apply(.terminal(Samples.traits(size.0, size.1, isASCII: random.next() % 4 == 0)), at: now)
        case 3, 4: state.apply(.snapshot(snapshot(&random, now)), at: now)
        case 5: state.apply(.tick(output: OutputTotals(bytes: Int64(random.next() % 99_999), frames: 3)), at: now)
        case 6: state.mouse(mouseKind(&random), Int(random.next() % 240), Int(random.next() % 67), at: now)
        case 7: break
        default:
            if random.next() % 9 == 0 {
                state.bar.showsProgressLine.toggle()
                state.bar.showsMilliseconds.toggle()
                return
            }
            let groups = Keymap.player.groups + Keymap.lists.groups
            let keys = groups.flatMap(\.entries).flatMap(\.bindings).flatMap(\.keys)
            let key = keys[Int(random.next() % UInt64(keys.count))]
            state.press(key.key, key.modifiers, at: now)
        }
    }

    private static func mouseKind(_ random: inout SeededGenerator) -> MouseEvent.Kind {
        [.move, .press(.left), .release(.left), .drag(.left), .wheelUp, .wheelDown, .press(.right)][
            Int(random.next() % 7)]
    }

    private static func snapshot(_ random: inout SeededGenerator, _ now: HostTime) -> PlaybackSnapshot {
        let statuses = PlayStatus.allCases + [.playing, .playing, .playing]
        var snapshot = Samples.snapshot(statuses[Int(random.next() % UInt64(statuses.count))])
        let position = MediaTime(nanoseconds: Int64(random.next() % 4_000_000_000_000) - 1_000_000_000)
        snapshot.clock = .init(
            position: position, hostTime: now, rate: PlaybackRate(random.next() % 2 == 0 ? 1 : 1.25),
            isRunning: snapshot.status == .playing)
        if snapshot.status == .failed { snapshot.error = Samples.failed().error }
        switch random.next() % 6 {
        case 0: snapshot.duration = nil
        case 1: snapshot.duration = .zero
        case 2: snapshot.duration = MediaTime(nanoseconds: .max / 2)
        default: break
        }
        if random.next() % 3 == 0 {
            snapshot.videoTrack = nil
            snapshot.audioLevels = [Float(random.next() % 100) / 80, .nan, -.infinity]
        }
        if random.next() % 3 == 0 { snapshot.waitingSince = now - .milliseconds(Int(random.next() % 9000)) }
        if random.next() % 4 == 0 {
            snapshot.title = "\u{1B}]0;x\u{7}本e\u{301}\u{200B}" + String(repeating: "长", count: 300)
            snapshot.chapters = []
        }
        if random.next() % 3 == 0 {
            snapshot.liveState = LiveState(
                edge: .init(
                    position: position + .seconds(Int(random.next() % 60)), hostTime: now, rate: .normal,
                    isRunning: random.next() % 3 != 0), windowLength: .seconds(Int(random.next() % 2) * 1800))
        }
        if random.next() % 2 == 0 { snapshot.tracks += [Samples.audioTrack(2, "zho"), Samples.smallVideo] }
        snapshot.statistics.presentedFrames = Int(random.next() % 100)
        snapshot.isSeeking = random.next() % 4 == 0
        return snapshot
    }
}
