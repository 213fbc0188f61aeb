import CPlatform
import Foundation
import Processes
import TestSupport
import Testing

@Suite("Lists and layouts in the program itself", .serialized)
struct PanelsTests {
    private let counter = Fixtures.path("counter.mp4")

    @Test(
        "UI-07: a list opens over the playing picture, is moved in and closed; the picture goes on; q in it does not quit"
    )
    func overThePicture() throws {
        let run = try PlayerRun(["--loop-file=inf", counter], columns: 120, rows: 40)
        try run.waitForPictures(3)
        run.type("g")
        try run.wait(for: "what can follow g") { $0.text.contains("sound device") }
        run.type("t")
        try run.wait(for: "the tracks") { $0.text.contains("┌ Tracks") && $0.text.contains("Audio only") }
        #expect(!run.screen.text.contains("sound device"))
        try run.waitForPictures(3)
        run.type("j")
        try run.wait(for: "the selection below") { screen in
            screen.text.split(separator: "\n").contains { $0.contains("│›") && $0.contains("Audio only") }
        }
        run.type("q")
        try run.wait(for: "the list to go") { !$0.text.contains("Tracks") }
        try run.waitForPictures(3)
        try run.quit()
    }

    @Test("Enter in the playlist plays that item")
    func playlist() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let second = folder.appendingPathComponent("second.mp4")
        try FileManager.default.copyItem(atPath: counter, toPath: second.path)
        let run = try PlayerRun(["--pause", counter, second.path])
        try run.wait(for: "the first picture") { $0.counter == 0 }
        run.type("\u{1B}[19~")
        try run.wait(for: "both titles") { $0.text.contains("counter.mp4") && $0.text.contains("second.mp4") }
        run.type("sec")
        try run.wait(for: "the filter") { $0.text.contains("/sec_") && !$0.text.contains("counter.mp4") }
        run.type("\r")
        // The first one stands still, this one plays.
        try run.wait(for: "the second item") { ($0.counter ?? 0) >= 3 }
        try run.quit()
    }

    @Test(
        "UI-10: a layout from a file is on the bar; from the configuration by name; a mistake is told with file and line"
    )
    func layoutFile() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let file = folder.appendingPathComponent("layouts.conf")
        try Data("[mine]\nstandard = playback \"my own bar\" progress:8:1\n".utf8).write(to: file)
        for (option, environment) in [(file.path, [:]), ("mine", ["TVPLAY_HOME": folder.path])]
            as [(String, [String: String?])]
        {
            let run = try PlayerRun(["--pause", "--layout=\(option)", counter], environment: environment)
            try run.wait(for: "the bar") { $0.text(row: 23).contains("my own bar") }
            #expect(!run.row(23).contains("♪"))
            try run.quit()
        }
        try Data("[mine]\nstandard = plaback\n".utf8).write(to: file)
        let broken = try PlayerRun(["--layout=\(file.path)", counter])
        #expect(try broken.waitForExit() == .code(1))
        #expect(broken.errors.contains("layouts.conf:2: "))
        let unknown = try PlayerRun(["--layout=other", counter], environment: ["TVPLAY_HOME": folder.path])
        #expect(try unknown.waitForExit() == .code(1))
    }
}
