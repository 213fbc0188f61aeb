import PlayCore
import TestSupport
import Testing

@testable import AudioOutput

@Suite("Pictures at a constant rate")
struct PictureTimingTests {
    private func counts(_ pictures: [(media: Int, due: Int?)], isStill: Bool = false) -> [Int] {
        var timing = PictureTiming(rate: .standard)
        return pictures.map {
            timing.count(
                time: .milliseconds($0.media), due: $0.due.map { HostTime.milliseconds(1000 + $0) }, isStill: isStill)
        }
    }

    @Test("ARCH-39: each picture is written once, and the next one fills the place of a dropped one")
    func steady() {
        expect(counts([(0, nil), (40, 40), (80, 80), (120, 121), (160, 159)]), is: [1, 1, 1, 1, 1])
        expect(counts([(0, nil), (40, 40), (160, 160), (200, 200)]), is: [1, 1, 3, 1])
    }

    @Test("ARCH-39: double speed leaves out every second picture, and half speed writes each twice")
    func rates() {
        expect(counts((0..<9).map { ($0 * 40, $0 == 0 ? nil : $0 * 20) }).reduce(0, +), is: 6)
        expect(counts((0..<5).map { ($0 * 40, $0 == 0 ? nil : $0 * 80) }), is: [1, 1, 2, 2, 2])
    }

    @Test("ARCH-39: a pause of playback adds no pictures, and a long picture is repeated for its duration")
    func gaps() {
        expect(counts([(0, nil), (40, 40), (80, 5080), (120, 5120)]), is: [1, 1, 1, 1])
        expect(counts([(0, nil), (40, 40), (2040, 2040)]), is: [1, 1, 50])
        expect(counts([(0, nil), (40, 40), (9_000_040, 9_000_040)]), is: [1, 1, 250])
    }

    @Test("ARCH-39: a redrawn picture is not written again, but a step of a still picture is")
    func still() {
        expect(counts([(0, nil), (40, 40), (40, nil), (80, 80)]), is: [1, 1, 0, 1])
        expect(counts([(0, nil), (40, nil), (80, nil)], isStill: true), is: [1, 1, 1])
    }

    @Test("a frame duration maps to the nearest usual rate")
    func rate() {
        let cases: [(Int64, Int, Int)] = [
            (40_000_000, 25, 1), (41_708_333, 24000, 1001), (41_666_667, 24, 1), (33_366_667, 30000, 1001),
            (33_333_333, 30, 1), (16_683_333, 60000, 1001), (66_666_667, 15000, 1000), (1, 25, 1),
            (5_000_000_000, 25, 1),
        ]
        for (nanoseconds, numerator, denominator) in cases {
            let rate = FrameRate(duration: MediaTime(nanoseconds: nanoseconds))
            expect(rate, is: FrameRate(numerator: numerator, denominator: denominator), "\(nanoseconds)")
        }
    }
}
