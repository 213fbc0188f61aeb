import PlayCore
import Testing

@testable import Streaming

@Suite("The axis of a stream")
struct TimeAxisTests {
    @Test("what the pictures found holds for the sound beside them")
    func shared() {
        var axis = TimeAxis()
        let pictures = axis.offset(
            discontinuity: 0, first: .milliseconds(1480), start: .zero, duration: .seconds(2), isLeading: true)
        let sound = axis.offset(
            discontinuity: 0, first: .milliseconds(1400), start: .zero, duration: .seconds(2), isLeading: false)
        #expect(pictures == .milliseconds(-1480))
        #expect(sound == pictures)
    }

    @Test("times that begin anew after 33 bits go on")
    func wrap() {
        var axis = TimeAxis()
        let turn = MediaTime(nanoseconds: Int64((Double(1 << 33) / 90_000 * 1e9).rounded()))
        let first = axis.offset(
            discontinuity: 0, first: turn - .seconds(3), start: .zero, duration: .seconds(4), isLeading: true)
        let later = axis.offset(
            discontinuity: 0, first: .seconds(1), start: .seconds(4), duration: .seconds(4), isLeading: true)
        #expect(turn - .seconds(3) + first == .zero)
        #expect(.seconds(1) + later == .seconds(4))
    }

    @Test("a rendition with times of its own begins where its segment does")
    func own() {
        var axis = TimeAxis()
        _ = axis.offset(
            discontinuity: 0, first: .seconds(1000), start: .zero, duration: .seconds(4), isLeading: true)
        let other = axis.offset(
            discontinuity: 0, first: .zero, start: .seconds(8), duration: .seconds(4), isLeading: false)
        #expect(other == .seconds(8))
    }
}
