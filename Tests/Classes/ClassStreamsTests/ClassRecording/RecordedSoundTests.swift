import PlayCore
import TestSupport
import Testing

@testable import ClassStreams

@Suite("The mixed sound of all speakers on a recording's axis")
struct RecordedSoundTests {
    private func piece(_ value: Float, milliseconds: Int) -> [Float] {
        [Float](repeating: value, count: milliseconds * 48 * 2)
    }

    /// Returns the left channel of each millisecond's first frame.
    private func heard(_ sound: inout RecordedSound, milliseconds: Int) -> [Float] {
        let samples = sound.mix(frames: milliseconds * 48)
        return (0..<milliseconds).map { samples[$0 * 48 * 2] }
    }

    @Test("LIVE-82: each piece is placed at its own time, and simultaneous speakers are added")
    func mixing() {
        var sound = RecordedSound()
        sound.append("a", piece(0.25, milliseconds: 4), start: .milliseconds(2))
        sound.append("b", piece(0.5, milliseconds: 4), start: .milliseconds(4))
        expect(heard(&sound, milliseconds: 10), is: [0, 0, 0.25, 0.25, 0.75, 0.75, 0.5, 0.5, 0, 0])
    }

    @Test("A piece across two blocks continues in the second, and sound before the first block is dropped")
    func blocks() {
        var sound = RecordedSound(place: 2 * 48)
        sound.append("a", piece(0.5, milliseconds: 6), start: .zero)
        expect(heard(&sound, milliseconds: 2), is: [0.5, 0.5])
        expect(heard(&sound, milliseconds: 4), is: [0.5, 0.5, 0, 0])
        expect(sound.place, is: 8 * 48)
    }

    @Test("Rounded timestamps make no gaps, and a real pause remains")
    func rounding() {
        var sound = RecordedSound()
        sound.append("a", piece(0.5, milliseconds: 20), start: .zero)
        sound.append("a", piece(0.5, milliseconds: 20), start: .milliseconds(21))
        sound.append("a", piece(0.5, milliseconds: 20), start: .milliseconds(100))
        let heard = heard(&sound, milliseconds: 120)
        #expect(heard[..<40].allSatisfy { $0 == 0.5 })
        #expect(heard[40..<100].allSatisfy { $0 == 0 })
        #expect(heard[100...].allSatisfy { $0 == 0.5 })
    }

    @Test("A pause does not remove earlier sound, and sound that arrives twice is heard once")
    func doubled() {
        var sound = RecordedSound()
        sound.append("a", piece(0.5, milliseconds: 40), start: .zero)
        sound.append("a", piece(0.25, milliseconds: 40), start: .seconds(3))
        sound.append("a", piece(0.5, milliseconds: 60), start: .milliseconds(3000))
        let heard = heard(&sound, milliseconds: 3100)
        #expect(heard[39] == 0.5 && heard[40] == 0)
        #expect(heard[3039] == 0.25 && heard[3040] == 0.5 && heard[3060] == 0)
    }

    @Test("Loud voices together never reach full scale, and speakers beyond the limit are dropped")
    func limits() {
        var sound = RecordedSound()
        for number in 0..<SoundMixer.mostSpeakers + 5 {
            sound.append("\(number)", piece(0.5, milliseconds: 1), start: .zero)
        }
        let heard = heard(&sound, milliseconds: 1)[0]
        #expect(heard > 0.9 && heard < 1)
    }
}

@Suite("Positions of streams on the axis of a class")
struct StreamPlaceTests {
    @Test("Streams with the class's times keep them, and streams of other programs start when they arrive")
    func places() {
        var own = StreamPlace()
        expect(own.place(.seconds(100), arrival: .seconds(101)), is: .seconds(100))
        expect(own.place(.seconds(101), arrival: .seconds(109)), is: .seconds(101))
        var foreign = StreamPlace()
        expect(foreign.place(.zero, arrival: .seconds(500)), is: .seconds(500))
        expect(foreign.place(.seconds(1), arrival: .milliseconds(501_100)), is: .seconds(501))
        // The stream has restarted.
        expect(foreign.place(.zero, arrival: .seconds(530)), is: .seconds(530))
    }
}
