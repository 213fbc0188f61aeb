import PlayCore
import Testing

@testable import PlaybackModel

/// Ladders, grids and conditions that the tests share.
enum Ladders {
    /// Averages of 1, 2, 4 and 8 Mbit/s, at 360p, 540p, 720p and 1080p; the peaks are the averages.
    static func four() throws -> RenditionLadder {
        try #require(
            RenditionLadder([
                rung(1, 640, 360), rung(2, 960, 540), rung(4, 1280, 720), rung(8, 1920, 1080),
            ]))
    }

    static func rung(
        _ megabits: Double, _ width: Int = 0, _ height: Int = 0, frameRate: Double? = nil, key: String? = nil,
        isAudioOnly: Bool = false
    ) -> Rung {
        Rung(
            key: key ?? "\(height)p-\(megabits)", peak: .megabits(megabits), width: width, height: height,
            frameRate: frameRate, isAudioOnly: isAudioOnly)
    }

    /// Returns the grid of half-blocks in cells that are twice as high as wide.
    static func halfBlocks(_ columns: Int, _ rows: Int) -> PixelGrid {
        PixelGrid(width: columns, height: 2 * rows, pixelAspect: 1)
    }

    /// Returns an estimator that has measured only this rate, with this latency, up to `now`.
    static func estimator(
        _ megabits: Double, latency: HostTime = .zero, until now: HostTime = .seconds(100)
    ) -> BandwidthEstimator {
        var estimator = BandwidthEstimator()
        for second in stride(from: 20, through: 0, by: -1) {
            estimator.note(
                Transfer(
                    bytes: BitRate.megabits(megabits).bytes(of: .seconds(1)), latency: latency,
                    duration: .seconds(1), end: now - .seconds(second)))
        }
        return estimator
    }

    /// Returns conditions with segments of four seconds, by default at second 100.
    static func conditions(
        buffered: MediaTime, rate: Double = 1, isPaused: Bool = false, liveDelay: MediaTime? = nil, now: Int = 100
    ) -> AdaptationConditions {
        AdaptationConditions(
            now: .seconds(now), buffered: buffered, segmentDuration: .seconds(4), rate: PlaybackRate(rate),
            isPaused: isPaused, liveDelay: liveDelay)
    }
}
