import PlayCore
import Testing

@testable import LivePlaying

@Suite("Streams over UDP, as values")
struct DatagramValueTests {
    private static func at(_ milliseconds: Int) -> MediaTime { .milliseconds(milliseconds) }

    @Test func thePacketThatWasFastestCountsAsHavingTakenNoTime() {
        var axis = DatagramAxis(delay: .zero)
        #expect(axis.time(.zero, arrival: Self.at(10_080)) == Self.at(10_080))
        // 50 ms faster: what comes from now on is so much earlier.
        #expect(axis.time(Self.at(20), arrival: Self.at(10_050)) == Self.at(10_050))
        #expect(axis.time(Self.at(40), arrival: Self.at(10_190)) == Self.at(10_070), "a late one is late")
        // What is repeated is older.
        #expect(axis.time(Self.at(30), arrival: Self.at(10_200)) == Self.at(10_060))
    }

    @Test func soundIsAsOldAsItsPacketIsLong() {
        var axis = DatagramAxis(delay: DatagramAxis.soundDelay)
        #expect(axis.time(.zero, arrival: Self.at(1000)) == Self.at(974))
    }

    @Test func aClockThatIsSlowIsFollowed() {
        var axis = DatagramAxis(delay: .zero)
        _ = axis.time(.zero, arrival: Self.at(1000))
        var time = MediaTime.zero
        // 50 ppm in a thousand seconds: 50 ms.
        for second in 1...1000 {
            time = axis.time(
                .seconds(second),
                arrival: Self.at(1000 + second * 1000) + MediaTime(nanoseconds: Int64(second) * 50_000))
        }
        #expect(time == Self.at(1_001_050))
    }

    @Test func whatNeverCameGoesOverTCPAtOnce() {
        for failure in [LinkFailure.absent, .blocked, .broken] {
            var trial = DatagramTrial(isAlone: false)
            #expect(!trial.continues(after: failure, hasCome: false))
            #expect(trial.reason == failure)
        }
        var alone = DatagramTrial(isAlone: true)
        #expect(alone.continues(after: .blocked, hasCome: false))
    }

    @Test func whatBrokeIsTriedAgain() {
        var trial = DatagramTrial(isAlone: false)
        trial.succeeded()
        #expect(trial.continues(after: .broken, hasCome: true))
        #expect(trial.continues(after: .absent, hasCome: false), "whoever sends it is soon back")
        #expect(!trial.continues(after: .absent, hasCome: false))
        #expect(trial.reason == .broken)
        trial.succeeded()
        #expect(trial.reason == nil)
        #expect(trial.continues(after: .absent, hasCome: true))
        #expect(!trial.continues(after: .broken, hasCome: false), "the server is gone")
    }
}
