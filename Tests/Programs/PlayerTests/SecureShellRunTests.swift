import Foundation
import TestSupport
import Testing

/// Tests of `tvplay ssh` through a real sshd on the loopback interface, with its own keys and home folder. The sound is
/// recorded from a private PulseAudio at the listener. `Scripts/measure/ssh-sound` sets this up and measures.
private enum SoundOverSSH {
    struct Report: Decodable {
        let pairs: Int
        let flashes: Int
        let beeps: Int
        let medianMs: Double?
        /// The delay of a process that does little work at the rate of pictures, or `nil` with `--unjudged`.
        let lateMs: Double?
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

    /// The path of a clip that outlasts each measurement. ``Lifeline`` removes it with the test process.
    private static let clip = Result {
        let clip = try BuiltProgram.temporaryFolder().appendingPathComponent("clip.mkv").path
        let made = try BuiltProgram.run(
            Checkout.folder.path + "/Tests/Programs/AVSync/make-clip.sh", [clip, "20"])
        try #require(made.status == 0, "\(made.errors)")
        return clip
    }

    /// Plays for some seconds, then types q.
    static func measure(_ options: [String]) throws -> Report {
        let clip = try clip.get()
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
        "sound over SSH is heard at the listener, and q ends both sides without leftovers",
        arguments: ["sockets", "ports"]
    )
    func heard(forward: String) throws {
        let report = try SoundOverSSH.measure(["--unjudged", "--forward", forward])
        #expect(report.flashes >= 2 && report.beeps >= 2)
        expectCleanEnd(report)
        // Scripts/measure/ssh-sound measures whether the sound of a busy machine ever stops, not this test.
        #expect(report.said.filter { !$0.contains("The sound stopped") }.isEmpty)
    }

    @Test(
        "without a forwarding the film plays over SSH without sound, and a line gives the reason")
    func silent() throws {
        let report = try SoundOverSSH.measure(["--unjudged", "--forward", "nothing"])
        #expect(report.flashes >= 2)
        expect(report.beeps, is: 0)
        expectCleanEnd(report)
        expect(Set(report.said).count, is: 1)
        expect(report.said.first?.hasPrefix("tvplay: No sound from "), is: true)
    }

    @Test(
        "if the player stops for three seconds, the listener's log reports that no packets were left"
    )
    func stopIsLogged() throws {
        let report = try SoundOverSSH.measure(["--unjudged", "--listen", "--stall", "5"])
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
        @Test("sound over SSH is in step with the picture, apart from the delay of this machine")
        func inStep() throws {
            let report = try SoundOverSSH.measure([])
            #expect(report.pairs >= 2)
            let late = try #require(report.lateMs)
            #expect(abs(report.medianMs ?? 1000) < 90 + late, "\(report)")
        }
    }
}
