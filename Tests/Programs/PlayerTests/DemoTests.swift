import Cells
import Foundation
import Processes
import TestSupport
import Testing

@Suite("The demonstration", .serialized, .timeLimit(.minutes(10)))
struct DemoTests {
    private static let assets = Checkout.folder.appendingPathComponent("Assets/demo")

    /// Creates a folder like `share` with the demonstration, and a home.
    private func inShare(_ body: (_ environment: [String: String], _ folder: URL) throws -> Void) throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let share = folder.appendingPathComponent("share/tvplay")
        try FileManager.default.createDirectory(at: share, withIntermediateDirectories: true)
        try FileManager.default.createSymbolicLink(
            at: share.appendingPathComponent("demo"), withDestinationURL: Self.assets)
        let home = folder.appendingPathComponent("home").path
        try body(["TVPLAY_DATA": folder.appendingPathComponent("share").path, "TVPLAY_HOME": home], folder)
    }

    @Test(
        "ROOM-06, ROOM-44, ROOM-47, ROOM-49, ROOM-50, ROOM-55, ROOM-58, ROOM-63: the demonstration is a class with film, slides, chat, people, a notice and a quiz, and leaves no history"
    )
    func attending() throws {
        try inShare { environment, _ in
            let run = try PlayerRun(["demo", "--pause"], columns: 120, rows: 36, environment: environment)
            try run.wait(for: "the class") {
                $0.text(row: 0).contains("Films in your terminal · 张老师 presents") && $0.text.contains("People 5")
            }
            try run.wait(for: "the first slide") { $0.text.contains("films in your terminal") }
            try run.wait(for: "the film") {
                $0.text.contains("00:00 / 00:49") && $0.showsPicture(column: 40, row: 15)
            }
            run.type("g5\r")
            try run.wait(for: "the notice") { $0.text(row: 0).contains("Notice: 1 … 7 panes") }
            run.type("g10\r")
            try run.wait(for: "the slide in the film's place") {
                $0.text(row: 0).contains("Slide 3 of 4") && $0.text.contains("one sign makes both")
            }
            run.type("g18\r")
            try run.wait(for: "the keys") { $0.text.contains("Keys to try") && $0.text.contains("People 6") }
            run.type("g35\r")
            try run.wait(for: "the quiz") { $0.text.contains("At double speed") && $0.text.contains("80%") }
            try run.wait(for: "its timer") { $0.text.contains("Timer 00:02 of 00:08") }
            run.type("g38\r")
            try run.wait(for: "the answer sheet") {
                $0.text.contains("How many pixels has a cell?") && !$0.text.contains("80%")
            }
            run.type("g40\r")
            try run.wait(for: "its result") { $0.text.contains("80%") && $0.text.contains("Time is up") }
            run.type("g47\r")
            try run.wait(for: "the roses") { $0.text.contains("🌹") && $0.text.contains("Questions 1") }
            run.type("r")
            try run.wait(for: "the red packet") { $0.text.contains("Red packet: 5 points") }
            try run.quit()
            let history = try BuiltProgram.run(BuiltProgram.path("tvplay"), ["history"], environment: environment)
            #expect(!history.output.contains("tvplay-demo"))
        }
    }

    @Test("without a terminal the demonstration plays its film to the end, and the command class is refused")
    func headless() throws {
        try inShare { environment, folder in
            let alsa = folder.appendingPathComponent("alsa.conf")
            try Data("pcm.!default { type null }\n".utf8).write(to: alsa)
            let outcome = try BuiltProgram.run(
                BuiltProgram.path("tvplay"), ["--end=0.2", "demo"],
                environment: environment.merging(["ALSA_CONFIG_PATH": alsa.path]) { own, _ in own })
            expect(outcome.status, is: 0, "\(outcome.errors)")
            #expect(outcome.errors.contains("standard output is not a terminal"))
        }
        let run = try PlayerRun(["class", Self.assets.path], environment: ["TERM": "dumb"])
        try expect(run.waitForExit(), is: .code(1))
        #expect(run.errors.contains("Playing a class needs a terminal"))
    }
}
