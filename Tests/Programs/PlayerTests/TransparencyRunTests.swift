import Cells
import Foundation
import TestSupport
import Testing

/// The videos show a red square on a transparent ground.
@Suite("Transparency", .serialized, .timeLimit(.minutes(10)))
struct TransparencyRunTests {
    private func isRed(_ cell: Cell) -> Bool {
        let colors = cell.glyph == 0x20 ? [cell.background] : [cell.foreground, cell.background]
        return colors.allSatisfy { !$0.isDefault && $0.direct.red > 200 && $0.direct.green < 80 && $0.direct.blue < 80 }
    }

    private func isFree(_ cell: Cell) -> Bool { cell.glyph == 0x20 && cell.background.isDefault }

    /// Returns whether the square is shown. The picture is 48 × 24 cells in the middle of 80 × 24.
    private func showsSquare(_ screen: VTScreen) -> Bool {
        isRed(screen[40, 12]) && isRed(screen[30, 8]) && isFree(screen[20, 2]) && isFree(screen[60, 21])
    }

    private func run(_ arguments: [String]) throws -> PlayerRun {
        try PlayerRun(["--pause", "--control-bar=never", "--no-resume"] + arguments)
    }

    @Test(
        "ADV-15: --video-alpha names the half with the opacity, and transparent cells show the terminal's background",
        arguments: ["right", "left", "top", "bottom"])
    func halves(place: String) throws {
        let run = try run(["--video-alpha=" + place, Fixtures.path("alpha-\(place).mp4")])
        try run.wait(for: "the square", until: showsSquare)
        // The area around the picture has the configured colour.
        #expect(!isFree(run.screen[4, 12]))
        try run.quit()
    }

    @Test(
        "ADV-15: files with an alpha channel need no option, and --video-alpha=none shows their plain colours",
        arguments: ["alpha-vp9.webm", "alpha-vp8.webm", "alpha-prores.mov"])
    func pixels(name: String) throws {
        let run = try run([Fixtures.path(name)])
        try run.wait(for: "the square", until: showsSquare)
        try run.quit()
        let plain = try self.run(["--video-alpha=none", Fixtures.path(name)])
        try plain.wait(for: "all of the picture") { isRed($0[40, 12]) && isRed($0[20, 2]) }
        try plain.quit()
    }

    /// The left half of the cover is blue and its right half red.
    @Test("ADV-15: a cover is shown whole and opaque, regardless of --video-alpha")
    func cover() throws {
        let run = try run([
            "--video-alpha=right", "--cover=" + Fixtures.path("still.png"), Fixtures.path("audio-only.m4a"),
        ])
        func isBlue(_ cell: Cell) -> Bool {
            !cell.background.isDefault && cell.background.direct.blue > 200 && cell.background.direct.red < 80
        }
        try run.wait(for: "both halves of the cover") { isBlue($0[10, 10]) && isBlue($0[36, 10]) && isRed($0[60, 10]) }
        try run.quit()
    }

    @Test("ADV-15: the socket changes video-alpha during playback, and an invalid value is refused")
    func changing() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        try FileManager.default.setAttributes([.posixPermissions: 0o700], ofItemAtPath: folder.path)
        let run = try PlayerRun(
            [
                "--background-audio=yes", "--remote-control", "--pause", "--control-bar=never", "--no-resume",
                Fixtures.path("alpha-right.mp4"),
            ],
            environment: ["XDG_RUNTIME_DIR": folder.path])
        // Both halves are shown side by side.
        try run.wait(for: "the frame") { isRed($0[10, 12]) && !isRed($0[40, 12]) && !isFree($0[42, 12]) }
        let outcome = try BuiltProgram.run(
            BuiltProgram.path("tvplay"), ["remote", "set", "video-alpha", "right"],
            environment: ["XDG_RUNTIME_DIR": folder.path, "LANG": "C.UTF-8"])
        expect(outcome.status, is: 0)
        try run.wait(for: "the square", until: showsSquare)
        try run.quit()
        let wrong = try BuiltProgram.run(
            BuiltProgram.path("tvplay"), ["--video-alpha=middle", Fixtures.path("alpha-right.mp4")])
        #expect(wrong.status != 0 && wrong.errors.contains("--video-alpha"))
    }

    // MARK: Effects

    private func makeClass(in folder: URL) throws {
        let manifest =
            "{\"format\":\"tvplay-room\",\"version\":1,\"recordings\":[{\"info\":{\"playbackID\":\"p\","
            + "\"title\":\"Algebra\",\"media\":[{\"url\":\"clip.mp4\"}]},\"signals\":{\"all\":\"signals.jsonl\"}}]}"
        let award =
            "{\"t\":2000000000,\"kind\":\"award\",\"value\":{\"id\":\"a\",\"film\":\"rose.mp4\",\"alpha\":\"right\","
            + "\"fromUserName\":\"Mei\",\"showsSpecialEffect\":true}}"
        try Data(manifest.utf8).write(to: folder.appendingPathComponent("room.json"))
        try Data((award + "\n").utf8).write(to: folder.appendingPathComponent("signals.jsonl"))
        for (name, fixture) in [("clip.mp4", "counter.mp4"), ("rose.mp4", "alpha-right.mp4")] {
            try FileManager.default.copyItem(
                atPath: Fixtures.path(fixture), toPath: folder.appendingPathComponent(name).path)
        }
    }

    @Test("ADV-16: an award's film is shown over the class with its transparency, until its end or a seek")
    func film() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        try makeClass(in: folder)
        let run = try PlayerRun(["class", "--no-resume", folder.path], columns: 120, rows: 36)
        try run.wait(for: "the film") { isRed($0[60, 17]) && $0.text.contains("Mei gives an award") }
        // The class is visible through transparent cells.
        #expect(run.screen.text.contains("Algebra") && !isRed(run.screen[32, 4]))
        try run.wait(for: "its end") { !isRed($0[60, 17]) && !$0.text.contains("gives an award") }
        let end = run.screen
        #expect((0..<120).allSatisfy { column in (0..<36).allSatisfy { !isRed(end[column, $0]) } })
        run.type("g1\r")
        try run.wait(for: "the film again") { isRed($0[60, 17]) }
        run.type("g8\r")
        try run.wait(for: "nothing of it after a seek") { screen in
            !screen.text.contains("gives an award")
                && (0..<120).allSatisfy { column in (0..<36).allSatisfy { !isRed(screen[column, $0]) } }
        }
        try run.quit()
    }
}
