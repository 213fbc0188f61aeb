import Cells
import ClassAccess
import ClassKeeper
import Classes
import ClassroomHarness
import Foundation
import PlayCore
import TestSupport
import Testing

/// The built program with a real XMPP server, a real keeper and a real RTMP server.
@Suite(
    "A live class in the background or paused", .serialized, .timeLimit(.minutes(10)),
    .enabled(
        if: ProsodyServer.isPresent && ClassMediaServer.isPresent,
        "\(ProsodyServer.absentReason), \(ClassMediaServer.absentReason)"))
struct LiveBackgroundRunTests {
    /// Starts a teacher who is on air, as a job of a shell.
    private func teacher(_ classroom: LiveClassroom, _ options: [String] = []) throws -> PlayerRun {
        let microphone = "--microphone=lavfi:sine=frequency=1000,volume=4"
        let run = try PlayerRun(
            ["class", "--name=Wang", microphone] + options + [try classroom.link(.teacher)], columns: 120, rows: 36,
            script: JobRun.shell)
        try run.wait(for: "the question") { $0.text.contains("Start the class now?  y yes") }
        run.type("y")
        try run.wait(for: "the class") { !$0.text(row: 0).contains("class not started") }
        run.type("M")
        try run.wait(for: "the microphone") { $0.text(row: 0).contains("ON AIR ═") }
        return run
    }

    private func suspend(_ run: PlayerRun) throws {
        run.type(Keys.control("z"))
        try run.wait(for: "the shell") { $0.text.contains("status 148") }
    }

    /// Waits until the class receives a person's sound, or no longer receives it.
    private func hasSound(_ name: String, _ classroom: LiveClassroom, _ expected: Bool) throws -> Bool {
        try eventually {
            let state = try #require(try classroom.working.state(of: LiveClassroom.name)).state
            return (state.users.list.elements.first { $0.user.name == name }?.hasAudio ?? false) == expected
        }
    }

    @Test("LIVE-44: after Ctrl-Z a live class continues with its microphone closed, and fg opens it again")
    func microphone() throws {
        let server = try ClassMediaServer()
        let classroom = try LiveClassroom { $0.mediaServer = server.settings }
        let run = try teacher(classroom)
        #expect(try hasSound("Wang", classroom, true))
        try suspend(run)
        // A stopped process could not close the microphone.
        #expect(try hasSound("Wang", classroom, false))
        run.type("fg >/dev/null\n")
        try run.wait(for: "the microphone") { $0.modes.contains(1049) && $0.text(row: 0).contains("ON AIR ═") }
        #expect(try hasSound("Wang", classroom, true))
    }

    @Test("LIVE-44: with --background-microphone the class still hears the microphone after Ctrl-Z")
    func backgroundMicrophone() throws {
        let server = try ClassMediaServer()
        let classroom = try LiveClassroom { $0.mediaServer = server.settings }
        let run = try teacher(classroom, ["--background-microphone"])
        let address = try classroom.address(of: .audio, from: try classroom.userID(of: "Wang"))
        try suspend(run)
        let words = try FilteredStream.words(of: address, ["-t", "1", "-af", "volumedetect"])
        let loudness = try #require(FilteredStream.numbers(behind: "mean_volume:", in: words).last)
        #expect(loudness > -30)
    }

    @Test("LIVE-44: with --background-audio=no Ctrl-Z stops the class like any other program")
    func stopped() throws {
        let server = try ClassMediaServer()
        let classroom = try LiveClassroom { $0.mediaServer = server.settings }
        let run = try teacher(classroom, ["--background-audio=no"])
        let link = try classroom.link(.teacher)
        try suspend(run)
        #expect(run.terminal.wait { _ in Self.states(of: link).allSatisfy { $0 == "T" } })
        run.type("fg >/dev/null\n")
        try run.wait(for: "the class") { $0.modes.contains(1049) && $0.text(row: 0).contains("Botany") }
    }

    /// Returns the states of the processes that have an argument.
    private static func states(of argument: String) -> [String] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return names.filter { Int32($0) != nil }.compactMap { id in
            let line = (try? String(contentsOfFile: "/proc/\(id)/cmdline", encoding: .utf8)) ?? ""
            guard line.contains(argument), line.hasPrefix("/"), !line.hasPrefix("/bin/bash") else { return nil }
            let stat = (try? String(contentsOfFile: "/proc/\(id)/stat", encoding: .utf8)) ?? ""
            return stat.components(separatedBy: ") ").last.map { String($0.prefix(1)) }
        }
    }

    @Test(
        "a paused live class shows a still picture, resumes at the live edge, and reports the missed time"
    )
    func paused() throws {
        let server = try ClassMediaServer()
        let classroom = try LiveClassroom { $0.mediaServer = server.settings }
        let teacher = try classroom.startClass(["--camera=lavfi:testsrc2=size=320x180:rate=15"])
        teacher.type("gV")
        let anna = try classroom.attendClass("Anna")
        try anna.wait(for: "the picture") { Self.colours($0) > 40 }
        anna.type(" ")
        // The player no longer receives the stream, and its last picture stays.
        try anna.wait(for: "two seconds") { $0.secondsOfPause ?? 0 >= 2 }
        let pause = try #require(anna.screen.secondsOfPause)
        #expect(Self.colours(anna.screen) > 40)
        let picture = anna.screen.cells.map(\.background.rawValue)
        try anna.wait(for: "another second") { $0.secondsOfPause ?? 0 > pause }
        #expect(Self.differences(picture, anna.screen.cells.map(\.background.rawValue)) < 50)
        anna.type(" ")
        try anna.wait(for: "the edge") {
            $0.text.contains("Live again: 00:") && !$0.text(row: 0).contains("paused")
        }
        let before = anna.screen.cells.map(\.background.rawValue)
        try anna.wait(for: "pictures that move") {
            Self.differences(before, $0.cells.map(\.background.rawValue)) > 50
        }
    }

    private static func differences(_ a: [UInt32], _ b: [UInt32]) -> Int { zip(a, b).count { $0 != $1 } }

    private static func colours(_ screen: VTScreen) -> Int {
        Set(screen.cells.flatMap { [$0.foreground.rawValue, $0.background.rawValue] }).count
    }
}
