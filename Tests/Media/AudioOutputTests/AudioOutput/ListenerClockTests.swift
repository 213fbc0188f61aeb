import PlayCore
import SoundWire
import TestSupport
import Testing

@testable import AudioOutput

@Suite("Clock of a remote listener")
struct ListenerClockTests {
    private func report(
        _ state: SoundReport.State, at position: Int64, marker: Int64, age: UInt32 = 0
    ) -> SoundReport {
        SoundReport(
            generation: 0, state: state, position: position, marker: UInt64(marker), markerAge: age, queued: 0,
            underruns: 0)
    }

    private func time(_ microseconds: Int64) -> HostTime { HostTime(nanoseconds: microseconds * 1000) }

    @Test("The clock tells which sound will be heard together with a packet sent now, for any delay of the line")
    func meeting() {
        var clock = ListenerClock()
        // Sent at 100 ms, received at 140 ms. At 190 ms of the player's clock 250 ms of sound are audible there, so the
        // packet sent at 100 ms met 200 ms of sound. The report arrives at 230 ms.
        clock.note(report(.running, at: 250_000, marker: 100_000, age: 50_000))
        expect(clock.position(at: time(100_000)), is: 200_000)
        expect(clock.position(at: time(230_000)), is: 330_000)
    }

    @Test("A single delayed report does not move the clock")
    func median() {
        var clock = ListenerClock()
        for step in 0..<9 as Range<Int64> {
            let late: Int64 = step == 4 ? 80_000 : 0
            clock.note(report(.running, at: 500_000 + step * 100_000 + late, marker: step * 100_000 + 1))
        }
        expect(clock.position(at: time(900_001)), is: 1_400_000)
    }

    @Test("After an order the position stays, and reports from before the order are ignored")
    func order() {
        var clock = ListenerClock()
        clock.note(report(.running, at: 500_000, marker: 0))
        clock.order(at: time(200_000))
        expect(clock.position(at: time(900_000)), is: 700_000)
        clock.note(report(.running, at: 600_000, marker: 100_000))
        expect(clock.position(at: time(900_000)), is: 700_000)
        clock.note(report(.paused, at: 740_000, marker: 200_000))
        expect(clock.position(at: time(900_000)), is: 740_000)
        clock.restart(at: time(1_000_000))
        expect(clock.position(at: time(2_000_000)), is: 0)
    }

    @Test("While reports are delayed, less sound is sent than a listener accepts from an honest player")
    func heldUp() {
        var clock = ListenerClock()
        clock.note(report(.running, at: 500_000, marker: 500_000))
        expect(clock.space(after: 1_000_000, buffer: 1_000_000, at: time(500_000)), is: 500_000)
        // By the clock, one more second was heard in each second.
        var written: Int64 = 1_500_000
        for step in 1...50 as ClosedRange<Int64> {
            written += clock.space(after: written, buffer: 1_000_000, at: time(500_000 + step * 100_000))
        }
        expect(written, is: 3_000_000)
        #expect(written - 500_000 < SoundWire.maximumQueued)
        clock.note(report(.running, at: 3_000_000, marker: 3_000_000))
        expect(clock.space(after: written, buffer: 1_000_000, at: time(6_000_000)), is: 1_000_000)
        clock.restart(at: time(6_000_000))
        expect(clock.space(after: 900_000, buffer: 1_000_000, at: time(6_000_000)), is: 100_000)
    }

    @Test("A listener whose clock lies is detected, and an honest one whose sound server jumps is not")
    func lies() {
        var honest = ListenerTrust(at: .zero)
        for step in 1...600 as ClosedRange<Int64> {
            let jump: Int64 = step > 30 ? 400_000 : 0
            let now = time(step * 100_000)
            let report = report(.running, at: step * 100_100 + jump, marker: step * 100_000 - 50_000)
            expect(honest.note(report, isWanted: true, at: now), is: nil)
        }
        var fast = ListenerTrust(at: .zero)
        var doubts: [ListenerTrust.Doubt?] = []
        for step in 1...100 as ClosedRange<Int64> {
            doubts.append(
                fast.note(
                    report(.running, at: step * 150_000, marker: step * 100_000), isWanted: true,
                    at: time(step * 100_000)))
        }
        #expect(doubts.contains(.tooFast))
        var stuck = ListenerTrust(at: .zero)
        var last: ListenerTrust.Doubt?
        for step in 1...70 as ClosedRange<Int64> {
            last = stuck.note(report(.running, at: 0, marker: 1), isWanted: true, at: time(step * 100_000))
        }
        expect(last, is: .stuck)
        var strange = ListenerTrust(at: .zero)
        expect(strange.note(report(.running, at: 0, marker: 9), isWanted: true, at: time(1)), is: .strangeMarker)
        expect(ListenerTrust(at: .zero).doubt(isRunning: true, at: time(5_100_000)), is: .silent)
        expect(ListenerTrust(at: .zero).doubt(isRunning: false, at: time(5_100_000)), is: nil)
    }

    @Test("The bit rate follows the line: down at once, up only after a delay")
    func bitRate() {
        var rate = SoundBitRate()
        func line(_ megabits: Double) -> Double { megabits * 125_000 }
        expect(rate.update(line: nil, at: time(0)), is: nil)
        expect(rate.update(line: line(1), at: time(0)), is: nil)
        expect(rate.update(line: line(1), at: time(1_100_000)), is: 32_000)
        expect(rate.update(line: line(20), at: time(3_000_000)), is: nil)
        expect(rate.update(line: line(20), at: time(6_200_000)), is: 128_000)
        // Between 15 and 19.5 Mbit/s nothing changes.
        expect(rate.update(line: line(16), at: time(9_000_000)), is: nil)
        expect(rate.update(line: line(5), at: time(9_100_000)), is: 64_000)
    }
}
