import PlayCore
import PlaybackModel
import TestSupport
import Testing

@testable import Playback

/// A participant's video that follows the position of the class (ROOM-30).
@Suite("A second playback follows the first", .timeLimit(.minutes(10)))
struct ClockFollowerTests {
    private let now = HostTime.seconds(1000)

    private func reading(_ position: MediaTime, runs: Bool = true, rate: Double = 1) -> ClockReading {
        ClockReading(position: position, hostTime: now, rate: PlaybackRate(rate), isRunning: runs)
    }

    private func own(
        _ position: MediaTime, _ status: PlayStatus = .playing, rate: Double = 1, isSeeking: Bool = false
    ) -> PlaybackSnapshot {
        var snapshot = PlaybackSnapshot()
        snapshot.status = status
        snapshot.wantsPlay = status == .playing
        snapshot.rate = PlaybackRate(rate)
        snapshot.isSeeking = isSeeking
        snapshot.duration = .seconds(60)
        snapshot.clock = reading(position, runs: status == .playing, rate: rate)
        return snapshot
    }

    private func commands(_ own: PlaybackSnapshot, _ leader: ClockReading) -> [PlaybackCommand] {
        var follower = ClockFollower()
        return follower.commands(own, leader: leader, at: now)
    }

    @Test("ROOM-30: the follower plays and pauses with the class, at the class's rate")
    func playState() {
        expect(commands(own(.seconds(5), .ready), reading(.seconds(5))), is: [.play])
        expect(commands(own(.seconds(5)), reading(.seconds(5), runs: false)), is: [.pause])
        expect(commands(own(.seconds(5)), reading(.seconds(5))), is: [])
        expect(commands(own(.seconds(5)), reading(.seconds(5), rate: 1.5)), is: [.setRate(PlaybackRate(1.5))])
    }

    @Test("ROOM-30: the follower seeks where the class seeks, and to the exact picture while paused")
    func seeks() {
        expect(
            commands(own(.seconds(5), .paused), reading(.milliseconds(5_040), runs: false)),
            is: [.seek(.absolute(.milliseconds(5_040)), .exact)])
        guard case .seek(.absolute(let target), .exact)? = commands(own(.seconds(5)), reading(.seconds(30))).first
        else {
            Issue.record("no seek")
            return
        }
        // The class keeps playing meanwhile.
        #expect(target >= .seconds(30))
        #expect(target < .seconds(31))
        expect(commands(own(.seconds(5), isSeeking: true), reading(.seconds(30))), is: [])
    }

    @Test("ROOM-30: at the highest and lowest rates, drift that the rate cannot correct leads to a seek")
    func limits() {
        func seeks(_ drift: Int, rate: Double) -> Bool {
            commands(own(.milliseconds(5000 + drift), rate: rate), reading(.seconds(5), rate: rate)).contains {
                if case .seek = $0 { true } else { false }
            }
        }
        #expect(seeks(-300, rate: 4))
        #expect(seeks(300, rate: 0.25))
        #expect(!seeks(-150, rate: 4))
        #expect(!seeks(300, rate: 4))
        #expect(!seeks(-300, rate: 0.25))
        #expect(!seeks(-300, rate: 1))
    }

    @Test("ROOM-30: the rate corrects small drift, and still smaller drift is ignored")
    func drift() {
        expect(commands(own(.milliseconds(5_030)), reading(.seconds(5))), is: [])
        guard case .setRate(let slower)? = commands(own(.milliseconds(5_300)), reading(.seconds(5))).first else {
            Issue.record("no correction")
            return
        }
        #expect(slower < .normal)
        #expect(slower.value >= 0.9)
        // A correction continues until the drift is nearly gone, then ends.
        expect(commands(own(.milliseconds(5_050), rate: 0.95), reading(.seconds(5))), is: [])
        expect(commands(own(.milliseconds(5_020), rate: 0.95), reading(.seconds(5))), is: [.setRate(.normal)])
    }

    @Test("ROOM-30: before the video's beginning and after its end the follower is paused")
    func outside() {
        expect(commands(own(.zero, .ready), reading(.seconds(-3))), is: [])
        expect(commands(own(.seconds(59)), reading(.seconds(70))), is: [.pause])
    }

    @Test("ROOM-30: a slow decoder gets no repeated seeks, and the next target includes the last seek's lag")
    func pace() {
        var follower = ClockFollower()
        expect(follower.commands(own(.seconds(5)), leader: reading(.seconds(30)), at: now).count, is: 1)
        expect(follower.commands(own(.seconds(5)), leader: reading(.seconds(30)), at: now), is: [])
        // The seek finished 500 ms late, so the next one aims further ahead.
        _ = follower.commands(own(.milliseconds(29_500)), leader: reading(.seconds(30)), at: now)
        let later = now + .seconds(3)
        let far = ClockReading(position: .seconds(50), hostTime: later, rate: .normal, isRunning: true)
        var behind = own(.seconds(32))
        behind.clock = ClockReading(position: .seconds(32), hostTime: later, rate: .normal, isRunning: true)
        guard case .seek(.absolute(let target), .exact)? = follower.commands(behind, leader: far, at: later).first
        else {
            Issue.record("no seek")
            return
        }
        #expect(target > .milliseconds(50_150))
        #expect(target <= .seconds(51))
    }

    @Test("INFO-15, ROOM-30: a real video without sound reaches the position of the class")
    func following() throws {
        let harness = SessionHarness()
        defer { harness.session.destroy() }
        var options = SessionOptions()
        options.audioTrack = .none
        harness.open("counter.mp4", options: options, play: false)
        _ = try #require(harness.wait { $0.status == .ready })
        var follower = ClockFollower()
        let clock = SystemClock()
        let begun = clock.now
        func leader(_ now: HostTime) -> ClockReading {
            ClockReading(position: .seconds(3), hostTime: begun, rate: .normal, isRunning: true)
        }
        let came = harness.wait { snapshot in
            let now = clock.now
            for command in follower.commands(snapshot, leader: leader(now), at: now) { harness.session.send(command) }
            let drift = snapshot.clock.position(at: now) - leader(now).position(at: now)
            return snapshot.clock.isRunning && !snapshot.isSeeking
                && abs(drift.nanoseconds) < ClockFollower.longestDrift.nanoseconds
        }
        #expect(came != nil)
        #expect(harness.audio == nil)
    }
}
