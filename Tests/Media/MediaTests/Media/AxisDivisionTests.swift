import PlayCore
import TestSupport
import Testing

@testable import Media

struct AxisDivisionTests {
    private static let shapes = [
        (720, 90), (1280, 160), (1080, 134), (1920, 240), (47, 11), (63, 63), (257, 1), (10, 7),
    ]

    @Test(arguments: shapes) func theSharesOfEverySampleAddUpToOne(sources: Int, pixels: Int) throws {
        let division = try #require(AxisDivision(sources: sources, pixels: pixels, limit: 65_535))
        var shares = [Int](repeating: 0, count: sources)
        for span in division.spans {
            shares[span.first] += span.head
            for at in 0..<span.full { shares[span.first + 1 + at] += 1 << division.shift }
            if span.tail > 0 { shares[span.first + 1 + span.full] += span.tail }
        }
        #expect(shares.allSatisfy { $0 == 1 << division.shift })
        expect(division.spans.count, is: pixels)
    }

    @Test(arguments: shapes) func noSpanWeighsMoreThanTheLimit(sources: Int, pixels: Int) throws {
        for limit in [257, 64, 65_535] {
            guard let division = AxisDivision(sources: sources, pixels: pixels, limit: limit) else {
                #expect(sources / pixels + 1 >= limit)
                continue
            }
            #expect(division.spans.allSatisfy { $0.total(shift: division.shift) <= limit })
        }
    }

    @Test func enlargingWeightsTheTwoNearestSamplesByDistance() throws {
        let division = try #require(AxisDivision(sources: 2, pixels: 4, limit: 256))
        let whole = 1 << division.shift
        // The centres of the pixels lie at -1/4, 1/4, 3/4 and 5/4 of the first sample's centre.
        expect(
            division.spans,
            is: [
                .init(first: 0, head: whole, full: 0, tail: 0),
                .init(first: 0, head: whole * 3 / 4, full: 0, tail: whole / 4),
                .init(first: 0, head: whole / 4, full: 0, tail: whole * 3 / 4),
                .init(first: 1, head: whole, full: 0, tail: 0),
            ])
    }

    @Test func moreSamplesThanTheLimitAreRefused() {
        expect(AxisDivision(sources: 300, pixels: 1, limit: 257), is: nil)
    }
}
