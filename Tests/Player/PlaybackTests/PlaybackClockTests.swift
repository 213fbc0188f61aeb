import PlayCore
import Playback
import TestSupport
import Testing

@Suite("PlaybackClock")
struct PlaybackClockTests {
    private let start = HostTime.seconds(100)

    private func host(_ milliseconds: Int) -> HostTime { start + .milliseconds(milliseconds) }

    @Test("The clock stands until it runs, runs at its rate, and keeps its position when it stops")
    func runs() {
        var clock = PlaybackClock()
        clock.jump(to: .seconds(5), at: start)
        expect(clock.position(at: host(500)), is: .seconds(5))
        clock.run(at: host(500))
        expect(clock.position(at: host(1500)), is: .seconds(6))
        clock.setRate(PlaybackRate(2), at: host(1500))
        expect(clock.position(at: host(2000)), is: .seconds(7))
        clock.stop(at: host(2000))
        expect(clock.position(at: host(9000)), is: .seconds(7))
    }

    @Test("Small differences to the sound are corrected gradually, without a jump")
    func slews() {
        var clock = PlaybackClock()
        clock.jump(to: .zero, at: start)
        clock.follow(.zero, at: start, rate: .normal, now: start)
        clock.follow(.milliseconds(120), at: host(100), rate: .normal, now: host(100))
        let position = clock.position(at: host(100))
        #expect(position > .milliseconds(100))
        #expect(position < .milliseconds(105))
        for step in 2..<200 {
            clock.follow(.milliseconds(step * 10 + 20), at: host(step * 10), rate: .normal, now: host(step * 10))
        }
        #expect(abs((clock.position(at: host(1990)) - .milliseconds(2010)).nanoseconds) < 1_000_000)
    }

    @Test("While the sound is held up the clock waits, and it never goes backwards")
    func waits() {
        var clock = PlaybackClock()
        clock.jump(to: .zero, at: start)
        clock.follow(.zero, at: start, rate: .normal, now: start)
        var last = MediaTime.zero
        // The device stays at 300 ms from there on, then continues.
        for step in 1...200 {
            let now = host(step * 10)
            let heard = step < 30 ? step * 10 : step < 120 ? 300 : 300 + (step - 120) * 10
            clock.follow(.milliseconds(heard), at: now, rate: .normal, now: now)
            let position = clock.position(at: now)
            #expect(position >= last)
            last = position
        }
        #expect(abs((last - .milliseconds(1100)).nanoseconds) < 30_000_000)
    }

    @Test("An older sound reading is extrapolated to the present at its rate")
    func oldReading() {
        var clock = PlaybackClock()
        clock.jump(to: .zero, at: start)
        clock.follow(.seconds(3), at: start, rate: PlaybackRate(1.5), now: host(100))
        expect(clock.position(at: host(100)), is: .milliseconds(3150))
    }
}

@Suite("FramePacer")
struct FramePacerTests {
    private func timings(_ milliseconds: [Int]) -> [FramePacer.Timing] {
        milliseconds.map { FramePacer.Timing(time: .milliseconds($0), duration: .milliseconds(40)) }
    }

    private func decide(_ frames: [Int], at position: Int, isRunning: Bool = true, lead: Int = 0) -> FramePacer.Decision
    {
        let now = HostTime.seconds(50)
        let clock = ClockReading(
            position: .milliseconds(position), hostTime: now, rate: .normal, isRunning: isRunning)
        return FramePacer().decide(frames: timings(frames), clock: clock, now: now, lead: .milliseconds(lead))
    }

    @Test("The newest due frame is shown and the older ones are dropped")
    func drops() {
        expect(decide([0, 40, 80, 120], at: 85), is: .show(dropping: 2))
        expect(decide([0, 40, 80, 120], at: 500), is: .show(dropping: 3))
        expect(decide([0], at: 0), is: .show(dropping: 0))
    }

    @Test("The pacer waits until the host time of the next frame, less the lead for the way to the screen")
    func waits() {
        expect(decide([40], at: 10), is: .wait(until: .seconds(50) + .milliseconds(30)))
        expect(decide([40], at: 10, lead: 5), is: .wait(until: .seconds(50) + .milliseconds(25)))
        expect(decide([40], at: 36, lead: 5), is: .show(dropping: 0))
        expect(decide([40], at: 10, isRunning: false), is: .idle)
        expect(decide([], at: 10), is: .idle)
    }
}
