import CPlatform
import Cells
import Foundation
import Processes
import TestSupport
import Testing

/// Tests of a viewer's actions during playback in the real program.
@Suite(.serialized) struct PlayingTests {
    private let counter = Fixtures.path("counter.mp4")
    private let bare = ["--control-bar=never", Fixtures.path("counter.mp4")]

    @Test(
        "PLAY-29: the picture appears complete and centred, and moves", arguments: [(80, 24), (160, 45), (240, 67)])
    func picture(size: (Int, Int)) throws {
        let run = try PlayerRun(bare, columns: size.0, rows: size.1)
        try run.wait(for: "the picture alone") { $0.showsPictureAlone }
        try run.waitForPictures(5)
        expect(run.screen.scrollCount, is: 0)
        expect(run.screen.title, is: "Counter")
        try run.quit()
    }

    @Test("UI-04: a key shows the control bar, which disappears by itself")
    func barHides() throws {
        let run = try PlayerRun(["--hide-controls-after=0.2", counter])
        try run.wait(for: "the picture alone") { $0.showsPictureAlone }
        run.type("m")
        try run.wait(for: "the bar") { $0.text(row: 23).contains("/ 00:10") }
        try run.wait(for: "no bar") { $0.isLetterbox(row: 23) }
        run.type(Keys.wheelUp(3, 3))
        try run.wait(for: "the bar again") { $0.text(row: 23).contains("/ 00:10") }
        try run.wait(for: "no bar again") { $0.isLetterbox(row: 23) }
        try run.quit()
    }

    @Test("CTRL-01, CTRL-02: Space pauses on a picture and resumes, and . and , step by one picture")
    func pause() throws {
        let run = try PlayerRun([counter])
        try run.waitForPicture()
        run.type(" ")
        try run.wait(for: "the paused bar") { $0.text(row: 23).contains("►") }
        run.type("o")
        try run.wait(for: "the progress") { $0.text(row: 22).contains("%") }
        let stopped = try run.waitForPicture()
        // Two seconds, in which 50 pictures would be shown.
        try run.wait(for: "the message to go") { !$0.text(row: 22).contains("%") }
        expect(run.screen.counter, is: stopped)
        run.type(".")
        try run.wait(for: "the next picture") { $0.counter == stopped + 1 }
        run.type(",")
        try run.wait(for: "the picture before") { $0.counter == stopped }
        run.type(" ")
        try run.waitForPictures(5)
        try run.quit()
    }

    @Test("CTRL-03: arrows and the slider seek to key frames, and a typed time to its exact picture")
    func seek() throws {
        let run = try PlayerRun(["--pause", "--start=1", counter])
        try run.wait(for: "the first picture") { $0.counter == 25 }
        run.type(Keys.right)
        try run.wait(for: "a key frame near 5 s") { [100, 150].contains($0.counter) }
        run.type("g3")
        try run.wait(for: "the prompt") { $0.text(row: 22).contains("Go to:") && $0.text(row: 22).contains("3_") }
        run.type("\r")
        try run.wait(for: "3 s") { $0.counter == 75 }
        run.type("g50%\r")
        try run.wait(for: "the middle") { $0.counter == 125 }
        let slider = try #require(run.screen.sliderColumns(row: 23))
        run.type(Keys.click(column: slider.lowerBound, row: 23))
        try run.wait(for: "the start") { ($0.counter ?? 99) < 10 }
        run.type(Keys.press(slider.lowerBound, 23) + Keys.drag(slider.lowerBound + 9, 23))
        let middle = (slider.lowerBound + slider.upperBound) / 2
        run.type(Keys.drag(middle, 23) + Keys.release(middle, 23))
        try run.wait(for: "the middle by dragging") { [100, 150].contains($0.counter) }
        try run.quit()
    }

    @Test(
        "after each resize, or many in a row, the picture is complete, playing or paused",
        arguments: [true, false])
    func resize(isPaused: Bool) throws {
        let run = try PlayerRun((isPaused ? ["--pause"] : []) + bare)
        try run.wait(for: "the picture alone") { $0.showsPictureAlone }
        for (columns, rows) in [(160, 45), (48, 16), (240, 67), (48, 67), (160, 24), (80, 24)] {
            run.terminal.resize(columns: columns, rows: rows)
            try run.wait(for: "the picture alone at \(columns) × \(rows)") { $0.showsPictureAlone }
        }
        for step in 1...30 { run.terminal.resize(columns: 30 + 7 * step % 90, rows: 3 + 5 * step % 40) }
        run.terminal.resize(columns: 80, rows: 24)
        try run.wait(for: "the picture alone after a storm") { $0.showsPictureAlone }
        expect(run.screen.problems, is: [])
        try run.quit()
    }

    @Test("a clip on standard input plays, and keys are read from the terminal")
    func standardInput() throws {
        let run = try PlayerRun(
            ["--control-bar=never", Fixtures.path("counter.ts")], script: "cat \"$2\" | \"$0\" \"$1\" -")
        try run.wait(for: "the picture alone") { $0.showsPictureAlone }
        try run.waitForPictures(3)
        try run.quit()
    }

    @Test("without any sound device the clip plays, with one notice on the screen")
    func noSound() throws {
        let run = try PlayerRun([counter], sound: .none)
        try run.wait(for: "the notice") { $0.text.contains("No sound device: playing without sound") }
        try run.waitForPictures(10)
        try run.quit()
        expect(run.errors, is: "")
    }

    @Test("ARCH-10: --log-events writes a line for each event")
    func eventLog() throws {
        let run = try PlayerRun(["--log-events=events", "--end=0.3", counter], script: "cd \"$HOME\"; \"$0\" \"$@\"")
        try expect(run.waitForExit(), is: .code(0))
        let lines = run.text(of: "events").split(separator: "\n").map { $0.split(separator: " ") }
        let form = lines.allSatisfy { words in
            (words.count == 3 || words.count > 3 && words[1] == "cue-point") && Double(words[0]) != nil
                && words[2].hasPrefix("position=")
        }
        #expect(form)
        #expect(!lines.isEmpty)
        let names = lines.compactMap { $0.dropFirst().first.map(String.init) }
        let wanted = ["Ready", "Play", "End"]
        expect(names.filter(wanted.contains), is: wanted)
        run.expectTerminalIsRestored()
    }

    @Test("--stats-file writes a line of JSON for each frame, including the terminal's round-trip time")
    func statsFile() throws {
        let run = try PlayerRun(["--stats-file=frames", "--end=0.6", counter], script: "cd \"$HOME\"; \"$0\" \"$@\"")
        try expect(run.waitForExit(), is: .code(0))
        let lines = try run.text(of: "frames").split(separator: "\n").map {
            try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
        }
        #expect(lines.count >= 3)
        let names: Set = [
            "t", "media", "bytes", "picture_bytes", "approximate", "lambda", "ssim", "limited", "in_flight", "rtt_ms",
            "rate_bps", "queue_ms", "dropped", "late",
        ]
        #expect(lines.allSatisfy { Set($0.keys) == names })
        #expect(lines.contains { $0["rtt_ms"] is Double })
        run.expectTerminalIsRestored()
        let missing = try PlayerRun(["--stats-file=/nonexistent/frames", counter])
        try expect(missing.waitForExit(), is: .code(1))
        #expect(missing.errors.contains("Cannot write the statistics /nonexistent/frames"))
    }
}
