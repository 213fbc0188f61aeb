import Cells
import Foundation
import Processes
import TestSupport
import Testing

/// What the real program writes to terminals of different abilities, and of what it is told by files.
@Suite(.serialized) struct ColourTests {
    /// Left half red, right half blue; stays.
    private let still = Fixtures.path("still.png")

    /// The different colours of the screen once a picture fills its middle row.
    private func colours(_ options: [String], _ environment: [String: String?] = [:]) throws -> Set<Color> {
        let run = try PlayerRun(["--control-bar=never"] + options + [still], environment: environment)
        try run.wait(for: "a picture") { screen in
            (0..<screen.columns).contains { screen[$0, 12] != .blank } && screen.modes.contains(1049)
        }
        let found = Set(run.screen.cells.flatMap { [$0.foreground, $0.background] })
        try run.quit()
        return found.subtracting([.terminalDefault])
    }

    private func isGrey(_ color: Color) -> Bool {
        if let index = color.paletteIndex {
            return index >= 232 || [0, 7, 8, 15, 16, 59, 102, 145, 188, 231].contains(index)
        }
        return color.red == color.green && color.green == color.blue
    }

    @Test("24-bit colour shows the picture's own colours")
    func direct() throws {
        let found = try colours([])
        #expect(found.contains { $0.paletteIndex == nil && $0.red > 200 && $0.blue < 60 })
        #expect(found.contains { $0.paletteIndex == nil && $0.blue > 200 && $0.red < 60 })
    }

    @Test("NO_COLOR and --color=grey leave greys only; --color has the last word over NO_COLOR")
    func grey() throws {
        for (options, environment) in [([], ["NO_COLOR": "1"]), (["--color=grey"], [:])] {
            let found = try colours(options, environment)
            #expect(!found.isEmpty, "\(found)")
            #expect(found.allSatisfy(isGrey), "\(found)")
        }
        #expect(try colours(["--color=truecolor"], ["NO_COLOR": "1"]).contains { !isGrey($0) })
    }

    @Test("--color=256, 16, 8: entries of that palette only", arguments: [256, 16, 8])
    func palette(size: Int) throws {
        let found = try colours(["--color=\(size)"])
        #expect(!found.isEmpty, "\(found)")
        #expect(found.allSatisfy { $0.paletteIndex.map { Int($0) < size } ?? false }, "\(found)")
    }

    @Test("--color=mono: no colour at all, and still a picture")
    func mono() throws {
        let run = try PlayerRun(["--color=mono", "--control-bar=never", Fixtures.path("odd-size.mkv"), "--pause"])
        try run.wait(for: "a picture") { screen in
            (0..<screen.columns).filter { screen[$0, 12].glyph != 0x20 }.count > 10
        }
        #expect(run.screen.cells.allSatisfy { $0.foreground.isDefault && $0.background.isDefault })
        try run.quit()
    }

    @Test("--ascii, and a locale that is not UTF-8: only ASCII bytes", arguments: [true, false])
    func ascii(byOption: Bool) throws {
        let run = try PlayerRun(
            (byOption ? ["--ascii"] : []) + ["--control-bar=always", Fixtures.path("counter.mp4")],
            environment: ["LANG": byOption ? "C.UTF-8" : "C"])
        try run.wait(for: "picture and bar") { screen in
            screen.text(row: 23).contains("00:10") && (0..<80).contains { screen[$0, 11] != .blank }
        }
        run.type("?")
        try run.wait(for: "the keys") { $0.text.contains("play or pause") }
        run.type("?i")
        try run.wait(for: "the statistics") { $0.text.contains("h264") }
        try run.quit()
        #expect(run.terminal.output.allSatisfy { $0 < 0x80 })
    }

    @Test("a title of controls and direction marks reaches the terminal without them")
    func hostileTitle() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        // "Counter" has seven bytes, and so have ESC, CSI (C1), RIGHT-TO-LEFT OVERRIDE and a letter.
        var clip = try Data(contentsOf: URL(fileURLWithPath: Fixtures.path("counter.mp4")))
        let title = try #require(clip.range(of: Data("Counter".utf8)))
        clip.replaceSubrange(title, with: Data("\u{1B}\u{9B}\u{202E}A".utf8))
        let file = folder.appendingPathComponent("clip.mp4")
        try clip.write(to: file)
        let run = try PlayerRun([file.path])
        try run.wait(for: "the title") { $0.counter != nil && $0.title != "clip.mp4" && !$0.title.isEmpty }
        #expect(run.screen.title.hasSuffix("A"))
        #expect(!run.screen.title.unicodeScalars.contains { $0.value == 0x1B })
        run.type("i")
        try run.wait(for: "the statistics") { $0.text.contains("h264") }
        try run.quit()
        expectNoneOf(["\u{9B}", "\u{202E}", "\u{1B}\u{1B}"], in: run)
    }

    @Test("so does a file's name, on the page of the error and on standard error")
    func hostileName() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let file = folder.appendingPathComponent("a\u{1B}]0;b\u{7}\u{9B}31m\u{202E}c.mp4")
        try Data("This is no film.\n".utf8).write(to: file)
        let run = try PlayerRun([file.path], columns: 160, rows: 45)
        try run.wait(for: "the page") { $0.text.contains("Cannot play this") && $0.text.contains("c.mp4") }
        run.type("q")
        #expect(try run.waitForExit() == .code(2))
        run.expectTerminalIsRestored()
        expectNoneOf(["\u{9B}", "\u{202E}", "\u{1B}]0;b"], in: run)
        #expect(
            !run.errors.unicodeScalars.contains { $0 != "\n" && ($0.value < 0x20 || (0x7F...0x9F).contains($0.value)) })
        #expect(!run.errors.contains("\u{202E}"))
    }

    private func expectNoneOf(_ texts: [String], in run: PlayerRun) {
        let output = Data(run.terminal.output)
        for text in texts { #expect(output.range(of: Data(text.utf8)) == nil, "\(text.debugDescription)") }
    }
}
