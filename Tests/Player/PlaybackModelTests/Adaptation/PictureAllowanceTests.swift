import PlayCore
import TestSupport
import Testing

@testable import PlaybackModel

@Suite("Pictures or only sound")
struct PictureAllowanceTests {
    private func policy(_ megabits: Double) throws -> AdaptationPolicy {
        AdaptationPolicy(ladder: try Ladders.four(), estimator: Ladders.estimator(megabits))
    }

    /// The lowest rendition needs 1 Mbit/s.
    @Test(
        "pictures are given up if the lowest rendition arrives slower than it plays and the buffer is nearly empty",
        arguments: [
            (0.9, 3, false, false), (0.9, 5, false, true), (0.9, 3, true, true), (1.1, 3, false, true),
        ])
    func givenUp(megabits: Double, buffered: Int, isPaused: Bool, given: Bool) throws {
        var policy = try policy(megabits)
        let isGiven = policy.givesPictures(Ladders.conditions(buffered: .seconds(buffered), isPaused: isPaused))
        expect(isGiven, is: given)
    }

    @Test("a network that was not measured yet carries pictures")
    func unmeasured() throws {
        var policy = AdaptationPolicy(
            ladder: try Ladders.four(), estimator: BandwidthEstimator(defaultRate: .megabits(0.1)))
        let isGiven = policy.givesPictures(Ladders.conditions(buffered: .zero))
        #expect(isGiven)
    }

    @Test("pictures return once the network sustains them, after 10 s, then 20 s, and at once if the viewer insists")
    func back() throws {
        var policy = try policy(0.5)
        func gives(at second: Int) -> Bool { policy.givesPictures(Ladders.conditions(buffered: .zero, now: second)) }
        #expect(!gives(at: 100))
        #expect(!gives(at: 200), "the network is still slow")
        policy.estimator = Ladders.estimator(2, until: .seconds(200))
        #expect(gives(at: 200))
        policy.estimator = Ladders.estimator(0.5, until: .seconds(201))
        #expect(!gives(at: 201))
        policy.estimator = Ladders.estimator(2, until: .seconds(202))
        #expect(!gives(at: 220))
        #expect(gives(at: 221))
        policy.estimator = Ladders.estimator(0.5, until: .seconds(222))
        #expect(!gives(at: 222))
        policy.selection = .fixed(key: policy.ladder[0].key)
        #expect(gives(at: 223))
    }

    @Test("a segment of the lowest rendition is judged after 3 s, and one of a higher rendition never")
    func midway() throws {
        func keeps(_ loaded: Int, _ receiving: HostTime, index: Int = 0, buffered: MediaTime = .zero) throws -> Bool {
            var policy = try policy(2)
            let part = SegmentProgress(index: index, bytesLoaded: loaded, bytesTotal: 500_000, receiving: receiving)
            return policy.reviewPictures(part, Ladders.conditions(buffered: buffered))
        }
        #expect(try !keeps(100_000, .seconds(3)))
        #expect(try keeps(100_000, .milliseconds(2999)))
        #expect(try keeps(400_000, .seconds(3)), "it arrives in 3.75 s and plays for 4 s")
        #expect(try keeps(100_000, .seconds(3), buffered: .seconds(13)))
        #expect(try keeps(100_000, .seconds(3), index: 1))
    }
}
