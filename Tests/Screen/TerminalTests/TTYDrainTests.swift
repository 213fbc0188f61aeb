import Cells
import PlayCore
import TestSupport
import Testing

@testable import Terminal

@Suite struct TTYDrainTests {
    @Test("a tty that always takes everything has no rate")
    func free() {
        var drain = TTYDrain()
        for step in 1...50 { drain.took(Int64(step) * 50_000, isBlocked: false, at: .milliseconds(33 * step)) }
        expect(drain.rate, is: nil)
    }

    @Test("a tty that blocks has a measured rate, which limits its frames")
    func blocked() throws {
        var estimator = LinkEstimator(answersQueries: false, at: .zero)
        estimator.frameInterval = .milliseconds(40)
        // 115 200 bit/s are 11 520 bytes a second, taken in pieces.
        for step in 0...100 { estimator.ttyTook(Int64(step) * 1152, isBlocked: true, at: .milliseconds(100 * step)) }
        let rate = try #require(estimator.measuredRate)
        #expect((11_000...12_000).contains(rate))
        estimator.ttyHolds(0, at: .seconds(11))
        let allowance = estimator.allowance(at: .seconds(11))
        expect(allowance?.sustainedBytes.map { (400...480).contains($0) }, is: true)
        expect(allowance?.bytes, is: LinkTuning.minimumBytes)
    }

    @Test("bytes that the device still holds count as queued")
    func held() {
        var estimator = LinkEstimator(answersQueries: false, at: .zero)
        for step in 0...20 { estimator.ttyTook(Int64(step) * 1152, isBlocked: true, at: .milliseconds(100 * step)) }
        estimator.ttyHolds(4000, at: .seconds(3))
        let allowance = estimator.allowance(at: .seconds(3))
        expect(allowance, is: nil)
        expect(estimator.nextAllowance(after: .seconds(3)).map { $0 > .milliseconds(3200) }, is: true)
    }
}
