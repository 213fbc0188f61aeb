import Cells
import Foundation
import TestSupport
import Testing

@testable import tvplay_bench

/// The cost and the quality of pictures must not get worse (`Tests/Thresholds/rate.json`). The counts are the same on
/// every machine, and are those of the demo film in 160 × 45 cells.
struct RateThresholdTests {
    private struct Threshold: Decodable {
        /// The upper bound in bytes per frame.
        let bytes: Double
        /// The lower bounds of the similarity and of the decibels.
        let similarity: Double
        let decibels: Double
    }

    private static func file(_ path: String) -> URL {
        Checkout.folder.appendingPathComponent(path)
    }

    private static func thresholds() throws -> [String: Threshold] {
        try JSONDecoder().decode(
            [String: Threshold].self, from: Data(contentsOf: file("Tests/Thresholds/rate.json")))
    }

    /// The pictures, which are decoded once for all settings.
    private static let pictures = Result {
        let clip = Clip(path: file("Assets/demo/tvplay-demo.mp4").path)
        return RateCases.cells(try ScreenSize.medium.pictures(clip, count: 90), .medium)
    }

    @Test("bytes and similarity of the demo film stay within their thresholds", arguments: RateCases.Setting.all)
    func thresholds(setting: RateCases.Setting) throws {
        let threshold = try #require(try Self.thresholds()[setting.name])
        let result = RateCases.encode(try Self.pictures.get(), .medium, setting)
        #expect(result.bytesPerFrame <= threshold.bytes)
        #expect(result.comparison.similarity >= threshold.similarity)
        #expect(result.comparison.peakSignalToNoise >= threshold.decibels)
        if let rate = setting.rate { #expect(result.bytesPerFrame <= rate * 125_000 / 30 * 1.05) }
    }
}
