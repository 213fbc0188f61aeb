import Cells
import Foundation
import Processes
import TestSupport
import Testing

/// Tests of the picture in a corner of home, in the real program.
@Suite(.serialized) struct FloatingPageTests {
    private let counter = Fixtures.path("counter.mp4")

    private func run(_ options: [String], in folder: URL) throws -> PlayerRun {
        try PlayerRun(
            ["--library=" + folder.path, "--keep-open", "--start=1"] + options + [counter], columns: 104, rows: 30)
    }

    @Test(
        "ADV-41, ADV-43, ADV-44: home shows the picture in a corner whose border has the time, and keys pause, seek and restart it"
    )
    func keys() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let run = try run(["--pause"], in: folder)
        try run.wait(for: "the first picture") { $0.counter == 25 }
        run.type("gH")
        try run.wait(for: "home, and the picture beside it") { screen in
            screen.text.contains("Library") && screen.text.contains("║ 00:01 / 00:10") && screen.hasColours
        }
        // Key frames are 2 seconds apart. A requested position is shown only until its picture arrives.
        run.type("\u{1B}[1;5C")
        try run.wait(for: "the key frame 5 seconds later") { $0.text.contains("║ 00:06 / 00:10") }
        run.type("\u{1B}[1;5D")
        try run.wait(for: "the key frame 5 seconds earlier") { $0.text.contains("║ 00:00 / 00:10") }
        run.type("\u{1B}[1;5C ")
        try run.wait(for: "that it plays") { $0.text.contains("► 00:0") }
        try run.wait(for: "its end") { $0.text.contains("ended 00:10 / 00:10") }
        run.type(" ")
        try run.wait(for: "its beginning") { $0.text.contains("► 00:0") }
        run.type("q")
        try run.wait(for: "the whole picture") { !$0.text.contains("Library") && ($0.counter ?? 0) >= 25 }
        try run.quit()
    }

    @Test("ADV-45: --no-floating-picture leaves home the whole screen, and Alt+c still shows and hides the picture")
    func byHand() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let run = try run(["--pause", "--no-floating-picture"], in: folder)
        try run.wait(for: "the first picture") { $0.counter == 25 }
        run.type("gH")
        try run.wait(for: "home alone") { $0.text.contains("Library") && !$0.text.contains("/ 00:10") }
        run.type("\u{1B}c")
        try run.wait(for: "the picture") { $0.text.contains("00:01 / 00:10") && $0.hasColours }
        run.type("\u{1B}c")
        try run.wait(for: "home alone again") { $0.text.contains("Library") && !$0.text.contains("/ 00:10") }
        run.type("q")
        try run.wait(for: "the whole picture") { $0.counter == 25 }
        try run.quit()
    }
}

extension VTScreen {
    /// Whether the screen has cells of a picture.
    fileprivate var hasColours: Bool { cells.contains { $0.background.rawValue >> 24 == 0 } }
}
