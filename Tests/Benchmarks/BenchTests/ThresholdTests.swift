import Foundation
import TestSupport
import Testing

@testable import tvplay_bench

/// Counts that a benchmark makes may not rise (`Tests/Thresholds`); they are the same on every machine.
struct ThresholdTests {
    /// Bytes per frame of each pattern's first twelve pictures in 240×67 cells.
    private static func thresholds() throws -> [String: Double] {
        let file = Checkout.folder.appendingPathComponent("Tests/Thresholds/encode.json")
        return try JSONDecoder().decode([String: Double].self, from: Data(contentsOf: file))
    }

    @Test(
        "the encoder writes no more bytes than the threshold, and the threshold is kept close",
        arguments: Pattern.allCases)
    func bytesOfEncodedPatterns(pattern: Pattern) throws {
        let threshold = try #require(try Self.thresholds()[pattern.rawValue])
        let bytes = EncodeCases.bytesPerFrame(pattern, frames: 12)
        #expect(bytes <= threshold)
        // A gain is kept: who wins more than two per cent lowers the threshold.
        #expect(bytes >= threshold * 0.98)
    }

    @Test("a threshold names a pattern that there is")
    func everyThresholdIsOfAPattern() throws {
        try expect(Set(try Self.thresholds().keys), is: Set(Pattern.allCases.map(\.rawValue)))
    }
}
