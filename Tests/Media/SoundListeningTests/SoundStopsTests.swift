import PlayCore
import Testing

@testable import SoundListening

@Suite("Stops of the sound at a listener")
struct SoundStopsTests {
    private func stops(_ states: [AudioClockReading.State?]) -> Int {
        var (stops, count) = (SoundStops(), 0)
        for state in states {
            guard let state else {
                stops.finish()
                continue
            }
            if stops.notePacket(state) { count += 1 }
        }
        return count
    }

    @Test("A stop counts once, however many packets come until the device begins again")
    func once() {
        #expect(stops([.empty, .running, .running, .starved, .starved, .starved, .running]) == 1)
        #expect(stops([.running, .starved, .starved, .running, .starved]) == 2)
    }

    @Test("The end of a film that is played again is no stop")
    func loop() {
        #expect(stops([.running, nil, .ended, .starved, .starved, .running]) == 0)
        #expect(stops([.running, nil, .running, .running, .starved]) == 1)
        #expect(stops([.running, .paused, .paused, .running]) == 0)
    }
}
