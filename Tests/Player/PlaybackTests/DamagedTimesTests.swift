import PlayCore
import Playback
import TestSupport
import Testing

@Suite struct DamagedTimesTests {
    private func decide(_ times: [MediaTime], at position: MediaTime) -> FramePacer.Decision {
        FramePacer().decide(
            frames: times.map { FramePacer.Timing(time: $0, duration: .milliseconds(40)) },
            clock: ClockReading(position: position, hostTime: .zero, rate: .normal, isRunning: true),
            now: .zero, lead: .zero)
    }

    @Test("The newest of the due pictures is shown, and the pacer waits until a picture is due")
    func newestOfDue() {
        expect(
            decide([.milliseconds(40), .milliseconds(80), .milliseconds(120)], at: .milliseconds(90)),
            is: .show(dropping: 1))
        expect(decide([.milliseconds(40)], at: .zero), is: .wait(until: .milliseconds(40)))
    }

    @Test("A picture with a damaged time does not hold up the pictures after it")
    func damagedTime() {
        expect(decide([.seconds(9000), .milliseconds(80)], at: .milliseconds(40)), is: .show(dropping: 0))
    }

    @Test("Times at the ends of Int64 do not overflow", arguments: [Int64.max, Int64.max - 7])
    func extremes(_ nanoseconds: Int64) {
        for rate in [0.5, 1, 2] {
            let clock = ClockReading(
                position: .zero, hostTime: .zero, rate: PlaybackRate(rate), isRunning: true)
            #expect(clock.hostTime(of: MediaTime(nanoseconds: nanoseconds)) > .seconds(1_000_000))
            #expect(clock.hostTime(of: MediaTime(nanoseconds: .min + 1)) < .zero)
        }
    }
}
