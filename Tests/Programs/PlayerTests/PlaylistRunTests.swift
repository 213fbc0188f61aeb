import Cells
import Foundation
import TestSupport
import Testing

/// Lists of files in the real program.
@Suite(.serialized) struct PlaylistRunTests {
    private let counter = Fixtures.path("counter.mp4")
    private let other = Fixtures.path("counter.mkv")

    private struct Listing {
        let folder: URL
        /// Opened items by the events that were logged.
        let items: Int
        let outcome: BuiltProgram.Outcome
    }

    /// Plays without a terminal, a tenth of a second of each item.
    private func play(_ arguments: [String], _ files: [String: String] = [:]) throws -> Listing {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        for (name, text) in files { try Data(text.utf8).write(to: folder.appendingPathComponent(name)) }
        try Data("pcm.!default { type null }\n".utf8).write(to: folder.appendingPathComponent("alsa.conf"))
        let events = folder.appendingPathComponent("events").path
        let outcome = try BuiltProgram.run(
            BuiltProgram.path("tvplay"),
            ["--end=0.1", "--no-resume", "--log-events=" + events]
                + arguments.map { $0.replacing("FOLDER", with: folder.path) },
            environment: [
                "HOME": folder.path, "LANG": "C.UTF-8", "ALSA_CONFIG_PATH": folder.path + "/alsa.conf",
            ])
        let log = String(decoding: FileManager.default.contents(atPath: events) ?? Data(), as: UTF8.self)
        return Listing(folder: folder, items: log.matches(of: /\bReady\b/).count, outcome: outcome)
    }

    @Test("ARCH-06: a playlist, a folder and a file become one list; what is left out is said")
    func list() throws {
        let list = "#EXTM3U\n\(counter)\n/dev/zero\n-\n\(other)\n"
        let run = try play(["FOLDER/l.m3u", other], ["l.m3u": list])
        #expect(run.items == 3)
        #expect(run.outcome.status == 0)
        #expect(run.outcome.errors.contains("a device: /dev/zero\n"))
        #expect(run.outcome.errors.contains("playlists may not read standard input: -\n"))
        #expect(try play(["--playlist=FOLDER/list"], ["list": "\(counter)\n\(counter)\n"]).items == 2)
    }

    @Test("a list of which nothing can be played ends, however often it should repeat")
    func endlessFailure() throws {
        let broken = Fixtures.path("text.mp4")
        let run = try play(["--loop-playlist", broken, broken + ".missing"])
        #expect(run.outcome.status == 2)
    }

    @Test("a folder without anything to play, and a list that is damaged, end with status 2 and the reason")
    func nothing() throws {
        let empty = try play(["FOLDER"])
        #expect(empty.outcome.status == 2)
        #expect(empty.outcome.errors.contains("Nothing to play in"))
        let damaged = try play(["FOLDER/l.xspf"], ["l.xspf": "<playlist>\n</a>"])
        #expect(damaged.outcome.status == 2)
        #expect(damaged.outcome.errors.contains("Invalid playlist, line 2"))
    }

    @Test(
        "CAT-01: chapters that a feed names for an episode are those of an item without; --chapters-file takes the place of all"
    )
    func chapters() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        func file(_ name: String, _ text: String) throws -> String {
            try Data(text.utf8).write(to: folder.appendingPathComponent(name))
            return folder.path + "/" + name
        }
        _ = try file(
            "c.json", #"{"chapters": [{"startTime": 0, "title": "Opening words"}, {"startTime": 6, "title": "Talk"}]}"#)
        let items = [other, counter].map { path in
            "<item><enclosure url=\"\(path)\" type=\"video/mp4\"/><podcast:chapters url=\"c.json\"/></item>"
        }
        let feed = try file("f.rss", "<rss><channel>\(items.joined())</channel></rss>")
        let run = try PlayerRun(["--no-resume", "--pause", feed])
        try run.waitForPicture()
        run.type("gc")
        try run.wait(for: "the feed's chapters") { $0.text.contains("Opening words") && $0.text.contains("Talk") }
        run.type(Keys.escape)
        try run.wait(for: "the list is closed") { !$0.text.contains("Opening words") }
        // Page up.
        run.type("\u{1B}[5~")
        try run.wait(for: "the picture of the next chapter") { ($0.counter ?? 0) >= 145 }
        run.type(">")
        try run.wait(for: "the next episode") { ($0.counter ?? 200) < 140 }
        run.type("gc")
        try run.wait(for: "the file's own chapters") { $0.text.contains("First") && !$0.text.contains("Opening") }
        run.type(Keys.escape)
        try run.wait(for: "the list is closed again") { !$0.text.contains("First") }
        try run.quit()
        let own = try file("own.txt", ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1\nSTART=3\nEND=9\ntitle=The middle\n")
        let replaced = try PlayerRun(["--no-resume", "--pause", "--chapters-file=" + own, counter])
        try replaced.waitForPicture()
        replaced.type("gc")
        try replaced.wait(for: "the chapters of the option") {
            $0.text.contains("The middle") && !$0.text.contains("First")
        }
        replaced.type(Keys.escape)
        try replaced.wait(for: "the list is closed") { !$0.text.contains("The middle") }
        try replaced.quit()
    }

    @Test("INFO-07: the subtitles that a playlist names for an entry are shown with it, and with no other")
    func subtitles() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let line = "1\n00:00:00,000 --> 00:00:09,000\nFrom the list\n"
        try Data(line.utf8).write(to: folder.appendingPathComponent("words.srt"))
        let list = folder.appendingPathComponent("l.m3u").path
        try Data("#EXTM3U\n#EXTVLCOPT:sub-file=words.srt\n\(counter)\n\(other)\n".utf8)
            .write(to: URL(fileURLWithPath: list))
        let run = try PlayerRun(["--pause", "--control-bar=never", list])
        try run.wait(for: "the line") { $0.counter == 0 && $0.text.contains("From the list") }
        run.type(">")
        try run.wait(for: "the other one without it") { screen in
            screen.counter == 0 && !screen.text.contains("From the list") && screen.title != "Counter"
        }
        try run.quit()
    }

    /// The picture of `still.png`, which is a clip's cover too: blue at the left, red at the right.
    private func showsCover(_ screen: VTScreen) -> Bool {
        let (left, right) = (screen[10, 10].background.rawValue, screen[70, 10].background.rawValue)
        return left >> 16 & 0xFF < 60 && left & 0xFF > 180 && right >> 16 & 0xFF > 180 && right & 0xFF < 60
    }

    @Test("ADV-08: a feed's videos take turns in one pane; one without picture shows its cover there")
    func feedCover() throws {
        let run = try PlayerRun(["--pause", "--control-bar=never", "feed", counter, Fixtures.path("cover.mp3")])
        try run.waitForPicture()
        #expect(!showsCover(run.screen))
        run.type("j")
        try run.wait(for: "the cover") { self.showsCover($0) }
        run.type("k")
        try run.wait(for: "the picture again") { $0.counter != nil && !self.showsCover($0) }
        try run.quit()
    }

    @Test(
        "PLAY-12, PLAY-34: --definition=audio begins with sound and the cover; a gives the picture, and takes it again")
    func soundOnly() throws {
        let run = try PlayerRun([
            "--pause", "--control-bar=never", "--definition=audio", "--cover=" + Fixtures.path("still.png"), counter,
        ])
        try run.wait(for: "the cover") { self.showsCover($0) && $0.title == "Counter" }
        run.type("a")
        try run.waitForPicture()
        run.type("a")
        try run.wait(for: "the cover again") { self.showsCover($0) }
        try run.quit()
    }

    @Test("ADV-01, ADV-10, ADV-07: tvplay feed: j goes on, k back, the ends say so, and a video twice is refused")
    func feed() throws {
        let run = try PlayerRun(["--pause", "feed", counter, Fixtures.path("still.png"), counter])
        try run.wait(for: "the refusal") { $0.text.contains("already in the feed") }
        try run.waitForPicture()
        run.type("k")
        try run.wait(for: "the first end") { $0.text.contains("Already at the first item") }
        run.type("j")
        try run.wait(for: "the second video") { $0.title.contains("still") }
        run.type("j")
        try run.wait(for: "the last end") { $0.text.contains("Already at the last item") }
        run.type("k")
        try run.wait(for: "the first video") { $0.title == "Counter" }
        try run.quit()
    }
}
