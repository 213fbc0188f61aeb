import Foundation
import TestSupport
import Testing

@testable import tvplay_bench

/// The benchmark's counts, which are the same on every machine, must not rise (`Tests/Thresholds`).
struct ThresholdTests {
    /// The bytes per frame of each pattern's first twelve pictures in 240×67 cells.
    private static func thresholds() throws -> [String: Double] {
        let file = Checkout.folder.appendingPathComponent("Tests/Thresholds/encode.json")
        return try JSONDecoder().decode([String: Double].self, from: Data(contentsOf: file))
    }

    @Test(
        "the encoder writes at most as many bytes as the threshold, which stays close to them",
        arguments: Pattern.allCases)
    func bytesOfEncodedPatterns(pattern: Pattern) throws {
        let threshold = try #require(try Self.thresholds()[pattern.rawValue])
        let bytes = EncodeCases.bytesPerFrame(pattern, frames: 12)
        #expect(bytes <= threshold)
        // A change that saves more than two per cent also has to lower the threshold.
        #expect(bytes >= threshold * 0.98)
    }

    @Test("every threshold names an existing pattern")
    func everyThresholdIsOfAPattern() throws {
        try expect(Set(try Self.thresholds().keys), is: Set(Pattern.allCases.map(\.rawValue)))
    }
}
