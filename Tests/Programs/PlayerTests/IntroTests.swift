import Cells
import Foundation
import Processes
import TestSupport
import Testing

@Suite("Intro and outro", .timeLimit(.minutes(10)))
struct IntroTests {
    /// A clip half of which is red, a colour that the counter lacks.
    private static let clip = Fixtures.path("rotated.mp4")
    private static let film = Fixtures.path("short-sound.mp4")

    private func hasRed(_ screen: VTScreen) -> Bool {
        screen.cells.contains { cell in
            let color = VTScreen.Look(cell).background
            let index = Color(rawValue: color).paletteIndex
            return index == 196 || index == nil && color >> 24 == 0 && color >> 16 > 200 && color & 0xFFFF < 0x2020
        }
    }

    @Test("INFO-14: --intro plays before the film and --outro after it, then the program ends")
    func clips() throws {
        let run = try PlayerRun(
            ["--intro=" + Self.clip, "--outro=" + Self.clip, "--no-resume", "--speed=0.5", Self.film])
        try run.wait(for: "the intro") { hasRed($0) }
        try run.wait(for: "the film") { !hasRed($0) && ($0.counter ?? 0) > 0 }
        try run.wait(for: "the outro") { hasRed($0) }
        try expect(run.waitForExit(), is: .code(0))
    }

    @Test("INFO-14: > skips the intro and plays its film")
    func skipped() throws {
        // A picture stays until it is skipped.
        let run = try PlayerRun(["--intro=" + Fixtures.path("still.png"), "--no-resume", Fixtures.path("counter.mp4")])
        try run.wait(for: "the intro") { hasRed($0) }
        run.type(">")
        try run.waitForPictures(2)
        try run.quit()
    }

    @Test("INFO-14, PLAY-32: unplayable clips cause a notice and error 1090 in the log, and the film plays to its end")
    func absent() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let run = try PlayerRun(
            [
                "--intro=/absent/intro.mp4", "--outro=/absent/outro.mp4", "--log-file=" + folder.path + "/log",
                "--no-resume", "--speed=0.5", Self.film,
            ])
        try run.wait(for: "the notice") { $0.text.contains("Cannot play the intro or outro") }
        try run.wait(for: "the film") { ($0.counter ?? 0) > 0 }
        try expect(run.waitForExit(), is: .code(0))
        #expect(run.errors.contains("tvplay: /absent/outro.mp4: no such file"))
        let log = try String(contentsOfFile: folder.path + "/log", encoding: .utf8)
        #expect(log.contains("1090 invalidAD: /absent/intro.mp4: no such file"))
        #expect(log.contains("1090 invalidAD: /absent/outro.mp4: no such file"))
    }
}
