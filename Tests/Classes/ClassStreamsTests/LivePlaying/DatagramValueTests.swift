import ClassRules
import Classes
import Media
import PlayCore
import TestSupport
import Testing
import WebRTC

@testable import ClassStreams

@Suite("The values of streams over UDP")
struct DatagramValueTests {
    private static func at(_ milliseconds: Int) -> MediaTime { .milliseconds(milliseconds) }

    @Test func theTimeAxisApproachesTheFastestPacket() {
        var axis = DatagramAxis(delay: .zero)
        // The third packet is late, and the fourth was overtaken.
        let times = [(0, 10_080), (20, 10_050), (40, 10_190), (30, 10_200)].map {
            axis.time(Self.at($0.0), arrival: Self.at($0.1))
        }
        // The sound moves earlier by an eighth of 20 ms. The possible difference of clocks adds less than a
        // microsecond.
        expect(times.map { $0.nanoseconds / 1000 }, is: [10_080_000, 10_097_500, 10_117_502, 10_107_502])
        // The sound moves earlier by the first packet's delay, within eight times that much of the stream.
        for number in 3...40 { _ = axis.time(Self.at(number * 20), arrival: Self.at(10_030 + number * 20)) }
        expect(axis.time(Self.at(820), arrival: Self.at(10_850)), is: Self.at(10_850))
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func packetTimesRiseDespiteUnevenArrivals(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var axis = DatagramAxis(delay: DatagramAxis.soundDelay)
        var (elapsed, arrival, last) = (0, 0, MediaTime(nanoseconds: .min / 2))
        for number in 0..<500 {
            // A packet of Opus holds at most 120 ms. A silent sender sends no packets.
            let passed =
                number == 0 ? 0 : Int.random(in: 0..<50, using: &random) == 0 ? 5000 : [20, 60, 120][number % 3]
            elapsed += passed
            arrival = max(arrival, elapsed + Int.random(in: 0...900, using: &random))
            let time = axis.time(Self.at(elapsed), arrival: Self.at(arrival))
            #expect(time >= last + Self.at(passed * 7 / 8))
            last = time
        }
    }

    @Test func aJumpOfTimestampsRestartsTheTimeAxis() {
        for jump in [3_600_000, -3_600_000] {
            var axis = DatagramAxis(delay: .zero)
            for number in 0..<10 { _ = axis.time(Self.at(number * 20), arrival: Self.at(5000 + number * 20)) }
            expect(axis.time(Self.at(jump), arrival: Self.at(5200)), is: Self.at(5200))
            expect(axis.time(Self.at(jump + 20), arrival: Self.at(5220)), is: Self.at(5220))
        }
    }

    /// The first packet is delayed by 80 ms. Later packets wait and arrive with it.
    private static func slowBeginning(_ length: Int, until end: Int) -> [(start: MediaTime, arrival: Int)] {
        var axis = DatagramAxis(delay: DatagramAxis.soundDelay)
        return stride(from: 0, to: end, by: length).map { elapsed in
            let arrival = max(1080, 1000 + elapsed)
            return (axis.time(at(elapsed), arrival: at(arrival)), arrival)
        }
    }

    @Test(
        "LIVE-43: after a slow first packet, no frame of the packets behind it is dropped",
        arguments: [10, 20, 60, 120])
    func slowPacket(_ length: Int) {
        var buffer = SpeakerBuffer()
        let block = [Float](repeating: 0.25, count: length * 48 * 2)
        let packets = Self.slowBeginning(length, until: 6000)
        let arrivals = packets.map { buffer.append(block, start: $0.start.nanoseconds) }
        #expect(arrivals.first == .restarted && arrivals.dropFirst().allSatisfy { $0 == .appended })
        expect(buffer.end, is: packets.count * length * 48)
        // By then the sound is at its correct position.
        expect(packets.last?.start, is: Self.at(6000 - length + 1000 - 26))
    }

    @Test("LIVE-43: sound after a slow first packet is heard without a gap and without a loss")
    func slowPacketIsHeard() {
        var mixer = SoundMixer()
        var packets = Self.slowBeginning(20, until: 6000)[...]
        let block = [Float](repeating: 0.25, count: 960 * 2)
        for now in stride(from: 1000, to: 7000, by: 10) {
            while let packet = packets.first, packet.arrival <= now {
                mixer.append("t1", block, start: packet.start, at: .milliseconds(now))
                packets.removeFirst()
            }
            _ = mixer.mix(frames: 480, at: .milliseconds(now))
        }
        expect(mixer.counts(of: "t1"), is: SpeakerSound.Counts())
    }

    @Test func soundTimesAreSetBackByTheSoundDelay() {
        var axis = DatagramAxis(delay: DatagramAxis.soundDelay)
        let time = axis.time(.zero, arrival: Self.at(1000))
        expect(time, is: Self.at(974))
    }

    @Test func aSlowSenderClockIsFollowed() {
        var axis = DatagramAxis(delay: .zero)
        _ = axis.time(.zero, arrival: Self.at(1000))
        var time = MediaTime.zero
        // 50 ppm in a thousand seconds are 50 ms.
        for second in 1...1000 {
            let drift = MediaTime(nanoseconds: Int64(second) * 50_000)
            time = axis.time(.seconds(second), arrival: Self.at(1000 + second * 1000) + drift)
        }
        expect(time, is: Self.at(1_001_050))
    }

    /// Returns whether the trial continues after each failure.
    private static func answers(
        _ trial: inout DatagramTrial, _ failures: [(LinkFailure, hasCome: Bool)]
    ) -> [Bool] {
        failures.map { trial.continues(after: $0.0, hasCome: $0.hasCome) }
    }

    @Test func aStreamThatNeverArrivedFallsBackToTCPAtOnce() {
        for failure in [LinkFailure.absent, .blocked, .broken] {
            var trial = DatagramTrial(isAlone: false)
            let answers = Self.answers(&trial, [(failure, false)])
            #expect(answers == [false] && trial.reason == failure)
        }
        var alone = DatagramTrial(isAlone: true)
        let answers = Self.answers(&alone, [(.blocked, false), (.absent, false)])
        expect(answers, is: [true, true])
    }

    @Test func aBrokenStreamIsRetriedOverUDP() {
        var trial = DatagramTrial(isAlone: false)
        trial.succeeded()
        // A sender usually returns soon.
        let answers = Self.answers(&trial, [(.broken, true), (.absent, false), (.absent, false)])
        expect(answers, is: [true, true, false])
        expect(trial.reason, is: .broken)
        trial.succeeded()
        expect(trial.reason, is: nil)
        // The server is gone.
        let others = Self.answers(&trial, [(.absent, true), (.broken, false)])
        expect(others, is: [true, false])
    }

    /// Returns the pauses before this many failing attempts.
    private static func pauses(_ way: inout DatagramReturn, _ count: Int, from start: HostTime) -> [HostTime] {
        var now = start
        return (0..<count).map { _ in
            way.miss(at: now, chance: 0.5)
            let pause = (way.due ?? now) - now
            now = now + pause
            way.begin()
            return pause
        }
    }

    @Test func udpIsRetriedAfterDoublingPauses() {
        var way = DatagramReturn()
        way.fall(at: .zero)
        let pauses = Self.pauses(&way, 7, from: .zero)
        expect(pauses, is: [5, 10, 20, 40, 80, 120, 120].map { .seconds($0) })
        expect(way.due, is: nil)
    }

    @Test func retriesOfViewersAreSpreadInTime() {
        let dues = [0, 1].map { chance -> HostTime? in
            var way = DatagramReturn()
            way.miss(at: .seconds(100), chance: chance)
            return way.due
        }
        expect(dues, is: [.milliseconds(103_750), .milliseconds(106_250)])
    }

    @Test func pausesAreResetAfterUDPHasWorkedForAMinute() {
        var way = DatagramReturn()
        _ = Self.pauses(&way, 4, from: .zero)
        way.succeed(at: .seconds(100))
        // All remaining streams try UDP at once.
        expect(way.due, is: .seconds(100))
        way.rest()
        way.fall(at: .seconds(130))
        expect(Self.pauses(&way, 1, from: .seconds(130)), is: [.seconds(80)])
        way.succeed(at: .seconds(300))
        way.fall(at: .seconds(361))
        expect(Self.pauses(&way, 1, from: .seconds(361)), is: [.seconds(5)])
    }

    @Test("a firewall is reported only if every stream broke twice before any packet arrived")
    func barrier() {
        var stream = LiveStreamStatus()
        (stream.phase, stream.connections, stream.breaks) = (.broken("refused"), 3, 2)
        #expect(LivePlayer.isBarred([stream, stream]))
        var (first, arrived) = (stream, stream)
        // UDP broke, and TCP is connecting.
        (first.connections, first.breaks) = (2, 1)
        arrived.arrival = .seconds(1)
        for other in [first, arrived] { #expect(!LivePlayer.isBarred([stream, other])) }
        #expect(!LivePlayer.isBarred([]))
    }

    @Test("packets that stop while the server answers are the sender's fault, and are not reported as a broken link")
    func stoppedSender() {
        let stop = MediaError(.source(ByteSourceError(.timedOut, operation: "read", context: "UDP")), operation: "read")
        let late = MediaError(
            .source(ByteSourceError(.timedOut, operation: "follow", context: "live edge")), operation: "follow")
        let now = HostTime.seconds(60)
        expect(LinkFailure(stop, answered: .seconds(59), at: now), is: .absent)
        expect(LinkFailure(stop, answered: .seconds(57), at: now), is: .broken)
        expect(LinkFailure(stop, answered: nil, at: now), is: .broken)
        expect(LinkFailure(late, answered: .seconds(59), at: now), is: .broken)
    }

    @Test("the report of a blocked connection names the host, the TCP port and the UDP ports of the chosen link")
    func places() {
        let tcp = ClassMedia.Server(name: "rtmp", address: "rtmp://[2001:db8::1]:20003/live", token: nil)
        var udp = ClassMedia.Server(name: "webrtc", address: "https://class.test:20000", token: nil)
        expect(ClassMedia(servers: [tcp, udp]).places(of: .udp), is: "TCP [2001:db8::1]:20003, UDP class.test")
        udp.ports = "20000-21999"
        let media = ClassMedia(servers: [tcp, udp])
        expect(media.places(of: .udp), is: "TCP [2001:db8::1]:20003, UDP class.test:20000-21999")
        expect(media.places(of: .tcp), is: "TCP [2001:db8::1]:20003")
    }
}
