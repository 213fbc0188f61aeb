import Foundation
import TestSupport
import Testing

/// `tvplay ssh` through a real sshd of the test's own on the loopback interface, with keys and a home folder of its own; the
/// sound is recorded from a private PulseAudio at the listener. `Scripts/ssh-sound` sets all that up and measures.
@Suite("Sound over SSH", .timeLimit(.minutes(10)))
struct SecureShellRunTests {
    private struct Report: Decodable {
        let pairs: Int
        let flashes: Int
        let beeps: Int
        let medianMs: Double?
        let status: Int
        let said: [String]
        let stops: [String]?
        let leftThere: [String]?
        let leftHere: [String]?
        let frames: Int?
    }

    private static let hasTools =
        AVSyncTests.hasTools
        && ["/usr/sbin/sshd", "/usr/bin/ssh", "/usr/bin/ssh-keygen"].allSatisfy {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    private static let missing: Comment = "sshd, ssh, pulseaudio, parec, python3 or ffmpeg is missing: run make test"

    @Test(
        "Sound over SSH: it is heard at the listener, in step with the picture; q ends both sides and leaves nothing",
        .enabled(if: hasTools, missing), arguments: ["sockets", "ports"])
    func heard(forward: String) throws {
        let report = try measure(["--forward", forward])
        #expect(report.pairs >= 2)
        #expect(abs(report.medianMs ?? 1000) < 90)
        expectCleanEnd(report)
        // Whether the sound of a busy machine ever stops is measured by Scripts/ssh-sound, not here.
        #expect(report.said.filter { !$0.contains("The sound stopped") }.isEmpty)
    }

    @Test(
        "Sound over SSH: where the server forwards nothing, the film plays silently, and a line says why",
        .enabled(if: hasTools, missing))
    func silent() throws {
        let report = try measure(["--forward", "nothing"])
        #expect(report.flashes >= 5)
        #expect(report.beeps == 0)
        expectCleanEnd(report)
        #expect(Set(report.said).count == 1)
        #expect(report.said.first?.hasPrefix("tvplay: No sound from ") == true)
    }

    @Test(
        "Sound over SSH: where the player stood still for three seconds, the listener's log says that no packets were left",
        .enabled(if: hasTools, missing))
    func stopIsLogged() throws {
        let report = try measure(["--listen", "--stall", "5"])
        #expect(report.status == 0)
        #expect(report.stops?.contains { $0.contains("no packets were left") } == true, "\(report.stops ?? [])")
    }

    private func expectCleanEnd(_ report: Report) {
        #expect(report.status == 0)
        #expect(report.frames ?? 0 > 0)
        #expect(report.leftThere == [])
        #expect(report.leftHere == [])
    }

    /// Plays for some seconds, then types q.
    private func measure(_ options: [String]) throws -> Report {
        let temporary = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(temporary) }
        let clip = temporary.appendingPathComponent("clip.mkv").path
        let made = try BuiltProgram.run(
            Checkout.folder.path + "/Tests/Programs/AVSync/make-clip.sh", [clip, "30"])
        try #require(made.status == 0, "\(made.errors)")
        let run = try BuiltProgram.run(
            Checkout.folder.path + "/Scripts/ssh-sound",
            ["--mbit", "20", "--rtt", "20", "--seconds", "12"] + options + ["--", BuiltProgram.path("tvplay"), clip])
        try #require(run.status == 0, "\(run.errors)")
        return try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
    }
}
