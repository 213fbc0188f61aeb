import PlayCore
import TestSupport
import Testing

@testable import AudioOutput

@Suite("Change from one item's sound to the next")
struct AudioItemChangeTests {
    /// Changes to the next item, whose first sound is written after a delay. Returns the number of its first sample.
    private static func change(_ rig: Rig, after milliseconds: Int) -> Int {
        rig.output.leaveItem()
        rig.output.beginItem()
        rig.advance(milliseconds: milliseconds)
        let first = rig.nextSample
        rig.write(milliseconds: 200, at: .seconds(60), generation: Generation(7))
        rig.output.play()
        return first
    }

    @Test(
        "an interrupted item is heard until the next item's sound replaces it, for at most 100 ms",
        arguments: [(20, 120), (150, 200)])
    func interrupted(after wait: Int, isHeardFor length: Int) {
        let rig = Rig()
        rig.write(milliseconds: 290, at: .seconds(1))
        rig.output.play()
        rig.advance(milliseconds: 100)
        let first = Self.change(rig, after: wait)
        rig.advance(milliseconds: 50)
        expect(rig.device.heard, is: rig.source(0..<48 * length) + rig.source(first..<first + 48 * 50))
        expect(rig.output.clock.position, is: .milliseconds(60050))
        expect(rig.output.clock.generation, is: Generation(7))
        expect(rig.output.status.underrunCount, is: 0)
    }

    @Test("the next item's sound follows the last sound of an ended item without a gap")
    func ended() {
        let rig = Rig()
        rig.write(milliseconds: 150, at: .seconds(1))
        rig.output.finish(Generation())
        rig.output.play()
        rig.advance(milliseconds: 110)
        expect(rig.output.clock.untilEnd, is: .milliseconds(40))
        let first = Self.change(rig, after: 20)
        rig.turn()
        expect(rig.output.clock.state, is: .empty, "the last item is heard")
        rig.advance(milliseconds: 70)
        expect(rig.device.heard, is: rig.source(0..<48 * 150) + rig.source(first..<first + 48 * 50))
        expect(rig.output.clock.position, is: .milliseconds(60050))
        expect(rig.device.startCount, is: 1)
    }

    @Test("a device that has run dry during the change starts with the next item's sound")
    func ranDry() {
        let rig = Rig()
        rig.write(milliseconds: 150, at: .seconds(1))
        rig.output.finish(Generation())
        rig.output.play()
        rig.advance(milliseconds: 130)
        let first = Self.change(rig, after: 60)
        rig.advance(milliseconds: 50)
        expect(Array(rig.device.heard.suffix(48 * 50)), is: rig.source(first..<first + 48 * 50))
        expect(rig.output.clock.position, is: .milliseconds(60050))
        expect(rig.output.status.underrunCount, is: 0)
    }

    @Test("between two items every block is refused, and the next item may start with a lower generation")
    func between() {
        let rig = Rig()
        rig.write(milliseconds: 20, at: .zero, generation: Generation(9))
        rig.output.leaveItem()
        expect(rig.write(milliseconds: 20, at: .zero, generation: Generation(10)), is: .stale)
        rig.output.beginItem()
        expect(rig.write(milliseconds: 20, at: .zero, generation: Generation(3)), is: .written)
        expect(rig.output.clock.generation, is: Generation(3))
        #expect(!rig.stream.withLock { $0.wantsSound })
    }
}
