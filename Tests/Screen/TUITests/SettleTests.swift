import Catalogue
import Cells
import Classes
import History
import Library
import PlayCore
import PlaybackModel
import Playlists
import ScreenKit
import TestSupport
import Testing

@testable import ClassPanes
@testable import DownloadScreen
@testable import HomeScreen
@testable import TUI

@Suite("Derived state")
struct SettleTests {
    @Test(
        "derived state is up to date after every action, so deriving everything again changes nothing"
    )
    func nothingIsForgotten() {
        for (number, start) in Self.starts.enumerated() {
            var random = SeededGenerator(seed: UInt64(number) + 31)
            var state = start
            var now = Samples.now
            state.changes = .everything
            _ = state.settle(at: now)
            for step in 0..<1200 {
                now = now + .milliseconds(Int(random.next() % 400))
                let action = Self.action(&random, state, now)
                _ = reduce(&state, action, now: now)
                // The marked subtitle line and chapter follow with the next tick.
                state.apply(.tick(output: OutputTotals()), at: now)
                var again = state
                again.changes = .everything
                let effects = again.settle(at: now)
                if again != state {
                    let fields = Self.differing(state, again)
                    let panel = state.panel.map { "\($0.kind)" } ?? "no list"
                    Issue.record("start \(number), step \(step), \(panel): \(fields) is left behind by \(action)")
                }
                #expect(effects.isEmpty || state.panel?.kind == .comments, "start \(number), step \(step): \(action)")
                if again != state { break }
            }
        }
    }

    /// Returns the names of the stored fields that differ, down to the innermost ones.
    private static func differing(_ old: Any, _ new: Any) -> [String] {
        guard "\(old)" != "\(new)" else { return [] }
        return zip(Mirror(reflecting: old).children, Mirror(reflecting: new).children).flatMap { old, new in
            guard "\(old.value)" != "\(new.value)" else { return [String]() }
            let within = differing(old.value, new.value)
            let name = old.label ?? "?"
            return within.isEmpty ? [name] : within.map { "\(name).\($0)" }
        }
    }

    private static var starts: [AppState] {
        [
            Samples.playing(), Samples.rich(), Samples.served(), Samples.live(behind: 10, window: 600), Samples.home(),
            Samples.folder(), Samples.downloadsHome(), Samples.downloadsOverFilm(), Samples.inClass(120, 36),
            LiveSamples.inClass(LiveSamples.view(LiveSamples.mei)),
            LiveSamples.inClass(LiveSamples.view(LiveSamples.teacher)),
        ]
    }

    private static func action(_ random: inout SeededGenerator, _ state: AppState, _ now: HostTime) -> AppAction {
        switch random.next() % 24 {
        case 0: .audioDevices(random.next() % 2 == 0 ? Samples.devices : AudioDeviceList())
        case 1: .history(random.next() % 2 == 0 ? Samples.history() : Samples.remembered)
        case 2: .services(random.next() % 2 == 0 ? Samples.services() : ServiceState())
        case 3: .chats(random.next() % 2 == 0 ? Samples.chats : ChatFiles())
        case 4: downloads(&random)
        case 5: .subtitles(random.next() % 2 == 0 ? Samples.subtitles() : Samples.subtitleLines())
        case 6: .library(.details(["/home/mei/Videos": .folder(media: Int(random.next() % 90))]))
        case 7: playlist(&random)
        case 8: .itemChanged(PlaylistPosition(index: random.next() % 3 == 0 ? nil : 1, count: 3))
        case 9:
            .terminal(
                Samples.traits([80, 100, 120, 19][Int(random.next() % 4)], [24, 30, 36][Int(random.next() % 3)]))
        case 10, 11: .snapshot(snapshot(&random, state))
        case 12 where state.room != nil: .room(Samples.roomView(at: .seconds(Int(random.next() % 60))))
        case 13 where state.room?.live != nil:
            .live(
                LiveSamples.view(LiveSamples.mei, isInProgress: random.next() % 2 == 0, number: Int(random.next() % 99))
            )
        default: .input(.key(key(&random)))
        }
    }

    private static func downloads(_ random: inout SeededGenerator) -> AppAction {
        var downloads = random.next() % 2 == 0 ? Samples.downloads : Samples.manyDownloads(9)
        downloads.listNumber = Int(random.next() % 1_000_000)
        return .downloads(downloads)
    }

    private static func playlist(_ random: inout SeededGenerator) -> AppAction {
        let count = Int(random.next() % 4)
        let names = (0..<count).map { "Lecture \($0).mkv" }
        return .playlist(
            PlaylistContents(locations: names, index: count > 1 ? 1 : nil),
            PlaylistPosition(index: count > 1 ? 1 : nil, count: count))
    }

    private static func snapshot(_ random: inout SeededGenerator, _ state: AppState) -> PlaybackSnapshot {
        var snapshot = random.next() % 2 == 0 ? Samples.richSnapshot() : state.item.playback.reported
        snapshot.status = PlayStatus.allCases[Int(random.next() % UInt64(PlayStatus.allCases.count))]
        if random.next() % 3 == 0 { snapshot.duration = nil }
        if random.next() % 3 == 0 { snapshot.tracks = [Samples.audioTrack(2, "zho"), Samples.smallVideo] }
        if random.next() % 3 == 0 { snapshot.audioTrack = 2 }
        if snapshot.status == .failed { snapshot.error = Samples.failed().error }
        return snapshot
    }

    private static func key(_ random: inout SeededGenerator) -> KeyPress {
        let groups = Keymap.player.groups + Keymap.lists.groups
        let keys = groups.flatMap(\.entries).flatMap(\.bindings).flatMap(\.keys)
        return keys[Int(random.next() % UInt64(keys.count))]
    }
}

extension Changes {
    static let everything = Changes(rawValue: .max)
}
