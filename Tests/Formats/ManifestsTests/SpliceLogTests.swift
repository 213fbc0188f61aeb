import Manifests
import PlayCore
import TestSupport
import Testing

/// Splice messages in containers, as they become marks on the axis.
@Suite("Splices of containers")
struct SpliceLogTests {
    private static let second: Int64 = 90_000
    private static let wrap: Int64 = 1 << 33

    /// Returns the start and the end of each mark in seconds.
    private func marks(_ log: SpliceLog) -> [[Double]] {
        AdvertMarks.marks(log.cues).map { mark in
            [mark.start, mark.end].map { end in
                if case .time(let time) = end { (time.inSeconds * 100).rounded() / 100 } else { -1 }
            }
        }
    }

    private func log(shift: MediaTime = .zero, _ sections: (at: MediaTime, bytes: [UInt8])...) -> SpliceLog {
        var log = SpliceLog()
        for section in sections { _ = log.add(section: section.bytes, at: section.at, shift: shift) }
        return log
    }

    private func insert(
        _ event: UInt32, isOut: Bool = true, _ at: Int64?, lasting duration: Int64? = nil, adjustment: Int64 = 0
    ) -> [UInt8] {
        SpliceMessages.insert(
            event, isOut: isOut, ticks: at.map { $0 * Self.second }, duration: duration.map { $0 * Self.second },
            adjustment: adjustment)
    }

    @Test("a splice is placed at its own time on the axis, or without one where its message is")
    func places() {
        expect(marks(log((.seconds(16), insert(1, 20, lasting: 30)))), is: [[20, 50]])
        expect(marks(log(shift: .seconds(-5), (.seconds(11), insert(1, 20, lasting: 30)))), is: [[15, 45]])
        expect(marks(log((.seconds(16), insert(1, nil, lasting: 30)))), is: [[16, 46]])
        let adjusted = insert(1, 20, lasting: 30, adjustment: 7 * Self.second)
        expect(marks(log((.seconds(26), adjusted))), is: [[27, 57]])
        let signal = SpliceMessages.signal(3, type: 0x34, ticks: 20 * Self.second, duration: 9 * Self.second)
        expect(marks(log((.seconds(16), signal))), is: [[20, 29]])
    }

    @Test("times and adjustments have 33 bits and wrap after 26 hours")
    func wraps() {
        let late = SpliceMessages.insert(
            1, ticks: Self.wrap - Self.second, duration: 9 * Self.second, adjustment: 3 * Self.second)
        expect(marks(log((.seconds(1), late))), is: [[2, 11]])
        // The axis continues where the clock wraps.
        let day = MediaTime(seconds: Double(Self.wrap) / 90_000)
        let begun = (day.inSeconds * 100).rounded() / 100
        let found = marks(log((day - .seconds(3), insert(1, 5, lasting: 10))))
        #expect(found.count == 1 && abs(found[0][0] - begun - 5) < 0.02 && abs(found[0][1] - begun - 15) < 0.02)
        // The break begins before the wrap and ends after it.
        let early = SpliceMessages.insert(1, ticks: Self.wrap - 2 * Self.second, duration: 10 * Self.second)
        expect(marks(log((.seconds(1), early))), is: [[0, 8]])
    }

    @Test("a return ends a break before its duration, under its own number or another")
    func ends() {
        expect(
            marks(log((.seconds(16), insert(1, 20, lasting: 60)), (.seconds(30), insert(1, isOut: false, 35)))),
            is: [
                [20, 35]
            ])
        expect(
            marks(log((.seconds(16), insert(1, 20)), (.seconds(30), insert(2, isOut: false, nil)))), is: [[20, 30]])
        let signals = [(0x30 as UInt8, 20 as Int64), (0x31, 44)].map { type, at in
            (MediaTime.seconds(Int(at) - 4), SpliceMessages.signal(3, type: type, ticks: at * Self.second))
        }
        expect(marks(log(signals[0], signals[1])), is: [[20, 44]])
        expect(marks(log((.seconds(16), insert(1, 20)))), is: [], "neither length nor end")
    }

    @Test("a repeated message is one break, and the same number later is another")
    func repetitions() {
        var log = SpliceLog()
        for place in 10..<50 {
            let isNew = log.add(section: insert(1, 20, lasting: 30), at: .seconds(place), shift: .zero)
            expect(isNew, is: (place == 10))
        }
        // It is repeated without a time while the break lasts.
        _ = log.add(section: insert(1, nil, lasting: 30), at: .seconds(35), shift: .zero)
        #expect(log.cues.count == 1 && marks(log) == [[20, 50]])
        _ = log.add(section: insert(1, 120, lasting: 30), at: .seconds(110), shift: .zero)
        expect(marks(log), is: [[20, 50], [120, 150]])
        for place in 200..<230 { _ = log.add(section: insert(5, nil), at: .seconds(place), shift: .zero) }
        for place in 230..<400 { _ = log.add(section: insert(5, isOut: false, nil), at: .seconds(place), shift: .zero) }
        #expect(log.cues.count == 4 && marks(log) == [[20, 50], [120, 150], [200, 230]])
        // The length is sent after the place.
        _ = log.add(section: insert(6, 420), at: .seconds(410), shift: .zero)
        _ = log.add(section: insert(6, 420, lasting: 10), at: .seconds(412), shift: .zero)
        expect(marks(log).last, is: [420, 430])
    }

    @Test("a cancellation removes only what is still to come of its own event")
    func cancellations() {
        let first = (MediaTime.seconds(10), insert(1, 20, lasting: 30))
        let other = (MediaTime.seconds(11), insert(2, 80, lasting: 10))
        func cancelled(_ event: UInt32, at place: MediaTime) -> (at: MediaTime, bytes: [UInt8]) {
            (place, SpliceMessages.cancelled(event))
        }
        expect(marks(log(first, other, cancelled(1, at: .seconds(15)))), is: [[80, 90]])
        expect(marks(log(first, other, cancelled(3, at: .seconds(15)))), is: [[20, 50], [80, 90]])
        expect(marks(log(first, cancelled(1, at: .seconds(25)))), is: [[20, 50]], "it has begun")
        expect(marks(log(first, cancelled(1, at: .seconds(15)), (.seconds(16), first.1))), is: [[20, 50]])
        expect(
            marks(log(first, cancelled(1, at: .seconds(15)), (.seconds(16), first.1), cancelled(1, at: .seconds(17)))),
            is: [])
        // A segmentation is cancelled by its number, independent of its type.
        let signals = [(0x34 as UInt8, 20 as Int64), (0x35, 40)].map { type, at in
            (MediaTime.seconds(10), SpliceMessages.signal(7, type: type, ticks: at * Self.second))
        }
        expect(marks(log(signals[0], signals[1])), is: [[20, 40]])
        expect(
            marks(log(signals[0], signals[1], (.seconds(12), SpliceMessages.cancelledSignal(7)))), is: [])
        expect(
            marks(log(signals[0], signals[1], (.seconds(12), SpliceMessages.cancelledSignal(8)))), is: [[20, 40]])
        // A cancellation is repeated as often as other messages.
        var log = log(first)
        for place in 12..<18 {
            let isNew = log.add(section: SpliceMessages.cancelled(1), at: .seconds(place), shift: .zero)
            expect(isNew, is: (place == 12))
        }
        #expect(log.cues.count == 1 && marks(log) == [])
    }

    @Test("an end after a jump does not end a break that began before it")
    func jumps() {
        var log = log((.seconds(16), insert(1, 20)), (.seconds(16), insert(2, 60, lasting: 10)))
        log.jump(from: .seconds(25), to: .seconds(15))
        expect(log.cues.count, is: 2, "what is read again")
        log.jump(from: .seconds(25), to: .seconds(300))
        _ = log.add(section: insert(9, isOut: false, 320), at: .seconds(310), shift: .zero)
        expect(marks(log), is: [[60, 70]])
        var ended = self.log((.seconds(16), insert(1, 20)), (.seconds(36), insert(1, isOut: false, 40)))
        ended.jump(from: .seconds(50), to: .seconds(300))
        _ = ended.add(section: insert(2, 310, lasting: 10), at: .seconds(305), shift: .zero)
        expect(marks(ended), is: [[20, 40], [310, 320]])
    }

    @Test("messages hours away, damaged, encrypted or of another table are ignored")
    func refused() {
        let good = insert(1, 20, lasting: 30)
        expect(marks(log((.seconds(9000), good))), is: [])
        var encrypted = Array(good.dropLast(4))
        encrypted[4] |= 0x80
        for bytes in [[], [0xFC], Array(good.dropLast()), good + [0], SpliceMessages.signed(encrypted)] {
            expect(log((.zero, bytes)).cues, is: [])
        }
    }

    @Test("only the newest cues are kept, and mutated sections end in marks", arguments: 0..<4)
    func masses(seed: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        var log = SpliceLog()
        for event in 0..<Rounds.of(2500) {
            var bytes = insert(
                UInt32(event), event % 3 == 0 ? nil : Int64.random(in: 0..<100_000, using: &random),
                lasting: event % 2 == 0 ? Int64.random(in: 0..<95_000, using: &random) : nil,
                adjustment: Int64.random(in: 0..<Self.wrap, using: &random))
            if event % 4 != 0 {
                let place = Int.random(in: 3..<bytes.count - 4, using: &random)
                bytes[place] = UInt8.random(in: 0...255, using: &random)
                bytes = SpliceMessages.signed(Array(bytes.dropLast(4)))
            }
            let place = MediaTime(nanoseconds: Int64.random(in: .min ... .max, using: &random))
            let near = MediaTime.seconds(Int.random(in: 0..<100_000, using: &random))
            _ = log.add(section: bytes, at: event % 50 == 0 ? place : near, shift: event % 70 == 0 ? place : .zero)
        }
        expect(log.cues.count, is: 500)
        #expect(marks(log).count <= 500)
    }
}
