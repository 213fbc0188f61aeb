import PlayCore
import TestSupport
import Testing

@testable import AudioOutput

@Suite("Interruptions of the sound at a listener")
struct SoundStopsTests {
    private enum Step {
        case packet(AudioClockReading.State, Int64)
        case finish(Int64)
    }

    private func stops(_ steps: [Step]) -> Int {
        var (stops, count) = (SoundStops(), 0)
        for step in steps {
            switch step {
            case .finish(let time): stops.finish(at: MediaTime(nanoseconds: time * 1_000_000))
            case .packet(let state, let time):
                if stops.notePacket(state, at: MediaTime(nanoseconds: time * 1_000_000)) { count += 1 }
            }
        }
        return count
    }

    @Test("A stop counts once, however many packets arrive before the device starts again")
    func once() {
        expect(
            stops([.packet(.empty, 0), .packet(.running, 20), .packet(.starved, 60), .packet(.starved, 60)]), is: 1)
        expect(
            stops([
                .packet(.running, 20), .packet(.starved, 60), .packet(.running, 80), .packet(.starved, 120),
            ]), is: 2)
    }

    @Test("The end of a looping film is not a stop, even if the next packets arrive before the end is heard")
    func loop() {
        expect(
            stops([
                .packet(.running, 800), .finish(1000), .packet(.ended, 1000), .packet(.starved, 1000),
                .packet(.running, 1020),
            ]), is: 0)
        expect(
            stops([
                .packet(.running, 800), .finish(1000), .packet(.running, 900), .packet(.starved, 1000),
                .packet(.starved, 1000), .packet(.running, 1020),
            ]), is: 0)
        expect(stops([.packet(.running, 20), .packet(.paused, 60), .packet(.running, 60)]), is: 0)
    }

    @Test("After a passed end, stops count again")
    func later() {
        expect(stops([.finish(1000), .packet(.running, 900), .packet(.running, 1100), .packet(.starved, 2000)]), is: 1)
    }
}
