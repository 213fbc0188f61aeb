import PlayCore
import TestSupport
import Testing

struct SharpeningTests {
    private static func picture(_ levels: [UInt8]) -> PixelBuffer {
        PixelBuffer(width: levels.count, height: 3) { bytes in
            for y in 0..<3 {
                for (x, level) in levels.enumerated() {
                    for byte in 0..<3 { bytes[(y * levels.count + x) * 4 + byte] = level }
                }
            }
        }
    }

    /// Returns the levels of the middle row after sharpening.
    private static func levels(_ levels: [UInt8], amount: Double) -> [UInt8] {
        var pool = PixelPool()
        let sharp = Sharpening(amount: amount).applied(to: picture(levels), pool: &pool)
        return levels.indices.map { sharp.rgb(x: $0, y: 1).green }
    }

    @Test func flatPicturesAndSlopesStayUnchanged() {
        expect(Self.levels([90, 90, 90, 90], amount: 1), is: [90, 90, 90, 90])
        expect(Self.levels([10, 20, 30, 40, 50], amount: 1)[1...3], is: [20, 30, 40])
    }

    @Test func anEdgeGetsSteeperByAQuarterOfItsHeightOnEachSide() {
        expect(Self.levels([100, 100, 140, 140], amount: 1), is: [100, 90, 150, 140])
        expect(Self.levels([100, 100, 140, 140], amount: 0.5), is: [100, 95, 145, 140])
    }

    @Test func levelsStayWithinTheirRange() {
        expect(Self.levels([0, 0, 255, 255], amount: 1), is: [0, 0, 255, 255])
    }

    @Test func aZeroAmountReturnsTheSamePicture() {
        var pool = PixelPool()
        let picture = Self.picture([1, 2, 3])
        #expect(Sharpening.none.applied(to: picture, pool: &pool) === picture)
        expect(Sharpening(amount: 7).amount, is: 1)
    }
}
