import PlayCore
import TestSupport
import Testing

@testable import Playback

@Suite("AudioJoin")
struct AudioJoinTests {
    @Test("Contiguous blocks of sound are kept whole even if their time stamps are rounded")
    func contiguous() {
        var join = AudioJoin(start: .zero, sampleRate: 48_000)
        for index in 0..<100 {
            let jitter = index % 3 * 5
            let start = MediaTime.milliseconds(index * 20 + (index == 0 ? 0 : jitter))
            expect(join.place(frames: 960, start: start), is: .keep(skipping: 0))
        }
    }

    @Test(
        "lost packets, or a wrong sample rate, never move the sound from its time by more than 50 ms",
        arguments: [
            (lost: 10, stretch: 1.0), (lost: 3, stretch: 1.0), (lost: 0, stretch: 1.002), (lost: 0, stretch: 0.998),
        ])
    func drift(lost: Int, stretch: Double) {
        var (join, sent) = (AudioJoin(start: .zero, sampleRate: 48_000), 0)
        for index in 0..<5000 where lost == 0 || index % lost != 1 {
            let start = Double(index) * 1024 / 48_000 * stretch
            switch join.place(frames: 1024, start: MediaTime(seconds: start)) {
            case .keep(let skipped): sent += 1024 - skipped
            case .afterSilence(let frames): sent += frames + 1024
            case .drop: break
            case .afterJump: Issue.record("a jump")
            }
            let end = Double(sent) / 48_000
            #expect(abs(end - start - 1024 / 48_000) <= 0.051, "\(start): \(end)")
        }
    }

    @Test("Sound before the start is cut to the sample, and a gap after the start is filled with silence")
    func start() {
        var join = AudioJoin(start: .seconds(1), sampleRate: 48_000)
        expect(join.place(frames: 4800, start: .milliseconds(850)), is: .drop)
        expect(join.place(frames: 4800, start: .milliseconds(950)), is: .keep(skipping: 2400))
        expect(join.place(frames: 4800, start: .milliseconds(1050)), is: .keep(skipping: 0))
        var late = AudioJoin(start: .zero, sampleRate: 48_000)
        expect(late.place(frames: 480, start: .milliseconds(500)), is: .afterSilence(frames: 24_000))
    }

    @Test("One damaged time stamp neither silences the following sound nor moves the clock")
    func damagedTime() {
        for damaged in [MediaTime.seconds(900_000), MediaTime(nanoseconds: .min), MediaTime(nanoseconds: .max)] {
            var join = AudioJoin(start: .zero, sampleRate: 48_000)
            _ = join.place(frames: 48_000, start: .zero)
            expect(join.place(frames: 48_000, start: damaged), is: .keep(skipping: 0))
            expect(join.place(frames: 48_000, start: .seconds(2)), is: .keep(skipping: 0))
        }
    }

    @Test("Silence that the container reports is inserted once")
    func silence() {
        var join = AudioJoin(start: .seconds(5), sampleRate: 48_000)
        expect(join.silence(until: .seconds(7)), is: 96_000)
        expect(join.silence(until: .seconds(6)), is: 0)
        expect(join.place(frames: 480, start: .seconds(7)), is: .keep(skipping: 0))
    }

    @Test("A gap becomes silence, an overlap is cut, and a jump of a minute is followed")
    func gaps() {
        var join = AudioJoin(start: .zero, sampleRate: 48_000)
        _ = join.place(frames: 48_000, start: .zero)
        expect(join.place(frames: 48_000, start: .milliseconds(1200)), is: .afterSilence(frames: 9600))
        expect(join.place(frames: 48_000, start: .milliseconds(2100)), is: .keep(skipping: 4800))
        expect(join.place(frames: 480, start: .seconds(900)), is: .keep(skipping: 0))
        let next = MediaTime.seconds(900) + .milliseconds(10)
        expect(join.place(frames: 480, start: next), is: .afterJump(to: next))
    }
}

@Suite("LoadControl")
struct LoadControlTests {
    private func lane(_ count: Int, _ bytes: Int, _ seconds: Int) -> LoadControl.Lane {
        LoadControl.Lane(count: count, bytes: bytes, duration: .seconds(seconds))
    }

    @Test("Reading ahead pauses when every track has enough or one bound is reached")
    func bounds() {
        let control = LoadControl()
        #expect(control.hasSpace([lane(10, 1000, 3), lane(10, 1000, 12)]))
        #expect(!control.hasSpace([lane(10, 1000, 10), lane(10, 1000, 12)]))
        #expect(!control.hasSpace([lane(10, 48 << 20, 3), lane(10, 1000, 12)]))
        #expect(!control.hasSpace([lane(8000, 1000, 3), lane(10, 1000, 12)]))
    }

    @Test("A track that is still empty is read for beyond the bounds, up to the hard limit")
    func badInterleaving() {
        let control = LoadControl()
        #expect(control.hasSpace([lane(9000, 100 << 20, 30), lane(0, 0, 0)]))
        #expect(!control.hasSpace([lane(9000, 256 << 20, 60), lane(0, 0, 0)]))
    }

    @Test("After a stall playback resumes once every track holds a second")
    func resume() {
        let control = LoadControl()
        #expect(!control.canResume([lane(10, 1000, 0), lane(10, 1000, 12)]))
        #expect(control.canResume([lane(30, 1000, 1), lane(10, 1000, 12)]))
    }
}
