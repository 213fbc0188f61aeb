import Foundation
import TestSupport
import Testing

/// `tvplay ssh` through a real sshd of the test's own on the loopback interface, with keys and a home folder of its own; the
/// sound is recorded from a private PulseAudio at the listener. `Scripts/measure/ssh-sound` sets all that up and measures.
private enum SoundOverSSH {
    struct Report: Decodable {
        let pairs: Int
        let flashes: Int
        let beeps: Int
        let medianMs: Double?
        /// How late a process is that does a little at the rate of pictures.
        let lateMs: Double
        let status: Int
        let said: [String]
        let stops: [String]?
        let leftThere: [String]?
        let leftHere: [String]?
        let frames: Int?
    }

    static let hasTools =
        RealTime.AVSyncTests.hasTools
        && ["/usr/sbin/sshd", "/usr/bin/ssh", "/usr/bin/ssh-keygen"].allSatisfy {
            FileManager.default.isExecutableFile(atPath: $0)
        }
    static let missing: Comment = "sshd, ssh, pulseaudio, parec, python3 or ffmpeg is missing: run make test"

    /// Plays for some seconds, then types q.
    static func measure(_ options: [String]) throws -> Report {
        let temporary = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(temporary) }
        let clip = temporary.appendingPathComponent("clip.mkv").path
        let made = try BuiltProgram.run(
            Checkout.folder.path + "/Tests/Programs/AVSync/make-clip.sh", [clip, "30"])
        try #require(made.status == 0, "\(made.errors)")
        let run = try BuiltProgram.run(
            Checkout.folder.path + "/Scripts/measure/ssh-sound",
            ["--mbit", "20", "--rtt", "20", "--seconds", "12"] + options + ["--", BuiltProgram.path("tvplay"), clip])
        try #require(run.status == 0, "\(run.errors)")
        return try JSONDecoder().decode(Report.self, from: Data(run.output.utf8))
    }
}

@Suite("Sound over SSH", .timeLimit(.minutes(10)), .enabled(if: SoundOverSSH.hasTools, SoundOverSSH.missing))
struct SecureShellRunTests {
    @Test(
        "Sound over SSH: it is heard at the listener; q ends both sides and leaves nothing",
        arguments: ["sockets", "ports"]
    )
    func heard(forward: String) throws {
        let report = try SoundOverSSH.measure(["--forward", forward])
        #expect(report.flashes >= 2 && report.beeps >= 2)
        expectCleanEnd(report)
        // Whether the sound of a busy machine ever stops is measured by Scripts/measure/ssh-sound, not here.
        #expect(report.said.filter { !$0.contains("The sound stopped") }.isEmpty)
    }

    @Test(
        "Sound over SSH: where the server forwards nothing, the film plays silently, and a line says why")
    func silent() throws {
        let report = try SoundOverSSH.measure(["--forward", "nothing"])
        #expect(report.flashes >= 2)
        expect(report.beeps, is: 0)
        expectCleanEnd(report)
        expect(Set(report.said).count, is: 1)
        expect(report.said.first?.hasPrefix("tvplay: No sound from "), is: true)
    }

    @Test(
        "Sound over SSH: where the player stood still for three seconds, the listener's log says that no packets were left"
    )
    func stopIsLogged() throws {
        let report = try SoundOverSSH.measure(["--listen", "--stall", "5"])
        expect(report.status, is: 0)
        expect(report.stops?.contains { $0.contains("no packets were left") }, is: true, "\(report.stops ?? [])")
    }

    private func expectCleanEnd(_ report: SoundOverSSH.Report) {
        expect(report.status, is: 0)
        #expect(report.frames ?? 0 > 0)
        expect(report.leftThere, is: [])
        expect(report.leftHere, is: [])
    }
}

extension RealTime {
    @Suite("Sound over SSH", .enabled(if: SoundOverSSH.hasTools, SoundOverSSH.missing))
    struct SoundOverSSHTests {
        @Test("Sound over SSH: it is in step with the picture, but for what this machine is late by")
        func inStep() throws {
            let report = try SoundOverSSH.measure([])
            #expect(report.pairs >= 2)
            #expect(abs(report.medianMs ?? 1000) < 90 + report.lateMs, "\(report)")
        }
    }
}
