import PlayCore
import TestSupport
import Testing

@testable import Streaming

@Suite("Time axis of a stream")
struct TimeAxisTests {
    @Test("the offset of the pictures also applies to the sound beside them")
    func shared() {
        var axis = TimeAxis()
        let pictures = axis.offset(
            discontinuity: 0, first: .milliseconds(1480), start: .zero, duration: .seconds(2), isLeading: true)
        let sound = axis.offset(
            discontinuity: 0, first: .milliseconds(1400), start: .zero, duration: .seconds(2), isLeading: false)
        expect(pictures, is: .milliseconds(-1480))
        expect(sound, is: pictures)
    }

    @Test("times continue after the 33-bit wrap")
    func wrap() {
        var axis = TimeAxis()
        let turn = MediaTime(nanoseconds: Int64((Double(1 << 33) / 90_000 * 1e9).rounded()))
        let first = axis.offset(
            discontinuity: 0, first: turn - .seconds(3), start: .zero, duration: .seconds(4), isLeading: true)
        let later = axis.offset(
            discontinuity: 0, first: .seconds(1), start: .seconds(4), duration: .seconds(4), isLeading: true)
        expect(turn - .seconds(3) + first, is: .zero)
        expect(.seconds(1) + later, is: .seconds(4))
    }

    @Test("a rendition with its own times begins where its segment does")
    func own() {
        var axis = TimeAxis()
        _ = axis.offset(
            discontinuity: 0, first: .seconds(1000), start: .zero, duration: .seconds(4), isLeading: true)
        let other = axis.offset(
            discontinuity: 0, first: .zero, start: .seconds(8), duration: .seconds(4), isLeading: false)
        expect(other, is: .seconds(8))
    }

    @Test("times that restart without a tag follow the previous ones, for sound and pictures alike")
    func restart() {
        var axis = TimeAxis()
        _ = axis.offset(
            discontinuity: 0, first: .seconds(1), start: .zero, duration: .seconds(4), isLeading: true)
        // The sound reaches the restart first.
        let sound = axis.offset(
            discontinuity: 0, first: .seconds(1), start: .seconds(8), duration: .seconds(4), .restart, isLeading: false)
        let pictures = axis.offset(
            discontinuity: 0, first: .milliseconds(1080), start: .seconds(8), duration: .seconds(4), .restart,
            isLeading: true)
        expect(sound, is: .seconds(7))
        expect(pictures, is: sound)
        // A jump back to the part before the restart.
        let before = axis.offset(
            discontinuity: 0, first: .seconds(5), start: .seconds(4), duration: .seconds(4),
            .jump(index: 1, isRounded: false), isLeading: true)
        expect(before, is: .seconds(-1))
        // A jump to a later part, which was never read, finds the same offset.
        let behind = axis.offset(
            discontinuity: 0, first: .milliseconds(5070), start: .seconds(12), duration: .seconds(4),
            .jump(index: 3, isRounded: false), isLeading: true)
        expect(behind, is: sound)
    }

    @Test(
        "a jump to restarted times is distinguished from the error of a playlist in whole seconds",
        arguments: [(false, 12), (true, 7)])
    func jump(isRounded: Bool, expected: Int) {
        var axis = TimeAxis()
        _ = axis.offset(discontinuity: 0, first: .zero, start: .zero, duration: .seconds(4), isLeading: true)
        let (index, first) = (3, MediaTime.seconds(isRounded ? 14 : 0))
        let offset = axis.offset(
            discontinuity: 0, first: first, start: .seconds(12), duration: .seconds(4),
            .jump(index: index, isRounded: isRounded), isLeading: true)
        expect(first + offset, is: (isRounded ? first : .seconds(expected)))
    }
}
