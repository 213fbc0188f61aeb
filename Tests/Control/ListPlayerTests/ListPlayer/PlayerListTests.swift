import Commands
import Encoding
import Foundation
import ListPlayer
import Options
import PlayCore
import PlaybackModel
import Playlists
import TestSupport
import Testing

@Suite("Commands that change the playing list", .timeLimit(.minutes(10)))
struct PlayerListTests {
    private let film = Fixtures.path("counter.mp4")
    private let other = Fixtures.path("counter.mkv")

    private func entry(_ number: Int64, of count: Int64? = nil) -> CommandAnswer {
        var result: [String: JSONValue] = ["playlist_entry_id": .integer(number)]
        if let count { result["num_entries"] = .integer(count) }
        return .success(.object(sorting: result))
    }

    /// Creates a folder with two copies of a film, and a list with one more film and two unplayable entries.
    private func folder() throws -> URL {
        let folder = try BuiltProgram.temporaryFolder()
        let films = folder.appendingPathComponent("films")
        try FileManager.default.createDirectory(at: films, withIntermediateDirectories: false)
        for name in ["b.mp4", "a.mp4"] {
            try FileManager.default.copyItem(atPath: film, toPath: films.path + "/" + name)
        }
        try Data("#EXTM3U\n#EXTINF:4,A title\n\(other)\n/dev/zero\n-\n".utf8)
            .write(to: folder.appendingPathComponent("list.m3u"))
        return folder
    }

    @Test("ARCH-06: files, folders and lists are added in the order of the commands, which return their entries")
    func loading() throws {
        let folder = try folder()
        defer { BuiltProgram.remove(folder) }
        let harness = PlayerHarness { $0.idle = .yes }
        let answers = try harness.answers(
            "loadfile \"\(folder.path)/films\" append", "loadfile \"\(film)\" append-play start=1.5,pause=yes",
            "loadlist \"\(folder.path)/list.m3u\" insert-next")
        expect(answers, is: [entry(1), entry(3), entry(4, of: 1)])
        expect(harness.names, is: ["a.mp4", "b.mp4", "counter.mp4", "counter.mkv"])
        expect(harness.player.position.index, is: 2)
        #expect(harness.wait { snapshot, _ in snapshot.clock.position == .milliseconds(1500) })
        #expect(harness.said.contains { $0.hasPrefix("2 entries skipped, first: ") })
    }

    @Test("OBS-01: a volume set before anything plays wakes the player's loop")
    func idle() {
        let harness = PlayerHarness { $0.idle = .yes }
        _ = harness.player.wakeUp.clear()
        harness.player.send(.setVolume(40))
        #expect(harness.player.wakeUp.clear())
        expect(harness.player.snapshot.volume, is: 40)
    }

    @Test("options of the whole run, such as a window's, do not prevent a file from loading and change nothing")
    func wholeRun() throws {
        let harness = PlayerHarness { $0.idle = .yes }
        let answers = try harness.answers(
            "loadfile \"\(film)\" append fullscreen=yes,title=x,osd-level=0,shuffle=yes,force-window=yes")
        expect(answers, is: [entry(1)])
        expect(harness.names, is: ["counter.mp4"])
    }

    @Test("unknown options and files that are no lists are refused")
    func refused() throws {
        let harness = PlayerHarness { $0.idle = .yes }
        let answers = try harness.answers(
            "loadlist \"\(film)\" append", "loadfile \"\(film)\" append bogus=1",
            "loadfile /nowhere/at/all.m3u append")
        expect(
            answers.prefix(2),
            is: [.failure(.unplayable("loadlist", value: film)), .failure(.badArgument("loadfile", value: "bogus=1"))])
        #expect(harness.names.isEmpty || harness.names == ["all.m3u"])
    }

    @Test("PLAY-33: removing the playing item plays the next one, and removing the last one ends the list")
    func removing() throws {
        let harness = PlayerHarness([film, other]) { $0.isPaused = true }
        expect(harness.player.position.index, is: 0)
        try expect(harness.answers("playlist-remove current"), is: [.success(.null)])
        expect(harness.names, is: ["counter.mkv"])
        expect(harness.player.currentItem?.path, is: other)
        var changes: [ListChange] = []
        harness.player.run(.playlist(.remove(nil))) { _ in }
        changes.append(harness.player.takeChange())
        expect(changes, is: [.ended])
        #expect(harness.names.isEmpty)
        try expect(harness.answers("playlist-remove 7"), is: [.failure(.failed("playlist-remove"))])
    }

    @Test("stop ends playback, and keeps or empties the list")
    func stopping() {
        let harness = PlayerHarness([film, other]) { $0.isPaused = true }
        harness.player.stop(keepsList: true)
        expect(harness.player.takeChange(), is: .began)
        expect(harness.names.count, is: 2)
        expect(harness.player.position.index, is: nil)
        expect(harness.player.snapshot.status, is: .stopped)
        #expect(harness.player.move(to: 1))
        harness.player.stop(keepsList: true)
        harness.player.restart()
        expect(harness.player.position.index, is: 1)
        expect(harness.player.snapshot.status, is: .loading)
        harness.player.stop(keepsList: false)
        #expect(harness.names.isEmpty)
    }

    @Test("PLAY-32: the exit status tells whether all, some or none of the items could be played")
    func status() {
        let harness = PlayerHarness([film, "/nowhere/film.mp4"]) { $0.isPaused = true }
        #expect(harness.wait { snapshot, _ in [.ready, .paused].contains(snapshot.status) })
        expect(harness.player.exitCode, is: .success)
        #expect(harness.player.move(by: 1))
        #expect(harness.wait { snapshot, _ in snapshot.status == .failed })
        expect(harness.player.exitCode, is: .playPartlyFailed)
        expect(harness.player.failures.map(\.code.rawValue), is: [1050])
        let alone = PlayerHarness(["/nowhere/film.mp4"])
        #expect(alone.wait { snapshot, _ in snapshot.status == .failed })
        expect(alone.player.exitCode, is: .playFailed)
    }

    @Test("PLAY-32: a video that ends far before its promised length counts as not fully played")
    func shortened() throws {
        let harness = try PlayerHarness(typed: ["--start=4", Fixtures.path("truncated.mkv")])
        #expect(harness.wait { _, _ in harness.player.exitCode == .playPartlyFailed })
        #expect(harness.player.failures.isEmpty)
    }
}
