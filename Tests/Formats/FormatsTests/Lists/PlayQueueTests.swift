import FoundationEssentials
import PlayCore
import TestSupport
import Testing

@testable import Playlists

@Suite struct PlayQueueTests {
    private let counter = Fixtures.path("counter.mp4")
    private let other = Fixtures.path("counter.mkv")

    private func queue(
        _ locations: [String], _ options: TestOptions = TestOptions(), isPlaylist: Bool = false, feedPreload: Int? = nil
    ) -> PlayQueue<TestOptions> {
        PlayQueue(
            locations.map { .init($0, isPlaylist: isPlaylist) }, options, PlaylistLoader(isRecursive: false),
            feedPreload: feedPreload)
    }

    @Test("ARCH-06: a playlist, a folder and a file become one list, and skipped entries are reported")
    func reading() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let list = folder.path + "/l.m3u"
        try write("#EXTM3U\n\(counter)\n/dev/zero\n-\n\(other)\n", to: list)
        let read = queue([list, other])
        expect(read.videos.map(\.location), is: [counter, other, other])
        expect(read.videos.map(\.entry), is: [0, 1, 2])
        expect(read.warnings.count, is: 2)
        expect(read.warnings[0], is: "Skipped: a device: /dev/zero")
        expect(read.warnings[1], is: "Skipped: playlists may not read standard input: -")
        let unnamed = folder.path + "/list"
        try write("\(counter)\n\(counter)\n", to: unnamed)
        expect(queue([unnamed], isPlaylist: true).videos.count, is: 2)
    }

    @Test("an empty folder and a damaged list yield no entry but a reason")
    func nothing() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let empty = queue([folder.path])
        #expect(empty.videos.isEmpty)
        expect(empty.warnings.first?.contains("Nothing to play in"), is: true)
        let list = folder.path + "/l.xspf"
        try write("<playlist>\n</a>", to: list)
        let damaged = queue([list])
        #expect(damaged.videos.isEmpty)
        expect(damaged.warnings.first?.contains("Invalid playlist, line 2"), is: true)
    }

    @Test("a single named file can start the list of its folder, but several named files cannot")
    func company() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let files = ["10.mkv", "9.mkv", "song.flac", "notes.txt", ".hidden.mkv", "11.mp4"]
        for name in files { try write("x", to: folder.path + "/" + name) }
        func queue(_ named: [String], _ company: PlaylistLoader.Company?) -> PlayQueue<TestOptions> {
            PlayQueue(
                named.map { .init(folder.path + "/" + $0) }, TestOptions(), PlaylistLoader(), company: company)
        }
        func names(_ queue: PlayQueue<TestOptions>) -> [String] {
            queue.videos.map { PathText.name(of: $0.location) }
        }
        let all = queue(["10.mkv"], .all)
        expect(names(all), is: ["9.mkv", "10.mkv", "11.mp4", "song.flac"])
        expect(all.order(ListRules()).current, is: 1)
        var shuffled = ListRules()
        shuffled.isShuffled = true
        expect(all.order(shuffled).current, is: 1)
        expect(names(queue(["10.mkv"], .alike)), is: ["9.mkv", "10.mkv", "11.mp4"])
        expect(names(queue(["song.flac"], .alike)), is: ["song.flac"])
        expect(names(queue(["10.mkv"], nil)), is: ["10.mkv"])
        expect(names(queue(["10.mkv", "9.mkv"], .all)), is: ["10.mkv", "9.mkv"])
        expect(names(queue(["notes.txt"], .all)), is: ["notes.txt"])
        #expect(all.warnings.isEmpty)
    }

    @Test("ADV-07: a duplicate video in a feed is refused with a warning")
    func feed() {
        let feed = queue([counter, other, counter], feedPreload: 3)
        expect(feed.videos.map(\.location), is: [counter, other])
        expect(feed.preloadCount, is: 3)
        #expect(feed.warnings.count == 1 && feed.warnings[0].contains("already in the feed"))
        expect(feed.order(ListRules()).current, is: 0)
    }

    @Test("INFO-14, INFO-16, ADV-58: an entry's options set its video's cover, clips and caching")
    func options() {
        var options = TestOptions(cover: "c.png", intro: "i.mp4", outro: "o.mp4", isCached: false)
        let entry = queue([counter], options).entry(0)
        expect(entry.video.cover, is: "c.png")
        expect(entry.video.startVideo?.location, is: "i.mp4")
        #expect(entry.video.endVideo?.location == "o.mp4" && !entry.video.sources[0].isCacheable)
        options = TestOptions()
        let plain = queue([counter], options)
        expect(plain.videos[0].startVideo, is: nil)
        let changed = plain.changingOptions { _ in TestOptions(cover: "d.png") }
        let own = PlayQueue<TestOptions>(
            [.init(counter, TestOverrides(cover: "own.png")), .init(other)], TestOptions(cover: "all.png"),
            PlaylistLoader(isRecursive: false))
        expect(own.videos.map(\.cover), is: ["own.png", "all.png"])
        expect(own.allOptions.map(\.cover), is: ["all.png", "own.png"])
        #expect(changed.videos[0].cover == "d.png" && changed.videos[0].entry == 0)
    }
}
