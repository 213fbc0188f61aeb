import Foundation
import TestSupport
import Testing

@Suite(.serialized) struct HistoryListTests {
    private let counter = Fixtures.path("counter.mp4")

    @Test("PLAY-15: g-h and g-w list left items, Enter resumes one, a missing file is reported, and d removes one")
    func history() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let environment = ["TVPLAY_HOME": folder.appendingPathComponent("home").path]
        let other = folder.appendingPathComponent("other.mkv")
        let gone = folder.appendingPathComponent("gone.ts")
        try FileManager.default.copyItem(atPath: Fixtures.path("counter.mkv"), toPath: other.path)
        try FileManager.default.copyItem(atPath: Fixtures.path("counter.ts"), toPath: gone.path)
        for path in [gone.path, counter] {
            let run = try PlayerRun(
                ["--start=4", "--pause", "--resume-ignore-tail=1", path], environment: environment)
            try run.waitForPicture()
            try run.quit()
        }
        try FileManager.default.removeItem(at: gone)
        // Resuming is off, so only a request resumes at the saved position.
        let run = try PlayerRun(
            ["--pause", "--start=1", "--no-resume", "--resume-ignore-tail=1", other.path, counter], columns: 120,
            rows: 40,
            environment: environment)
        try run.waitForPicture()
        run.type("gw")
        try run.wait(for: "what can be gone on with") { screen in
            screen.text.contains("┌ Continue watching") && screen.text.contains("00:04 / 00:10")
        }
        run.type("qgh")
        try run.wait(for: "the history") { $0.text.contains("┌ History") && $0.text.contains("gone.ts") }
        run.type("G\r")
        try run.wait(for: "the reason") { $0.text.contains("File not found") }
        run.type("d")
        try run.wait(for: "the question") { $0.text.contains("Remove this entry?") }
        run.type("y")
        try run.wait(for: "the row to go") { !$0.text.contains("gone.ts") }
        run.type("G\r")
        try run.wait(for: "the picture at four seconds") { ($0.counter ?? 0) > 50 && !$0.text.contains("History") }
        try run.quit()
        let left = try BuiltProgram.run(
            BuiltProgram.path("tvplay"), ["history"], environment: environment.merging(["LANG": "C.UTF-8"]) { $1 })
        #expect(left.output.contains(counter))
        #expect(!left.output.contains("gone.ts"))
    }
}
