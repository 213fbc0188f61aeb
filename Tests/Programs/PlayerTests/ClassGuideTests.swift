import ClassroomHarness
import Foundation
import TestSupport
import Testing

/// The commands of the guide's pages of classes, which `Tests/Trials/class-guide` runs as they are written there.
@Suite(
    "The guide of classes", .serialized, .timeLimit(.minutes(15)),
    .enabled(if: NetworkPair.isPossible, "\(NetworkPair.absentReason)"),
    .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"),
    .enabled(if: ClassMediaServer.isPresent, "\(ClassMediaServer.absentReason)"))
struct ClassGuideTests {
    private struct Finding: Decodable {
        let what: String
        let holds: Bool
        let seen: String
    }

    @Test("each command does what the guide says, at 127.0.0.1, at an IPv4 and at an IPv6 address")
    func guide() throws {
        let outcome = try BuiltProgram.run(
            Checkout.folder.path + "/Tests/Trials/class-guide", ["--", BuiltProgram.path("tvplay")])
        let findings = try outcome.output.split(separator: "\n").map {
            try JSONDecoder().decode(Finding.self, from: Data($0.utf8))
        }
        for finding in findings { #expect(finding.holds, "\(finding.what): \(finding.seen)") }
        // The last page is checked after all steps, so none was left out.
        #expect(findings.count > 390, "\(outcome.errors)")
        #expect(findings.last?.what.hasPrefix("classes.md: ") == true)
    }
}
