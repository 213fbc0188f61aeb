import Commands
import Foundation
import ListPlayer
import Options
import PlayCore
import Playback
import PlaybackModel
import Playlists
import TestSupport
import Testing

/// Tests of a playing entry: its chapters, its subtitles, retries, and loading ahead.
@Suite("Items of the list during playback", .timeLimit(.minutes(10)))
struct PlayingItemTests {
    private static let film = Array(FileManager.default.contents(atPath: Fixtures.path("counter.mp4")) ?? Data())
    private let counter = Fixtures.path("counter.mp4")
    private let other = Fixtures.path("counter.mkv")

    private func inFolder(_ files: [String: String], _ body: (String) throws -> Void) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        try body(folder.path + "/")
    }

    @Test(
        "CAT-01: chapters from a feed apply to an episode without its own, and --chapters-file replaces all chapters"
    )
    func chapters() throws {
        let items = [other, counter].map { path in
            "<item><enclosure url=\"\(path)\" type=\"video/mp4\"/><podcast:chapters url=\"c.json\"/></item>"
        }
        let files = [
            "c.json": #"{"chapters": [{"startTime": 0, "title": "Opening words"}, {"startTime": 6, "title": "Talk"}]}"#,
            "f.rss": "<rss><channel>\(items.joined())</channel></rss>",
            "own.txt": ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=3\nEND=9\ntitle=The middle\n",
        ]
        try inFolder(files) { folder in
            func titles(_ harness: PlayerHarness, _ first: String) -> [String?] {
                #expect(harness.wait { snapshot, _ in snapshot.chapters.first?.title == first }, "\(first)")
                return harness.player.snapshot.chapters.map(\.title)
            }
            let feed = try PlayerHarness(typed: ["--pause", folder + "f.rss"])
            expect(titles(feed, "Opening words"), is: ["Opening words", "Talk"])
            feed.player.send(.seek(.chapter(1), .exact))
            #expect(feed.wait { snapshot, _ in snapshot.clock.position == .seconds(6) })
            #expect(feed.player.move(by: 1))
            #expect(titles(feed, "First").starts(with: ["First", "Second"]))
            let replaced = try PlayerHarness(typed: ["--pause", "--chapters-file=" + folder + "own.txt", counter])
            expect(titles(replaced, "The middle"), is: ["The middle"])
        }
    }

    @Test("INFO-07: subtitles that a playlist names for an entry apply to that entry only")
    func subtitles() throws {
        let list = "#EXTM3U\n#EXTVLCOPT:sub-file=words.srt\n\(counter)\n\(other)\n"
        try inFolder(["l.m3u": list, "words.srt": "1\n00:00:00,000 --> 00:00:09,000\nFrom the list\n"]) { folder in
            let harness = try PlayerHarness(typed: ["--pause", folder + "l.m3u"])
            expect(harness.player.currentItem?.options.subtitleFiles, is: [folder + "words.srt"])
            #expect(harness.player.move(by: 1))
            expect(harness.player.currentItem?.path, is: other)
            expect(harness.player.currentItem?.options.subtitleFiles, is: [])
        }
    }

    private final class Events: SessionConsumer {
        private(set) var names: [String] = []
        func session(_ session: PlaybackSession, didReceive event: LifecycleEvent, at position: MediaTime) {
            names.append(event.rawValue)
        }
    }

    @Test(
        "ARCH-10, ARCH-21: a restart after a failure reports ResumeFail while the item is unplayable, then ResumeComplete"
    )
    func resuming() throws {
        try inFolder(["film.mp4": "no film"]) { folder in
            let events = Events()
            let harness = try PlayerHarness(typed: ["--pause", folder + "film.mp4"], consumers: [events])
            #expect(harness.wait { _, _ in events.names.last == "Fail" })
            let before = events.names.count
            harness.player.restart()
            #expect(harness.wait { _, _ in events.names.count >= before + 4 })
            expect(events.names.dropFirst(before), is: ["ResumeBegin", "ResumeFail", "Error", "Fail"])
            try FileManager.default.removeItem(atPath: folder + "film.mp4")
            try FileManager.default.createSymbolicLink(
                atPath: folder + "film.mp4", withDestinationPath: counter)
            harness.player.restart()
            #expect(harness.wait { _, _ in events.names.count >= before + 6 })
            expect(events.names.dropFirst(before + 4).prefix(2), is: ["ResumeBegin", "ResumeComplete"])
        }
    }

    @Test("ADV-72: near an item's end, a connection to the next item's server is made without a request")
    func preconnect() throws {
        let first = try FaultServer(file: Self.film)
        let second = try FaultServer(file: Self.film)
        let harness = PlayerHarness([first.text(), second.text()]) { $0.isPaused = true }
        #expect(harness.wait { _, _ in second.connectionCount == 1 })
        #expect(second.requests.isEmpty)
        #expect(harness.player.move(by: 1))
        #expect(harness.wait { _, _ in !second.requests.isEmpty })
        expect(second.requests.first?.connection, is: 0)
    }

    @Test("ADV-61, ADV-66: with --cache the next item of a list is loaded ahead, after the playing one was opened")
    func ahead() throws {
        let server = try FaultServer { request in
            let path = request.path.hasPrefix("/ts/") ? "streams" + request.path : String(request.path.dropFirst())
            guard let data = FileManager.default.contents(atPath: Fixtures.path(path)) else { return FaultReply(404) }
            return .file(Array(data), for: request)
        }
        try inFolder([:]) { folder in
            let harness = try PlayerHarness(typed: [
                "--cache", "--pause", "--cache-ahead-next=1", "--cache-dir=" + folder + "cache",
                server.text("/counter.mp4"), server.text("/ts/low.m3u8"), server.text("/ts/high.m3u8"),
            ])
            #expect(harness.wait { _, _ in server.requests.contains { $0.path == "/ts/low0.ts" } })
            // Entries that may be lists are opened at the start.
            let paths = server.requests.map(\.path).drop { $0.hasSuffix(".m3u8") }
            expect(paths.first, is: "/counter.mp4")
            expect(
                paths.filter { $0.hasPrefix("/ts/") }, is: ["/ts/low.m3u8", "/ts/low0.ts"], "a second of the next one")
        }
    }
}
