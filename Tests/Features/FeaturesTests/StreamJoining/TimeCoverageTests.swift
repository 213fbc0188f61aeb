import PlayCore
import Testing

@testable import Preparation

/// The check that a file covers the time that its stream promises.
struct TimeCoverageTests {
    private func coverage(_ seconds: some Sequence<Double>) -> TimeCoverage {
        var coverage = TimeCoverage()
        for second in seconds { coverage.add(MediaTime(seconds: second)) }
        return coverage
    }

    @Test("less than nine tenths of the promised time is too short, and gaps do not count")
    func share() {
        let minute = MediaTime.seconds(60)
        #expect(!coverage(stride(from: 0, to: 60, by: 0.04)).isShort(of: minute))
        #expect(!coverage(stride(from: 0, to: 55, by: 0.04)).isShort(of: minute))
        #expect(coverage(stride(from: 0, to: 53, by: 0.04)).isShort(of: minute))
        // The file has a gap of twenty seconds in the middle.
        let holed = Array(stride(from: 0.0, to: 20, by: 0.04)) + Array(stride(from: 40.0, to: 60, by: 0.04))
        #expect(coverage(holed).total < .seconds(53))
        #expect(coverage(holed).isShort(of: minute))
    }

    @Test("a few pictures a minute cover a whole film, and a short film may lack up to two seconds")
    func slow() {
        #expect(!coverage(stride(from: 0, through: 100, by: 10)).isShort(of: .seconds(100)))
        #expect(!coverage(stride(from: 0, to: 1.2, by: 0.04)).isShort(of: .seconds(3)))
        #expect(coverage([]).isShort(of: .seconds(3)))
    }
}
