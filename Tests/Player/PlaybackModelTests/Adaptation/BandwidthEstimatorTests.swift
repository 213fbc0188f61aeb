import PlayCore
import TestSupport
import Testing

@testable import PlaybackModel

@Suite("BandwidthEstimator")
struct BandwidthEstimatorTests {
    private func transfer(
        _ megabits: Double, seconds: Double, end: Int, latency: HostTime = .zero
    ) -> Transfer {
        Transfer(
            bytes: Int(megabits * seconds * 125_000), latency: latency,
            duration: HostTime(nanoseconds: Int64(seconds * 1e9)), end: .seconds(end))
    }

    private func isClose(_ rate: BitRate, _ megabits: Double, within share: Double = 0.01) -> Bool {
        abs(rate.bitsPerSecond - megabits * 1e6) <= megabits * 1e6 * share
    }

    @Test("ADV-68: the default bandwidth is used until 128 kB have arrived")
    func standard() {
        var estimator = BandwidthEstimator(defaultRate: .megabits(3))
        expect(estimator.rate(at: .zero), is: .megabits(3))
        estimator.note(transfer(8, seconds: 0.127, end: 1))
        #expect(!estimator.isReliable)
        expect(estimator.rate(at: .seconds(1)), is: .megabits(3))
        estimator.note(transfer(8, seconds: 0.1, end: 2))
        #expect(estimator.isReliable)
        #expect(isClose(estimator.rate(at: .seconds(2)), 8, within: 0.1))
        expect(BandwidthEstimator(defaultRate: .zero).rate(at: .zero), is: .megabits(1))
    }

    @Test("a steady rate is measured exactly for transfers of any length")
    func steady() {
        for seconds in [0.1, 1, 7.5] {
            var estimator = BandwidthEstimator()
            for end in 1...10 { estimator.note(transfer(5, seconds: seconds, end: 10 * end)) }
            #expect(isClose(estimator.rate(at: .seconds(100)), 5))
            #expect(isClose(estimator.steadyRate(at: .seconds(100)), 5))
        }
    }

    @Test("a drop takes effect at once and a rise later: the estimate is the lower of a fast and a slow mean")
    func asymmetry() {
        var falling = Ladders.estimator(8)
        falling.note(transfer(2, seconds: 3, end: 103))
        let dropped = falling.rate(at: .seconds(103))
        #expect(isClose(dropped, 5, within: 0.02))
        #expect(falling.steadyRate(at: .seconds(103)) > .megabits(6.5))

        var rising = Ladders.estimator(2)
        rising.note(transfer(8, seconds: 3, end: 103))
        #expect(rising.rate(at: .seconds(103)) < .megabits(3.2))
        expect(rising.rate(at: .seconds(103)), is: rising.steadyRate(at: .seconds(103)))
    }

    @Test("transfers of a few kilobytes and the wait for the first byte do not lower the estimate")
    func latency() {
        var estimator = BandwidthEstimator()
        for end in 1...10 {
            estimator.note(transfer(5, seconds: 1, end: 10 * end, latency: .milliseconds(600)))
            estimator.note(
                Transfer(
                    bytes: 15_999, latency: .milliseconds(600), duration: .seconds(2), end: .seconds(10 * end + 4)))
        }
        #expect(isClose(estimator.rate(at: .seconds(104)), 5))
        #expect(abs(estimator.latency.inMilliseconds - 600) < 1)
        expect(BandwidthEstimator().latency, is: .zero)
    }

    @Test("without transfers a high estimate fades to the default, and a low one is kept")
    func idle() {
        let high = Ladders.estimator(9)
        #expect(isClose(high.rate(at: .seconds(100)), 9))
        #expect(isClose(high.rate(at: .seconds(160)), 5))
        #expect(isClose(high.rate(at: .seconds(1000)), 1, within: 0.02))
        let low = Ladders.estimator(0.4)
        #expect(isClose(low.rate(at: .seconds(1000)), 0.4))
    }

    @Test("after a pause a new transfer outweighs the old measurements")
    func afterIdle() {
        var fresh = Ladders.estimator(2)
        var rested = fresh
        fresh.note(transfer(8, seconds: 2, end: 102))
        rested.note(transfer(8, seconds: 2, end: 402))
        #expect(fresh.rate(at: .seconds(102)) < .megabits(3))
        #expect(rested.rate(at: .seconds(402)) > .megabits(6))
    }
}
