import Cells
import Foundation
import Processes
import TestSupport
import Testing

/// Tests of the picture in its pane, of sound options, and of the slider's previews, in the real program.
@Suite(.serialized)
struct ViewTests {
    private func remote(_ words: String..., in folder: URL) throws -> String {
        try BuiltProgram.run(
            BuiltProgram.path("tvplay"), ["remote"] + words,
            environment: ["XDG_RUNTIME_DIR": folder.path, "LANG": "C.UTF-8"]
        ).output.trimmingCharacters(in: CharacterSet(charactersIn: "\"\n"))
    }

    /// Starts a player with remote control, and passes its runtime folder.
    private func listening(_ arguments: [String], _ body: (PlayerRun, URL) throws -> Void) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
        let run = try PlayerRun(
            ["--background-audio", "--remote-control", "--pause"] + arguments,
            environment: ["XDG_RUNTIME_DIR": folder.path])
        try body(run, folder)
        try run.quit()
    }

    @Test("--osd-level=0 hides messages of keys, 1 shows them, and 3 always shows the time", arguments: [0, 1, 3])
    func osdLevel(_ level: Int) throws {
        let run = try PlayerRun([
            "--pause", "--control-bar=never", "--osd-level=\(level)", Fixtures.path("counter.mp4"),
        ])
        try run.wait(for: "the picture") { $0.counter == 0 && $0.text.contains("00:00 / 00:") == (level == 3) }
        run.type(".")
        try run.wait(for: "the next picture") { $0.counter == 1 }
        run.type("\u{1B}+")
        try run.wait(for: "a larger picture") { screen in
            !screen.showsPictureAlone && screen.text.contains("Zoom") == (level > 0)
        }
        try run.quit()
    }

    @Test("keys and the socket rotate, enlarge and move the picture, and restore it")
    func view() throws {
        // Picture 0 is as black as the area beside a picture.
        try listening(["--start=2", "--control-bar=never", Fixtures.path("counter.mp4")]) { run, folder in
            try run.wait(for: "a picture") { $0.counter == 50 && $0.showsPictureAlone }
            run.type("gr")
            try run.wait(for: "a picture on its side") { !$0.showsPictureAlone && $0.text.contains("90") }
            try expect(remote("get", "video-rotate", in: folder), is: "90")
            _ = try remote("set", "video-rotate", "0", in: folder)
            _ = try remote("seek", "6", "absolute", in: folder)
            try run.wait(for: "upright again") { $0.counter == 150 && $0.showsPictureAlone }
            run.type("\u{1B}+")
            try run.wait(for: "a larger picture") { $0.text.contains("Zoom: 0.1") && !$0.showsPictureAlone }
            try expect(remote("get", "video-zoom", in: folder), is: "0.1")
            run.type("gx")
            try run.wait(for: "the whole picture") { $0.counter == 150 && $0.showsPictureAlone }
            _ = try remote("set", "video-pan-y", "1", in: folder)
            // The picture moves by its own height, so its visible part is at the bottom.
            try run.wait(for: "the picture below") { $0.isLetterbox(row: 12) && !$0.isLetterbox(row: 20) }
        }
    }

    @Test("--alang and alang select the sound, --af and --replaygain are readable, and an invalid graph is reported")
    func sound() throws {
        let clip = Fixtures.path("two-languages.mkv")
        try listening(["--alang=fr,ja", "--af=volume=0.5", "--replaygain=track", clip]) { run, folder in
            try run.wait(for: "a picture") { $0.counter == 0 }
            try expect(remote("get", "aid", in: folder), is: "2")
            _ = try remote("set", "alang", "en", in: folder)
            #expect(try eventually { try remote("get", "aid", in: folder) == "1" })
            try expect(remote("get", "af", in: folder), is: "volume=0.5")
            try expect(remote("get", "replaygain", in: folder), is: "track")
            _ = try remote("af", "add", "treble=g=2", in: folder)
            try expect(remote("get", "af", in: folder), is: "volume=0.5,treble=g=2")
            _ = try remote("set", "af", "nonsense", in: folder)
            try run.wait(for: "a warning") { $0.text.contains("Playing without the audio filters") }
        }
        try listening([clip]) { run, folder in
            try run.wait(for: "a picture") { $0.counter == 0 }
            try expect(remote("get", "aid", in: folder), is: "1")
        }
    }

    @Test("--loudnorm plays a film to its end")
    func loudness() throws {
        let run = try PlayerRun(["--loudnorm", "--start=8", Fixtures.path("counter.mp4")])
        try expect(run.waitForExit(), is: .code(0))
    }

    @Test("the pointer on the slider shows the picture of its place")
    func preview() throws {
        let run = try PlayerRun(["--pause", "--start=1", "--control-bar=always", Fixtures.path("counter.mp4")])
        try run.wait(for: "the bar") { $0.counter == 25 && $0.sliderColumns(row: 23) != nil }
        let slider = try #require(run.screen.sliderColumns(row: 23))
        let column = slider.lowerBound + slider.count * 85 / 100
        run.type("\u{1B}[<35;\(column + 1);24M")
        // Below the picture of the film, which is ten rows high, and above the time under the pointer.
        try run.wait(for: "a preview above the pointer") { screen in
            (18..<22).contains { row in
                (column - 8..<min(80, column + 8)).contains {
                    VTScreen.Look(screen[$0, row]) != VTScreen.Look(Cell.blank)
                }
            }
        }
        try run.quit()
    }

    @Test("the slider shows the tile of an HLS image playlist, and fetches nothing else for it")
    func imagePlaylist() throws {
        func bytes(_ name: String) throws -> [UInt8] {
            Array(try #require(FileManager.default.contents(atPath: Fixtures.path(name))))
        }
        let tag = "#EXT-X-IMAGE-STREAM-INF:BANDWIDTH=900,RESOLUTION=32x32,CODECS=\"jpeg\",URI=\"images.m3u8\"\n"
        let master = try bytes("streams/iframes/master.m3u8") + Array(tag.utf8)
        let list = """
            #EXTM3U
            #EXT-X-TARGETDURATION:10
            #EXT-X-PLAYLIST-TYPE:VOD
            #EXT-X-IMAGES-ONLY
            #EXTINF:10,
            #EXT-X-TILES:RESOLUTION=32x32,LAYOUT=2x1,DURATION=5
            tiles.jpg
            """
        // Blue, then red.
        let files = [
            "/iframes/tiled.m3u8": master, "/iframes/images.m3u8": Array(list.utf8),
            "/iframes/tiles.jpg": try bytes("still.jpg"),
        ]
        let server = try FaultServer { request in
            let file = FileManager.default.contents(atPath: Fixtures.path("streams" + request.path))
            return (files[request.path] ?? file.map { Array($0) }).map { .file($0, for: request) } ?? FaultReply(404)
        }
        let run = try PlayerRun(
            ["--no-resume", "--pause", "--start=1", "--control-bar=always", server.text("/iframes/tiled.m3u8")],
            environment: ["no_proxy": "127.0.0.1"])
        try run.wait(for: "the bar") { $0.counter == 25 && $0.sliderColumns(row: 23) != nil }
        let slider = try #require(run.screen.sliderColumns(row: 23))
        for (share, isRed) in [(85, true), (20, false)] {
            let column = slider.lowerBound + slider.count * share / 100
            run.type("\u{1B}[<35;\(column + 1);24M")
            try run.wait(for: "a preview, red: \(isRed)") { screen in
                (18..<22).contains { row in
                    let color = VTScreen.Look(screen[column, row]).background
                    let (red, blue) = (color >> 16 & 0xFF, color & 0xFF)
                    return color >> 24 == 0 && (isRed ? red > 200 && blue < 60 : blue > 200 && red < 60)
                }
            }
        }
        expect(server.requests(for: "/iframes/tiles.jpg").count, is: 1)
        #expect(
            !server.requests.contains { $0.path.hasPrefix("/iframes/small") || $0.path.hasPrefix("/iframes/large") })
        try run.quit()
    }
}
