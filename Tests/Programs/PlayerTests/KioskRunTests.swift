import Foundation
import TestSupport
import Testing

/// Tests of `tvplay kiosk` through a real sshd on the loopback interface, with its own keys, library and state folder.
/// `Tests/Trials/kiosk` sets them up, and does what an attacker might do.
@Suite("Public kiosk", .timeLimit(.minutes(10)))
struct KioskRunTests {
    private struct Attempt: Decodable {
        let what: String
        let holds: Bool
        let seen: String
    }

    private struct Report: Decodable {
        let begun: Int
        let restored: Int
        let opensAgain: Bool
        let left: [String]
        let connections: [Int]
        let killed: [String: Int]?
    }

    private static let hasTools = ["/usr/sbin/sshd", "/usr/bin/ssh", "/usr/bin/ssh-keygen", "/usr/bin/tmux"].allSatisfy
    {
        FileManager.default.isExecutableFile(atPath: $0)
    }
    private static let isRoot = geteuid() == 0
    private static let missing: Comment = "sshd, ssh, ssh-keygen or tmux is missing: run make test"

    private func run(_ options: [String]) throws -> [String] {
        let outcome = try BuiltProgram.run(
            Checkout.folder.path + "/Tests/Trials/kiosk",
            options + ["--", BuiltProgram.path("tvplay"), Fixtures.path("counter.mp4")])
        let lines = outcome.output.split(separator: "\n").map(String.init)
        try #require(!lines.isEmpty, "\(outcome.errors)")
        return lines
    }

    @Test(
        "escape attempts by typing, pasting, sending, forwarding and links in the library are refused",
        .enabled(if: hasTools, missing))
    func escapes() throws {
        let attempts = try run(["escapes"]).map { try JSONDecoder().decode(Attempt.self, from: Data($0.utf8)) }
        for attempt in attempts { #expect(attempt.holds, "\(attempt.what): \(attempt.seen)") }
        #expect(attempts.count >= 90)
        // The last attempt is made when the session is over, so none was left out.
        expect(attempts.last?.what, is: "something is written outside")
    }

    @Test(
        "viewers are identified by keys and isolated, limits end a session with a message, and forget erases a viewer",
        .enabled(if: hasTools, missing))
    func bounds() throws {
        let findings = try run(["bounds"]).map { try JSONDecoder().decode(Attempt.self, from: Data($0.utf8)) }
        for finding in findings { #expect(finding.holds, "\(finding.what): \(finding.seen)") }
        expect(findings.count, is: 18)
    }

    @Test(
        "films at the catalogue's server and at listed ones play, and other addresses are refused without a request",
        .enabled(if: hasTools, missing))
    func addresses() throws {
        let findings = try run(["addresses"]).map { try JSONDecoder().decode(Attempt.self, from: Data($0.utf8)) }
        for finding in findings { #expect(finding.holds, "\(finding.what): \(finding.seen)") }
        expect(findings.count, is: 25)
        #expect(findings.contains { $0.what.hasSuffix("(zh_CN.UTF-8)") })
    }

    @Test(
        "sessions with a killed client or connection end at once, and those with a cut network within the documented time",
        .enabled(if: hasTools, missing))
    func vanishing() throws {
        let findings = try run(["vanish"]).map { try JSONDecoder().decode(Attempt.self, from: Data($0.utf8)) }
        for finding in findings { #expect(finding.holds, "\(finding.what): \(finding.seen)") }
        expect(findings.count, is: 9)
    }

    @Test(
        "the three steps of the guide, run literally by root, make a kiosk in which every trial is refused",
        .enabled(if: hasTools && isRoot, "only root adds accounts"))
    func guide() throws {
        let findings = try run(["guide"]).map { try JSONDecoder().decode(Attempt.self, from: Data($0.utf8)) }
        for finding in findings { #expect(finding.holds, "\(finding.what): \(finding.seen)") }
        expect(findings.count, is: 4)
    }

    @Test(
        "without the program's own sandbox the kernel's one refuses files, programs, processes and sockets"
    )
    func kernelAlone() throws {
        let folder = try BuiltProgram.temporaryFolder()
        defer { BuiltProgram.remove(folder) }
        let library = folder.appendingPathComponent("library")
        try FileManager.default.createDirectory(at: library, withIntermediateDirectories: true)
        let outcome = try BuiltProgram.run(
            BuiltProgram.path("tvplay"),
            [
                "kiosk", "--check", "--library=" + library.path, "--state=" + folder.path + "/state",
                "--account=nobody-here",
            ],
            environment: ["LANG": "C.UTF-8", "HOME": folder.path])
        let lines = outcome.output.split(separator: "\n").map(String.init)
        guard lines.contains(where: { $0.hasPrefix("Landlock of the kernel: version ") }) else {
            #expect(lines.contains { $0.contains("The kernel has no Landlock") })
            return
        }
        let trials = lines.drop { !$0.hasSuffix("  open /etc/passwd") }.prefix { !$0.hasPrefix("Landlock") }
        #expect(trials.count >= 55)
        for trial in trials { #expect(trial.hasPrefix("closed  "), "\(trial)") }
        // The user who runs the tests may write to the library, and no account has this name.
        expect(outcome.status, is: 2)
        #expect(lines.contains { $0.hasPrefix("OPEN  ") })
    }

    @Test(
        "consecutive sessions start, restore the terminal and leave nothing behind", .enabled(if: hasTools, missing))
    func sessions() throws {
        let report = try report(["sessions", "--count", "6"])
        expect(report.begun, is: 6)
        expect(report.restored, is: 6)
    }

    @Test(
        "eight simultaneous sessions with killed processes and connections leave nothing behind, and the next one starts",
        .enabled(if: hasTools, missing))
    func storm() throws {
        let report = try report(["storm", "--count", "8"])
        expect(report.begun, is: 8)
        #expect((report.killed ?? [:]).values.reduce(0, +) >= 4)
    }

    private func report(_ options: [String]) throws -> Report {
        let line = try #require(try run(options).last)
        let report = try JSONDecoder().decode(Report.self, from: Data(line.utf8))
        #expect(report.opensAgain)
        #expect(report.left.isEmpty)
        #expect(report.connections.isEmpty)
        return report
    }
}
