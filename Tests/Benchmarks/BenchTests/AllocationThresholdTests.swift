import Foundation
import TestSupport
import Testing

/// While playing, frames on their way from the decoder to the terminal allocate next to nothing
/// (`Tests/Thresholds/allocations.json`). The test runs the program itself, because ncurses and the count belong to a
/// process.
struct AllocationThresholdTests {
    private struct Row: Decodable {
        let input: String
        let figure: String
        let median: Double
    }

    private static func file(_ path: String) -> URL {
        Checkout.folder.appendingPathComponent(path)
    }

    @Test(
        "a frame allocates no more than the threshold",
        .enabled(if: ProcessInfo.processInfo.environment["TVPLAY_SANITIZER"] == nil, "a sanitizer allocates, too"))
    func thresholds() throws {
        let thresholds = try JSONDecoder().decode(
            [String: Double].self, from: Data(contentsOf: Self.file("Tests/Thresholds/allocations.json")))
        let rows = try measure()
        expect(Set(rows.map(\.input)), is: Set(thresholds.keys))
        for row in rows {
            let threshold = try #require(thresholds[row.input])
            #expect(row.median <= threshold, "\(row.input): \(row.median)")
        }
    }

    private func measure() throws -> [Row] {
        let outcome = try BuiltProgram.run(
            BuiltProgram.path("tvplay-bench"),
            [
                "--case", "allocations", "--repeat", "1", "--json", "-", "--clip",
                Self.file("Assets/demo/tvplay-demo.mp4").path,
            ], environment: ["LANG": "C.UTF-8"])
        try #require(outcome.status == 0, "\(outcome.errors)")
        return try JSONDecoder().decode([Row].self, from: Data(outcome.output.utf8))
    }
}
