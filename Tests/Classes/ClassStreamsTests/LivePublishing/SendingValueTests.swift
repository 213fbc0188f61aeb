import ClassAccess
import Media
import PlayCore
import TestSupport
import Testing

@testable import ClassStreams

struct SendingValueTests {
    @Test func aFullQueueResumesWithTheNextKeyFrame() {
        var queue = SendQueue<Int>()
        queue.append(0, bytes: 10, isKey: false)
        #expect(queue.isEmpty && queue.dropped == 1)
        for index in 0..<100 { queue.append(index, bytes: 10, isKey: index == 0) }
        expect(queue.count, is: 100)
        queue.append(100, bytes: 10, isKey: false)
        #expect(queue.isEmpty && queue.waitsForKey)
        queue.append(101, bytes: 10, isKey: true)
        queue.append(102, bytes: 10, isKey: false)
        #expect(queue.popFirst() == 101 && queue.popFirst() == 102 && queue.popFirst() == nil)
        // The number of bytes is limited, too.
        queue.append(1, bytes: 1 << 20, isKey: true)
        queue.append(2, bytes: 1, isKey: true)
        expect(queue.popFirst(), is: 2)
        queue.append(3, bytes: 2 << 20, isKey: true)
        #expect(queue.isEmpty)
    }

    @Test func timestampsRiseUntilTheirPeriodEnds() {
        var stamps = SendStamps()
        let start = 3 * MediaTimestamp.period - 20
        expect(stamps.stamp(start), is: MediaTimestamp.period - 20)
        expect(stamps.stamp(start), is: MediaTimestamp.period - 19)
        expect(stamps.stamp(start - 5), is: MediaTimestamp.period - 18)
        expect(stamps.stamp(start + 30), is: nil)
    }

    @Test("LIVE-21: an input level is shown in steps of a tenth")
    func level() {
        var level = InputLevel()
        expect(level.step, is: 0)
        level.note(peak: 1, after: 0)
        expect(level.step, is: 10)
        level.note(peak: 0.001, after: 0.04)
        #expect(level.step == 10 && level.value < 1)
        level.note(peak: 0, after: 10)
        expect(level.step, is: 0)
        level.note(peak: 0.0316, after: 0.02)
        expect(level.step, is: 5)
    }

    @Test func soundIsTimedBySamplesAndReanchoredBeyondTheTolerance() {
        var clock = CaptureClock(sampleRate: 48_000)
        let first = clock.start(of: 480, arrival: .milliseconds(1010))
        expect(first, is: .seconds(1))
        // A delay of 40 ms is jitter.
        expect(clock.start(of: 480, arrival: .milliseconds(1060)), is: .milliseconds(1010))
        // A delay of 80 ms means lost samples.
        expect(clock.start(of: 480, arrival: .milliseconds(1110)), is: .milliseconds(1100))
        expect(clock.start(of: 480, arrival: .milliseconds(1120)), is: .milliseconds(1110))
    }

    @Test func picturesBeyondTheRateAreDropped() {
        var thinning = CaptureThinning(rate: 15)
        let taken = (0..<300).filter { thinning.takes(HostTime(nanoseconds: Int64($0) * 1_000_000_000 / 30)) }
        #expect(abs(taken.count - 150) <= 2)
        var slow = CaptureThinning(rate: 15)
        expect((0..<50).filter { slow.takes(.milliseconds($0 * 100)) }.count, is: 50)
    }

    @Test(arguments: [
        ("v4l2:/dev/video0", "/dev/video0"), ("/dev/video2", "/dev/video2"), ("alsa:hw:1,0", "alsa:hw:1,0"),
        ("screen", "screen"), ("window:0x40000a", "window:4194314"), ("window:4194314", "window:4194314"),
        ("window:", ""), ("window:0", ""), ("window:Notes", ""), ("window:0x", ""),
        ("lavfi:sine=f=1", "lavfi:sine=f=1"), ("alsa:", ""), ("http://host", ""), ("", ""),
    ])
    func captureAddressesAreReadOrRefused(text: String, expected: String) {
        expect(CaptureAddress(text)?.text ?? "", is: expected)
    }
}
