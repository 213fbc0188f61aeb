import Foundation
import Processes
import TestSupport
import Testing

/// Tests of screenshots of the real program, read by the `ffmpeg` of the fixtures.
@Suite(
    .serialized,
    .enabled(
        if: Tool.isThere("ffmpeg") && Tool.isThere("ffprobe"), "needs ffmpeg and ffprobe (Scripts/install-deps test)"))
struct ScreenshotTests {
    private let counter = Fixtures.path("counter.mp4")

    private func pixels(_ path: String, _ filter: [String] = []) throws -> String {
        try BuiltProgram.run(
            "/usr/bin/env",
            ["ffmpeg", "-nostdin", "-v", "error", "-i", path] + filter + [
                "-an", "-frames:v", "1", "-f", "framehash", "-hash", "md5", "-pix_fmt", "rgb24", "-",
            ]
        ).output.split(separator: "\n").last.map { String($0.suffix(32)) } ?? ""
    }

    @Test(
        "INFO-11: if a service forbids captures, S refuses, and a recorded terminal shows no picture",
        arguments: [true, false])
    func protected(isRecorded: Bool) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let film = try FaultServer(file: Array(FileManager.default.contents(atPath: counter) ?? Data()))
        let catalogue = try FaultServer { _ in
            .manifest(
                #"""
                {"id": "a", "definitions": [{"key": "low", "addresses": ["\#(film.text())"]}],
                 "prevent_screen_capture": true}
                """#)
        }
        let recorder = folder.path + "/asciinema"
        try BuiltProgram.writeScript("\"$@\"\n", to: recorder)
        let run = try PlayerRun(
            [
                "--pause", "--start=3", "--no-resume", "--catalogue=" + catalogue.text("/c.tvplay.json"),
                "catalogue://video/a",
            ],
            environment: ["no_proxy": "127.0.0.1"], script: (isRecorded ? "'\(recorder)' " : "exec ") + "\"$0\" \"$@\"")
        if isRecorded {
            try run.wait(for: "why there is no picture") {
                $0.text.contains("This video may not be recorded") && $0.counter != 75
            }
        } else {
            try run.wait(for: "the picture") { $0.counter == 75 }
        }
        run.type("S")
        try run.wait(for: "the refusal") { $0.text.contains("not allowed") && $0.text.contains("creenshots") }
        try run.quit()
    }

    @Test(
        "CTRL-12, CTRL-14, ADV-29: S writes the exact picture in full resolution without anything over it; ADV-05: and reports an event"
    )
    func source() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let subtitles = folder.appendingPathComponent("a.srt")
        try Data("1\n00:00:00,000 --> 00:00:09,000\nThe line\n".utf8).write(to: subtitles)
        let run = try PlayerRun([
            "--pause", "--start=3", "--control-bar=always", "--marquee=Running", "--marquee-speed=20",
            "--watermark=Mark", "--sub-file=" + subtitles.path, "--log-events=/dev/stderr", counter,
        ])
        try run.wait(for: "the picture of 3 s with everything over it") { screen in
            screen.counter == 75 && screen.text(row: 23).contains("00:03")
                && ["Running", "Mark", "The line"].allSatisfy(screen.text.contains)
        }
        run.type("S")
        try run.wait(for: "the message") { $0.text.contains("Saved as ~/counter-0001.png") }
        run.type("S")
        try run.wait(for: "the second message") { $0.text.contains("Saved as ~/counter-0002.png") }
        expect(run.errors.matches(of: /onCaptureScreen position=3\.000/).count, is: 2)
        let file = run.folder.appendingPathComponent("counter-0001.png").path
        let own = try pixels(file)
        // With the same conversion, no bit differs.
        let wanted = try pixels(
            counter, ["-vf", "select='eq(n,75)',scale=flags=bicubic+accurate_rnd+full_chroma_int,format=rgb24"])
        expect(own, is: wanted)
        expect(own.count, is: 32)
        #expect(
            own
                != (try pixels(
                    counter, ["-vf", "select='eq(n,74)',scale=flags=bicubic+accurate_rnd+full_chroma_int,format=rgb24"]))
        )
        try run.quit()
    }

    @Test(
        "CTRL-13: g-S writes the picture in the pane's pixels with the chosen name and format, and Ctrl+s writes the screen as text"
    )
    func shown() throws {
        let run = try PlayerRun(
            [
                "--pause", "--start=3", "--control-bar=always", "--screenshot-dir=shots", "--screenshot-template=a %wS",
                "--screenshot-format=jpg", counter,
            ],
            script: "cd \"$HOME\"; \"$0\" \"$@\"")
        try run.wait(for: "the first picture") { $0.counter == 75 }
        run.type("gS")
        try run.wait(for: "the message") { $0.text.contains("Saved as shots/a 03.jpg") }
        let size = try BuiltProgram.run(
            "/usr/bin/env",
            [
                "ffprobe", "-v", "error", "-show_entries", "stream=width,height,codec_name", "-of", "csv=p=0",
                run.folder.path + "/shots/a 03.jpg",
            ]
        ).output
        #expect(size.hasPrefix("mjpeg,80,"))
        run.type("\u{13}")
        try run.wait(for: "the message") { $0.text.contains("Saved as shots/a 03.ans") }
        let lines = run.text(of: "shots/a 03.ans").split(separator: "\n", omittingEmptySubsequences: false)
        expect(lines.count, is: 25)
        #expect(lines.contains { $0.contains("00:10") })
        expect(lines.dropFirst(11).first?.contains("\u{1B}[0;"), is: true)
        try run.quit()
    }

    @Test("the command screenshot includes text and bitmap subtitles, and screenshot video does not")
    func subtitles() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let lines = folder.path + "/lines.srt"
        try Data("1\n00:00:00,000 --> 00:00:20,000\nHello there\n".utf8).write(to: URL(fileURLWithPath: lines))
        let films = [
            (Fixtures.path("film.mp4"), ["--sub-file=" + lines, "--start=1"]),
            (Fixtures.path("bitmaps.mkv"), ["--sid=1", "--start=0.48"]),
        ]
        for (film, options) in films {
            let name = "@tvplay-test-" + UUID().uuidString
            let run = try PlayerRun(
                ["--pause", "--no-resume", "--input-ipc-server=" + name] + options + [film])
            let client = try SocketClient(name)
            try run.wait(for: "the subtitles") { _ in (try? client.get("sid")) as? Int == 1 }
            func shot(_ words: String) throws -> String {
                let path = folder.path + "/\(words).png"
                try? FileManager.default.removeItem(atPath: path)
                // The command fails before the first picture.
                try run.wait(for: "the first picture") { _ in
                    (try? client.ask(#"["screenshot-to-file","\#(path)","\#(words)"]"#))?["error"] as? String
                        == "success"
                }
                try run.wait(for: "the file") { _ in
                    (FileManager.default.contents(atPath: path) ?? Data()).suffix(8).starts(with: Data("IEND".utf8))
                }
                return try pixels(path)
            }
            let plain = try shot("video")
            #expect(try shot("subtitles") != plain, "\(film)")
            try expect(shot("video"), is: plain)
            try run.quit()
        }
    }
}
