import PlayCore
import Testing
import WebStreams

@testable import LivePlaying

@Suite("Streams over UDP, as values")
struct DatagramValueTests {
    private static func at(_ milliseconds: Int) -> MediaTime { .milliseconds(milliseconds) }

    @Test func thePacketThatWasFastestCountsAsHavingTakenNoTime() {
        var axis = DatagramAxis(delay: .zero)
        // The third is late, the fourth was repeated.
        let times = [(0, 10_080), (20, 10_050), (40, 10_190), (30, 10_200)].map {
            axis.time(Self.at($0.0), arrival: Self.at($0.1))
        }
        // What clocks may differ by meanwhile is less than a millisecond.
        #expect(times.map { $0.nanoseconds / 1_000_000 } == [10_080, 10_050, 10_070, 10_060])
    }

    @Test func soundIsAsOldAsItsPacketIsLong() {
        var axis = DatagramAxis(delay: DatagramAxis.soundDelay)
        let time = axis.time(.zero, arrival: Self.at(1000))
        #expect(time == Self.at(974))
    }

    @Test func aClockThatIsSlowIsFollowed() {
        var axis = DatagramAxis(delay: .zero)
        _ = axis.time(.zero, arrival: Self.at(1000))
        var time = MediaTime.zero
        // 50 ppm in a thousand seconds: 50 ms.
        for second in 1...1000 {
            let drift = MediaTime(nanoseconds: Int64(second) * 50_000)
            time = axis.time(.seconds(second), arrival: Self.at(1000 + second * 1000) + drift)
        }
        #expect(time == Self.at(1_001_050))
    }

    /// What is tried again after each failure.
    private static func answers(
        _ trial: inout DatagramTrial, _ failures: [(LinkFailure, hasCome: Bool)]
    ) -> [Bool] {
        failures.map { trial.continues(after: $0.0, hasCome: $0.hasCome) }
    }

    @Test func whatNeverCameGoesOverTCPAtOnce() {
        for failure in [LinkFailure.absent, .blocked, .broken] {
            var trial = DatagramTrial(isAlone: false)
            let answers = Self.answers(&trial, [(failure, false)])
            #expect(answers == [false] && trial.reason == failure)
        }
        var alone = DatagramTrial(isAlone: true)
        let answers = Self.answers(&alone, [(.blocked, false), (.absent, false)])
        #expect(answers == [true, true])
    }

    @Test func whatBrokeIsTriedAgain() {
        var trial = DatagramTrial(isAlone: false)
        trial.succeeded()
        // Whoever sends it is soon back.
        let answers = Self.answers(&trial, [(.broken, true), (.absent, false), (.absent, false)])
        #expect(answers == [true, true, false])
        #expect(trial.reason == .broken)
        trial.succeeded()
        #expect(trial.reason == nil)
        // The server is gone.
        let others = Self.answers(&trial, [(.absent, true), (.broken, false)])
        #expect(others == [true, false])
    }

    /// The pauses before so many tries that fail.
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

    @Test func udpIsTriedAgainAfterPausesThatDouble() {
        var way = DatagramReturn()
        way.fall(at: .zero)
        let pauses = Self.pauses(&way, 7, from: .zero)
        #expect(pauses == [5, 10, 20, 40, 80, 120, 120].map { .seconds($0) })
        #expect(way.due == nil)
    }

    @Test func viewersDoNotTryAllAtOnce() {
        let dues = [0, 1].map { chance -> HostTime? in
            var way = DatagramReturn()
            way.miss(at: .seconds(100), chance: chance)
            return way.due
        }
        #expect(dues == [.milliseconds(103_750), .milliseconds(106_250)])
    }

    @Test func pausesAreShortAgainWhenUDPHasWorkedForAMinute() {
        var way = DatagramReturn()
        _ = Self.pauses(&way, 4, from: .zero)
        way.succeed(at: .seconds(100))
        // What is left tries it at once.
        #expect(way.due == .seconds(100))
        way.rest()
        way.fall(at: .seconds(130))
        #expect(Self.pauses(&way, 1, from: .seconds(130)) == [.seconds(80)])
        way.succeed(at: .seconds(300))
        way.fall(at: .seconds(361))
        #expect(Self.pauses(&way, 1, from: .seconds(361)) == [.seconds(5)])
    }
}
