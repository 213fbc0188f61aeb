import Cells
import PlayCore
import TestSupport
import Testing

@testable import Terminal

/// Whole runs on a simulated line, which are exact and take no time.
@Suite struct LinkEstimatorTests {
    struct Line: Sendable, CustomTestStringConvertible {
        let mbit: Double
        let roundTrip: Int
        let jitter: Int
        var testDescription: String { "\(mbit) Mbit/s, \(roundTrip) ms, jitter \(jitter) ms" }
    }

    static let lines: [Line] = [0.5, 5, 60].flatMap { mbit in
        [1, 60, 300].flatMap { trip in
            [0, 10].map { Line(mbit: mbit, roundTrip: trip, jitter: $0) }
        }
    }

    private func rig(_ line: Line, framesPerSecond: Int = 30) -> LinkRig {
        LinkRig(
            mbit: line.mbit, roundTrip: .milliseconds(line.roundTrip), jitter: .milliseconds(line.jitter),
            framesPerSecond: framesPerSecond)
    }

    @Test("at least nine tenths of a line are used, and its queue hardly exceeds the time of a frame", arguments: lines)
    func steady(line: Line) {
        var rig = rig(line)
        rig.run(for: .seconds(3))
        let start = rig.now
        let share = rig.utilisation(over: .seconds(12))
        #expect(share >= 0.9)
        // A frame itself takes its interval of 33 ms. The rest is the queue before it.
        let queue = rig.queue(share: 0.95, since: start)
        #expect(queue <= .milliseconds(line.jitter == 0 ? 45 : 75), "\(queue.inMilliseconds) ms")
        // The queue does not grow: the last seconds are like the first.
        #expect(rig.queue(share: 0.95, since: rig.now - .seconds(4)) <= queue + .milliseconds(15))
        let frames = rig.frames.count { $0.at > start }
        #expect(frames >= 12 * 27)
        #expect(rig.frames.allSatisfy { $0.isLimited })
    }

    @Test("the first frame is small enough to arrive soon", arguments: lines)
    func start(line: Line) {
        var rig = rig(line)
        rig.run(for: .seconds(1))
        #expect(rig.frames[0].bytes <= LinkTuning.startBytes)
        let longest = rig.queue(share: 1, since: .zero)
        #expect(longest <= .sending(LinkTuning.startBytes + 200, at: rig.link.rate) + .milliseconds(80))
    }

    @Test("the source's frame rate does not matter", arguments: [10, 24, 50, 60])
    func frameRates(framesPerSecond: Int) {
        var rig = rig(Line(mbit: 5, roundTrip: 60, jitter: 5), framesPerSecond: framesPerSecond)
        rig.run(for: .seconds(3))
        let start = rig.now
        let share = rig.utilisation(over: .seconds(10))
        #expect(share >= 0.9)
        #expect(rig.queue(share: 0.95, since: start) <= rig.interval + .milliseconds(40))
    }

    @Test("an encoder that exceeds its allowance makes frames rarer, not later", arguments: [1.0, 5, 20])
    func heavyFrames(mbit: Double) {
        var rig = rig(Line(mbit: mbit, roundTrip: 60, jitter: 5))
        rig.ignoresAllowance = true
        rig.run(for: .seconds(5))
        let start = rig.now
        let share = rig.utilisation(over: .seconds(12))
        #expect(share >= 0.9)
        let one = HostTime.sending(rig.frameBytes, at: rig.link.rate)
        #expect(rig.queue(share: 1, since: start) <= one + .milliseconds(60))
    }

    @Test(
        "after a fall from 20 to 1 Mbit/s nothing is sent until the queue is empty, and then the rate is right",
        arguments: [5, 60, 200], [0, 10])
    func fall(roundTrip: Int, jitter: Int) {
        var rig = rig(Line(mbit: 20, roundTrip: roundTrip, jitter: jitter))
        rig.run(for: .seconds(4))
        let before = rig.link.carried + rig.link.queued
        rig.link.rate = 125_000
        rig.run(for: .seconds(1))
        // The bytes sent before the change can be noticed: a round trip and two frames at the old rate.
        let blind = Double(roundTrip + 67 + 30 + 3 * jitter) / 1000 * 2_500_000
        #expect(Double(rig.link.carried + rig.link.queued - before) <= blind + 125_000)
        rig.run(for: rig.link.queue + .seconds(1))
        let settled = rig.now
        let share = rig.utilisation(over: .seconds(3))
        #expect(share >= 0.9)
        #expect(rig.queue(share: 0.95, since: settled) <= .milliseconds(75))
    }

    @Test("after a rise from 1 to 20 Mbit/s the line is used again within a second", arguments: [5, 60, 200], [0, 10])
    func rise(roundTrip: Int, jitter: Int) {
        var rig = rig(Line(mbit: 1, roundTrip: roundTrip, jitter: jitter))
        rig.run(for: .seconds(4))
        rig.link.rate = 2_500_000
        rig.run(for: .seconds(1))
        let after = rig.now
        let share = rig.utilisation(over: .seconds(2))
        #expect(share >= 0.9)
        #expect(rig.queue(share: 0.95, since: after) <= .milliseconds(80))
    }

    @Test("a longer round trip is not mistaken for a queue")
    func longerWay() {
        var rig = rig(Line(mbit: 5, roundTrip: 20, jitter: 2))
        rig.run(for: .seconds(4))
        rig.link.roundTrip = .milliseconds(120)
        rig.run(for: .seconds(8))
        let share = rig.utilisation(over: .seconds(5))
        #expect(share >= 0.9)
    }

    @Test("a line that is dead for three seconds is used again within a second")
    func outage() {
        var rig = rig(Line(mbit: 5, roundTrip: 60, jitter: 5))
        rig.run(for: .seconds(4))
        rig.link.rate = 0.001
        rig.run(for: .seconds(3))
        rig.link.rate = 625_000
        rig.run(for: rig.link.queue + .seconds(1))
        let after = rig.now
        let share = rig.utilisation(over: .seconds(3))
        #expect(share >= 0.9)
        #expect(rig.queue(share: 0.95, since: after) <= .milliseconds(75))
    }

    @Test("a local terminal receives whole frames almost from the start, and few probes")
    func local() {
        var rig = LinkRig(mbit: 400, roundTrip: .microseconds(300))
        rig.run(for: .seconds(5))
        #expect(rig.frames.count >= 140)
        #expect(rig.frames.dropFirst(5).allSatisfy { !$0.isLimited && $0.bytes == rig.frameBytes })
        #expect(rig.probes <= 5 * 20 + 20)
    }

    @Test("a local terminal that becomes slow is limited, and unlimited again when it has recovered")
    func localStall() {
        var rig = LinkRig(mbit: 400, roundTrip: .microseconds(300))
        rig.run(for: .seconds(2))
        rig.link.rate = 250_000
        rig.run(for: .seconds(4))
        expect(rig.frames.last?.isLimited, is: true)
        let settled = rig.now
        rig.run(for: .seconds(2))
        #expect(rig.queue(share: 0.95, since: settled) <= .milliseconds(75))
        rig.link.rate = 50_000_000
        rig.run(for: .seconds(2))
        expect(rig.frames.last?.isLimited, is: false)
    }

    @Test("quiet pictures on a slow line keep their limit, so a cut does not flood the line")
    func quiet() {
        var rig = rig(Line(mbit: 5, roundTrip: 60, jitter: 2))
        rig.frameBytes = 1500
        rig.run(for: .seconds(10))
        rig.frameBytes = 270_000
        let start = rig.now
        rig.run(for: .seconds(2))
        #expect(rig.queue(share: 1, since: start) <= .milliseconds(250))
    }

    @Test("an estimator without answers gives up after a second and then does not limit frames")
    func silent() {
        var rig = LinkRig(mbit: 200, roundTrip: .milliseconds(1))
        rig.link.answers = false
        rig.run(for: .milliseconds(900))
        #expect(rig.frames.count == 1 && rig.frames[0].bytes <= LinkTuning.startBytes)
        rig.run(for: .milliseconds(200))
        expect(rig.estimator.outstandingProbes, is: 0)
        #expect(!rig.estimator.getsAnswers)
        let before = rig.frames.count
        rig.run(for: .seconds(2))
        #expect(rig.frames.count - before >= 58)
        expect(rig.frames.last?.isLimited, is: false)
    }

    /// Returns an estimator whose first queries are answered after 60 ms.
    private func answered() -> LinkEstimator {
        var estimator = LinkEstimator(answersQueries: true, at: .zero)
        estimator.wrote(4, at: .zero)
        estimator.wroteAttributesProbe(3, at: .zero)
        estimator.answered(.attributes, at: .milliseconds(60))
        return estimator
    }

    @Test("the rate counts only bytes sent without a pause, not sound long before a frame")
    func trains() {
        var estimator = answered()
        estimator.wroteSound(500, at: .milliseconds(70))
        estimator.wroteSound(500, at: .milliseconds(196))
        estimator.wrote(20_000, at: .milliseconds(200))
        estimator.wroteProbe(at: .milliseconds(200))
        expect(estimator.inFlight, is: 21_000)
        estimator.answered(.status, at: .milliseconds(360))
        // 20,500 bytes since 196 ms take 104 ms, with the least round trip of 60 ms subtracted.
        let rate = estimator.measuredRate ?? 0
        #expect(abs(rate - 20_500 / 0.104) < 1)
    }

    @Test("a probe is sent alone if the round trip is old and the line is empty, even with sound")
    func loneProbe() {
        var estimator = answered()
        estimator.wrote(20_000, at: .milliseconds(100))
        estimator.wroteProbe(at: .milliseconds(100))
        estimator.answered(.status, at: .milliseconds(360))
        let (old, full, empty) = (HostTime.seconds(6), HostTime.milliseconds(6_030), HostTime.milliseconds(6_140))
        estimator.wrote(9_000, at: old)
        #expect(!estimator.wantsLoneProbe(at: full))
        for time in stride(from: 6_000, to: 6_140, by: 20) { estimator.wroteSound(150, at: .milliseconds(time)) }
        #expect(estimator.wantsLoneProbe(at: empty))
        estimator.wroteLoneProbe(4, at: empty)
        #expect(!estimator.wantsLoneProbe(at: empty))
        let allowance = estimator.allowance(at: empty)
        expect(allowance, is: nil, "nothing follows it at once")
        let next = estimator.nextAllowance(after: empty)
        expect(next, is: empty + LinkTuning.aloneTime)
        estimator.answered(.status, at: empty + .milliseconds(90))
        expect(estimator.roundTripTime, is: .milliseconds(90), "the way has become longer")
    }

    @Test(
        "sound over SSH never waits for pictures, even while the round trip is measured",
        arguments: [(0.5, 60), (1, 60), (1, 150), (5, 60), (20, 20)])
    func soundOverSSH(mbit: Double, roundTrip: Int) {
        var rig = LinkRig(mbit: mbit, roundTrip: .milliseconds(roundTrip))
        rig.link.packs = true
        rig.soundBytes = 150
        rig.run(for: .seconds(3))
        let start = rig.now
        let share = rig.utilisation(over: .seconds(40))
        #expect(share >= 0.9)
        let queue = rig.queue(share: 1, since: start)
        #expect(queue <= .milliseconds(60), "\(queue.inMilliseconds) ms")
        #expect(rig.frames.count { $0.at > start } >= 40 * 28)
        let trip = rig.estimator.roundTripTime?.inMilliseconds ?? 0
        #expect(abs(trip - Double(roundTrip)) <= 12, "\(trip) ms")
    }

    @Test("before a rate is known, chrome and sound delay a picture at most until the next answer")
    func unprobed() {
        var estimator = answered()
        let now = HostTime.milliseconds(70)
        estimator.wrote(60_000, at: now)
        estimator.wroteSound(13_000, at: now)
        let first = estimator.allowance(at: now)
        expect(first?.bytes, is: LinkTuning.minimumBytes)
        estimator.wrote(LinkTuning.minimumBytes, at: now)
        estimator.wroteProbe(at: now)
        let second = estimator.allowance(at: now)
        expect(second, is: nil, "the answer says how it goes on")
        estimator.answered(.status, at: .seconds(1))
        let third = estimator.allowance(at: .seconds(1))
        #expect(third != nil)
        expect(estimator.inFlight, is: 0)
    }

    @Test("a terminal that must not be queried is never probed")
    func unasked() {
        var rig = LinkRig(mbit: 200, roundTrip: .milliseconds(1), answersQueries: false)
        rig.run(for: .seconds(2))
        expect(rig.probes, is: 0)
        #expect(rig.frames.count >= 50)
    }

    @Test("a first answer after more than a second still counts as an answer")
    func late() {
        var rig = LinkRig(mbit: 5, roundTrip: .milliseconds(1300))
        rig.run(for: .seconds(8))
        #expect(rig.estimator.getsAnswers)
        #expect(rig.estimator.roundTripTime != nil)
        let share = rig.utilisation(over: .seconds(5))
        #expect(share >= 0.5)
    }

    @Test("lost answers disturb the estimate for a few seconds only")
    func lostAnswers() {
        var rig = rig(Line(mbit: 5, roundTrip: 60, jitter: 0))
        rig.run(for: .seconds(2))
        rig.link.answers = false
        rig.run(for: .milliseconds(500))
        rig.link.answers = true
        rig.run(for: .seconds(4))
        let after = rig.now
        let share = rig.utilisation(over: .seconds(4))
        #expect(share >= 0.8)
        #expect(rig.queue(share: 0.95, since: after) <= .milliseconds(100))
    }

    @Test("--max-bitrate is kept, without a queue", arguments: [0.5, 2, 10])
    func cap(mbit: Double) {
        var rig = LinkRig(mbit: 100, roundTrip: .milliseconds(20), cap: mbit * 125_000)
        rig.run(for: .seconds(2))
        let (start, before) = (rig.now, rig.link.carried)
        rig.run(for: .seconds(10))
        let rate = Double(rig.link.carried - before) / 10
        #expect((0.85...1.03).contains(rate / (mbit * 125_000)), "\(rate * 8)")
        #expect(rig.queue(share: 0.95, since: start) <= .milliseconds(10))
        #expect(rig.frames.dropFirst(2).allSatisfy { $0.isLimited })
    }

    @Test("a restart forgets the bytes in flight and keeps the measured rate")
    func restart() {
        var rig = rig(Line(mbit: 5, roundTrip: 60, jitter: 0))
        rig.run(for: .seconds(3))
        let rate = rig.estimator.measuredRate
        rig.estimator.restart(at: rig.now)
        expect(rig.estimator.outstandingProbes, is: 0)
        expect(rig.estimator.inFlight, is: 0)
        expect(rig.estimator.measuredRate, is: rate)
        rig.run(for: .seconds(1))
        let share = rig.utilisation(over: .seconds(3))
        #expect(share >= 0.9)
    }

    @Test("the first picture takes a whole screen only if the line may be near and answers soon")
    func firstPicture() {
        let cases = [(true, 12, 300_000), (true, 25, 24_000), (false, 12, 24_000), (false, 1, 64_000)]
        for (mayBeNear, answer, bytes) in cases {
            var estimator = LinkEstimator(answersQueries: true, mayBeNear: mayBeNear, at: .zero)
            estimator.screenBytes = 300_000
            estimator.wroteAttributesProbe(0, at: .zero)
            expect(estimator.allowance(at: .milliseconds(1))?.bytes, is: 24_000)
            let now = HostTime.milliseconds(answer)
            estimator.answered(.attributes, at: now)
            expect(estimator.allowance(at: now)?.bytes, is: bytes)
        }
    }

    @Test("dropped bytes and their probes are not waited for")
    func dropped() {
        var estimator = LinkEstimator(answersQueries: true, at: .zero)
        estimator.wroteAttributesProbe(3, at: .zero)
        estimator.wrote(5000, at: .zero)
        estimator.wroteProbe(at: .zero)
        expect(estimator.outstandingProbes, is: 2)
        estimator.dropped(4000)
        expect(estimator.outstandingProbes, is: 1)
        estimator.answered(.attributes, at: .milliseconds(5))
        expect(estimator.outstandingProbes, is: 0)
    }

    @Test(
        "unrequested answers, times that do not advance and sizes of 0 do no harm",
        arguments: UInt64(1)...20)
    func nonsense(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        var now = HostTime.seconds(1000)
        var estimator = LinkEstimator(
            answersQueries: seed % 3 != 0, bytesPerSecondCap: seed % 4 == 0 ? 1e5 : nil, at: now)
        for _ in 0..<3000 {
            now = now + HostTime(nanoseconds: Int64.random(in: -5_000_000...40_000_000, using: &generator))
            switch Int.random(in: 0..<11, using: &generator) {
            case 0, 1: estimator.wrote(Int.random(in: 0...300_000, using: &generator), at: now)
            case 2: estimator.wroteAttributesProbe(4, at: now)
            case 3: estimator.wroteProbe(at: now)
            case 4: estimator.answered(.status, at: now)
            case 5: estimator.answered(.attributes, at: now)
            case 6:
                estimator.ttyTook(
                    Int64.random(in: 0...1_000_000, using: &generator), isBlocked: Bool.random(using: &generator),
                    at: now)
            case 7: estimator.wroteSound(Int.random(in: 0...3_000, using: &generator), at: now)
            case 8: if estimator.wantsLoneProbe(at: now) { estimator.wroteLoneProbe(4, at: now) }
            case 9: if Int.random(in: 0..<20, using: &generator) == 0 { estimator.restart(at: now) }
            default: estimator.frameInterval = .milliseconds(Int.random(in: 1...100, using: &generator))
            }
            if let bytes = estimator.allowance(at: now)?.bytes { #expect(bytes >= LinkTuning.minimumBytes) }
            if let next = estimator.nextAllowance(after: now) { #expect(next > now) }
            #expect(estimator.status(at: now).queue >= .zero)
            #expect(estimator.inFlight >= 0)
        }
        // After any treatment, an estimator that is left alone has space again.
        var hasSpace = false
        for _ in 0..<3 {
            now = now + .seconds(86_400)
            hasSpace = hasSpace || estimator.allowance(at: now) != nil
        }
        #expect(hasSpace)
    }
}
