import Cells
import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct PlaylistRunTests {
    private let counter = Fixtures.path("counter.mp4")
    private let other = Fixtures.path("counter.mkv")

    private struct Listing {
        let folder: URL
        /// The number of opened items, from the logged events.
        let items: Int
        let outcome: BuiltProgram.Outcome
    }

    /// Plays a tenth of a second of each item without a terminal.
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

    @Test(
        "ARCH-06: playlists, folders and files become one list, skipped entries are reported, and an invalid playlist has status 2"
    )
    func list() throws {
        let list = "#EXTM3U\n\(counter)\n/dev/zero\n-\n\(other)\n"
        let run = try play(["FOLDER/l.m3u", other], ["l.m3u": list])
        expect(run.items, is: 3)
        expect(run.outcome.status, is: 0)
        #expect(run.outcome.errors.contains("a device: /dev/zero\n"))
        #expect(run.outcome.errors.contains("playlists may not read standard input: -\n"))
        try expect(play(["--playlist=FOLDER/list"], ["list": "\(counter)\n\(counter)\n"]).items, is: 2)
        let damaged = try play(["FOLDER/l.xspf"], ["l.xspf": "<playlist>\n</a>"])
        expect(damaged.outcome.status, is: 2)
        #expect(damaged.outcome.errors.contains("Invalid playlist, line 2"))
    }

    @Test("--autocreate-playlist plays the rest of the folder after a single named file")
    func folder() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        for name in ["9.mp4", "10.mp4", "11.mp4"] {
            try FileManager.default.copyItem(atPath: counter, toPath: folder.path + "/" + name)
        }
        try FileManager.default.copyItem(
            atPath: Fixtures.path("sheet.flac"), toPath: folder.path + "/12.flac")
        for (option, items) in [("no", 1), ("same", 2), ("filter", 3)] {
            let run = try play(["--autocreate-playlist=\(option)", folder.path + "/10.mp4"])
            expect(run.items, is: items, "\(option): \(run.outcome.errors)")
            expect(run.outcome.status, is: 0)
        }
    }

    @Test(
        "a cue sheet, beside the sound or in a tag, provides the chapters of its sound",
        arguments: ["album.cue", "album.m4a", "sheet.flac"])
    func cueSheet(_ name: String) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let sheet = """
            PERFORMER "The Band"
            TITLE "Live"
            FILE "album.m4a" MP4
              TRACK 01 AUDIO
                TITLE "One"
                INDEX 01 00:00:00
              TRACK 02 AUDIO
                TITLE "Two"
                PERFORMER "A Guest"
                INDEX 01 00:01:37
            """
        try Data(sheet.utf8).write(to: folder.appendingPathComponent("album.cue"))
        for (fixture, copy) in [("audio-only.m4a", "album.m4a"), ("sheet.flac", "sheet.flac")] {
            try FileManager.default.copyItem(atPath: Fixtures.path(fixture), toPath: folder.path + "/" + copy)
        }
        let run = try PlayerRun(["--no-resume", "--pause", "--start=#2", folder.path + "/" + name])
        run.type("gc")
        try run.wait(for: "the tracks") { screen in
            ["1: One", "2: A Guest - Two", "00:01"].allSatisfy(screen.text.contains)
        }
        run.type("q")
        try run.wait(for: "no list any more") { !$0.text.contains("1: One") }
        try run.quit()
    }

    /// Returns whether the picture of `still.png` is shown, also as a clip's cover: blue at the left, red at the right.
    private func showsCover(_ screen: VTScreen) -> Bool {
        let (left, right) = (screen[10, 10].background.rawValue, screen[70, 10].background.rawValue)
        return left >> 16 & 0xFF < 60 && left & 0xFF > 180 && right >> 16 & 0xFF > 180 && right & 0xFF < 60
    }

    @Test(
        "ADV-01, ADV-07, ADV-08, ADV-10: in tvplay feed, j and k move between items, both ends are reported, a cover is shown, and a duplicate is refused"
    )
    func feed() throws {
        let run = try PlayerRun(["--pause", "--start=1", "feed", counter, Fixtures.path("cover.mp3"), counter])
        try run.wait(for: "the refusal") { $0.text.contains("already in the feed") }
        try run.waitForPicture()
        run.type("k")
        try run.wait(for: "the first end") { $0.text.contains("Already at the first item") }
        #expect(!showsCover(run.screen))
        run.type("j")
        try run.wait(for: "the cover of the second") { self.showsCover($0) }
        run.type("j")
        try run.wait(for: "the last end") { $0.text.contains("Already at the last item") }
        run.type("k")
        try run.wait(for: "the first video") { $0.title == "Counter" && ($0.counter ?? 0) > 0 && !self.showsCover($0) }
        try run.quit()
    }
}
