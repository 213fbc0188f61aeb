import ClassroomHarness
import Foundation
import TestSupport
import Testing

/// The built `tvplay-keeper` under `kill -9`. `make soak-live` repeats it a hundred times.
@Suite(
    "A class server that is killed under load", .enabled(if: ProsodyServer.isPresent, "\(ProsodyServer.absentReason)"))
struct KeeperKillTests {
    private static func number(_ name: String) -> Int? { ProcessInfo.processInfo.environment[name].flatMap { Int($0) } }

    @Test(
        "after kills at random moments each wish has one answer, rights and limits hold, and everyone has the stored state"
    )
    func kills() throws {
        let rounds = Self.number("TVPLAY_KEEPER_KILLS") ?? 3
        let school = try KilledSchool(seed: UInt64(Self.number("TVPLAY_KEEPER_SEED") ?? 1))
        for round in 0..<rounds {
            try school.round(round)
            if round % 10 == 9 { try school.agree() }
        }
        try school.agree()
        #expect(school.wishCount > rounds, "each round is one of wishes")
    }
}
